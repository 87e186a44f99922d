/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From responses to cells: which are kept, and what is known of the others.
 */
#include "harris-fused-rows.h"

#include <math.h>
#include <string.h>

/* Cells whose responses lie within this share of a bin around 0 are left out:
 * the smaller, the less likely is it that a border of bins lies there, but the
 * more cells are kept. */
#define LEFT_SHARE (1.f / 256)

void
harris_fused_start_cells (
    HarrisFused *f, const FusedPiece *piece, LanesCells *cells)
{
  cells->values = f->values;
  cells->n_kept = piece->first;
  for (guint i = 0; i < f->lanes->lanes; i++) {
    cells->lo[i] = cells->left_lo[i] = INFINITY;
    cells->hi[i] = cells->left_hi[i] = -INFINITY;
  }
}

/* Rows and columns beyond the picture's edges do not count. */
static void
blank (const FusedRows *r, const FusedStrip *strip, guint rows)
{
  guint lanes = r->fused->lanes->lanes, n = strip->length;
  guint width = r->fused->work->image.width - strip->x;
  gfloat *response = r->response;

  for (guint lane = width / n, i = width % n; lane < lanes; lane++, i = 0)
    for (; i < n; i++)
      for (guint y = 0; y < rows; y++)
        response[(y * n + i) * lanes + lane] = NAN;
  for (gsize i = (gsize) rows * n * lanes; i < (gsize) LANES_CELL * n * lanes;
       i++)
    response[i] = NAN;
}

static gfloat
largest_of (const gfloat *values, guint n)
{
  gfloat most = values[0];

  for (guint i = 1; i < n; i++)
    most = MAX (most, values[i]);
  return most;
}

static gfloat
least_of (const gfloat *values, guint n)
{
  gfloat least = values[0];

  for (guint i = 1; i < n; i++)
    least = MIN (least, values[i]);
  return least;
}

/* Floats that are not negative sort like their bits. */
static gfloat
known_bin_width (const HarrisFused *f)
{
  gint bits = g_atomic_int_get (&f->bin_width);
  gfloat width;

  memcpy (&width, &bits, sizeof width);
  return width;
}

/* A bin is at least as wide as one of a piece's histogram would be. */
static void
widen (HarrisFused *f, const FusedPiece *piece)
{
  gfloat width = (piece->hi - piece->lo) / (gfloat) f->work->params.bins;
  gint bits, known;

  if (!(width > 0))
    return;
  memcpy (&bits, &width, sizeof bits);
  do
    known = g_atomic_int_get (&f->bin_width);
  while (bits > known
         && !g_atomic_int_compare_and_exchange (&f->bin_width, known, bits));
}

/* What is known of the range only widens, and with it what can be left out. */
static void
set_kept (const HarrisFused *f, LanesCells *cells)
{
  const HarrisParams *params = &f->work->params;
  guint lanes = f->lanes->lanes;
  gfloat hi = largest_of (cells->hi, lanes);

  if (f->keep == FUSED_KEEP_ALL) {
    cells->keep_below = INFINITY;
    cells->keep_above = -INFINITY;
  } else if (f->keep == FUSED_KEEP_BINS) {
    gfloat lo = least_of (cells->lo, lanes);
    gfloat width = hi > lo ? (hi - lo) / (gfloat) params->bins : 0;

    cells->keep_above = LEFT_SHARE * MAX (width, known_bin_width (f));
    cells->keep_below = -cells->keep_above;
  } else {
    cells->keep_below = -INFINITY;
    cells->keep_above = (gfloat) MIN (params->threshold, G_MAXFLOAT);
    if (params->threshold_mode == HARRIS_THRESHOLD_RELATIVE)
      cells->keep_above *= MAX (hi, 0);
  }
}

void
harris_fused_finish_cells (const FusedRows *r, const FusedStrip *strip,
    const gfloat *const *sums, guint row, LanesCells *cells)
{
  const HarrisFused *f = r->fused;
  const HarrisWork *w = f->work;
  guint n = strip->length, lanes = f->lanes->lanes, y = row * LANES_CELL;
  guint rows = MIN (LANES_CELL, w->image.height - y);
  guint width = w->image.width - strip->x;
  gsize place = (gsize) row * f->row_cells + strip->cell;
  gboolean blanks = rows < LANES_CELL || width < n * lanes;
  gfloat *most = f->maxima + place;

  if (f->four_rows)
    f->lanes->column_harris (
        sums, n, w->taps, (gfloat) w->params.k, r->response, r->least, most);
  if (blanks)
    blank (r, strip, rows);
  if (blanks || !f->four_rows)
    f->lanes->extremes (r->response, n, r->least, most);
  set_kept (f, cells);
  f->lanes->cells (
      r->response, n, r->least, most, cells, f->kept + place / lanes);
  if (w->response)
    f->lanes->plane (r->response, n,
        w->response + (gsize) y * w->image.width + strip->x, w->image.width,
        width, rows);
}

void
harris_fused_end_cells (
    HarrisFused *f, const LanesCells *cells, FusedPiece *piece)
{
  guint lanes = f->lanes->lanes;

  piece->end = cells->n_kept;
  piece->lo = least_of (cells->lo, lanes);
  piece->hi = largest_of (cells->hi, lanes);
  piece->left_lo = least_of (cells->left_lo, lanes);
  piece->left_hi = largest_of (cells->left_hi, lanes);
  widen (f, piece);
}
