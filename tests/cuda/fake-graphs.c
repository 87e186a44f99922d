/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Beside fake-cudart.c: graphs that do nothing. host/kernels.cpp has some that do.
 */
#include <cuda_runtime.h>
#include <stdlib.h>

static cudaError_t
new_handle (void **handle)
{
  *handle = malloc (1);
  return cudaSuccess;
}

cudaError_t
cudaGraphCreate (cudaGraph_t *graph, unsigned flags)
{
  return new_handle ((void **) graph);
}

cudaError_t
cudaGraphDestroy (cudaGraph_t graph)
{
  free (graph);
  return cudaSuccess;
}

cudaError_t
cudaGraphAddKernelNode (cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *after, size_t n_after,
    const struct cudaKernelNodeParams *params)
{
  *node = NULL;
  return cudaSuccess;
}

cudaError_t
cudaGraphAddMemsetNode (cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *after, size_t n_after,
    const struct cudaMemsetParams *params)
{
  *node = NULL;
  return cudaSuccess;
}

cudaError_t
cudaGraphAddMemcpyNode1D (cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *after, size_t n_after, void *to, const void *from,
    size_t size, enum cudaMemcpyKind kind)
{
  *node = NULL;
  return cudaSuccess;
}

cudaError_t
cudaGraphInstantiateWithFlags (
    cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
  return new_handle ((void **) exec);
}

cudaError_t
cudaGraphExecKernelNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaKernelNodeParams *params)
{
  return cudaSuccess;
}

cudaError_t
cudaGraphLaunch (cudaGraphExec_t exec, cudaStream_t stream)
{
  return cudaSuccess;
}

cudaError_t
cudaGraphExecDestroy (cudaGraphExec_t exec)
{
  free (exec);
  return cudaSuccess;
}
