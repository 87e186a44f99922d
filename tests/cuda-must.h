/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Calls of CUDA's that a test or a benchmark cannot do without.
 */
#pragma once

#include <cuda_runtime_api.h>
#include <glib.h>

static inline void
cuda_must (cudaError_t result)
{
  if (result != cudaSuccess)
    g_error ("%s", cudaGetErrorString (result));
}
