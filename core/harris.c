/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The front of the detector: checks once, and hands on to a backend.
 */
#include "harris.h"

#include "error.h"
#include "harris-backend.h"

struct _HarrisDetector {
  VfBackendKind wanted;
  VfOpened opened;
  GError *fallback; /* why AUTO does not run on the GPU */
  HarrisResult result;
};

static const HarrisBackend *const backends[VF_N_BACKENDS] = {
  [VF_BACKEND_CPU] = &harris_backend_cpu,
  [VF_BACKEND_CUDA] = &harris_backend_cuda,
};

HarrisDetector *
harris_new (VfBackendKind kind, gint device, GError **error)
{
  HarrisDetector *detector = g_new0 (HarrisDetector, 1);

  detector->wanted = kind;
  detector->opened = vf_backend_open (kind, device, &harris_backend_cpu.base,
      &harris_backend_cuda.base, &detector->fallback, error);
  if (!detector->opened.self)
    g_clear_pointer (&detector, g_free);
  return detector;
}

static void
close_backend (HarrisDetector *detector)
{
  backends[detector->opened.kind]->base.close (detector->opened.self);
}

void
harris_free (HarrisDetector *detector)
{
  if (!detector)
    return;
  close_backend (detector);
  g_clear_error (&detector->fallback);
  g_free (detector);
}

VfBackendKind
harris_backend (const HarrisDetector *detector)
{
  return detector->opened.kind;
}

const GError *
harris_fallback (const HarrisDetector *detector)
{
  return detector->fallback;
}

static gboolean
check_size (const VfImage *image, GError **error)
{
  if (image->width - 1 < VF_IMAGE_MAX_SIDE
      && image->height - 1 < VF_IMAGE_MAX_SIDE)
    return TRUE;
  g_set_error (error, VF_ERROR, VF_ERROR_SIZE,
      "a picture of %u x %u pixels: width and height must be from 1 to %u; "
      "scale or cut it before",
      image->width, image->height, VF_IMAGE_MAX_SIDE);
  return FALSE;
}

static gboolean
run (HarrisDetector *detector, const HarrisParams *params, const VfImage *image,
    VfRect region, GError **error)
{
  detector->result = (HarrisResult){ 0 };
  return backends[detector->opened.kind]->detect (
      detector->opened.self, params, image, region, &detector->result, error);
}

/* Gives the GPU up; the error is why. */
static gboolean
fall_back (HarrisDetector *detector, GError *reason, GError **error)
{
  if (detector->wanted != VF_BACKEND_AUTO
      || detector->opened.kind != VF_BACKEND_CUDA) {
    g_propagate_error (error, reason);
    return FALSE;
  }
  close_backend (detector);
  detector->opened = vf_backend_open (VF_BACKEND_CPU, VF_DEVICE_ANY,
      &harris_backend_cpu.base, &harris_backend_cuda.base, NULL, error);
  detector->fallback = reason;
  return TRUE;
}

const HarrisResult *
harris_detect (HarrisDetector *detector, const HarrisParams *params,
    const VfImage *image, const VfRect *region, GError **error)
{
  VfRect all = { 0, 0, image->width, image->height };
  VfRect inside =
      vf_rect_clip (region ? *region : all, image->width, image->height);
  GError *failure = NULL;

  if (!harris_params_check (params, NULL, error) || !check_size (image, error))
    return NULL;
  if (run (detector, params, image, inside, &failure))
    return &detector->result;
  if (!fall_back (detector, failure, error)
      || !run (detector, params, image, inside, error))
    return NULL;
  detector->result.fallback = detector->fallback;
  return &detector->result;
}
