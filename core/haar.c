/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The front of the detector: checks once, and hands on to a backend.
 */
#include "haar.h"

#include "error.h"
#include "haar-backend.h"
#include "haar-flip.h"

struct _HaarDetector {
  VfDetector base;
  HaarFlip flip;
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
  haar_flip_clear (&detector->flip);
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
detect_once (const Frame *frame, const HaarParams *params, const VfImage *image,
    const VfRegion *region, GError **error)
{
  HaarDetector *detector = frame->detector;
  gboolean cuda = detector->base.opened.kind == VF_BACKEND_CUDA;
  const HaarBackend *backend = cuda ? &haar_backend_cuda : &haar_backend_cpu;
  HaarParams used = *params;

  if (!cuda)
    used.kernel = HAAR_KERNEL_AUTO;
  detector->result = (HaarResult){ 0 };
  return backend->detect (detector->base.opened.self, frame->cascade, &used,
      image, region, &detector->result, error);
}

/* What both took, and both found before groups. */
static void
add_counts (HaarResult *result, const HaarResult *other)
{
  result->n_windows += other->n_windows;
  for (guint i = 0; i < HAAR_N_STAGES; i++)
    result->stage_ns[i] += other->stage_ns[i];
}

/* The picture, and then its mirror image. */
static gboolean
detect_both (const Frame *frame, GError **error)
{
  HaarDetector *detector = frame->detector;
  HaarFlip *flip = &detector->flip;
  VfImage image = haar_flip_image (frame->image);
  HaarParams all = *frame->params;
  HaarResult upright;
  VfRegion region;

  all.max_objects = 0;
  if (!haar_flip_region (flip, frame->image, frame->region, &region))
    goto no_memory;
  if (!detect_once (frame, &all, frame->image, frame->region, error))
    return FALSE;
  upright = detector->result;
  if (!haar_flip_keep (flip, &upright))
    goto no_memory;
  if (!detect_once (frame, &all, &image, &region, error))
    return FALSE;
  if (!haar_flip_join (flip, frame->params, image.width, &detector->result))
    goto no_memory;
  add_counts (&detector->result, &upright);
  detector->result.scratch_bytes += haar_flip_bytes (flip);
  return TRUE;

  /* ERRORS */
no_memory:
  g_set_error_literal (error, VF_ERROR, VF_ERROR_MEMORY,
      "no memory for the objects of a picture and of its mirror image: set a "
      "larger min-neighbors, or flip=false");
  return FALSE;
}

static gboolean
detect (gpointer data, GError **error)
{
  const Frame *frame = data;

  if (frame->params->flip)
    return detect_both (frame, error);
  return detect_once (frame, frame->params, frame->image, frame->region, error);
}

const HaarResult *
haar_detect (HaarDetector *detector, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, GError **error)
{
  const VfRect whole = { 0, 0, image->width, image->height };
  const VfRegion everything = { &whole, 1, NULL, FALSE };
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
