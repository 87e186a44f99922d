/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * All kept values of the region: their range and their histogram.
 */
#include "harris-fused-values.h"

#include <math.h>
#include <string.h>

guint
harris_fused_n_parts (const HarrisFused *f)
{
  return f->whole ? f->n_strips * f->n_bands : f->cell_rows;
}

#define GATHERED_CELLS 32

typedef struct {
  gfloat values[GATHERED_CELLS * LANES_CELL_PIXELS]
      __attribute__ ((aligned (VF_LANES_ALIGNMENT)));
  guint n_cells;
} Gathered;

/* The pixels of a cell that lie in the region. */
static void
gather_cell (const HarrisFused *f, guint column, guint row, Gathered *g)
{
  const gfloat *values =
      harris_fused_cell (f, f->lanes->lanes, f->places[column], row);
  gfloat *to = g->values + g->n_cells++ * LANES_CELL_PIXELS;

  for (guint i = 0; i < LANES_CELL_PIXELS; i++)
    to[i] =
        vf_area_contains (f->work->region, column * LANES_CELL + i % LANES_CELL,
            row * LANES_CELL + i / LANES_CELL)
            ? values[i]
            : NAN;
}

static void
visit_row (const HarrisFused *f, guint row, FusedVisit visit, gpointer data)
{
  VfRect bounds = f->work->region.bounds;
  guint end = (bounds.x + bounds.width + LANES_CELL - 1) / LANES_CELL;
  Gathered g;

  if ((row + 1) * LANES_CELL <= bounds.y
      || row * LANES_CELL >= bounds.y + bounds.height || bounds.width == 0)
    return;
  g.n_cells = 0;
  for (guint column = bounds.x / LANES_CELL; column < end; column++) {
    gather_cell (f, column, row, &g);
    if (g.n_cells == GATHERED_CELLS || column == end - 1) {
      visit (data, g.values, (gsize) g.n_cells * LANES_CELL_PIXELS);
      g.n_cells = 0;
    }
  }
}

void
harris_fused_visit (
    const HarrisFused *f, guint i, FusedVisit visit, gpointer data)
{
  const FusedPiece *piece = &f->pieces[i];

  if (f->whole)
    visit (data, f->values + (gsize) piece->first * LANES_CELL_PIXELS,
        (gsize) (piece->end - piece->first) * LANES_CELL_PIXELS);
  else
    visit_row (f, i, visit, data);
}

/* All of one part, on one thread. */
typedef struct {
  const HarrisFused *f;
  gfloat lo, hi; /* range: so far */
  gfloat scale;  /* histogram */
  guint32 *counts;
} Values;

static void
widen_range (gpointer data, const gfloat *values, gsize n)
{
  Values *v = data;

  v->f->lanes->range (values, n, &v->lo, &v->hi);
}

void
harris_fused_find_range (HarrisFused *f)
{
  HarrisState *state = f->work->state;
  Values v = { .f = f, .lo = INFINITY, .hi = -INFINITY };

  f->left_lo = INFINITY;
  f->left_hi = -INFINITY;
  for (guint i = 0; f->whole && i < harris_fused_n_parts (f); i++) {
    const FusedPiece *p = &f->pieces[i];

    v.lo = MIN (v.lo, p->lo);
    v.hi = MAX (v.hi, p->hi);
    f->left_lo = MIN (f->left_lo, p->left_lo);
    f->left_hi = MAX (f->left_hi, p->left_hi);
  }
  for (guint i = 0; !f->whole && i < harris_fused_n_parts (f); i++)
    harris_fused_visit (f, i, widen_range, &v);
  state->lo = v.lo;
  state->hi = v.hi;
  if (f->keep == FUSED_KEEP_ALL)
    f->left_lo = INFINITY;
  /* The 0 that may be in it need not be a response. */
  f->left_lo = MAX (f->left_lo, state->lo);
  f->left_hi = MIN (f->left_hi, state->hi);
}

static void
add_to_histogram (gpointer data, const gfloat *values, gsize n)
{
  Values *v = data;
  const HarrisWork *w = v->f->work;

  v->f->lanes->histogram (
      values, n, w->state->lo, v->scale, w->params.bins, v->counts);
}

static void
count_bins_of_part (gpointer data, guint i, guint thread)
{
  Values v = *(const Values *) data;

  v.counts += (gsize) thread * LANES_TABLES * (v.f->work->params.bins + 1);
  harris_fused_visit (v.f, i, add_to_histogram, &v);
}

void
harris_fused_count_all (HarrisFused *f, guint bin, gfloat scale)
{
  HarrisWork *w = f->work;
  guint bins = w->params.bins, tables = LANES_TABLES * f->count_threads;
  Values v = { .f = f, .scale = scale, .counts = f->counts };
  gsize counted = 0;

  memset (v.counts, 0, (gsize) tables * (bins + 1) * sizeof *v.counts);
  vf_pool_run (f->pool, f->count_threads, harris_fused_n_parts (f),
      count_bins_of_part, &v);
  for (guint i = 0; i < bins; i++) {
    w->histogram[i] = 0;
    for (guint j = 0; j < tables; j++)
      w->histogram[i] += v.counts[j * (bins + 1) + i];
    counted += w->histogram[i];
  }
  if (f->whole)
    w->histogram[bin] +=
        (guint32) ((gsize) w->image.width * w->image.height - counted);
}
