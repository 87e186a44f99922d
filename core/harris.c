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
  VfBackendKind wanted;
  VfOpened opened;
  GError *fallback; /* why AUTO does not run on the GPU */
  gboolean told;    /* by a result, as far as it must be */
  gboolean planes;
  guint n_threads;
  HarrisResult result;
  VfScratch inside; /* a byte a pixel, of regions that are no rectangle */
};

static const HarrisBackend *const backends[VF_N_BACKENDS] = {
  [VF_BACKEND_CPU] = &harris_backend_cpu,
  [VF_BACKEND_CUDA] = &harris_backend_cuda,
};

static void
pass_threads (HarrisDetector *detector)
{
  const HarrisBackend *backend = backends[detector->opened.kind];
  guint n = detector->n_threads;

  if (backend->set_threads)
    backend->set_threads (
        detector->opened.self, n > 0 ? n : g_get_num_processors ());
}

static HarrisDetector *
new_detector (
    VfBackendKind kind, gint device, VfContext *context, GError **error)
{
  HarrisDetector *detector = g_new0 (HarrisDetector, 1);

  detector->wanted = kind;
  detector->told = TRUE;
  detector->opened =
      vf_backend_open (kind, device, context, &harris_backend_cpu.base,
          &harris_backend_cuda.base, &detector->fallback, error);
  if (detector->opened.self)
    pass_threads (detector);
  else
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
  vf_scratch_free (&detector->inside);
  g_free (detector);
}

VfBackendKind
harris_backend (const HarrisDetector *detector)
{
  return detector->opened.kind;
}

VfContext *
harris_context (const HarrisDetector *detector)
{
  const VfBackend *backend = &backends[detector->opened.kind]->base;

  return backend->context ? backend->context (detector->opened.self) : NULL;
}

const GError *
harris_fallback (const HarrisDetector *detector)
{
  return detector->fallback;
}

void
harris_want_planes (HarrisDetector *detector, gboolean want)
{
  detector->planes = want;
}

void
harris_set_threads (HarrisDetector *detector, guint n_threads)
{
  detector->n_threads = n_threads;
  pass_threads (detector);
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

/* Whether the picture lies where the backend can read it. */
static gboolean
check_place (
    const HarrisDetector *detector, const VfImage *image, GError **error)
{
  if (image->memory != VF_MEMORY_DEVICE
      || detector->opened.kind == VF_BACKEND_CUDA)
    return TRUE;
  g_set_error_literal (error, VF_ERROR, VF_ERROR_PLACE,
      "the CPU cannot read a picture in the GPU's memory: copy it to the "
      "host's");
  return FALSE;
}

static gboolean
run (HarrisDetector *detector, const HarrisParams *params, const VfImage *image,
    const VfArea *region, GError **error)
{
  detector->result = (HarrisResult){ 0 };
  if (!check_place (detector, image, error))
    return FALSE;
  return backends[detector->opened.kind]->detect (detector->opened.self, params,
      image, region, detector->planes, &detector->result, error);
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
  detector->opened = vf_backend_open (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL,
      &harris_backend_cpu.base, &harris_backend_cuda.base, NULL, error);
  pass_threads (detector);
  detector->fallback = reason;
  detector->told = FALSE;
  return TRUE;
}

gboolean
harris_move (HarrisDetector *detector, VfContext *context, GError **error)
{
  VfOpened moved;
  GError *reason = NULL;

  if (detector->opened.kind != VF_BACKEND_CUDA
      || harris_context (detector) == context)
    return TRUE;
  moved = vf_backend_open (VF_BACKEND_CUDA, VF_DEVICE_ANY, context,
      &harris_backend_cpu.base, &harris_backend_cuda.base, NULL, &reason);
  if (!moved.self)
    return fall_back (detector, reason, error);
  close_backend (detector);
  detector->opened = moved;
  return TRUE;
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

/* FALSE: no memory. */
static gboolean
mark_inside (HarrisDetector *detector, const VfRegion *region,
    const VfImage *image, VfArea *area)
{
  gsize width = area->bounds.width, size = width * area->bounds.height;
  gboolean missing = FALSE;
  guint8 *inside =
      vf_scratch_reserve (&detector->inside, size, sizeof *inside, &missing);

  if (!inside)
    return FALSE;
  memset (inside, 0, size);
  for (guint i = 0; i < region->n_rects; i++) {
    VfRect rect = clipped (region, i, image);

    for (guint y = 0; y < rect.height; y++)
      memset (inside + (rect.y - area->bounds.y + y) * width
                  + (rect.x - area->bounds.x),
          1, rect.width);
  }
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
  guint n_rects;

  *area = (VfArea){ .bounds = { 0, 0, image->width, image->height } };
  if (!region)
    return TRUE;
  area->bounds = find_bounds (region, image, &n_rects);
  if (n_rects == 0 || (n_rects == 1 && !region->mask)
      || mark_inside (detector, region, image, area))
    return TRUE;
  g_set_error_literal (error, VF_ERROR, VF_ERROR_MEMORY,
      "no memory for a region that is no rectangle: use one, without a mask");
  return FALSE;
}

const HarrisResult *
harris_detect (HarrisDetector *detector, const HarrisParams *params,
    const VfImage *image, const VfRegion *region, GError **error)
{
  GError *failure = NULL;
  VfArea area;

  if (!harris_params_check (params, NULL, error) || !check_size (image, error)
      || !set_area (detector, region, image, &area, error))
    return NULL;
  if (!run (detector, params, image, &area, &failure)
      && (!fall_back (detector, failure, error)
          || !run (detector, params, image, &area, error)))
    return NULL;
  if (!detector->told)
    detector->result.fallback = detector->fallback;
  detector->told = TRUE;
  detector->result.scratch_bytes += detector->inside.size;
  return &detector->result;
}
