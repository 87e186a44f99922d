/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Launches with the types of the kernels' parameters.
 */
#pragma once

#include <cuda_runtime_api.h>
#include <glib.h>

template <typename T> struct Same {
  typedef T type;
};

struct Shape {
  dim3 grid, block;
  gsize shared; /* bytes */
  cudaStream_t stream;
};

template <typename... Params>
static inline cudaError_t
start (const Shape &shape, void (*kernel) (Params...),
    typename Same<Params>::type... params)
{
  void *args[] = { (void *) &params... };

  return cudaLaunchKernel ((const void *) kernel, shape.grid, shape.block, args,
      shape.shared, shape.stream);
}
