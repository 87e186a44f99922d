/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "driver.h"

#include "check.h"

static gboolean
find (const gchar *name, gpointer *function, GError **error)
{
#if CUDART_VERSION >= 12050
  return VF_CUDA_TRY (cudaGetDriverEntryPointByVersion (
                          name, function, 11000, cudaEnableDefault, NULL),
      error);
#elif CUDART_VERSION >= 12000
  return VF_CUDA_TRY (
      cudaGetDriverEntryPoint (name, function, cudaEnableDefault, NULL), error);
#else
  return VF_CUDA_TRY (
      cudaGetDriverEntryPoint (name, function, cudaEnableDefault), error);
#endif
}

/* Found anew each time that a detector is opened, which costs little: so that
 * an error, too, is as good as new. */
const VfCudaDriver *
vf_cuda_driver (GError **error)
{
  static VfCudaDriver driver;
  static GMutex lock;
  gboolean found;

  g_mutex_lock (&lock);
  found =
      driver.pop
      || (find ("cuCtxGetCurrent", (gpointer *) &driver.get_current, error)
          && find ("cuCtxSetCurrent", (gpointer *) &driver.set_current, error)
          && find ("cuCtxPushCurrent", (gpointer *) &driver.push, error)
          && find ("cuCtxPopCurrent", (gpointer *) &driver.pop, error));
  g_mutex_unlock (&lock);
  return found ? &driver : NULL;
}
