/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Every call of the CUDA runtime is checked, in release builds too.
 */
#pragma once

#include <cuda_runtime_api.h>
#include <glib.h>

G_BEGIN_DECLS

/* TRUE, or FALSE with a VF_ERROR (MEMORY, DEVICE) that names the call. */
#define VF_CUDA_TRY(call, error)                                               \
  vf_cuda_check (                                                              \
      vf_cuda_fails () ? cudaErrorLaunchFailure : (call), #call, error)

/* A call that undoes something. Its error leaves nothing to be done, and is
 * only logged. */
#define VF_CUDA_UNDO(call) vf_cuda_undone (call, #call)

gboolean vf_cuda_check (cudaError_t result, const gchar *call, GError **error);
void vf_cuda_undone (cudaError_t result, const gchar *call);

/* For tests: the environment variable VF_CUDA_FAIL=n makes the n-th call of
 * VF_CUDA_TRY and of launch() fail without being made, once. Calls count
 * from vf_cuda_fail_init(), which opening a detector, or a context for others,
 * calls. */
void vf_cuda_fail_init (void);
gboolean vf_cuda_fails (void);

G_END_DECLS
