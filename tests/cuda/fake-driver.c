/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Beside fake-cudart.c: the driver's functions that CUDA's runtime finds, and the
 * contexts of threads.
 */
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <glib.h>
#include <string.h>

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
