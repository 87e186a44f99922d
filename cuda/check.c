/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "check.h"

#include "error.h"

#include <stdlib.h>

/* Calls until the one that fails; 0 and below: none does. */
static gint calls_left;

void
vf_cuda_fail_init (void)
{
  const gchar *text = g_getenv ("VF_CUDA_FAIL");

  g_atomic_int_set (&calls_left, text ? atoi (text) : 0);
}

gboolean
vf_cuda_fails (void)
{
  return g_atomic_int_get (&calls_left) > 0
         && g_atomic_int_dec_and_test (&calls_left);
}

gboolean
vf_cuda_check (cudaError_t result, const gchar *call, GError **error)
{
  if (result == cudaSuccess)
    return TRUE;
  /* What does not stick must not show up again at the next launch. */
  (void) cudaGetLastError ();
  g_set_error (error, VF_ERROR,
      result == cudaErrorMemoryAllocation ? VF_ERROR_MEMORY : VF_ERROR_DEVICE,
      "CUDA failed: %s (%s) in %s", cudaGetErrorString (result),
      cudaGetErrorName (result), call);
  return FALSE;
}

void
vf_cuda_undone (cudaError_t result, const gchar *call)
{
  if (result == cudaSuccess)
    return;
  (void) cudaGetLastError ();
  g_debug ("%s in %s", cudaGetErrorName (result), call);
}
