/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * As much of CUDA's runtime as we call, on the host's memory; of the kernels
 * only those that draw and cover do anything. FAKE_CUDART says what is wrong
 * with the machine: old-driver, no-driver, no-device, no-memory or unsupported.
 */
#include "../check/blend-on-host.h"
#include "../check/cover-on-host.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

static gboolean
is (const gchar *trouble)
{
  return g_strcmp0 (g_getenv ("FAKE_CUDART"), trouble) == 0;
}

cudaError_t
cudaDriverGetVersion (int *version)
{
  *version = is ("no-driver") ? 0 : is ("old-driver") ? 11040 : CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t
cudaGetDeviceCount (int *count)
{
  *count = 0;
  if (is ("no-driver") || is ("old-driver"))
    return cudaErrorInsufficientDriver;
  if (is ("no-device"))
    return cudaErrorNoDevice;
  *count = 2;
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetAttribute (int *value, enum cudaDeviceAttr attribute, int device)
{
  if (attribute == cudaDevAttrComputeCapabilityMajor)
    *value = is ("unsupported") ? 5 : 9;
  else if (attribute == cudaDevAttrComputeCapabilityMinor)
    *value = is ("unsupported") ? 2 : 0;
  else if (attribute == cudaDevAttrMaxSharedMemoryPerBlockOptin)
    *value = 227 * 1024;
  else
    *value = 4;
  return cudaSuccess;
}

/* With FAKE_DRIVER the stack of contexts is that of the driver library. Without,
 * each thread has one here; the lowest place is never popped. */
static __thread CUcontext stack[8];
static __thread guint depth;

/* The shared context of each GPU. */
static gchar places[2];

static CUresult
get_current (CUcontext *context)
{
  *context = stack[depth];
  return CUDA_SUCCESS;
}

static CUresult
set_current (CUcontext context)
{
  stack[depth] = context;
  return CUDA_SUCCESS;
}

static CUresult
push (CUcontext context)
{
  stack[++depth] = context;
  return CUDA_SUCCESS;
}

static CUresult
pop (CUcontext *context)
{
  *context = stack[depth--];
  return CUDA_SUCCESS;
}

static CUresult
write_value (CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned flags)
{
  *(cuuint32_t *) (gsize) at = value;
  return CUDA_SUCCESS;
}

static cudaError_t
find (const char *name, void **function)
{
  void *driver =
      g_getenv ("FAKE_DRIVER") ? dlopen ("libcuda.so.1", RTLD_LAZY) : NULL;

  static const struct {
    const char *name;
    void *function;
  } functions[] = { { "cuCtxGetCurrent", (void *) get_current },
    { "cuCtxSetCurrent", (void *) set_current },
    { "cuCtxPushCurrent", (void *) push }, { "cuCtxPopCurrent", (void *) pop },
    { "cuStreamWriteValue32", (void *) write_value } };

  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strcmp (functions[i].name, name) == 0)
      *function = driver ? dlsym (driver, name) : functions[i].function;
  return *function ? cudaSuccess : cudaErrorUnknown;
}

cudaError_t
cudaSetDevice (int device)
{
  void *set = NULL;
  cudaError_t result = find ("cuCtxSetCurrent", &set);

  if (result == cudaSuccess)
    ((CUresult (*) (CUcontext)) set) ((CUcontext) &places[device]);
  return result;
}

#if CUDART_VERSION >= 12050
cudaError_t
cudaGetDriverEntryPointByVersion (const char *name, void **function,
    unsigned version, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *status)
{
  return find (name, function);
}
#elif CUDART_VERSION >= 12000
cudaError_t
cudaGetDriverEntryPoint (const char *name, void **function,
    unsigned long long flags, enum cudaDriverEntryPointQueryResult *status)
{
  return find (name, function);
}
#else
cudaError_t
cudaGetDriverEntryPoint (
    const char *name, void **function, unsigned long long flags)
{
  return find (name, function);
}
#endif

const char *
cudaGetErrorName (cudaError_t error)
{
  return "an error";
}

const char *
cudaGetErrorString (cudaError_t error)
{
  return "fake";
}

cudaError_t
cudaGetLastError (void)
{
  return cudaSuccess;
}

cudaError_t
cudaMalloc (void **memory, size_t size)
{
  *memory = calloc (1, size);
  return *memory ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t
cudaFree (void *memory)
{
  if (!memory && is ("no-memory"))
    return cudaErrorMemoryAllocation;
  free (memory);
  return cudaSuccess;
}

cudaError_t
cudaHostAlloc (void **memory, size_t size, unsigned flags)
{
  return cudaMalloc (memory, size);
}

cudaError_t
cudaMallocHost (void **memory, size_t size)
{
  return cudaMalloc (memory, size);
}

cudaError_t
cudaFreeHost (void *memory)
{
  free (memory);
  return cudaSuccess;
}

cudaError_t
cudaMemset (void *memory, int value, size_t size)
{
  memset (memory, value, size);
  return cudaSuccess;
}

cudaError_t
cudaMemsetAsync (void *memory, int value, size_t size, cudaStream_t stream)
{
  return cudaMemset (memory, value, size);
}

cudaError_t
cudaMemcpyAsync (void *to, const void *from, size_t size,
    enum cudaMemcpyKind kind, cudaStream_t stream)
{
  memcpy (to, from, size);
  return cudaSuccess;
}

cudaError_t
cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from,
    size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream)
{
  for (size_t y = 0; y < height; y++)
    memcpy ((char *) to + y * to_pitch, (const char *) from + y * from_pitch,
        width);
  return cudaSuccess;
}

cudaError_t
cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
  return cudaSuccess;
}

cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags)
{
  *stream = malloc (1);
  return cudaSuccess;
}

cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  free (stream);
  return cudaSuccess;
}

cudaError_t
cudaStreamSynchronize (cudaStream_t stream)
{
  return cudaSuccess;
}

cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags)
{
  *event = malloc (1);
  return cudaSuccess;
}

cudaError_t
cudaEventCreate (cudaEvent_t *event)
{
  *event = malloc (1);
  return cudaSuccess;
}

cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  free (event);
  return cudaSuccess;
}

cudaError_t
cudaEventRecord (cudaEvent_t event, cudaStream_t stream)
{
  return cudaSuccess;
}

cudaError_t
cudaEventElapsedTime (float *ms, cudaEvent_t from, cudaEvent_t to)
{
  *ms = 1;
  return cudaSuccess;
}

static const void *blend_kernel, *cover_means_kernel, *cover_kernel;

cudaError_t
cudaLaunchKernel (const void *kernel, dim3 grid, dim3 block, void **args,
    size_t shared, cudaStream_t stream)
{
  if (kernel == blend_kernel)
    blend_on_host (args[0], args[1]);
  else if (kernel == cover_means_kernel)
    cover_means_on_host (args[0], args[1], *(guint16 **) args[2]);
  else if (kernel == cover_kernel)
    cover_pixels_on_host (args[0], args[1], *(guint16 **) args[2]);
  return cudaSuccess;
}

cudaError_t
cudaLaunchCooperativeKernel (const void *kernel, dim3 grid, dim3 block,
    void **args, size_t shared, cudaStream_t stream)
{
  return cudaSuccess;
}

cudaError_t
cudaGraphKernelNodeSetAttribute (cudaGraphNode_t node,
    cudaKernelNodeAttrID attribute, const cudaKernelNodeAttrValue *value)
{
  return cudaSuccess;
}

/* Graphs do nothing, unless host/kernels.cpp has them. */
#ifndef HOST_KERNELS

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

#endif

cudaError_t
cudaFuncSetAttribute (
    const void *kernel, enum cudaFuncAttribute attribute, int value)
{
  return cudaSuccess;
}

/* What nvcc's objects call when a program starts, and for launches with <<< >>>
 * of which there are none. */

void **__cudaRegisterFatBinary (void *binary);
void __cudaRegisterFatBinaryEnd (void **handle);
void __cudaUnregisterFatBinary (void **handle);
void __cudaRegisterFunction (void **handle, const char *host, char *device,
    const char *name, int limit, void *a, void *b, void *c, void *d, int *size);
unsigned __cudaPopCallConfiguration (
    dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaGetKernel (void **kernel, const void *function);
cudaError_t __cudaLaunchKernel (void *kernel, dim3 grid, dim3 block,
    void **args, size_t shared, cudaStream_t stream);

void **
__cudaRegisterFatBinary (void *binary)
{
  static void *handle;

  return &handle;
}

void
__cudaRegisterFatBinaryEnd (void **handle)
{
}

void
__cudaUnregisterFatBinary (void **handle)
{
}

void
__cudaRegisterFunction (void **handle, const char *host, char *device,
    const char *name, int limit, void *a, void *b, void *c, void *d, int *size)
{
  if (strstr (name, "blend_kernel"))
    blend_kernel = host;
  else if (strstr (name, "cover_means_kernel"))
    cover_means_kernel = host;
  else if (strstr (name, "cover_kernel"))
    cover_kernel = host;
}

unsigned
__cudaPopCallConfiguration (
    dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
  return 1;
}

cudaError_t
__cudaGetKernel (void **kernel, const void *function)
{
  return cudaErrorNotSupported;
}

cudaError_t
__cudaLaunchKernel (void *kernel, dim3 grid, dim3 block, void **args,
    size_t shared, cudaStream_t stream)
{
  return cudaErrorNotSupported;
}
