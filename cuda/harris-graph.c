/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harris-graph.h"

#include "check.h"

#include <string.h>

HarrisCudaKernel *
harris_cuda_graph_add (HarrisCudaGraph *g,
    const struct cudaKernelNodeParams *shape, gboolean together)
{
  HarrisCudaKernel *k = &g->wanted[g->n_wanted++];

  g_assert (g->n_wanted <= HARRIS_CUDA_MAX_KERNELS);
  k->shape = *shape;
  k->together = together;
  k->n_args = 0;
  k->size = 0;
  return k;
}

void
harris_cuda_kernel_add (HarrisCudaKernel *k, gconstpointer arg, gsize size)
{
  k->offsets[k->n_args++] = k->size;
  memcpy ((guint8 *) k->args + k->size, arg, size);
  k->size += (size + 15) / 16 * 16;
  g_assert (k->n_args <= HARRIS_CUDA_MAX_ARGS && k->size <= sizeof k->args);
}

/* `args` has room for the addresses of its arguments. */
static struct cudaKernelNodeParams
params_of (HarrisCudaKernel *k, gpointer args[HARRIS_CUDA_MAX_ARGS])
{
  struct cudaKernelNodeParams params = k->shape;

  for (guint i = 0; i < k->n_args; i++)
    args[i] = (guint8 *) k->args + k->offsets[i];
  params.kernelParams = args;
  return params;
}

static gboolean
have_same_size (dim3 a, dim3 b)
{
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

static gboolean
have_same_shape (const HarrisCudaKernel *a, const HarrisCudaKernel *b)
{
  return a->shape.func == b->shape.func
         && have_same_size (a->shape.gridDim, b->shape.gridDim)
         && have_same_size (a->shape.blockDim, b->shape.blockDim)
         && a->shape.sharedMemBytes == b->shape.sharedMemBytes
         && a->together == b->together;
}

static gboolean
is_made (const HarrisCudaGraph *g)
{
  if (!g->exec || g->n_made != g->n_wanted)
    return FALSE;
  for (guint i = 0; i < g->n_made; i++)
    if (!have_same_shape (&g->made[i], &g->wanted[i]))
      return FALSE;
  return TRUE;
}

/* Behind the one before it. */
static gboolean
add_node (HarrisCudaGraph *g, guint i, GError **error)
{
  gpointer args[HARRIS_CUDA_MAX_ARGS];
  struct cudaKernelNodeParams params = params_of (&g->wanted[i], args);
  cudaKernelNodeAttrValue together = { .cooperative = 1 };

  return VF_CUDA_TRY (cudaGraphAddKernelNode (&g->nodes[i], g->graph,
                          i > 0 ? &g->nodes[i - 1] : NULL, i > 0, &params),
             error)
         && (!g->wanted[i].together
             || VF_CUDA_TRY (cudaGraphKernelNodeSetAttribute (g->nodes[i],
                                 cudaKernelNodeAttributeCooperative, &together),
                 error));
}

static gboolean
make (HarrisCudaGraph *g, GError **error)
{
  if (!VF_CUDA_TRY (cudaGraphCreate (&g->graph, 0), error))
    return FALSE;
  for (guint i = 0; i < g->n_wanted; i++)
    if (!add_node (g, i, error))
      return FALSE;
  if (!VF_CUDA_TRY (
          cudaGraphInstantiateWithFlags (&g->exec, g->graph, 0), error))
    return FALSE;
  memcpy (g->made, g->wanted, g->n_wanted * sizeof *g->made);
  g->n_made = g->n_wanted;
  return TRUE;
}

static gboolean
set_args (HarrisCudaGraph *g, guint i, GError **error)
{
  HarrisCudaKernel *k = &g->wanted[i];
  gpointer args[HARRIS_CUDA_MAX_ARGS];
  struct cudaKernelNodeParams params = params_of (k, args);

  if (memcmp (g->made[i].args, k->args, k->size) == 0)
    return TRUE;
  if (!VF_CUDA_TRY (
          cudaGraphExecKernelNodeSetParams (g->exec, g->nodes[i], &params),
          error))
    return FALSE;
  memcpy (g->made[i].args, k->args, k->size);
  return TRUE;
}

static gboolean
prepare (HarrisCudaGraph *g, GError **error)
{
  if (!is_made (g)) {
    harris_cuda_graph_clear (g);
    return make (g, error);
  }
  for (guint i = 0; i < g->n_wanted; i++)
    if (!set_args (g, i, error))
      return FALSE;
  return TRUE;
}

void
harris_cuda_run_way (
    HarrisWork *w, const HarrisCudaWay *way, HarrisCudaGraph *g)
{
  HarrisCuda *cuda = w->backend;

  if (g)
    g->n_wanted = 0;
  cuda->graph = g;
  for (guint i = 0; i < way->n_steps; i++)
    way->steps[i].launch (w);
  cuda->graph = NULL;
  if (g && !w->error && prepare (g, &w->error))
    (void) VF_CUDA_TRY (cudaGraphLaunch (g->exec, cuda->stream), &w->error);
}

void
harris_cuda_graph_clear (HarrisCudaGraph *g)
{
  if (g->exec)
    VF_CUDA_UNDO (cudaGraphExecDestroy (g->exec));
  if (g->graph)
    VF_CUDA_UNDO (cudaGraphDestroy (g->graph));
  g->exec = NULL;
  g->graph = NULL;
  g->n_made = 0;
}
