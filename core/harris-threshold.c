/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the response to what passes: range, histogram, Rosin's threshold.
 */
#include "harris-stages.h"

#include <math.h>
#include <string.h>

static const gfloat *
region_row (const HarrisWork *w, guint y)
{
  return w->response + (gsize) (w->region.bounds.y + y) * w->image.width
         + w->region.bounds.x;
}

static void
range (HarrisWork *w)
{
  gfloat lo = INFINITY, hi = -INFINITY;

  for (guint y = 0; y < w->region.bounds.height; y++) {
    const gfloat *row = region_row (w, y);

    for (guint x = 0; x < w->region.bounds.width; x++) {
      if (!vf_area_has (w->region, x, y))
        continue;
      lo = row[x] < lo ? row[x] : lo;
      hi = row[x] > hi ? row[x] : hi;
    }
  }
  w->state->lo = lo;
  w->state->hi = hi;
}

static void
histogram (HarrisWork *w)
{
  gfloat scale = harris_scale (w->state->lo, w->state->hi, w->params.bins);

  if (w->params.threshold_mode != HARRIS_THRESHOLD_ROSIN || scale == 0)
    return;
  memset (w->histogram, 0, w->params.bins * sizeof *w->histogram);
  for (guint y = 0; y < w->region.bounds.height; y++) {
    const gfloat *row = region_row (w, y);

    for (guint x = 0; x < w->region.bounds.width; x++)
      if (vf_area_has (w->region, x, y))
        w->histogram[harris_bin (
            row[x], w->state->lo, scale, w->params.bins)]++;
  }
}

/* The bin farthest below the line from the peak to the last bin that is not
 * empty (Rosin 2001); the lowest of several. */
static guint
rosin_bin (const guint32 *histogram, guint bins)
{
  guint peak = 0, end = 0, best = 0;
  gint64 farthest = 0;

  for (guint i = 0; i < bins; i++) {
    if (histogram[i] > histogram[peak])
      peak = i;
    if (histogram[i] > 0)
      end = i;
  }
  best = peak;
  for (guint i = peak; i <= end; i++) {
    gint64 distance =
        ((gint64) histogram[peak] - histogram[i]) * (end - peak)
        - ((gint64) histogram[peak] - histogram[end]) * (i - peak);

    if (distance > farthest) {
      farthest = distance;
      best = i;
    }
  }
  return best;
}

static void
cut_nothing_passes (HarrisWork *w)
{
  w->state->cut.limit = INFINITY;
  w->state->threshold = NAN;
}

static void
cut_rosin (HarrisWork *w)
{
  guint bins = w->params.bins;

  w->state->cut.scale = harris_scale (w->state->lo, w->state->hi, bins);
  if (w->state->cut.scale == 0) {
    cut_nothing_passes (w);
    return;
  }
  w->state->cut.lo = w->state->lo;
  w->state->cut.bins = bins;
  w->state->cut.bin = rosin_bin (w->histogram, bins);
  w->state->threshold =
      w->state->lo
      + (w->state->cut.bin + 1.0)
            * ((gdouble) w->state->hi - (gdouble) w->state->lo) / bins;
}

static void
threshold (HarrisWork *w)
{
  w->state->cut = (HarrisCut){ 0 };
  if (w->state->lo > w->state->hi) { /* the region holds no pixel */
    cut_nothing_passes (w);
  } else if (w->params.threshold_mode == HARRIS_THRESHOLD_ROSIN) {
    cut_rosin (w);
  } else if (w->params.threshold_mode == HARRIS_THRESHOLD_ABSOLUTE) {
    /* No response exceeds the largest float, and none needs a larger one. */
    w->state->cut.limit = (gfloat) MIN (w->params.threshold, G_MAXFLOAT);
    w->state->threshold = w->params.threshold;
  } else if (w->state->hi > 0) {
    w->state->cut.limit = (gfloat) w->params.threshold * w->state->hi;
    w->state->threshold = w->state->cut.limit;
  } else {
    cut_nothing_passes (w);
  }
}

void
harris_stages_fill_threshold (HarrisStages *stages)
{
  stages->frame[HARRIS_STAGE_RANGE] = range;
  stages->frame[HARRIS_STAGE_HISTOGRAM] = histogram;
  stages->frame[HARRIS_STAGE_THRESHOLD] = threshold;
}
