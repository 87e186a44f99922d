/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <float.h>

/* Every rounding is defined. */
#if defined(__FAST_MATH__)
#error "build without -ffast-math"
#endif
#if !defined(__CUDACC__) && FLT_EVAL_METHOD != 0
#error "build for SSE arithmetic: -msse2 -mfpmath=sse"
#endif

/* A function in a header that all backends share: under nvcc it is compiled
 * for the device as well. */
#ifdef __CUDACC__
#define VF_INLINE static __host__ __device__ inline
#else
#define VF_INLINE static inline
#endif
