/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Checked launches of kernels, with the types of their parameters.
 */
#pragma once

#include "check.h"
#include "harris-cuda.h"

struct Launch {
  dim3 grid, block;
  gsize shared = 0;      /* bytes */
  bool together = false; /* all blocks of threads run at once */
};

template <typename T> struct Same {
  typedef T type;
};

/* Puts a launch into the work's stream, unless there is an error already.
 * `name` is what its own error is told by. */
template <typename... Params>
static inline void
launch (HarrisWork *w, const gchar *name, const Launch &l,
    void (*kernel) (Params...), typename Same<Params>::type... params)
{
  cudaStream_t stream = ((const HarrisCuda *) w->backend)->stream;
  const void *function = (const void *) kernel;
  void *args[] = { (void *) &params... };
  cudaError_t result = cudaErrorLaunchFailure;

  if (w->error)
    return;
  if (!vf_cuda_fails ())
    result = l.together ? cudaLaunchCooperativeKernel (
                 function, l.grid, l.block, args, l.shared, stream)
                        : cudaLaunchKernel (
                            function, l.grid, l.block, args, l.shared, stream);
  vf_cuda_check (result, name, &w->error);
}
