/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What takes the place of faces on the GPU, with CUDA and without.
 */
#include "error.h"
#include "haar-backend.h"

static gpointer
open_cuda (gint device, VfContext *context, GError **error)
{
  g_set_error_literal (error, VF_ERROR, VF_ERROR_NO_DEVICE,
      "there is no CUDA code for faces yet: use the CPU (backend=cpu)");
  return NULL;
}

const HaarBackend haar_backend_cuda = {
  .base = { .open = open_cuda },
};
