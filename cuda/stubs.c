/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What takes the place of the CUDA backend in a build without it.
 */
#include "error.h"
#include "harris-backend.h"

static gpointer
open_cuda (gint device, GError **error)
{
  g_set_error (error, VF_ERROR, VF_ERROR_NO_DEVICE,
      "this build has no CUDA: build with -Dcuda=enabled, or use the CPU "
      "(backend=cpu)");
  return NULL;
}

const HarrisBackend harris_backend_cuda = {
  .base = { .open = open_cuda },
};
