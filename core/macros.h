/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

/* A function in a header that all backends share: under nvcc it is compiled
 * for the device as well. */
#ifdef __CUDACC__
#define VF_INLINE static __host__ __device__ inline
#else
#define VF_INLINE static inline
#endif
