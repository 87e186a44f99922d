/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From samples to the response: gradient, tensor, window, measure.
 * Rows stream through: only the response is a whole plane.
 */
#include "harris-stages.h"

#include <math.h>
#include <string.h>

/* Adds weight times each sample of a channel's row. */
static void
add_samples (
    const VfImage *image, guint channel, guint y, gint32 weight, gint32 *row)
{
  const guint8 *v = image->data[channel] + (gssize) y * image->stride[channel];
  gssize step = image->step[channel];
  guint shift = image->shift[channel], mask = (1u << image->depth) - 1;

  for (gssize x = 0; x < image->width; x++)
    row[x] +=
        weight * (gint32) (vf_image_word (image, v + x * step) >> shift & mask);
}

static void
load (const VfImage *image, gint channel, guint y, guint pad, gint32 *samples)
{
  gint32 *row = samples + pad;
  guint width = image->width;

  memset (row, 0, width * sizeof *row);
  if (channel < 0) {
    add_samples (image, 0, y, VF_LUMA_RED, row);
    add_samples (image, 1, y, VF_LUMA_GREEN, row);
    add_samples (image, 2, y, VF_LUMA_BLUE, row);
    for (guint x = 0; x < width; x++)
      row[x] = (row[x] + VF_LUMA_HALF) >> VF_LUMA_SHIFT;
  } else {
    add_samples (image, (guint) channel, y, 1, row);
  }
  for (guint i = 0; i < pad; i++) {
    samples[i] = row[0];
    row[width + i] = row[width - 1];
  }
}

static void
add_weighted (const gint32 *row, guint n, gint weight, gint32 *sums)
{
  if (weight != 0)
    for (guint x = 0; x < n; x++)
      sums[x] += weight * row[x];
}

static void
gradient (const HarrisGradientTaps *taps, const gint32 *const *rows, guint n,
    gint32 *ix, gint32 *iy)
{
  guint side = 2 * taps->reach + 1;

  memset (ix, 0, n * sizeof *ix);
  memset (iy, 0, n * sizeof *iy);
  for (guint j = 0; j < side; j++)
    for (guint i = 0; i < side; i++) {
      add_weighted (
          rows[j] + i, n, taps->derivative[i] * taps->smoothing[j], ix);
      add_weighted (
          rows[j] + i, n, taps->derivative[j] * taps->smoothing[i], iy);
    }
}

/* Below 3 * 2^52: a box of 31 x 31 of them is below 2^63. */
static void
tensor (const gint32 *gradients, guint channels, guint n, gint64 *xx,
    gint64 *yy, gint64 *xy)
{
  memset (xx, 0, n * sizeof *xx);
  memset (yy, 0, n * sizeof *yy);
  memset (xy, 0, n * sizeof *xy);
  for (guint c = 0; c < channels; c++) {
    const gint32 *ix = gradients + 2 * c * n, *iy = ix + n;

    for (guint x = 0; x < n; x++) {
      xx[x] += (gint64) ix[x] * ix[x];
      yy[x] += (gint64) iy[x] * iy[x];
      xy[x] += (gint64) ix[x] * iy[x];
    }
  }
}

static void
round_tensor (const gint64 *p, guint n, gfloat *rounded)
{
  for (guint x = 0; x < n; x++)
    rounded[x] = (gfloat) p[x];
}

static void
window_row (
    const gfloat *p, guint n, const gfloat *taps, guint radius, gfloat *sums)
{
  p += radius;
  for (guint x = 0; x < n; x++)
    sums[x] = taps[0] * p[x];
  for (gint i = 1; i <= (gint) radius; i++)
    for (gint x = 0; x < (gint) n; x++)
      sums[x] = fmaf (taps[i], p[x - i] + p[x + i], sums[x]);
}

static void
window_column (const gfloat *const *rows, guint n, const gfloat *taps,
    guint radius, gfloat *windowed)
{
  for (guint x = 0; x < n; x++)
    windowed[x] = taps[0] * rows[radius][x];
  for (guint i = 1; i <= radius; i++) {
    const gfloat *above = rows[radius - i], *below = rows[radius + i];

    for (guint x = 0; x < n; x++)
      windowed[x] = fmaf (taps[i], above[x] + below[x], windowed[x]);
  }
}

static void
box_row (const gint64 *p, guint n, guint radius, gint64 *sums)
{
  memset (sums, 0, n * sizeof *sums);
  for (guint i = 0; i <= 2 * radius; i++)
    for (guint x = 0; x < n; x++)
      sums[x] += p[x + i];
}

static void
box_column (const gint64 *const *rows, guint n, guint radius, gfloat *windowed)
{
  for (guint x = 0; x < n; x++) {
    gint64 sum = 0;

    for (guint i = 0; i <= 2 * radius; i++)
      sum += rows[i][x];
    windowed[x] = (gfloat) sum;
  }
}

static void
measure_harris (const gfloat *xx, const gfloat *yy, const gfloat *xy, guint n,
    gfloat k, gfloat *response)
{
  for (guint x = 0; x < n; x++) {
    gfloat trace = xx[x] + yy[x];
    gfloat det = fmaf (xx[x], yy[x], -(xy[x] * xy[x]));

    response[x] = fmaf (-k, trace * trace, det);
  }
}

static void
measure_min_eigen (const gfloat *xx, const gfloat *yy, const gfloat *xy,
    guint n, gfloat k, gfloat *response)
{
  for (guint x = 0; x < n; x++) {
    gfloat d = xx[x] - yy[x], e = xy[x] + xy[x];

    response[x] = 0.5f * ((xx[x] + yy[x]) - sqrtf (fmaf (d, d, e * e)));
  }
}

static void
measure_noble (const gfloat *xx, const gfloat *yy, const gfloat *xy, guint n,
    gfloat k, gfloat *response)
{
  for (guint x = 0; x < n; x++) {
    gfloat trace = xx[x] + yy[x];
    gfloat det = fmaf (xx[x], yy[x], -(xy[x] * xy[x]));

    response[x] = trace == 0 ? 0 : det / trace;
  }
}

/* Row y of the extended image, y from -(radius + reach) on, in a ring of
 * 2 reach + 1. */
static gint32 *
sample_row (const HarrisWork *w, guint channel, gint y)
{
  guint reach = w->gradient.reach, n_rows = 2 * reach + 1;
  gsize length = w->image.width + 2 * (w->radius + reach);
  guint slot = (guint) (y + (gint) (w->radius + reach)) % n_rows;

  return w->samples + (channel * n_rows + slot) * length;
}

static void
load_row (HarrisWork *w, gint y)
{
  gint inside = CLAMP (y, 0, (gint) w->image.height - 1);
  gboolean luma = w->image.channels == 3 && w->channels == 1;

  for (guint c = 0; c < w->channels; c++)
    w->stages->load (&w->image, luma ? -1 : (gint) c, (guint) inside,
        w->radius + w->gradient.reach, sample_row (w, c, y));
}

/* Component i of the horizontal sums of row y: its first value's number, in a
 * ring of filter_length rows. */
static gsize
sums_place (const HarrisWork *w, guint i, gint y)
{
  guint slot = (guint) (y + (gint) w->radius) % w->params.filter_length;

  return (gsize) (i * w->params.filter_length + slot) * w->image.width;
}

static void
find_gradient (HarrisWork *w, guint channel, guint n, gint y)
{
  const gint32 *rows[2 * HARRIS_MAX_REACH + 1];
  gint reach = (gint) w->gradient.reach;
  gint32 *ix = w->gradients + 2 * channel * n;

  for (gint j = -reach; j <= reach; j++)
    rows[reach + j] = sample_row (w, channel, y + j);
  w->stages->gradient (&w->gradient, rows, n, ix, ix + n);
}

/* Gradient, tensor and horizontal window of row y of the extended image. */
static void
add_tensor_row (HarrisWork *w, gint y)
{
  guint n = w->image.width + 2 * w->radius;

  for (guint c = 0; c < w->channels; c++)
    find_gradient (w, c, n, y);
  w->stages->tensor (w->gradients, w->channels, n, w->tensor, w->tensor + n,
      w->tensor + 2 * n);
  for (guint i = 0; i < 3; i++) {
    gsize place = sums_place (w, i, y);

    if (w->params.window_type == HARRIS_WINDOW_BOX) {
      w->stages->box_row (
          w->tensor + i * n, w->image.width, w->radius, w->box_sums + place);
    } else {
      w->stages->round (w->tensor + i * n, n, w->rounded + i * n);
      w->stages->window_row (w->rounded + i * n, w->image.width, w->taps,
          w->radius, w->sums + place);
    }
  }
}

/* Component i of row y, windowed. */
static void
window_columns (HarrisWork *w, guint i, gint y, gfloat *windowed)
{
  const gfloat *rows[HARRIS_MAX_FILTER_LENGTH];
  const gint64 *box_rows[HARRIS_MAX_FILTER_LENGTH];
  gint radius = (gint) w->radius;
  gboolean box = w->params.window_type == HARRIS_WINDOW_BOX;

  for (gint j = -radius; j <= radius; j++) {
    gsize place = sums_place (w, i, y + j);

    if (box)
      box_rows[radius + j] = w->box_sums + place;
    else
      rows[radius + j] = w->sums + place;
  }
  if (box)
    w->stages->box_column (box_rows, w->image.width, w->radius, windowed);
  else
    w->stages->window_column (
        rows, w->image.width, w->taps, w->radius, windowed);
}

static void
measure_row (HarrisWork *w, gint y)
{
  guint n = w->image.width;
  gfloat *xx = w->windowed, *yy = xx + n, *xy = yy + n;

  for (guint i = 0; i < 3; i++)
    window_columns (w, i, y, w->windowed + i * n);
  w->stages->measure[w->params.measure](
      xx, yy, xy, n, (gfloat) w->params.k, w->response + (gsize) y * n);
}

static void
response (HarrisWork *w)
{
  gint radius = (gint) w->radius, reach = (gint) w->gradient.reach;
  gint height = (gint) w->image.height;

  for (gint y = -radius - reach; y < -radius + reach; y++)
    load_row (w, y);
  for (gint y = -radius; y < height + radius; y++) {
    load_row (w, y + reach);
    add_tensor_row (w, y);
    if (y >= radius)
      measure_row (w, y - radius);
  }
}

void
harris_stages_fill_response (HarrisStages *stages)
{
  stages->load = load;
  stages->gradient = gradient;
  stages->tensor = tensor;
  stages->round = round_tensor;
  stages->window_row = window_row;
  stages->window_column = window_column;
  stages->box_row = box_row;
  stages->box_column = box_column;
  stages->measure[HARRIS_MEASURE_HARRIS] = measure_harris;
  stages->measure[HARRIS_MEASURE_MIN_EIGEN] = measure_min_eigen;
  stages->measure[HARRIS_MEASURE_NOBLE] = measure_noble;
  stages->frame[HARRIS_STAGE_RESPONSE] = response;
}
