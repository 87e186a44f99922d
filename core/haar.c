/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The front of the detector: checks once, and hands on to a backend.
 */
#include "haar.h"

#include "haar-backend.h"

struct _HaarDetector {
  VfDetector base;
  HaarResult result;
};

static HaarDetector *
new_detector (
    VfBackendKind kind, gint device, VfContext *context, GError **error)
{
  HaarDetector *detector = g_new0 (HaarDetector, 1);

  if (!vf_detector_open (&detector->base, kind, device, context,
          &haar_backend_cpu.base, &haar_backend_cuda.base, error))
    g_clear_pointer (&detector, g_free);
  return detector;
}

HaarDetector *
haar_new (VfBackendKind kind, gint device, GError **error)
{
  return new_detector (kind, device, NULL, error);
}

HaarDetector *
haar_new_in (VfBackendKind kind, VfContext *context, GError **error)
{
  return new_detector (kind, VF_DEVICE_ANY, context, error);
}

void
haar_free (HaarDetector *detector)
{
  if (!detector)
    return;
  vf_detector_clear (&detector->base);
  g_free (detector);
}

VfDetector *
haar_base (HaarDetector *detector)
{
  return &detector->base;
}

VfBackendKind
haar_backend (const HaarDetector *detector)
{
  return vf_detector_backend (&detector->base);
}

VfContext *
haar_context (const HaarDetector *detector)
{
  return vf_detector_context (&detector->base);
}

const GError *
haar_fallback (const HaarDetector *detector)
{
  return vf_detector_fallback (&detector->base);
}

void
haar_set_threads (HaarDetector *detector, guint n_threads)
{
  vf_detector_set_threads (&detector->base, n_threads);
}

typedef struct {
  HaarDetector *detector;
  Cascade *cascade;
  const HaarParams *params;
  const VfImage *image;
  const VfRegion *region;
} Frame;

/* The CPU has one way of its own. */
static gboolean
detect (gpointer data, GError **error)
{
  const Frame *frame = data;
  HaarDetector *detector = frame->detector;
  gboolean cuda = detector->base.opened.kind == VF_BACKEND_CUDA;
  const HaarBackend *backend = cuda ? &haar_backend_cuda : &haar_backend_cpu;
  HaarParams params = *frame->params;

  if (!cuda)
    params.kernel = HAAR_KERNEL_AUTO;
  detector->result = (HaarResult){ 0 };
  return backend->detect (detector->base.opened.self, frame->cascade, &params,
      frame->image, frame->region, &detector->result, error);
}

const HaarResult *
haar_detect (HaarDetector *detector, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, GError **error)
{
  const VfRect whole = { 0, 0, image->width, image->height };
  const VfRegion everything = { &whole, 1, NULL };
  Frame frame = { detector, cascade, params, image,
    region ? region : &everything };
  const GError *fallback;

  if (!haar_params_check (params, NULL, error)
      || !vf_detector_check_size (image, error)
      || !vf_detector_run (
          &detector->base, image, detect, &frame, &fallback, error))
    return NULL;
  detector->result.fallback = fallback;
  return &detector->result;
}
