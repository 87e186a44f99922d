/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * As much of CUDA's runtime as we call, on the host's memory; of the kernels
 * only those that draw and cover do anything. FAKE_CUDART says what is wrong
 * with the machine: old-driver, no-driver, no-device, no-memory or unsupported;
 * or that its GPU shares the host's memory: integrated.
 * fake-driver.c and fake-graphs.c have the rest.
 */
#include "fake-cudart.h"

#include "../check/blend-on-host.h"
#include "../check/cover-on-host.h"

#include <cuda_runtime.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

void (*fake_copy_begins) (gconstpointer to, gsize size);
void (*fake_frame) (gpointer args);

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
  else if (attribute == cudaDevAttrIntegrated)
    *value = is ("integrated");
  else
    *value = 4;
  return cudaSuccess;
}

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
  if (fake_copy_begins)
    fake_copy_begins (to, size);
  memcpy (to, from, size);
  return cudaSuccess;
}

cudaError_t
cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from,
    size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream)
{
  if (fake_copy_begins)
    fake_copy_begins (to, (height - 1) * to_pitch + width);
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
  if (fake_frame)
    fake_frame (args[0]);
  return cudaSuccess;
}

cudaError_t
cudaGraphKernelNodeSetAttribute (cudaGraphNode_t node,
    cudaKernelNodeAttrID attribute, const cudaKernelNodeAttrValue *value)
{
  return cudaSuccess;
}

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
