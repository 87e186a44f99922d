/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The launches of a frame as a graph, which takes less time than to launch them
 * one by one. It is made anew only where a launch has another shape: for other
 * arguments, such as another frame's address, it is told these.
 */
#pragma once

#include "harris-cuda.h"

G_BEGIN_DECLS

#define HARRIS_CUDA_MAX_KERNELS  4
#define HARRIS_CUDA_MAX_ARGS     8
#define HARRIS_CUDA_MAX_ARG_SIZE 1536 /* bytes of all arguments */

/* A launch. */
typedef struct {
  struct cudaKernelNodeParams shape; /* without its arguments */
  gboolean together;                 /* all blocks of threads run at once */
  guint n_args;
  gsize offsets[HARRIS_CUDA_MAX_ARGS], size;
  guint64 args[HARRIS_CUDA_MAX_ARG_SIZE / sizeof (guint64)];
} HarrisCudaKernel;

/* Starts zeroed. */
struct _HarrisCudaGraph {
  guint n_wanted, n_made;
  HarrisCudaKernel wanted[HARRIS_CUDA_MAX_KERNELS];
  HarrisCudaKernel made[HARRIS_CUDA_MAX_KERNELS];
  cudaGraphNode_t nodes[HARRIS_CUDA_MAX_KERNELS];
  cudaGraph_t graph;
  cudaGraphExec_t exec; /* NULL: there is none */
};

/* Another launch behind those that are wanted; its arguments in turn. */
HarrisCudaKernel *harris_cuda_graph_add (HarrisCudaGraph *graph,
    const struct cudaKernelNodeParams *shape, gboolean together);
void harris_cuda_kernel_add (
    HarrisCudaKernel *kernel, gconstpointer arg, gsize size);

/* Puts all steps of a way, which are nothing but launches, into the work's
 * stream; graph NULL: one by one. An error goes to work->error. */
void harris_cuda_run_way (
    HarrisWork *work, const HarrisCudaWay *way, HarrisCudaGraph *graph);

void harris_cuda_graph_clear (HarrisCudaGraph *graph);

G_END_DECLS
