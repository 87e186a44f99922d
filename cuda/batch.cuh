/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The greedy selection of corners that keep a distance, or share the cells of
 * a grid, of one batch of sorted keys at a time. Each of them has a thread.
 *
 * A key is rejected when an earlier one that is kept lies too near, or when its
 * cell is full. It is kept when all earlier ones that lie near are rejected and
 * its cell has room whatever becomes of the earlier ones in it. Else it waits
 * for the next round. Nothing that is decided changes, and the first key that
 * is not can always be: so the order of the decisions does not matter, and the
 * rounds come to an end.
 */
#pragma once

#include "sort.cuh"

#include "spacing.h"

/* What has been kept before: lists of corners by bucket, whose numbers `fold`
 * cuts to those that there are: then a list holds corners of several. Counts
 * and the numbers of first corners are 0 at first. */
struct Kept {
  guint32 *cells;
  guint32 *buckets_first, *buckets_next; /* see HarrisBuckets */
  guint32 fold;
  HarrisCorner *corners;
};

enum Fate { UNDECIDED, KEPT, REJECTED };

/* Of N keys at most, as many as threads. Numbers: of the keys of the batch,
 * from 0. */
template <guint N> struct Batch {
  HarrisKey by_bucket[N]; /* bucket << 32 | number, sorted */
  HarrisKey by_cell[N];   /* cell << 32 | number, sorted */
  guint32 at[N];          /* y << 16 | x */
  guint32 in_cell[N];     /* at the place of a cell's first key in by_cell: how
                             many corners it has */
  guint of_warp[N / 32];
  guint8 fates[N];
};

/* A thread's key. */
struct BatchSpot {
  guint number, x, y;
  Fate fate;

  /* The search through the buckets around: rows 0 to 2 of them; what is left of
   * a row's part of by_bucket. */
  guint row, place, end;

  /* The cell's first place in by_cell; the last one behind which all up to its
   * own are decided; how many are kept of those, and before the batch. */
  guint cell_first, cell_place, cell_kept;
};

/* Squares of whole numbers: near_below makes the same of it as doubles do. */
__device__ inline bool
is_near (const HarrisSpacing &a, const BatchSpot &s, guint x, guint y)
{
  int dx = (int) s.x - (int) x, dy = (int) s.y - (int) y;

  return (guint) (dx * dx + dy * dy) < a.near_below;
}

/* The same for the corners of earlier batches. */
__device__ inline bool
is_near_kept (const HarrisSpacing &a, const Kept &kept, const BatchSpot &s)
{
  const HarrisBuckets &b = a.buckets;
  guint column = s.x / b.side, row = s.y / b.side;

  for (guint j = row - min (row, 1u); j < min (row + 2, b.rows); j++)
    for (guint i = column - min (column, 1u); i < min (column + 2, b.columns);
         i++)
      for (guint32 n = kept.buckets_first[(j * b.columns + i) & kept.fold];
           n > 0; n = kept.buckets_next[n - 1]) {
        const HarrisCorner &corner = kept.corners[n - 1];

        if (is_near (a, s, (guint) corner.x, (guint) corner.y))
          return true;
      }
  return false;
}

/* The first of n sorted ones that is not below. */
__device__ inline guint
lower_bound (const HarrisKey *sorted, guint n, HarrisKey least)
{
  guint low = 0;

  while (n > 0) {
    guint half = n / 2;

    if (sorted[low + half] < least) {
      low += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return low;
}

/* All threads of the block call it: numbers by bucket, or by cell. */
__device__ inline void
sort_numbers (HarrisKey *sorted, guint n, guint group, guint number)
{
  if (number < n)
    sorted[number] = (HarrisKey) group << 32 | number;
  __syncthreads ();
  sort_shared (sorted, n);
}

/* The next row of three buckets that lie one after the other. */
template <guint N>
__device__ inline void
next_row (const HarrisSpacing &a, const Batch<N> &b, guint n, BatchSpot &s)
{
  guint column = s.x / a.buckets.side, last = a.buckets.columns - 1;
  guint row = s.y / a.buckets.side + s.row++ - 1;
  guint start = row * a.buckets.columns;

  if (row >= a.buckets.rows)
    return;
  s.place = lower_bound (
      b.by_bucket, n, (HarrisKey) (start + column - min (column, 1u)) << 32);
  s.end = lower_bound (
      b.by_bucket, n, (HarrisKey) (start + min (column + 1, last) + 1) << 32);
}

/* What stands in the way: a key that is kept, or one that may be; REJECTED:
 * nothing does. It goes on at the key where it stopped. */
template <guint N>
__device__ inline Fate
look_around (const HarrisSpacing &a, const Batch<N> &b, guint n, BatchSpot &s)
{
  for (;;) {
    for (; s.place < s.end; s.place++) {
      guint other = (guint) b.by_bucket[s.place];
      guint32 at = b.at[other];

      if (other < s.number && b.fates[other] != REJECTED
          && is_near (a, s, at & 0xffff, at >> 16))
        return (Fate) b.fates[other];
    }
    if (s.row == 3)
      return REJECTED;
    next_row (a, b, n, s);
  }
}

/* The place moves over what has been decided. */
template <guint N>
__device__ inline bool
cell_has_room (const HarrisSpacing &a, const Batch<N> &b, BatchSpot &s)
{
  while (s.cell_place > s.cell_first) {
    Fate before = (Fate) b.fates[(guint) b.by_cell[s.cell_place - 1]];

    if (before == UNDECIDED)
      break;
    s.cell_kept += before == KEPT;
    s.cell_place--;
  }
  return s.cell_kept + (s.cell_place - s.cell_first) < a.cell_limit;
}

/* A cell that is full is so by earlier keys alone: a later one is only kept
 * where there is room for all earlier ones too. */
template <guint N>
__device__ inline Fate
decide (const HarrisSpacing &a, const Batch<N> &b, guint n, BatchSpot &s)
{
  Fate around = REJECTED;

  if (a.cell_limit > 0 && b.in_cell[s.cell_first] >= a.cell_limit)
    return REJECTED;
  if (a.near_below > 0)
    around = look_around (a, b, n, s);
  if (around == KEPT)
    return REJECTED;
  if (around == REJECTED && (a.cell_limit == 0 || cell_has_room (a, b, s)))
    return KEPT;
  return UNDECIDED;
}

/* All N threads of the block call what follows. n_kept: corners of earlier
 * batches. */
template <guint N>
__device__ inline BatchSpot
begin_spot (const HarrisSpacing &a, const Kept &kept, Batch<N> &b, guint n,
    HarrisKey key, guint n_kept)
{
  guint position = harris_key_position (key), cell;
  BatchSpot s = { threadIdx.x, position % a.width, position / a.width };

  s.fate = s.number < n ? UNDECIDED : REJECTED;
  b.at[s.number] = s.y << 16 | s.x;
  if (a.near_below > 0) {
    sort_numbers (
        b.by_bucket, n, harris_bucket_of (&a.buckets, s.x, s.y), s.number);
    if (s.fate == UNDECIDED && n_kept > 0 && is_near_kept (a, kept, s))
      s.fate = REJECTED;
  }
  b.fates[s.number] = s.fate;
  if (a.cell_limit > 0) {
    cell = harris_cell_of (&a.cells, s.x, s.y);
    sort_numbers (b.by_cell, n, cell, s.number);
    s.cell_first = lower_bound (b.by_cell, n, (HarrisKey) cell << 32);
    s.cell_place =
        lower_bound (b.by_cell, n, (HarrisKey) cell << 32 | s.number);
    s.cell_kept = kept.cells[cell];
    if (s.number < n && s.cell_place == s.cell_first)
      b.in_cell[s.cell_first] = s.cell_kept;
  }
  __syncthreads ();
  return s;
}

/* Fates are written between two barriers, and read outside of them. */
template <guint N>
__device__ inline void
decide_batch (const HarrisSpacing &a, Batch<N> &b, guint n, BatchSpot &s)
{
  do {
    Fate fate = s.fate == UNDECIDED ? decide (a, b, n, s) : s.fate;

    __syncthreads ();
    if (fate != s.fate) {
      s.fate = fate;
      b.fates[s.number] = fate;
      if (fate == KEPT && a.cell_limit > 0)
        atomicAdd (&b.in_cell[s.cell_first], 1u);
    }
  } while (__syncthreads_or (s.fate == UNDECIDED));
}

/* How many of the batch before this thread's are kept, and in `all` how many
 * are. */
template <guint N>
__device__ inline guint
count_kept (Batch<N> &b, bool kept, guint *all)
{
  guint lanes = __ballot_sync (~0u, kept), lane = threadIdx.x % 32, before = 0;

  if (lane == 0)
    b.of_warp[threadIdx.x / 32] = __popc (lanes);
  __syncthreads ();
  *all = 0;
  for (guint i = 0; i < N / 32; i++) {
    before += i < threadIdx.x / 32 ? b.of_warp[i] : 0;
    *all += b.of_warp[i];
  }
  return before + __popc (lanes & ((1u << lane) - 1));
}

/* As corner number n. */
__device__ inline void
keep (const HarrisSpacing &a, const Kept &kept, const BatchSpot &s,
    HarrisKey key, guint n)
{
  kept.corners[n] =
      HarrisCorner{ (gfloat) s.x, (gfloat) s.y, harris_key_response (key) };
  if (a.cell_limit > 0)
    atomicAdd (&kept.cells[harris_cell_of (&a.cells, s.x, s.y)], 1u);
  if (a.near_below > 0)
    kept.buckets_next[n] =
        atomicExch (&kept.buckets_first[harris_bucket_of (&a.buckets, s.x, s.y)
                                        & kept.fold],
            n + 1);
}

/* Takes another n keys, in order; a thread has one of them. Returns how many
 * corners there are then, of which only the first a.max_corners are kept; and
 * leaves a barrier behind. */
template <guint N>
__device__ inline guint
keep_batch (const HarrisSpacing &a, const Kept &kept, Batch<N> &b, guint n,
    HarrisKey key, guint n_kept)
{
  BatchSpot s = begin_spot (a, kept, b, n, key, n_kept);
  guint all, place;

  decide_batch (a, b, n, s);
  place = n_kept + count_kept (b, s.fate == KEPT, &all);
  if (s.fate == KEPT && place < a.max_corners)
    keep (a, kept, s, key, place);
  __syncthreads ();
  return n_kept + all;
}
