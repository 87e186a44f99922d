/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From samples to the response: gradient, tensor, Gaussian window, measure.
 * Rows stream through: only the response is a whole plane.
 */
#include "harris-stages.h"

#include <math.h>
#include <string.h>

/* The build compiles this file once more for each CPU level that makes it
 * faster, with a name of its own for its one symbol. */
#ifndef FILL_RESPONSE
#define FILL_RESPONSE harris_stages_fill_response
#endif

static void
load (const VfImage *image, gint channel, guint y, guint pad, gint32 *samples)
{
  gint32 *row = samples + pad;
  guint width = image->width;

  if (channel < 0) {
    const guint8 *r = image->data[0] + (gssize) y * image->stride[0];
    const guint8 *g = image->data[1] + (gssize) y * image->stride[1];
    const guint8 *b = image->data[2] + (gssize) y * image->stride[2];

    for (gssize x = 0; x < width; x++)
      row[x] = (9798 * r[x * image->step[0]] + 19235 * g[x * image->step[1]]
                   + 3735 * b[x * image->step[2]] + (1 << 14))
               >> 15;
  } else {
    const guint8 *v =
        image->data[channel] + (gssize) y * image->stride[channel];

    for (gssize x = 0; x < width; x++)
      row[x] = v[x * image->step[channel]];
  }
  for (guint i = 0; i < pad; i++) {
    samples[i] = row[0];
    row[width + i] = row[width - 1];
  }
}

static void
gradient (const gint32 *above, const gint32 *row, const gint32 *below, guint n,
    gint32 *ix, gint32 *iy)
{
  for (guint x = 0; x < n; x++) {
    ix[x] = row[x + 2] - row[x];
    iy[x] = below[x + 1] - above[x + 1];
  }
}

/* 3 * 255 * 255 < 2^24: products and sums are exact as gint32 and as float. */
static void
tensor (const gint32 *gradients, guint channels, guint n, gfloat *xx,
    gfloat *yy, gfloat *xy)
{
  memset (xx, 0, n * sizeof *xx);
  memset (yy, 0, n * sizeof *yy);
  memset (xy, 0, n * sizeof *xy);
  for (guint c = 0; c < channels; c++) {
    const gint32 *ix = gradients + 2 * c * n, *iy = ix + n;

    for (guint x = 0; x < n; x++) {
      xx[x] += (gfloat) (ix[x] * ix[x]);
      yy[x] += (gfloat) (iy[x] * iy[x]);
      xy[x] += (gfloat) (ix[x] * iy[x]);
    }
  }
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

/* Row y of the extended image, y from -(radius + 1) on, in a ring of 3. */
static gint32 *
sample_row (const HarrisWork *w, guint channel, gint y)
{
  gsize length = w->image.width + 2 * (w->radius + 1);
  guint slot = (guint) (y + (gint) w->radius + 1) % 3;

  return w->samples + (channel * 3 + slot) * length;
}

static void
load_row (HarrisWork *w, gint y)
{
  gint inside = CLAMP (y, 0, (gint) w->image.height - 1);
  gboolean luma = w->image.channels == 3 && w->channels == 1;

  for (guint c = 0; c < w->channels; c++)
    w->stages->load (&w->image, luma ? -1 : (gint) c, (guint) inside,
        w->radius + 1, sample_row (w, c, y));
}

/* A row of component i of the horizontal sums, in a ring of filter_length. */
static gfloat *
sums_row (const HarrisWork *w, guint i, gint y)
{
  guint slot = (guint) (y + (gint) w->radius) % w->params.filter_length;

  return w->sums
         + (gsize) (i * w->params.filter_length + slot) * w->image.width;
}

/* Gradient, tensor and horizontal window of row y of the extended image. */
static void
add_tensor_row (HarrisWork *w, gint y)
{
  guint n = w->image.width + 2 * w->radius;
  gfloat *xx = w->tensor, *yy = xx + n, *xy = yy + n;

  for (guint c = 0; c < w->channels; c++)
    w->stages->gradient (sample_row (w, c, y - 1), sample_row (w, c, y),
        sample_row (w, c, y + 1), n, w->gradients + 2 * c * n,
        w->gradients + (2 * c + 1) * n);
  w->stages->tensor (w->gradients, w->channels, n, xx, yy, xy);
  for (guint i = 0; i < 3; i++)
    w->stages->window_row (w->tensor + i * n, w->image.width, w->taps,
        w->radius, sums_row (w, i, y));
}

static void
measure_row (HarrisWork *w, gint y)
{
  gint radius = (gint) w->radius;
  guint n = w->image.width;
  gfloat *xx = w->windowed, *yy = xx + n, *xy = yy + n;

  for (guint i = 0; i < 3; i++) {
    const gfloat *rows[HARRIS_MAX_FILTER_LENGTH];

    for (gint j = -radius; j <= radius; j++)
      rows[radius + j] = sums_row (w, i, y + j);
    w->stages->window_column (rows, n, w->taps, w->radius, w->windowed + i * n);
  }
  w->stages->measure[w->params.measure](
      xx, yy, xy, n, (gfloat) w->params.k, w->response + (gsize) y * n);
}

static void
response (HarrisWork *w)
{
  gint radius = (gint) w->radius, height = (gint) w->image.height;

  load_row (w, -radius - 1);
  load_row (w, -radius);
  for (gint y = -radius; y < height + radius; y++) {
    load_row (w, y + 1);
    add_tensor_row (w, y);
    if (y >= radius)
      measure_row (w, y - radius);
  }
}

void
FILL_RESPONSE (HarrisStages *stages)
{
  stages->load = load;
  stages->gradient = gradient;
  stages->tensor = tensor;
  stages->window_row = window_row;
  stages->window_column = window_column;
  stages->measure[HARRIS_MEASURE_HARRIS] = measure_harris;
  stages->measure[HARRIS_MEASURE_MIN_EIGEN] = measure_min_eigen;
  stages->frame[HARRIS_STAGE_RESPONSE] = response;
}
