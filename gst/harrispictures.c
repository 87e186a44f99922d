/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harrispictures.h"

#include "heat-colors.h"

#include <math.h>

/* The heat map lets a little of the frame through. */
#define HEAT_ALPHA 0xd8

/* Colours for places from -1 to 1. */
#define N_HEATS 511
#define MIDDLE  (N_HEATS / 2)

#define GROUND  0xb0000000 /* 0xAARRGGBB */
#define BELOW   0xff909090
#define PASSING 0xfff68c1e

static gfloat
largest (const gfloat *values, gsize n)
{
  gfloat most = 0;

  for (gsize i = 0; i < n; i++)
    most = MAX (most, fabsf (values[i]));
  return most;
}

static void
fill_heats (guint32 heats[N_HEATS])
{
  for (gint i = 0; i < N_HEATS; i++) {
    gdouble place = (gdouble) (i - MIDDLE) / MIDDLE;

    heats[i] = (guint32) HEAT_ALPHA << 24 | vf_heat_color (place);
  }
}

/* R spans many powers of ten: its fourth root tells weak corners from nothing.
 */
static gint
heat_of (gfloat response, gfloat most)
{
  gint heat = (gint) (sqrtf (sqrtf (fabsf (response) / most)) * MIDDLE);

  return response < 0 ? MIDDLE - heat : MIDDLE + heat;
}

void
harris_pictures_add_response (
    VfOverlay *overlay, const HarrisResult *result, guint width, guint height)
{
  gsize n = (gsize) width * height;
  guint32 heats[N_HEATS], *pixels;
  GstBuffer *picture;
  gfloat most;

  if (!result->response || (most = largest (result->response, n)) == 0)
    return;
  pixels = g_try_new (guint32, n);
  if (!pixels)
    return;
  fill_heats (heats);
  for (gsize i = 0; i < n; i++)
    pixels[i] = heats[heat_of (result->response[i], most)];
  picture = vf_picture_new (pixels, width, height);
  vf_overlay_add (overlay, picture, 0, 0);
  gst_buffer_unref (picture);
}

typedef struct {
  const HarrisHistogram *histogram;
  guint peak, end; /* bins that Rosin's line joins */
  guint32 *pixels;
  guint width, height;
} Inset;

static void
find_line (Inset *inset)
{
  const guint32 *counts = inset->histogram->counts;

  for (guint i = 0; i < inset->histogram->n_bins; i++) {
    if (counts[i] > counts[inset->peak])
      inset->peak = i;
    if (counts[i] > 0)
      inset->end = i;
  }
}

/* The row of a count, on a logarithmic scale from 1 at the bottom to the peak
 * near the top; the height where there is nothing. */
static guint
row_of (const Inset *inset, gdouble count)
{
  gdouble most = inset->histogram->counts[inset->peak];

  if (count < 1)
    return inset->height;
  return (guint) ((inset->height - 2) * (1 - log (1 + count) / log (1 + most)));
}

/* The first bin of a column. */
static guint
bin_of (const Inset *inset, guint column)
{
  return (guint) ((guint64) column * inset->histogram->n_bins / inset->width);
}

static void
draw_bar (Inset *inset, guint column)
{
  const HarrisHistogram *h = inset->histogram;
  guint first = bin_of (inset, column), last = bin_of (inset, column + 1);
  guint32 count = h->counts[first];
  guint32 color = first > h->threshold_bin ? PASSING : BELOW;
  guint row;

  for (guint i = first; i < last; i++)
    count = MAX (count, h->counts[i]);
  row = row_of (inset, count);
  for (guint y = 0; y < inset->height; y++)
    inset->pixels[y * inset->width + column] = y < row ? GROUND : color;
}

/* Straight where counts are not logarithmic. */
static void
draw_line (Inset *inset, guint column, guint32 color)
{
  const guint32 *counts = inset->histogram->counts;
  guint bin = bin_of (inset, column), row;
  gdouble share, count;

  if (bin < inset->peak || bin > inset->end || inset->peak == inset->end)
    return;
  share = (gdouble) (bin - inset->peak) / (inset->end - inset->peak);
  count = counts[inset->peak] * (1 - share) + counts[inset->end] * share;
  row = MIN (row_of (inset, count), inset->height - 1);
  for (guint y = row; y < MIN (row + 2, inset->height); y++)
    inset->pixels[y * inset->width + column] = color;
}

void
harris_pictures_add_histogram (VfOverlay *overlay, const HarrisResult *result,
    guint width, guint height, guint32 color)
{
  Inset inset = {
    .histogram = &result->histogram,
    .width = MIN (256, width),
    .height = CLAMP (height / 3, MIN (height, 16), 128),
  };
  GstBuffer *picture;

  if (!inset.histogram->counts)
    return;
  find_line (&inset);
  inset.pixels = g_new (guint32, (gsize) inset.width * inset.height);
  for (guint i = 0; i < inset.width; i++) {
    draw_bar (&inset, i);
    draw_line (&inset, i, color);
  }
  picture = vf_picture_new (inset.pixels, inset.width, inset.height);
  vf_overlay_add (overlay, picture, 0, (gint) (height - inset.height));
  gst_buffer_unref (picture);
}
