/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-graph.h"

#include "check.h"

/* A kernel's one argument. */
typedef struct {
  gpointer argument;
  struct cudaKernelNodeParams params;
} Kernel;

static void
set_kernel (Kernel *k, HaarCudaKernel kernel, gpointer argument)
{
  k->argument = argument;
  k->params = (struct cudaKernelNodeParams){ .func = (void *) kernel.function,
    .gridDim = { kernel.grid, 1, 1 },
    .blockDim = { kernel.block, 1, 1 },
    .sharedMemBytes = (unsigned) kernel.shared,
    .kernelParams = &k->argument };
}

static void
set_grey (Kernel *k, HaarCudaJob *job)
{
  set_kernel (k, haar_cuda_grey (&job->grey), &job->grey);
}

static void
set_integral (Kernel *k, HaarCudaJob *job)
{
  set_kernel (k, haar_cuda_integral_rows (&job->integral), &job->integral);
}

static void
set_tiles (Kernel *k, HaarCudaJob *job)
{
  HaarCudaFrame *f = &job->frame;

  set_kernel (k,
      f->thesis.n_groups > 0 ? haar_cuda_thesis (f, job->trees, job->tilted)
                             : haar_cuda_tiles (f, job->trees, job->tilted),
      f);
}

static gboolean
add_kernel (HaarCudaGraph *g, const Kernel *k, const cudaGraphNode_t *after,
    gsize n_after, cudaGraphNode_t *node, GError **error)
{
  return VF_CUDA_TRY (
      cudaGraphAddKernelNode (node, g->graph, after, n_after, &k->params),
      error);
}

/* No window is found yet. */
static gboolean
add_clear (HaarCudaGraph *g, const HaarCudaJob *job, cudaGraphNode_t *node,
    GError **error)
{
  const struct cudaMemsetParams params = { .dst = job->frame.found,
    .elementSize = sizeof (guint32),
    .width = sizeof *job->frame.found / sizeof (guint32),
    .height = 1 };

  return VF_CUDA_TRY (
      cudaGraphAddMemsetNode (node, g->graph, NULL, 0, &params), error);
}

static gboolean
add_grey (HaarCudaGraph *g, HaarCudaJob *job, GError **error)
{
  Kernel k;

  set_grey (&k, job);
  return add_kernel (g, &k, NULL, 0, &g->grey, error);
}

/* After `last`, if that is a node; which is then the last one. */
static gboolean
add_integral (
    HaarCudaGraph *g, HaarCudaJob *job, cudaGraphNode_t *last, GError **error)
{
  Kernel rows, columns;

  set_integral (&rows, job);
  set_kernel (
      &columns, haar_cuda_integral_columns (&job->integral), &job->integral);
  return add_kernel (g, &rows, last, *last ? 1 : 0, &g->integral, error)
         && add_kernel (g, &columns, &g->integral, 1, last, error);
}

/* After those two, the last one if it is a node. */
static gboolean
add_tiles (HaarCudaGraph *g, HaarCudaJob *job, cudaGraphNode_t clear,
    cudaGraphNode_t last, GError **error)
{
  const cudaGraphNode_t after[] = { clear, last };
  Kernel k;

  set_tiles (&k, job);
  return VF_CUDA_TRY (cudaFuncSetAttribute (k.params.func,
                          cudaFuncAttributeMaxDynamicSharedMemorySize,
                          (gint) k.params.sharedMemBytes),
             error)
         && add_kernel (g, &k, after, last ? 2 : 1, &g->tiles, error);
}

/* What reads the picture, as far as it is wanted, up to the tiles. */
static gboolean
add_work (HaarCudaGraph *g, HaarCudaJob *job, GError **error)
{
  cudaGraphNode_t clear, last = NULL;

  if (!add_clear (g, job, &clear, error))
    return FALSE;
  if (job->makes_grey) {
    if (!add_grey (g, job, error))
      return FALSE;
    last = g->grey;
  }
  return (!job->integral.sums || add_integral (g, job, &last, error))
         && add_tiles (g, job, clear, last, error);
}

/* After those; and the copy of what has been found. */
static gboolean
add_rest (HaarCudaGraph *g, HaarCudaJob *job, GError **error)
{
  cudaGraphNode_t last = g->tiles, skip, copy;
  Kernel k;

  if (job->frame.skip) {
    set_kernel (&k, haar_cuda_skip (&job->frame), &job->frame);
    if (!add_kernel (g, &k, &last, 1, &skip, error))
      return FALSE;
    last = skip;
  }
  return VF_CUDA_TRY (
      cudaGraphAddMemcpyNode1D (&copy, g->graph, &last, 1, job->found,
          job->frame.found, job->found_size, cudaMemcpyDeviceToHost),
      error);
}

static gboolean
build (HaarCudaGraph *g, HaarCudaJob *job, GError **error)
{
  return VF_CUDA_TRY (cudaGraphCreate (&g->graph, 0), error)
         && add_work (g, job, error) && add_rest (g, job, error)
         && VF_CUDA_TRY (
             cudaGraphInstantiateWithFlags (&g->exec, g->graph, 0), error);
}

gboolean
haar_cuda_graph_make (HaarCudaGraph *g, HaarCudaJob *job, GError **error)
{
  haar_cuda_graph_clear (g);
  if (build (g, job, error))
    return TRUE;
  haar_cuda_graph_clear (g);
  return FALSE;
}

gboolean
haar_cuda_graph_set_picture (HaarCudaGraph *g, HaarCudaJob *job, GError **error)
{
  cudaGraphNode_t node = g->tiles;
  Kernel k;

  if (job->makes_grey) {
    set_grey (&k, job);
    node = g->grey;
  } else if (job->integral.sums) {
    set_integral (&k, job);
    node = g->integral;
  } else {
    set_tiles (&k, job);
  }
  return VF_CUDA_TRY (
      cudaGraphExecKernelNodeSetParams (g->exec, node, &k.params), error);
}

void
haar_cuda_graph_clear (HaarCudaGraph *g)
{
  if (g->exec)
    VF_CUDA_UNDO (cudaGraphExecDestroy (g->exec));
  if (g->graph)
    VF_CUDA_UNDO (cudaGraphDestroy (g->graph));
  *g = (HaarCudaGraph){ 0 };
}
