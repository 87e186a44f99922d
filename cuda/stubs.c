/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What takes the place of the CUDA backend in a build without it.
 */
#include "error.h"
#include "gpu.h"
#include "haar-backend.h"
#include "harris-backend.h"

static gpointer
not_built (GError **error)
{
  g_set_error (error, VF_ERROR, VF_ERROR_NO_DEVICE,
      "this build has no CUDA: build with -Dcuda=enabled, or use the CPU "
      "(backend=cpu)");
  return NULL;
}

static gpointer
open_cuda (gint device, VfContext *context, GError **error)
{
  return not_built (error);
}

const HarrisBackend harris_backend_cuda = {
  .base = { .open = open_cuda },
};

const HaarBackend haar_backend_cuda = {
  .base = { .open = open_cuda },
};

VfContext *
vf_gpu_context_new (gint device, GError **error)
{
  return not_built (error);
}

gpointer
vf_gpu_pinned_alloc (VfContext *context, gsize size, GError **error)
{
  return not_built (error);
}

void
vf_gpu_pinned_free (VfContext *context, gpointer memory)
{
}

VfGpuPainter *
vf_gpu_painter_new (VfContext *context, GError **error)
{
  return not_built (error);
}

void
vf_gpu_painter_free (VfGpuPainter *painter)
{
}

gboolean
vf_gpu_cover (VfGpuPainter *painter, const VfCoverFrame *frame,
    const VfCover *covers, guint n_covers, GError **error)
{
  return not_built (error) != NULL;
}

gboolean
vf_gpu_blend (VfGpuPainter *painter, const VfCanvas *canvas,
    const VfPatches *patches, GError **error)
{
  return not_built (error) != NULL;
}
