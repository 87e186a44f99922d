/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The front of the detector: checks once, and hands on to a backend.
 */
#include "harris.h"

#include "error.h"
#include "harris-backend.h"
#include "mask.h"
#include "scratch.h"

#include <string.h>

struct _HarrisDetector {
  VfDetector base;
  gboolean planes;
  HarrisResult result;
  VfScratch inside; /* a byte a pixel, of regions that are no rectangle */
};

static HarrisDetector *
new_detector (
    VfBackendKind kind, gint device, VfContext *context, GError **error)
{
  HarrisDetector *detector = g_new0 (HarrisDetector, 1);

  if (!vf_detector_open (&detector->base, kind, device, context,
          &harris_backend_cpu.base, &harris_backend_cuda.base, error))
    g_clear_pointer (&detector, g_free);
  return detector;
}

HarrisDetector *
harris_new (VfBackendKind kind, gint device, GError **error)
{
  return new_detector (kind, device, NULL, error);
}

HarrisDetector *
harris_new_in (VfBackendKind kind, VfContext *context, GError **error)
{
  return new_detector (kind, VF_DEVICE_ANY, context, error);
}

void
harris_free (HarrisDetector *detector)
{
  if (!detector)
    return;
  vf_detector_clear (&detector->base);
  vf_scratch_free (&detector->inside);
  g_free (detector);
}

VfDetector *
harris_base (HarrisDetector *detector)
{
  return &detector->base;
}

VfBackendKind
harris_backend (const HarrisDetector *detector)
{
  return vf_detector_backend (&detector->base);
}

VfContext *
harris_context (const HarrisDetector *detector)
{
  return vf_detector_context (&detector->base);
}

const GError *
harris_fallback (const HarrisDetector *detector)
{
  return vf_detector_fallback (&detector->base);
}

void
harris_want_planes (HarrisDetector *detector, gboolean want)
{
  detector->planes = want;
}

void
harris_set_threads (HarrisDetector *detector, guint n_threads)
{
  vf_detector_set_threads (&detector->base, n_threads);
}

static VfRect
join (VfRect a, VfRect b)
{
  guint right = MAX (a.x + a.width, b.x + b.width);
  guint bottom = MAX (a.y + a.height, b.y + b.height);
  VfRect both = { .x = MIN (a.x, b.x), .y = MIN (a.y, b.y) };

  both.width = right - both.x;
  both.height = bottom - both.y;
  return both;
}

/* What is left of rectangle i in the picture. */
static VfRect
clipped (const VfRegion *region, guint i, const VfImage *image)
{
  return vf_rect_clip (region->rects[i], image->width, image->height);
}

/* The rectangle around all, and how many are not empty. */
static VfRect
find_bounds (const VfRegion *region, const VfImage *image, guint *n_rects)
{
  VfRect bounds = { 0 };

  *n_rects = 0;
  for (guint i = 0; i < region->n_rects; i++) {
    VfRect rect = clipped (region, i, image);

    if (vf_rect_is_empty (rect))
      continue;
    bounds = (*n_rects)++ == 0 ? rect : join (bounds, rect);
  }
  return bounds;
}

static void
mark_rect (guint8 *inside, VfRect bounds, VfRect rect, guint8 mark)
{
  gsize width = bounds.width;

  for (guint y = 0; y < rect.height; y++)
    memset (inside + (rect.y - bounds.y + y) * width + (rect.x - bounds.x),
        mark, rect.width);
}

/* FALSE: no memory. */
static gboolean
mark_inside (HarrisDetector *detector, const VfRegion *region,
    const VfImage *image, VfArea *area)
{
  gsize size = (gsize) area->bounds.width * area->bounds.height;
  gboolean missing = FALSE;
  guint8 *inside =
      vf_scratch_reserve (&detector->inside, size, sizeof *inside, &missing);

  if (!inside)
    return FALSE;
  memset (inside, region->inverted, size);
  for (guint i = 0; i < region->n_rects; i++)
    mark_rect (
        inside, area->bounds, clipped (region, i, image), !region->inverted);
  if (region->mask)
    vf_mask_apply (
        region->mask, image->width, image->height, area->bounds, inside);
  area->inside = inside;
  return TRUE;
}

/* The region for the stages. */
static gboolean
set_area (HarrisDetector *detector, const VfRegion *region,
    const VfImage *image, VfArea *area, GError **error)
{
  VfRect bounds;
  guint n_rects;

  *area = (VfArea){ .bounds = { 0, 0, image->width, image->height } };
  if (!region)
    return TRUE;
  bounds = find_bounds (region, image, &n_rects);
  if (!region->inverted)
    area->bounds = bounds;
  if ((n_rects == 0 && !(region->inverted && region->mask))
      || (n_rects == 1 && !region->inverted && !region->mask)
      || mark_inside (detector, region, image, area))
    return TRUE;
  g_set_error_literal (error, VF_ERROR, VF_ERROR_MEMORY,
      "no memory for a region that is no rectangle: use one, without a mask");
  return FALSE;
}

typedef struct {
  HarrisDetector *detector;
  const HarrisParams *params;
  const VfImage *image;
  VfArea area;
} Frame;

static gboolean
detect (gpointer data, GError **error)
{
  const Frame *frame = data;
  HarrisDetector *detector = frame->detector;
  const HarrisBackend *backend = detector->base.opened.kind == VF_BACKEND_CUDA
                                     ? &harris_backend_cuda
                                     : &harris_backend_cpu;

  detector->result = (HarrisResult){ 0 };
  return backend->detect (detector->base.opened.self, frame->params,
      frame->image, &frame->area, detector->planes, &detector->result, error);
}

const HarrisResult *
harris_detect (HarrisDetector *detector, const HarrisParams *params,
    const VfImage *image, const VfRegion *region, GError **error)
{
  Frame frame = { .detector = detector, .params = params, .image = image };
  const GError *fallback;

  if (!harris_params_check (params, NULL, error)
      || !vf_detector_check_size (image, error)
      || !set_area (detector, region, image, &frame.area, error)
      || !vf_detector_run (
          &detector->base, image, detect, &frame, &fallback, error))
    return NULL;
  detector->result.fallback = fallback;
  detector->result.scratch_bytes += detector->inside.size;
  return &detector->result;
}
