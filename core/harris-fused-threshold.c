/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The fast way from the kept cells to the threshold.
 */
#include "harris-fused-values.h"

#include <math.h>
#include <string.h>

/* Floats in their order, as numbers; and back. */
static gint64
order_of (gfloat value)
{
  gint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits >= 0 ? bits : -(gint64) (bits & G_MAXINT32);
}

static gfloat
float_at (gint64 order)
{
  gint32 bits = (gint32) (order >= 0 ? order : -order);
  gfloat value;

  memcpy (&value, &bits, sizeof value);
  return order >= 0 ? value : -value;
}

/* The least float from lo to hi that lies in bin `bin` or above; INFINITY:
 * none does. */
static gfloat
first_of_bin (const HarrisState *state, gfloat scale, guint bins, guint bin)
{
  gint64 from = order_of (state->lo), to = order_of (state->hi);

  if (bin >= bins || harris_bin (state->hi, state->lo, scale, bins) < bin)
    return INFINITY;
  while (from < to) {
    gint64 middle = from + (to - from) / 2;

    if (harris_bin (float_at (middle), state->lo, scale, bins) >= bin)
      to = middle;
    else
      from = middle + 1;
  }
  return float_at (from);
}

/* Every so many kept cells, and pixels of them, stand for all. */
#define SAMPLED_CELLS  251
#define SAMPLED_PIXELS 5

static void
sample (HarrisFused *f, gfloat scale)
{
  HarrisWork *w = f->work;
  guint bins = w->params.bins;

  memset (w->histogram, 0, bins * sizeof *w->histogram);
  for (guint i = 0; i < f->n_strips * f->n_bands; i++)
    for (guint j = f->pieces[i].first; j < f->pieces[i].end; j += SAMPLED_CELLS)
      for (guint k = 0; k < LANES_CELL_PIXELS; k += SAMPLED_PIXELS) {
        gfloat value = f->values[(gsize) j * LANES_CELL_PIXELS + k];

        if (!isnan (value))
          w->histogram[harris_bin (value, w->state->lo, scale, bins)]++;
      }
}

static guint
largest_bin (const HarrisWork *w)
{
  guint best = 0;

  for (guint i = 0; i < w->params.bins; i++)
    if (w->histogram[i] > w->histogram[best])
      best = i;
  return best;
}

/* What count() found in all parts together. */
typedef struct {
  const HarrisFused *f;
  gfloat low;
  gfloat limits[LANES_MAX_LIMITS];
  guint32 counts[LANES_MAX_LIMITS + 1]; /* the last one: below; atomic */
} Count;

static void
add_to_count (gpointer data, const gfloat *values, gsize n)
{
  Count *c = data;

  c->counts[LANES_MAX_LIMITS] +=
      c->f->lanes->count (values, n, c->low, c->limits, c->counts);
}

static void
count_part (gpointer data, guint i, guint thread)
{
  Count *all = data, c = { .f = all->f, .low = all->low };

  memcpy (c.limits, all->limits, sizeof c.limits);
  harris_fused_visit (c.f, i, add_to_count, &c);
  for (guint k = 0; k <= LANES_MAX_LIMITS; k++)
    g_atomic_int_add ((gint *) &all->counts[k], (gint) c.counts[k]);
}

/* The bins above `bin` whose counts are found, before the rest. */
#define N_KNOWN (LANES_MAX_LIMITS - 2)

/* Counts `bin` and those above it, as far as Rosin's threshold is likely to
 * lie; the others look empty, but for the last one that is not. */
static void
count_some (HarrisFused *f, guint bin, gfloat scale, Count *c)
{
  HarrisWork *w = f->work;
  guint bins = w->params.bins;
  guint end = harris_bin (w->state->hi, w->state->lo, scale, bins);

  *c = (Count){ .f = f };
  c->low = first_of_bin (w->state, scale, bins, bin);
  for (guint k = 0; k <= N_KNOWN; k++)
    c->limits[k] = first_of_bin (w->state, scale, bins, bin + 1 + k);
  c->limits[N_KNOWN + 1] = first_of_bin (w->state, scale, bins, end);
  vf_pool_run (f->pool, f->n_threads, harris_fused_n_parts (f), count_part, c);
  memset (w->histogram, 0, bins * sizeof *w->histogram);
  w->histogram[0] = c->counts[LANES_MAX_LIMITS];
  w->histogram[end] = c->counts[N_KNOWN + 1];
  w->histogram[bin] = w->image.width * w->image.height
                      - c->counts[LANES_MAX_LIMITS] - c->counts[0];
  for (guint k = 1; k <= N_KNOWN && bin + k < bins; k++)
    w->histogram[bin + k] = c->counts[k - 1] - c->counts[k];
}

/* Rosin's threshold by the counts of some bins. To count a bin as empty moves
 * it away from the line: where the farthest bin is one whose count is known,
 * it is the one. The peak is known when its count exceeds that of all others
 * that are not known. FALSE: neither is certain. */
static gboolean
prove_threshold (HarrisFused *f, guint bin, gfloat scale)
{
  HarrisWork *w = f->work;
  Count c;

  count_some (f, bin, scale, &c);
  if (w->histogram[bin] <= MAX (c.counts[LANES_MAX_LIMITS], c.counts[N_KNOWN]))
    return FALSE;
  w->stages->frame[HARRIS_STAGE_THRESHOLD](w);
  return w->state->cut.bin <= bin + N_KNOWN;
}

/* What was left out lies in one bin. */
static gboolean
left_in_one_bin (const HarrisFused *f, gfloat scale)
{
  const HarrisWork *w = f->work;

  return !(f->left_lo <= f->left_hi)
         || harris_bin (f->left_lo, w->state->lo, scale, w->params.bins)
                == harris_bin (f->left_hi, w->state->lo, scale, w->params.bins);
}

/* The sample, and what was left out in its proportion. Returns the bin of that,
 * or else the one that holds most. */
static guint
guess_histogram (HarrisFused *f, gfloat scale)
{
  HarrisWork *w = f->work;
  guint bins = w->params.bins, kept = 0, bin;
  guint n_cells = f->row_cells * f->cell_rows;

  sample (f, scale);
  if (!(f->left_lo <= f->left_hi))
    return largest_bin (w);
  for (guint i = 0; i < f->n_strips * f->n_bands; i++)
    kept += f->pieces[i].end - f->pieces[i].first;
  bin = harris_bin (f->left_hi, w->state->lo, scale, bins);
  w->histogram[bin] += (n_cells - kept) / SAMPLED_CELLS
                       * (LANES_CELL_PIXELS / SAMPLED_PIXELS + 1);
  return bin;
}

/* Whether prove_threshold() is likely to, by the guessed histogram. */
static gboolean
is_provable (HarrisFused *f, guint bin, gfloat scale)
{
  HarrisWork *w = f->work;
  guint bins = w->params.bins, below = 0, above = 0;
  guint end = harris_bin (w->state->hi, w->state->lo, scale, bins);

  for (guint i = 0; i < bin; i++)
    below += w->histogram[i];
  for (guint i = bin + N_KNOWN + 1; i < bins; i++)
    above += w->histogram[i];
  if (w->histogram[bin] <= MAX (below, above))
    return FALSE;
  w->histogram[end] = MAX (w->histogram[end], 1);
  w->stages->frame[HARRIS_STAGE_THRESHOLD](w);
  return w->state->cut.bin <= bin + N_KNOWN;
}

static void
rosin_of_region (HarrisFused *f, gfloat scale, gboolean counts)
{
  HarrisWork *w = f->work;
  guint bin = f->whole ? guess_histogram (f, scale) : 0;

  if (!counts && f->whole && is_provable (f, bin, scale)
      && prove_threshold (f, bin, scale))
    return;
  harris_fused_count_all (f, bin, scale);
  w->stages->frame[HARRIS_STAGE_THRESHOLD](w);
}

static gboolean
rosin (HarrisFused *f, gboolean counts)
{
  HarrisWork *w = f->work;
  gfloat scale = harris_scale (w->state->lo, w->state->hi, w->params.bins);

  f->last_bin_width = (w->state->hi - w->state->lo) / (gfloat) w->params.bins;
  if (scale == 0) {
    w->stages->frame[HARRIS_STAGE_THRESHOLD](w);
    return TRUE;
  }
  if (!left_in_one_bin (f, scale))
    return FALSE;
  rosin_of_region (f, scale, counts);
  return TRUE;
}

gboolean
harris_fused_threshold (HarrisFused *f, gboolean counts)
{
  HarrisWork *w = f->work;

  harris_fused_find_range (f);
  if (w->params.threshold_mode != HARRIS_THRESHOLD_ROSIN)
    w->stages->frame[HARRIS_STAGE_THRESHOLD](w);
  else if (!rosin (f, counts))
    return FALSE;
  return !(f->left_lo <= f->left_hi)
         || !harris_passes (&w->state->cut, f->left_hi);
}
