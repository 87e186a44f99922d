/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The fast way from samples to the response: pieces stream through rows.
 */
#include "harris-fused-rows.h"

#include <math.h>
#include <string.h>

/* Vectors that spread_8() and spread_16() write. */
#define ROUND_UP_4(n) (((n) + 3) / 4 * 4)

static gpointer
carve (gsize *at, gsize count, gsize item)
{
  gpointer memory = GSIZE_TO_POINTER (*at);
  gsize size = count * item;

  *at +=
      (size + VF_LANES_ALIGNMENT - 1) / VF_LANES_ALIGNMENT * VF_LANES_ALIGNMENT;
  return memory;
}

/* Rows of sums in the ring: what a row of the response needs, or what 4 do. */
static guint
n_sums (const HarrisFused *f)
{
  return f->work->params.filter_length + (f->four_rows ? LANES_CELL - 1 : 0);
}

gsize
harris_fused_rows (const HarrisFused *f, gpointer memory, FusedRows *rows)
{
  const HarrisWork *w = f->work;
  guint lanes = f->lanes->lanes, reach = w->gradient.reach;
  gsize row = (gsize) f->row_vectors * lanes;
  gsize extended = row + 2 * w->radius * lanes;
  gsize samples =
      ROUND_UP_4 (f->row_vectors + 2 * (w->radius + reach)) * (gsize) lanes;
  gboolean narrow = f->window == FUSED_GAUSSIAN || f->window == FUSED_BOX;
  gsize item = narrow ? sizeof (gfloat) : sizeof (gdouble);
  /* A number, as there may be no memory yet. */
  gsize at = GPOINTER_TO_SIZE (memory);
  FusedRows r = { .fused = f, .sums_item = item };

  r.line = carve (&at, samples + 16 * lanes, sizeof (guint16));
  r.samples =
      carve (&at, w->channels * (2 * reach + 1) * samples, sizeof (gfloat));
  r.ix = carve (&at, extended, sizeof (gfloat));
  r.iy = carve (&at, extended, sizeof (gfloat));
  for (guint i = 0; i < LANES_COMPONENTS; i++) {
    if (f->tensor == FUSED_WIDE)
      r.wide[i] = carve (&at, extended, sizeof (gdouble));
    r.tensor[i] = carve (&at, extended, sizeof (gfloat));
    r.windowed[i] = carve (&at, row, sizeof (gfloat));
    if (f->window != FUSED_GAUSSIAN)
      r.total[i] = carve (&at, row, item);
  }
  r.sums = carve (
      &at, LANES_COMPONENTS * n_sums (f) * f->lanes->length * lanes, item);
  r.response = carve (&at, LANES_CELL * row, sizeof (gfloat));
  r.least = carve (&at, row / LANES_CELL, sizeof (gfloat));
  if (rows)
    *rows = r;
  return at - GPOINTER_TO_SIZE (memory);
}

#define MAX_SAMPLE_ROWS (2 * HARRIS_MAX_REACH + 1)
#define MAX_SUMS        (HARRIS_MAX_FILTER_LENGTH + LANES_CELL - 1)

/* A piece on its way. Its rows go round: the first one, which is no longer
 * needed, becomes the next. */
typedef struct {
  FusedRows rows;
  const HarrisFused *f;
  const FusedStrip *strip;
  guint cell_row, end_cell_row;
  guint extended; /* vectors of a row of the tensor */
  guint n_samples, n_sums;
  gfloat *samples[3][MAX_SAMPLE_ROWS]; /* of each channel */
  gfloat *sums[MAX_SUMS]; /* LANES_COMPONENTS rows each; of wider items, too */
  LanesCells cells;
} Stream;

static void
rotate (gfloat **rows, guint n)
{
  gfloat *first = rows[0];

  for (guint i = 1; i < n; i++)
    rows[i - 1] = rows[i];
  rows[n - 1] = first;
}

static void
set_rings (Stream *s)
{
  const HarrisWork *w = s->f->work;
  guint lanes = s->f->lanes->lanes, reach = w->gradient.reach;
  gsize row = (gsize) ROUND_UP_4 (s->extended + 2 * reach) * lanes;
  gsize sums = (gsize) s->f->lanes->length * lanes * s->rows.sums_item;

  s->n_samples = 2 * reach + 1;
  s->n_sums = n_sums (s->f);
  for (guint c = 0; c < w->channels; c++)
    for (guint i = 0; i < s->n_samples; i++)
      s->samples[c][i] = s->rows.samples + (c * s->n_samples + i) * row;
  for (guint i = 0; i < s->n_sums; i++)
    s->sums[i] = (gpointer) (s->rows.sums + i * LANES_COMPONENTS * sums);
}

/* Row y of the extended image becomes the last one. */
static void
load_row (Stream *s, gint y)
{
  const HarrisWork *w = s->f->work;
  guint reach = w->gradient.reach;

  for (guint c = 0; c < w->channels; c++) {
    rotate (s->samples[c], s->n_samples);
    harris_fused_load (s->f, s->strip, c, y, w->radius + reach,
        s->extended + 2 * reach, s->rows.line, s->samples[c][s->n_samples - 1]);
  }
}

/* Component c of row i of the sums. */
static gpointer
sums_row (const Stream *s, guint c, guint i)
{
  return (guint8 *) s->sums[i]
         + (gsize) c * s->f->lanes->length * s->f->lanes->lanes
               * s->rows.sums_item;
}

static void
find_tensor (const Stream *s)
{
  const HarrisFused *f = s->f;
  const HarrisGradientTaps *taps = &f->work->gradient;
  const Lanes *lanes = f->lanes;
  const FusedRows *r = &s->rows;
  guint n = s->extended, channels = f->work->channels;

  for (guint c = 0; c < channels && f->tensor != FUSED_CENTRAL; c++) {
    const gfloat *const *rows = (const gfloat *const *) s->samples[c];

    if (f->tensor == FUSED_NARROW) {
      lanes->gradient (taps, rows, n, r->ix, r->iy);
      lanes->tensor (r->ix, r->iy, c == 0, n, r->tensor);
    } else {
      lanes->gradient_wide (taps, rows, n, r->ix, r->iy);
      lanes->tensor_wide (r->ix, r->iy, c == 0, n, (gdouble *const *) r->wide);
    }
  }
  if (f->tensor == FUSED_CENTRAL) {
    const gfloat *rows[3][3];

    for (guint c = 0; c < channels; c++)
      memcpy (rows[c], s->samples[c], sizeof rows[c]);
    lanes->tensor_central (rows, channels, n, r->tensor);
  }
}

static void
add_sums (const Stream *s, guint c)
{
  const HarrisFused *f = s->f;
  const Lanes *lanes = f->lanes;
  const FusedRows *r = &s->rows;
  guint n = s->strip->length, radius = f->work->radius;
  gpointer sums = sums_row (s, c, s->n_sums - 1);

  if (f->window == FUSED_BOX_WIDEST) {
    lanes->box_widest (r->wide[c], n, radius, sums, r->total[c]);
  } else if (f->window == FUSED_BOX_WIDE) {
    lanes->box_wide (r->wide[c], n, radius, sums, r->total[c]);
  } else if (f->window == FUSED_BOX) {
    lanes->box (r->tensor[c], n, radius, sums, r->total[c]);
  } else {
    if (f->tensor == FUSED_WIDE)
      lanes->narrow (r->wide[c], s->extended, r->tensor[c]);
    lanes->window_row (r->tensor[c], n, f->work->taps, radius, sums);
  }
}

/* Tensor and window along the row in the middle of the samples. */
static void
add_row (Stream *s)
{
  const HarrisFused *f = s->f;

  rotate (s->sums, s->n_sums);
  if (f->one_row) {
    f->lanes->central_row ((const gfloat *const *) s->samples[0],
        s->strip->length, f->work->taps, sums_row (s, 0, s->n_sums - 1));
    return;
  }
  find_tensor (s);
  for (guint c = 0; c < LANES_COMPONENTS; c++)
    add_sums (s, c);
}

/* Component c of the row in the middle of the sums. */
static const gfloat *
windowed_row (const Stream *s, guint c)
{
  const HarrisFused *f = s->f;
  const FusedRows *r = &s->rows;
  const gfloat *rows[HARRIS_MAX_FILTER_LENGTH];
  guint n = s->strip->length;

  if (f->window == FUSED_BOX)
    return r->total[c];
  if (f->window == FUSED_BOX_WIDE) {
    f->lanes->narrow (r->total[c], n, r->windowed[c]);
  } else if (f->window == FUSED_BOX_WIDEST) {
    f->lanes->narrow_widest (r->total[c], n, r->windowed[c]);
  } else {
    for (guint i = 0; i < s->n_sums; i++)
      rows[i] = sums_row (s, c, i);
    f->lanes->window_column (
        rows, n, f->work->taps, f->work->radius, r->windowed[c]);
  }
  return r->windowed[c];
}

static void
measure_row (const Stream *s, gint y)
{
  const HarrisWork *w = s->f->work;
  const gfloat *tensor[LANES_COMPONENTS];
  guint n = s->strip->length;

  for (guint c = 0; c < LANES_COMPONENTS; c++)
    tensor[c] = windowed_row (s, c);
  s->f->lanes->measure[w->params.measure](tensor, n, (gfloat) w->params.k,
      s->rows.response + (gsize) (y % LANES_CELL) * n * s->f->lanes->lanes);
}

/* A Gaussian writes sums before it reads them; a box adds to them. */
static void
clear_sums (Stream *s)
{
  const HarrisFused *f = s->f;
  guint lanes = f->lanes->lanes;
  gsize row = (gsize) s->strip->length * lanes * s->rows.sums_item;

  if (f->window == FUSED_GAUSSIAN)
    return;
  for (guint c = 0; c < LANES_COMPONENTS; c++)
    memset (s->rows.total[c], 0, row);
  row = (gsize) f->lanes->length * lanes * s->rows.sums_item;
  memset (s->rows.sums, 0, LANES_COMPONENTS * s->n_sums * row);
}

static void
stream (Stream *s)
{
  const HarrisWork *w = s->f->work;
  gint radius = (gint) w->radius, reach = (gint) w->gradient.reach;
  gint first = (gint) (s->cell_row * LANES_CELL);
  gint end = (gint) (s->end_cell_row * LANES_CELL);

  clear_sums (s);
  for (gint y = first - radius - reach; y < first - radius + reach; y++)
    load_row (s, y);
  for (gint y = first - radius; y < end + radius; y++) {
    gint done = y - radius;

    load_row (s, y + reach);
    add_row (s);
    if (done < first)
      continue;
    if (!s->f->four_rows)
      measure_row (s, done);
    if (done % LANES_CELL == LANES_CELL - 1)
      harris_fused_finish_cells (&s->rows, s->strip,
          (const gfloat *const *) s->sums, (guint) done / LANES_CELL,
          &s->cells);
  }
}

static void
stream_piece (gpointer data, guint i, guint thread)
{
  HarrisFused *f = data;
  guint band = i / f->n_strips;
  FusedPiece *piece = &f->pieces[i];
  Stream s = {
    .f = f,
    .strip = &f->strips[i % f->n_strips],
    .cell_row = band * f->band_rows,
    .end_cell_row = MIN ((band + 1) * f->band_rows, f->cell_rows),
  };

  /* Into one CPU's cache, which is not that of all threads. */
  if (f->n_threads == 1 && i % f->n_strips == 0)
    harris_fused_fetch (f, band);
  harris_fused_rows (f, f->threads + thread * f->thread_size, &s.rows);
  s.extended = s.strip->length + 2 * f->work->radius;
  set_rings (&s);
  harris_fused_start_cells (f, piece, &s.cells);
  stream (&s);
  harris_fused_end_cells (f, &s.cells, piece);
}

void
harris_fused_stream (HarrisFused *f)
{
  memcpy (&f->bin_width, &f->last_bin_width, sizeof f->bin_width);
  vf_pool_run (
      f->pool, f->n_threads, f->n_strips * f->n_bands, stream_piece, f);
}
