/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The kernels for faces as code of the host, and graphs that run them: what the
 * GPU finds is tested on machines that have none.
 */
#include "device.h"

#include "haar-grey.cu"
#undef THREADS
#undef BLOCKS
#include "haar-integral.cu"
#include "haar-skip.cu"
#include "haar-thesis.cu"
#include "haar-tiles.cu"

#undef gridDim /* also a field */

/* -- Kernels -- */

typedef struct {
  gconstpointer function;
  void (*run) (gconstpointer argument);
  gsize argument_size;
} Kernel;

template <typename T, void (*function) (T)>
static void
run_kernel (gconstpointer argument)
{
  function (*(const T *) argument);
}

template <typename T, void (*function) (T)>
static Kernel
kernel_of (void)
{
  return { (gconstpointer) function, run_kernel<T, function>, sizeof (T) };
}

static const Kernel kernels[] = {
  kernel_of<HaarCudaGrey, grey_kernel> (),
  kernel_of<HaarCudaIntegral, integral_rows_kernel> (),
  kernel_of<HaarCudaIntegral, integral_columns_kernel> (),
  kernel_of<HaarCudaFrame, skip_kernel> (),
  kernel_of<HaarCudaFrame, thesis_kernel<false, false> > (),
  kernel_of<HaarCudaFrame, thesis_kernel<false, true> > (),
  kernel_of<HaarCudaFrame, thesis_kernel<true, false> > (),
  kernel_of<HaarCudaFrame, thesis_kernel<true, true> > (),
  kernel_of<HaarCudaFrame, tiles_kernel<false, false> > (),
  kernel_of<HaarCudaFrame, tiles_kernel<false, true> > (),
  kernel_of<HaarCudaFrame, tiles_kernel<true, false> > (),
  kernel_of<HaarCudaFrame, tiles_kernel<true, true> > (),
};

/* -- Graphs: nodes are run in the order in which they were added -- */

typedef struct {
  const Kernel *kernel; /* NULL: a copy, or zeros */
  guint n_blocks, n_threads;
  gsize shared_size;
  gpointer argument, to;
  gconstpointer from;
  gsize size;
} Step;

static void
step_free (gpointer data)
{
  g_free (((Step *) data)->argument);
  g_free (data);
}

static cudaError_t
add (cudaGraph_t graph, Step *node, cudaGraphNode_t *added)
{
  g_ptr_array_add ((GPtrArray *) graph, node);
  *added = (cudaGraphNode_t) node;
  return cudaSuccess;
}

static void
set_kernel (Step *node, const cudaKernelNodeParams *params)
{
  for (const Kernel &kernel : kernels)
    if (kernel.function == params->func)
      node->kernel = &kernel;
  g_assert_nonnull (node->kernel);
  node->n_blocks = params->gridDim.x;
  node->n_threads = params->blockDim.x;
  node->shared_size = params->sharedMemBytes;
  g_free (node->argument);
  node->argument =
      g_memdup2 (params->kernelParams[0], node->kernel->argument_size);
}

static void
run (const Step *node)
{
  if (node->kernel)
    host_run (node->n_blocks, node->n_threads, node->shared_size,
        node->kernel->run, node->argument);
  else if (node->from)
    memcpy (node->to, node->from, node->size);
  else
    memset (node->to, 0, node->size);
}

extern "C" {

cudaError_t
cudaGraphCreate (cudaGraph_t *graph, unsigned flags)
{
  *graph = (cudaGraph_t) g_ptr_array_new_with_free_func (step_free);
  return cudaSuccess;
}

cudaError_t
cudaGraphDestroy (cudaGraph_t graph)
{
  g_ptr_array_unref ((GPtrArray *) graph);
  return cudaSuccess;
}

cudaError_t
cudaGraphAddKernelNode (cudaGraphNode_t *added, cudaGraph_t graph,
    const cudaGraphNode_t *after, size_t n_after,
    const cudaKernelNodeParams *params)
{
  Step *node = g_new0 (Step, 1);

  set_kernel (node, params);
  return add (graph, node, added);
}

cudaError_t
cudaGraphAddMemsetNode (cudaGraphNode_t *added, cudaGraph_t graph,
    const cudaGraphNode_t *after, size_t n_after,
    const cudaMemsetParams *params)
{
  Step *node = g_new0 (Step, 1);

  node->to = params->dst;
  node->size = params->width * params->elementSize;
  return add (graph, node, added);
}

cudaError_t
cudaGraphAddMemcpyNode1D (cudaGraphNode_t *added, cudaGraph_t graph,
    const cudaGraphNode_t *after, size_t n_after, void *to, const void *from,
    size_t size, cudaMemcpyKind kind)
{
  Step *node = g_new0 (Step, 1);

  node->to = to;
  node->from = from;
  node->size = size;
  return add (graph, node, added);
}

cudaError_t
cudaGraphInstantiateWithFlags (
    cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
  *exec = (cudaGraphExec_t) graph;
  return cudaSuccess;
}

cudaError_t
cudaGraphExecKernelNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
    const cudaKernelNodeParams *params)
{
  set_kernel ((Step *) node, params);
  return cudaSuccess;
}

cudaError_t
cudaGraphLaunch (cudaGraphExec_t exec, cudaStream_t stream)
{
  const GPtrArray *nodes = (const GPtrArray *) exec;

  for (guint i = 0; i < nodes->len; i++)
    run ((const Step *) g_ptr_array_index (nodes, i));
  return cudaSuccess;
}

cudaError_t
cudaGraphExecDestroy (cudaGraphExec_t exec)
{
  return cudaSuccess;
}
}
