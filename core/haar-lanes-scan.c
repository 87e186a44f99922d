/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade at the windows of a row, for one CPU level.
 *
 * The first stage takes all windows. Later ones take groups of as many windows
 * as there are lanes, each group from a window that is still alive on: a group
 * may begin anywhere, as what its windows read lies in a row. Stage by stage
 * groups become fewer. A group costs what one window costs, so windows that
 * are alive alone lose nothing.
 *
 * The sums of a stage are whole numbers of its units; where these do not
 * decide, haar_window_sum() does.
 */
#include "haar-lanes-stage.h"

/* -- All windows -- */

VEC_INLINE VecUint
corners_of (const guint32 *sums, const gsize corners[4])
{
  return load (sums, (gssize) corners[0]) - load (sums, (gssize) corners[1])
         - load (sums, (gssize) corners[2]) + load (sums, (gssize) corners[3]);
}

/* Squares may be above 2^31, sums are not. */
VEC_INLINE VecWide
variance_of (gdouble area, VecWide squares, VecWide sum)
{
  return area * (squares + 0x1p31) - sum * sum;
}

VEC_INLINE VecWide
norm_of (VecWide variance)
{
  return 1 / vec_wide_sqrt (variance);
}

VEC_INLINE gboolean
is_any (VecWide a, VecWide b, gdouble least)
{
  VecInt any = (VecInt) (a >= least) | (VecInt) (b >= least);

  return vec_mask (any) != 0;
}

/* As haar_window_norm(). Returns which windows are not flat. */
VEC_INLINE guint
find_norms (const Row *row, guint first, Vec *norms)
{
  gdouble area = row->nodes->norm_area;
  VecInt sum = (VecInt) corners_of (row->sums + first, row->nodes->norm_sum);
  VecInt square =
      (VecInt) corners_of (row->squares + first, row->nodes->norm_square)
      ^ G_MININT32;
  VecWide low = variance_of (area, vec_wide_low (square), vec_wide_low (sum));
  VecWide high =
      variance_of (area, vec_wide_high (square), vec_wide_high (sum));

  *norms = (Vec){ 0 };
  if (!is_any (low, high, 99 * area * area))
    return 0;
  *norms = vec_narrow (norm_of (low), norm_of (high));
  return vec_mask (*norms < vec_set (row->nodes->norm_limit));
}

/* The first stage at some vectors of windows: bits of those that pass, and of
 * those that it rejects; flat ones are in neither. */
VEC_INLINE guint64
start_block (const Row *row, guint first, guint64 *gone)
{
  const HaarNodeStage *stage = &row->nodes->stages[0];
  guint windows[DENSE], any = 0;
  guint64 passed = 0;
  Block b;

#pragma GCC unroll 8
  for (guint v = 0; v < DENSE; v++) {
    windows[v] = find_norms (row, first + v * VF_LANES, &b.norms[v]);
    *(VecAnywhere *) (row->hits->norms + first + v * VF_LANES) = b.norms[v];
    b.sums[v] = row->sums + first + v * VF_LANES;
    any |= windows[v];
  }
  *gone = 0;
  if (!any)
    return 0;
  run_stage (row->nodes, stage, &b, DENSE);
#pragma GCC unroll 8
  for (guint v = 0; v < DENSE; v++) {
    guint fail =
        rejected (row, stage, b.total[v], first + v * VF_LANES, windows[v]);

    *gone |= (guint64) fail << (v * VF_LANES);
    passed |= (guint64) (windows[v] & ~fail) << (v * VF_LANES);
  }
  return passed;
}

/* Bits of the windows that come after an odd number of rejected ones. A carry
 * runs along each run of these to the window after it; whether that is one of
 * odd number tells for the runs that begin at even ones, and the other way
 * round. odd: a run that began at an odd one goes on in the next word; one that
 * began at an even one may begin there again. */
static guint64
stepped_over (guint64 gone, guint64 *odd)
{
  const guint64 evens = G_GUINT64_CONSTANT (0x5555555555555555);
  guint64 starts = gone & ~(gone << 1 | *odd);
  guint64 even_ends = gone + (starts & evens);
  guint64 odd_ends = gone + ((starts & ~evens) | *odd);

  *odd = odd_ends < gone;
  return ((even_ends & ~evens) | (odd_ends & evens)) & ~gone;
}

static void
start (const Row *row, guint n, gboolean skip)
{
  guint64 odd = 0;

  for (guint word = 0; word < row->n_words; word++) {
    guint first = word * HAAR_HITS_UNIT;
    guint64 alive = 0, gone = 0;

    for (guint i = 0; i < HAAR_HITS_UNIT; i += DENSE * VF_LANES) {
      guint64 block;

      alive |= start_block (row, first + i, &block) << i;
      gone |= block << i;
    }
    if (skip)
      alive &= ~stepped_over (gone, &odd);
    if (n - first < HAAR_HITS_UNIT)
      alive &= (G_GUINT64_CONSTANT (1) << (n - first)) - 1;
    row->hits->alive[word] = alive;
  }
}

/* -- Groups -- */

/* Lists them; returns how many. */
static guint
list_groups (const Row *row)
{
  guint n = 0, end = 0; /* of the last group */

  for (guint word = 0; word < row->n_words; word++) {
    guint first = word * HAAR_HITS_UNIT;
    guint64 alive = row->hits->alive[word];

    if (end > first)
      alive &= ~G_GUINT64_CONSTANT (0) << (end - first);
    while (alive) {
      guint bit = (guint) __builtin_ctzll (alive);

      row->hits->groups[n++] = (guint16) (first + bit);
      end = first + bit + VF_LANES;
      alive = bit + VF_LANES < HAAR_HITS_UNIT
                  ? alive & ~G_GUINT64_CONSTANT (0) << (bit + VF_LANES)
                  : 0;
    }
  }
  return n;
}

VEC_INLINE guint
alive_in (const Row *row, guint first)
{
  const guint64 *word = row->hits->alive + first / HAAR_HITS_UNIT;
  guint bit = first % HAAR_HITS_UNIT;
  guint64 bits = word[0] >> bit;

  if (bit + VF_LANES > HAAR_HITS_UNIT)
    bits |= word[1] << (HAAR_HITS_UNIT - bit);
  return (guint) bits & ALL_LANES;
}

VEC_INLINE void
bury (const Row *row, guint first, guint64 windows)
{
  guint64 *word = row->hits->alive + first / HAAR_HITS_UNIT;
  guint bit = first % HAAR_HITS_UNIT;

  word[0] &= ~(windows << bit);
  if (bit + VF_LANES > HAAR_HITS_UNIT)
    word[1] &= ~(windows >> (HAAR_HITS_UNIT - bit));
}

VEC_INLINE void
run_groups (
    const Row *row, const HaarNodeStage *stage, const guint16 *groups, guint n)
{
  Block b;

#pragma GCC unroll 8
  for (guint v = 0; v < n; v++) {
    b.sums[v] = row->sums + groups[v];
    b.norms[v] = *(const VecAnywhere *) (row->hits->norms + groups[v]);
  }
  run_stage (row->nodes, stage, &b, n);
#pragma GCC unroll 8
  for (guint v = 0; v < n; v++)
    bury (row, groups[v],
        rejected (
            row, stage, b.total[v], groups[v], alive_in (row, groups[v])));
}

/* FALSE: no window is alive. */
static gboolean
go_on (const Row *row, const HaarNodeStage *stage)
{
  guint n = list_groups (row), i = 0;

  for (; i + SPARSE <= n; i += SPARSE)
    run_groups (row, stage, row->hits->groups + i, SPARSE);
  for (; i + 2 <= n; i += 2)
    run_groups (row, stage, row->hits->groups + i, 2);
  if (i < n)
    run_groups (row, stage, row->hits->groups + i, 1);
  return n > 0;
}

static guint
collect (const Row *row)
{
  const HaarNodes *nodes = row->nodes;
  const HaarHits *hits = row->hits;
  guint n = 0;

  for (guint word = 0; word < row->n_words; word++)
    for (guint64 alive = hits->alive[word]; alive; alive &= alive - 1) {
      guint i = word * HAAR_HITS_UNIT + (guint) __builtin_ctzll (alive);

      hits->at[n] = (guint16) i;
      hits->scores[n++] = haar_window_sum (nodes,
          &nodes->stages[nodes->n_stages - 1], row->sums + i, hits->norms[i]);
    }
  return n;
}

static guint
scan (const HaarNodes *nodes, const HaarSums *sums, guint y, guint n,
    gboolean skip, HaarHits *hits)
{
  const Row row = { nodes, sums->sums + y * sums->layout.pitch,
    sums->squares + y * sums->layout.stride, hits,
    (n + HAAR_HITS_UNIT - 1) / HAAR_HITS_UNIT };

  start (&row, n, skip);
  for (guint i = 1; i < nodes->n_stages; i++)
    if (!go_on (&row, &nodes->stages[i]))
      return 0;
  return collect (&row);
}

void
haar_lanes_fill_scan (HaarStages *stages)
{
  stages->scan = scan;
}
