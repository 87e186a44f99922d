/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Checked launches of kernels, with the types of their parameters.
 */
#pragma once

#include "check.h"
#include "harris-graph.h"

struct Launch {
  dim3 grid, block;
  gsize shared = 0;      /* bytes */
  bool together = false; /* all blocks of threads run at once */
};

template <typename T> struct Same {
  typedef T type;
};

/* To the graph's launches. */
template <typename... Params>
static inline void
add_launch (HarrisCudaGraph *graph, const Launch &l, const void *function,
    const Params &...params)
{
  cudaKernelNodeParams shape = {};
  HarrisCudaKernel *kernel;

  static_assert (sizeof...(Params) <= HARRIS_CUDA_MAX_ARGS
                     && (0 + ... + ((sizeof (Params) + 15) / 16 * 16))
                            <= HARRIS_CUDA_MAX_ARG_SIZE,
      "the arguments are too large for a graph");
  shape.func = (void *) function;
  shape.gridDim = l.grid;
  shape.blockDim = l.block;
  shape.sharedMemBytes = (guint) l.shared;
  kernel = harris_cuda_graph_add (graph, &shape, l.together);
  (harris_cuda_kernel_add (kernel, &params, sizeof params), ...);
}

/* Puts a launch into the work's stream or its graph, unless there is an error
 * already. `name` is what its own error is told by. */
template <typename... Params>
static inline void
launch (HarrisWork *w, const gchar *name, const Launch &l,
    void (*kernel) (Params...), typename Same<Params>::type... params)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  cudaStream_t stream = cuda->stream;
  const void *function = (const void *) kernel;
  void *args[] = { (void *) &params... };
  cudaError_t result = cudaErrorLaunchFailure;

  if (w->error)
    return;
  if (cuda->graph) {
    add_launch (cuda->graph, l, function, params...);
    return;
  }
  if (!vf_cuda_fails ())
    result = l.together ? cudaLaunchCooperativeKernel (
                 function, l.grid, l.block, args, l.shared, stream)
                        : cudaLaunchKernel (
                            function, l.grid, l.block, args, l.shared, stream);
  vf_cuda_check (result, name, &w->error);
}
