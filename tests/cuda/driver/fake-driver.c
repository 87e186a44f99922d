/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * As much of NVIDIA's driver library as GStreamer's CUDA library calls, on the
 * host's memory: two GPUs that run no kernels. So what elements do with
 * contexts, pools and frames in the memory of a GPU is tested on any machine.
 * FAKE_DRIVER_FAIL="n once" makes the n-th call fail that can, counted from when
 * the variable was set; "n on" makes all after it fail, too: a GPU that is lost.
 */
#include <cuda.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Each thread's stack of contexts; the lowest place is never popped. */
#define MAX_DEPTH 64
static __thread CUcontext stack[MAX_DEPTH];
static __thread unsigned depth;

static CUresult
result (void)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static char before[32];
  static int calls;
  const char *text = getenv ("FAKE_DRIVER_FAIL");
  int failing = text ? atoi (text) : 0, fails;

  if (failing == 0)
    return CUDA_SUCCESS;
  pthread_mutex_lock (&lock);
  if (strcmp (text, before) != 0) {
    strncpy (before, text, sizeof before - 1);
    calls = 0;
  }
  calls++;
  fails = calls == failing || (calls > failing && !strstr (text, "once"));
  pthread_mutex_unlock (&lock);
  return fails ? CUDA_ERROR_LAUNCH_FAILED : CUDA_SUCCESS;
}

/* The library's names are those that are asked for, not those that cuda.h makes
 * of them. */
#define CALL(name, ...)                                                        \
  CUresult fake_##name (__VA_ARGS__) __asm__(#name);                           \
  CUresult fake_##name (__VA_ARGS__)

#define NOT_HERE(name)                                                         \
  CALL (name, void)                                                            \
  {                                                                            \
    return CUDA_ERROR_NOT_SUPPORTED;                                           \
  }

CALL (cuInit, unsigned flags)
{
  return CUDA_SUCCESS;
}

CALL (cuDriverGetVersion, int *version)
{
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

CALL (cuGetErrorName, CUresult error, const char **text)
{
  *text = "an error";
  return CUDA_SUCCESS;
}

CALL (cuGetErrorString, CUresult error, const char **text)
{
  *text = "fake";
  return CUDA_SUCCESS;
}

CALL (cuDeviceGetCount, int *count)
{
  *count = 2;
  return CUDA_SUCCESS;
}

CALL (cuDeviceGet, CUdevice *device, int number)
{
  *device = number;
  return CUDA_SUCCESS;
}

CALL (cuDeviceGetName, char *name, int size, CUdevice device)
{
  strncpy (name, "Fake", (size_t) size);
  return CUDA_SUCCESS;
}

CALL (
    cuDeviceGetAttribute, int *value, CUdevice_attribute what, CUdevice device)
{
  *value = what == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR   ? 9
           : what == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR ? 0
                                                                  : 512;
  return CUDA_SUCCESS;
}

CALL (cuDeviceCanAccessPeer, int *can, CUdevice device, CUdevice peer)
{
  *can = 0;
  return CUDA_SUCCESS;
}

CALL (cuCtxGetCurrent, CUcontext *context)
{
  *context = stack[depth];
  return CUDA_SUCCESS;
}

CALL (cuCtxSetCurrent, CUcontext context)
{
  stack[depth] = context;
  return CUDA_SUCCESS;
}

CALL (cuCtxPushCurrent_v2, CUcontext context)
{
  if (result () != CUDA_SUCCESS)
    return CUDA_ERROR_LAUNCH_FAILED;
  if (depth + 1 == MAX_DEPTH)
    abort ();
  stack[++depth] = context;
  return CUDA_SUCCESS;
}

CALL (cuCtxPopCurrent_v2, CUcontext *context)
{
  if (depth == 0)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context)
    *context = stack[depth];
  depth--;
  return CUDA_SUCCESS;
}

CALL (cuCtxCreate_v2, CUcontext *context, unsigned flags, CUdevice device)
{
  *context = malloc (1);
  stack[++depth] = *context;
  return CUDA_SUCCESS;
}

CALL (cuCtxDestroy_v2, CUcontext context)
{
  free (context);
  return CUDA_SUCCESS;
}

/* What has no current context has no memory. */
static CUresult
allocate (void **memory, size_t size)
{
  if (!stack[depth])
    return CUDA_ERROR_INVALID_CONTEXT;
  if (result () != CUDA_SUCCESS)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *memory = calloc (1, size);
  return *memory ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CALL (cuMemAlloc_v2, CUdeviceptr *memory, size_t size)
{
  return allocate ((void **) memory, size);
}

CALL (cuMemAllocPitch_v2, CUdeviceptr *memory, size_t *pitch, size_t width,
    size_t height, unsigned element)
{
  *pitch = (width + 511) / 512 * 512;
  return allocate ((void **) memory, *pitch * height);
}

CALL (cuMemAllocHost_v2, void **memory, size_t size)
{
  return allocate (memory, size);
}

CALL (cuMemFree_v2, CUdeviceptr memory)
{
  free ((void *) memory);
  return CUDA_SUCCESS;
}

CALL (cuMemFreeHost, void *memory)
{
  free (memory);
  return CUDA_SUCCESS;
}

CALL (cuMemcpy2D_v2, const CUDA_MEMCPY2D *copy)
{
  const char *from = copy->srcMemoryType == CU_MEMORYTYPE_HOST
                         ? copy->srcHost
                         : (const char *) copy->srcDevice;
  char *to = copy->dstMemoryType == CU_MEMORYTYPE_HOST
                 ? copy->dstHost
                 : (char *) copy->dstDevice;

  if (result () != CUDA_SUCCESS)
    return CUDA_ERROR_LAUNCH_FAILED;
  for (size_t y = 0; y < copy->Height; y++)
    memcpy (to + (copy->dstY + y) * copy->dstPitch + copy->dstXInBytes,
        from + (copy->srcY + y) * copy->srcPitch + copy->srcXInBytes,
        copy->WidthInBytes);
  return CUDA_SUCCESS;
}

CALL (cuMemcpy2DAsync_v2, const CUDA_MEMCPY2D *copy, CUstream stream)
{
  return fake_cuMemcpy2D_v2 (copy);
}

CALL (cuStreamCreate, CUstream *stream, unsigned flags)
{
  *stream = malloc (1);
  return CUDA_SUCCESS;
}

CALL (cuStreamDestroy, CUstream stream)
{
  free (stream);
  return CUDA_SUCCESS;
}

CALL (cuStreamSynchronize, CUstream stream)
{
  return result ();
}

/* The names that core asks for. */
CALL (cuCtxPushCurrent, CUcontext context)
{
  return fake_cuCtxPushCurrent_v2 (context);
}

CALL (cuCtxPopCurrent, CUcontext *context)
{
  return fake_cuCtxPopCurrent_v2 (context);
}

NOT_HERE (cuCtxEnablePeerAccess)
NOT_HERE (cuCtxDisablePeerAccess)
NOT_HERE (cuGLGetDevices_v2)
NOT_HERE (cuGraphicsGLRegisterBuffer)
NOT_HERE (cuGraphicsGLRegisterImage)
NOT_HERE (cuGraphicsMapResources)
NOT_HERE (cuGraphicsResourceGetMappedPointer_v2)
NOT_HERE (cuGraphicsResourceSetMapFlags_v2)
NOT_HERE (cuGraphicsSubResourceGetMappedArray)
NOT_HERE (cuGraphicsUnmapResources)
NOT_HERE (cuGraphicsUnregisterResource)
NOT_HERE (cuLaunchKernel)
NOT_HERE (cuModuleGetFunction)
NOT_HERE (cuModuleLoadData)
NOT_HERE (cuModuleUnload)
NOT_HERE (cuTexObjectCreate)
NOT_HERE (cuTexObjectDestroy)
