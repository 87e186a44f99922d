/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What every backend does before the first stage.
 */
#include "harris-backend.h"

#include "error.h"

#include <math.h>

static void
set_taps (HarrisWork *w)
{
  gdouble taps[HARRIS_MAX_FILTER_LENGTH / 2 + 1], sum = 0;
  gdouble sigma = w->params.sigma;

  for (guint i = 0; i <= w->radius; i++) {
    taps[i] = exp (-(gdouble) (i * i) / (2 * sigma * sigma));
    sum += i == 0 ? taps[i] : 2 * taps[i];
  }
  for (guint i = 0; i <= w->radius; i++)
    w->taps[i] = (gfloat) (taps[i] / sum);
}

/* No more of them than blocks, each of which has one corner at most. */
static void
set_buckets (HarrisWork *w)
{
  guint side = (guint) ceil (w->params.min_distance);

  side = MAX (side, w->params.suppression_radius);
  w->buckets.side = side;
  w->buckets.columns = (w->image.width + side - 1) / side;
  w->buckets.rows = (w->image.height + side - 1) / side;
}

void
harris_work_set_up (HarrisWork *w, const HarrisParams *params,
    const VfImage *image, const VfArea *region)
{
  guint side = params->suppression_radius;

  w->params = *params;
  w->image = *image;
  w->region = *region;
  w->channels = params->channels == HARRIS_CHANNELS_GRAY ? 1 : image->channels;
  w->gradient = harris_gradient_taps[params->gradient];
  w->radius = (params->filter_length - 1) / 2;
  w->blocks_x = (image->width + side - 1) / side;
  w->blocks_y = (image->height + side - 1) / side;
  set_taps (w);
  set_buckets (w);
}

void
harris_work_set_histogram (const HarrisWork *w, const HarrisState *state,
    const guint32 *counts, HarrisResult *result)
{
  result->histogram.n_bins = w->params.bins;
  result->histogram.threshold_bin = state->cut.bin;
  result->histogram.counts = state->cut.scale > 0 ? counts : NULL;
}

gsize
harris_work_max_corners (const HarrisWork *w)
{
  gsize n_blocks = (gsize) w->blocks_x * w->blocks_y;

  return w->params.max_corners ? MIN (w->params.max_corners, n_blocks)
                               : n_blocks;
}

gsize
harris_work_n_cells (const HarrisWork *w)
{
  return (gsize) w->params.grid_columns * w->params.grid_rows;
}

guint
harris_work_cell_limit (const HarrisWork *w)
{
  guint64 n_cells = harris_work_n_cells (w);

  return n_cells > 0 ? (guint) ((w->params.max_corners + n_cells - 1) / n_cells)
                     : 0;
}

gsize
harris_work_n_buckets (const HarrisWork *w)
{
  return w->params.min_distance > 0
             ? (gsize) w->buckets.columns * w->buckets.rows
             : 0;
}

void
harris_work_set_memory_error (
    const HarrisWork *w, const gchar *where, GError **error)
{
  g_set_error (error, VF_ERROR, VF_ERROR_MEMORY,
      "no memory %sfor the corners of a picture of %u x %u pixels: scale it "
      "down, or set a larger suppression-radius",
      where, w->image.width, w->image.height);
}
