/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The fast way's strips, pieces and memory.
 */
#include "harris-fused.h"

#include "harris-fused-rows.h"
#include "harris-keys.h"

/* Enough to balance the threads: of few, each has more to take over from one
 * that wakes late. Bands cost rows: the first ones of each are computed for
 * their sums only. */
#define PIECES_PER_THREAD 4
#define MORE_PIECES       8
#define MIN_BAND_ROWS     8

/* Every strip of a band reads all of its pages: so many the CPU keeps track of.
 */
#define BAND_BYTES (9 << 18)

/* With more of them each thread's own histogram would cost more than it brings.
 */
#define MAX_SHARED_BINS 4096

static void
set_strips (HarrisFused *f)
{
  guint lanes = f->lanes->lanes, unit = lanes * LANES_CELL;
  guint n_units = (f->work->image.width + unit - 1) / unit;
  guint most = f->lanes->length / LANES_CELL, x = 0;

  f->n_strips = (n_units + most - 1) / most;
  for (guint i = 0; i < f->n_strips; i++) {
    guint left = f->n_strips - i, n = (n_units + left - 1) / left;

    f->strips[i] = (FusedStrip){ x, n * LANES_CELL, x / LANES_CELL };
    x += n * unit;
    n_units -= n;
  }
  f->row_cells = x / LANES_CELL;
  f->row_vectors = f->strips[0].length;
}

static void
set_bands (HarrisFused *f)
{
  guint pieces =
      f->n_threads > 1 ? f->n_threads * PIECES_PER_THREAD + MORE_PIECES : 1;
  guint n = (pieces + f->n_strips - 1) / f->n_strips;
  gsize bytes = (gsize) ABS (f->work->image.stride[0]) * f->work->image.height;

  n = MAX (n, (guint) ((bytes + BAND_BYTES - 1) / BAND_BYTES));
  f->cell_rows = (f->work->image.height + LANES_CELL - 1) / LANES_CELL;
  n = MAX (MIN (n, f->cell_rows / MIN_BAND_ROWS), 1);
  f->band_rows = (f->cell_rows + n - 1) / n;
  f->n_bands = (f->cell_rows + f->band_rows - 1) / f->band_rows;
}

/* The largest |Ix|. */
static gdouble
largest_gradient (const HarrisWork *w)
{
  gint across = 0, along = 0;

  for (guint i = 0; i <= 2 * w->gradient.reach; i++) {
    across += MAX (w->gradient.derivative[i], 0);
    along += w->gradient.smoothing[i];
  }
  return (gdouble) across * along * ((1u << w->image.depth) - 1);
}

#define FLOAT_INTEGERS  0x1p24
#define DOUBLE_INTEGERS 0x1p53

static void
set_arithmetic (HarrisFused *f)
{
  const HarrisWork *w = f->work;
  gdouble gradient = largest_gradient (w), length = w->params.filter_length;
  gdouble tensor = gradient * gradient * w->channels;
  gdouble box = 2 * tensor * length * length; /* differences on the way */
  gboolean central = w->params.gradient == HARRIS_GRADIENT_CENTRAL;

  f->window = FUSED_GAUSSIAN;
  f->tensor = FUSED_WIDE;
  if (w->params.window_type == HARRIS_WINDOW_BOX) {
    f->window = box <= FLOAT_INTEGERS    ? FUSED_BOX
                : box <= DOUBLE_INTEGERS ? FUSED_BOX_WIDE
                                         : FUSED_BOX_WIDEST;
    if (f->window != FUSED_BOX)
      return;
  }
  if (tensor <= FLOAT_INTEGERS
      || (w->channels == 1 && gradient <= FLOAT_INTEGERS))
    f->tensor = central ? FUSED_CENTRAL : FUSED_NARROW;
}

static void
set_keep (HarrisFused *f)
{
  const HarrisWork *w = f->work;
  VfRect bounds = w->region.bounds;

  f->whole = !w->region.inside && bounds.x == 0 && bounds.y == 0
             && bounds.width == w->image.width
             && bounds.height == w->image.height;
  if (!f->whole)
    f->keep = FUSED_KEEP_ALL;
  else if (w->params.threshold_mode == HARRIS_THRESHOLD_ROSIN)
    f->keep = FUSED_KEEP_BINS;
  else
    f->keep = FUSED_KEEP_LIMIT;
}

static void
fill_places (HarrisFused *f)
{
  guint lanes = f->lanes->lanes, column = 0;

  for (guint i = 0; i < f->n_strips; i++) {
    guint n = f->strips[i].length / LANES_CELL;

    for (guint l = 0; l < lanes; l++)
      for (guint j = 0; j < n; j++) {
        f->places[column] = f->strips[i].cell + j * lanes + l;
        f->columns[f->places[column]] = column;
        column++;
      }
  }
}

/* A piece has room for one cell more than it may keep. */
static void
fill_pieces (HarrisFused *f)
{
  guint next = 0;

  for (guint i = 0; i < f->n_bands; i++)
    for (guint j = 0; j < f->n_strips; j++) {
      guint rows = MIN (f->band_rows, f->cell_rows - i * f->band_rows);
      FusedPiece *piece = &f->pieces[i * f->n_strips + j];

      piece->first = piece->end = next;
      next += rows * f->strips[j].length / LANES_CELL * f->lanes->lanes + 1;
    }
}

#define RESERVE(field, i, count)                                               \
  (f->field = vf_scratch_reserve (                                             \
       &f->scratch[FUSED_SCRATCH_##i], count, sizeof *f->field, &missing))

gboolean
harris_fused_set_up (HarrisFused *f)
{
  gboolean missing = FALSE;
  gsize n_cells, n_pieces;

  set_strips (f);
  set_bands (f);
  set_arithmetic (f);
  f->four_rows = f->window == FUSED_GAUSSIAN && f->work->radius == 2
                 && f->work->params.measure == HARRIS_MEASURE_HARRIS;
  f->one_row =
      f->four_rows && f->tensor == FUSED_CENTRAL && f->work->channels == 1;
  f->count_threads = f->work->params.bins <= MAX_SHARED_BINS ? f->n_threads : 1;
  set_keep (f);
  n_cells = (gsize) f->row_cells * f->cell_rows;
  n_pieces = (gsize) f->n_strips * f->n_bands;
  f->thread_size = harris_fused_rows (f, NULL, NULL);
  RESERVE (places, PLACES, f->row_cells);
  RESERVE (columns, COLUMNS, f->row_cells);
  RESERVE (maxima, MAXIMA, n_cells);
  RESERVE (kept, KEPT, n_cells / f->lanes->lanes);
  RESERVE (values, VALUES, (n_cells + n_pieces) * LANES_CELL_PIXELS);
  RESERVE (pieces, PIECES, n_pieces);
  RESERVE (counts, COUNTS,
      f->count_threads * LANES_TABLES * (f->work->params.bins + 1));
  RESERVE (threads, THREADS, f->n_threads * f->thread_size);
  if (missing)
    return FALSE;
  fill_places (f);
  fill_pieces (f);
  return TRUE;
}

/* The time since the last call goes to a stage. */
static void
lap (guint64 *start, guint64 *stage_ns, HarrisStage stage)
{
  guint64 end = vf_now_ns ();

  stage_ns[stage] += end - *start;
  *start = end;
}

/* Where every one of the first keys becomes a corner, no others are sorted. */
static void
sort (const HarrisFused *f)
{
  HarrisWork *w = f->work;
  guint n = w->state->n_keys;

  harris_keys_sort (w->keys, n,
      harris_fused_wants_all (f) ? n : MIN (w->params.max_corners, n));
}

void
harris_fused_run (
    HarrisFused *f, gboolean planes, guint64 stage_ns[HARRIS_N_STAGES])
{
  HarrisWork *w = f->work;
  guint64 start = vf_now_ns ();

  if (planes)
    f->keep = FUSED_KEEP_ALL;
  harris_fused_stream (f);
  lap (&start, stage_ns, HARRIS_STAGE_RESPONSE);
  if (!harris_fused_threshold (f, planes)) {
    f->keep = FUSED_KEEP_ALL;
    lap (&start, stage_ns, HARRIS_STAGE_HISTOGRAM);
    harris_fused_stream (f);
    lap (&start, stage_ns, HARRIS_STAGE_RESPONSE);
    harris_fused_threshold (f, planes);
  }
  lap (&start, stage_ns, HARRIS_STAGE_HISTOGRAM);
  harris_fused_corners (f);
  lap (&start, stage_ns, HARRIS_STAGE_SUPPRESSION);
  sort (f);
  lap (&start, stage_ns, HARRIS_STAGE_SORT);
  w->stages->frame[HARRIS_STAGE_SELECTION](w);
  lap (&start, stage_ns, HARRIS_STAGE_SELECTION);
}

void
harris_fused_clear (HarrisFused *f)
{
  vf_scratch_free_all (f->scratch, FUSED_N_SCRATCH);
}
