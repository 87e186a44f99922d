/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "driver.h"

#include "check.h"

static VfCudaDriver driver;

/* `version`: of CUDA, whose function it is. */
static cudaError_t
find (const gchar *name, guint version, gpointer function)
{
#if CUDART_VERSION >= 12050
  return cudaGetDriverEntryPointByVersion (
      name, function, version, cudaEnableDefault, NULL);
#elif CUDART_VERSION >= 12000
  return cudaGetDriverEntryPoint (name, function, cudaEnableDefault, NULL);
#else
  return cudaGetDriverEntryPoint (name, function, cudaEnableDefault);
#endif
}

static cudaError_t
find_all (void)
{
  static const struct {
    const gchar *name;
    gpointer function;
  } functions[] = {
    { "cuCtxGetCurrent", &driver.get_current },
    { "cuCtxSetCurrent", &driver.set_current },
    { "cuCtxPushCurrent", &driver.push },
    { "cuCtxPopCurrent", &driver.pop },
  };
  cudaError_t result = cudaSuccess;

  for (guint i = 0; i < G_N_ELEMENTS (functions) && result == cudaSuccess; i++)
    result = find (functions[i].name, 11000, functions[i].function);
  if (find ("cuStreamWriteValue32", 12000, &driver.write_value)
      != cudaSuccess) {
    (void) cudaGetLastError ();
    driver.write_value = NULL;
  }
  return result;
}

gboolean
vf_cuda_driver_load (GError **error)
{
  static GMutex lock;
  cudaError_t result = cudaErrorUnknown;

  if (!vf_cuda_fails ()) {
    g_mutex_lock (&lock);
    result = driver.pop ? cudaSuccess : find_all ();
    g_mutex_unlock (&lock);
  }
  return vf_cuda_check (result, "cudaGetDriverEntryPoint", error);
}

const VfCudaDriver *
vf_cuda_driver (void)
{
  return &driver;
}
