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

/* Of N keys at most, as many as threads. Numbers are those of the keys of the
 * batch, from 0. Lists hold 1 + a number; 0: the end. */
template <guint N> struct Batch {
  guint32 at[N];                       /* y << 16 | x */
  guint32 near_first[N], near_next[N]; /* lists by bucket, folded */
  guint32 cell_first[N];               /* lists by cell, folded */
  guint16 cell_next[N], cell[N];
  guint of_warp[N / 32];
  volatile guint8 fates[N];
};

/* A thread's key. */
struct BatchSpot {
  guint number, x, y;
  Fate fate;

  /* The search through the 9 buckets around: how many have been begun, and what
   * is left of the last one. */
  guint column, row, begun, node;

  guint cell, cell_kept; /* and how many it had before the batch */
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

  for (guint j = s.row - min (s.row, 1u); j < min (s.row + 2, b.rows); j++)
    for (guint i = s.column - min (s.column, 1u);
         i < min (s.column + 2, b.columns); i++)
      for (guint32 n = kept.buckets_first[(j * b.columns + i) & kept.fold];
           n > 0; n = kept.buckets_next[n - 1]) {
        const HarrisCorner &corner = kept.corners[n - 1];

        if (is_near (a, s, (guint) corner.x, (guint) corner.y))
          return true;
      }
  return false;
}

/* The list of the next bucket; none beyond the edge. */
template <guint N>
__device__ inline void
next_bucket (const HarrisSpacing &a, const Batch<N> &b, BatchSpot &s)
{
  guint column = s.column + s.begun % 3 - 1, row = s.row + s.begun / 3 - 1;

  s.begun++;
  if (column < a.buckets.columns && row < a.buckets.rows)
    s.node = b.near_first[(row * a.buckets.columns + column) % N];
}

/* What stands in the way: a key that is kept, or one that may be; REJECTED:
 * nothing does. It goes on at the key where it stopped. */
template <guint N>
__device__ inline Fate
look_around (const HarrisSpacing &a, const Batch<N> &b, BatchSpot &s)
{
  for (;;) {
    for (; s.node > 0; s.node = b.near_next[s.node - 1]) {
      guint other = s.node - 1;
      guint32 at = b.at[other];

      if (other < s.number && is_near (a, s, at & 0xffff, at >> 16)) {
        Fate fate = (Fate) b.fates[other];

        if (fate != REJECTED)
          return fate;
      }
    }
    if (s.begun == 9)
      return REJECTED;
    next_bucket (a, b, s);
  }
}

/* Whatever becomes of the earlier ones in it. */
template <guint N>
__device__ inline bool
cell_has_room (const HarrisSpacing &a, const Batch<N> &b, const BatchSpot &s)
{
  guint n = s.cell_kept;

  for (guint node = b.cell_first[s.cell % N]; node > 0 && n < a.cell_limit;
       node = b.cell_next[node - 1]) {
    guint other = node - 1;

    n += other < s.number && b.cell[other] == s.cell
         && b.fates[other] != REJECTED;
  }
  return n < a.cell_limit;
}

/* A cell that is full is so by earlier keys alone: a later one is only kept
 * where there is room for all earlier ones too. */
template <guint N>
__device__ inline Fate
decide (
    const HarrisSpacing &a, const Kept &kept, const Batch<N> &b, BatchSpot &s)
{
  Fate around = REJECTED;

  if (a.cell_limit > 0
      && ((volatile guint32 *) kept.cells)[s.cell] >= a.cell_limit)
    return REJECTED;
  if (a.near_below > 0)
    around = look_around (a, b, s);
  if (around == KEPT)
    return REJECTED;
  if (around == REJECTED && (a.cell_limit == 0 || cell_has_room (a, b, s)))
    return KEPT;
  return UNDECIDED;
}

/* All N threads of the block call what follows. */
template <guint N>
__device__ inline void
clear_lists (Batch<N> &b)
{
  b.near_first[threadIdx.x] = b.cell_first[threadIdx.x] = 0;
  __syncthreads ();
}

/* n_kept: corners of earlier batches. */
template <guint N>
__device__ inline BatchSpot
begin_spot (const HarrisSpacing &a, const Kept &kept, Batch<N> &b, guint n,
    HarrisKey key, guint n_kept)
{
  guint position = harris_key_position (key), i = threadIdx.x;
  BatchSpot s = { i, position % a.width, position / a.width };

  clear_lists (b);
  s.fate = i < n ? UNDECIDED : REJECTED;
  b.at[i] = s.y << 16 | s.x;
  if (a.near_below > 0 && s.fate == UNDECIDED) {
    s.column = s.x / a.buckets.side;
    s.row = s.y / a.buckets.side;
    if (n_kept > 0 && is_near_kept (a, kept, s))
      s.fate = REJECTED;
    else
      b.near_next[i] = atomicExch (
          &b.near_first[(s.row * a.buckets.columns + s.column) % N], i + 1);
  }
  if (a.cell_limit > 0 && s.fate == UNDECIDED) {
    s.cell = harris_cell_of (&a.cells, s.x, s.y);
    s.cell_kept = kept.cells[s.cell];
    b.cell[i] = (guint16) s.cell;
    b.cell_next[i] = (guint16) atomicExch (&b.cell_first[s.cell % N], i + 1);
  }
  b.fates[i] = s.fate;
  __syncthreads ();
  return s;
}

/* A fate is written once: who reads it before that looks again in the next
 * round. */
template <guint N>
__device__ inline void
decide_batch (
    const HarrisSpacing &a, const Kept &kept, Batch<N> &b, BatchSpot &s)
{
  do {
    if (s.fate == UNDECIDED) {
      s.fate = decide (a, kept, b, s);
      if (s.fate == KEPT && a.cell_limit > 0)
        atomicAdd (&kept.cells[s.cell], 1u);
      if (s.fate != UNDECIDED)
        b.fates[s.number] = s.fate;
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

/* As corner number n; its cell has counted it. */
__device__ inline void
keep (const HarrisSpacing &a, const Kept &kept, const BatchSpot &s,
    HarrisKey key, guint n)
{
  kept.corners[n] =
      HarrisCorner{ (gfloat) s.x, (gfloat) s.y, harris_key_response (key) };
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

  decide_batch (a, kept, b, s);
  place = n_kept + count_kept (b, s.fate == KEPT, &all);
  if (s.fate == KEPT && place < a.max_corners)
    keep (a, kept, s, key, place);
  __syncthreads ();
  return n_kept + all;
}
