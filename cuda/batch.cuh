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

#define BATCH_NEAR  2048 /* lists by bucket, folded: powers of 2 */
#define BATCH_CELLS 256  /* lists by cell, folded */

/* Of N keys at most, as many as threads. Numbers are those of the keys of the
 * batch, from 0. Lists hold 1 + a number; 0: the end. Those of a cell lead from
 * a key to the one before it. */
template <guint N> struct Batch {
  guint32 at[N]; /* y << 16 | x */
  guint16 near_next[N], cell_before[N], cell[N];
  guint of_warp[N / 32];

  /* 1 + the lane of a warp's last key in a cell; 0: there is none. */
  alignas (16) guint8 cell_lanes[BATCH_CELLS][N / 32];

  volatile guint8 fates[N];
};

/* A thread's key. */
struct BatchSpot {
  guint number, x, y;
  Fate fate;

  /* The search through the 9 buckets around: bits of those that are left, and
   * what is left of the list of the last one. */
  guint column, row, left, node;
  guint32 *near_first; /* BATCH_NEAR of them */

  guint cell, cell_kept; /* and how many it had before the batch */
  guint cell_before;     /* see Batch */
};

/* The bucket `i` of the 9 around. */
__device__ inline guint
bucket_around (const HarrisBuckets &b, const BatchSpot &s, guint i)
{
  return (s.row + i / 3 - 1) * b.columns + s.column + i % 3 - 1;
}

/* Bits of those of the 9 that there are and whose lists are not empty; most
 * are. What goes through them is one loop, in which the lanes of a warp
 * stay together whatever the length of their lists. */
template <typename First>
__device__ inline guint
lists_around (const HarrisBuckets &b, const BatchSpot &s, First first)
{
  guint lists = 0;

#pragma unroll
  for (guint i = 0; i < 9; i++)
    if (s.column + i % 3 - 1 < b.columns && s.row + i / 3 - 1 < b.rows
        && first (bucket_around (b, s, i)) != 0)
      lists |= 1u << i;
  return lists;
}

/* The number of the lowest bit, which is taken away. */
__device__ inline guint
take_bit (guint &bits)
{
  guint i = __ffs (bits) - 1;

  bits &= bits - 1;
  return i;
}

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
  auto first = [&] (guint bucket) {
    return kept.buckets_first[bucket & kept.fold];
  };
  guint left = lists_around (a.buckets, s, first), node = 0;

  while ((left | node) != 0) {
    if (node == 0)
      node = first (bucket_around (a.buckets, s, take_bit (left)));
    const HarrisCorner &corner = kept.corners[node - 1];

    if (is_near (a, s, (guint) corner.x, (guint) corner.y))
      return true;
    node = kept.buckets_next[node - 1];
  }
  return false;
}

__device__ inline guint
near_list (const BatchSpot &s, guint bucket)
{
  return s.near_first[bucket % BATCH_NEAR];
}

/* What stands in the way: a key that is kept, or one that may be; REJECTED:
 * nothing does. It goes on at the key where it stopped. */
template <guint N>
__device__ inline Fate
look_around (const HarrisSpacing &a, const Batch<N> &b, BatchSpot &s)
{
  while ((s.left | s.node) != 0) {
    if (s.node == 0)
      s.node = near_list (s, bucket_around (a.buckets, s, take_bit (s.left)));
    guint other = s.node - 1, next = b.near_next[other];
    guint32 at = b.at[other];

    if (other < s.number && is_near (a, s, at & 0xffff, at >> 16)) {
      Fate fate = (Fate) b.fates[other];

      if (fate != REJECTED)
        return fate;
    }
    s.node = next;
  }
  return REJECTED;
}

/* Whatever becomes of the earlier ones in it. */
template <guint N>
__device__ inline bool
cell_has_room (const HarrisSpacing &a, const Batch<N> &b, const BatchSpot &s)
{
  guint n = s.cell_kept;

  for (guint node = s.cell_before; node > 0 && n < a.cell_limit;
       node = b.cell_before[node - 1])
    n += b.cell[node - 1] == s.cell && b.fates[node - 1] != REJECTED;
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
clear_lists (Batch<N> &b, guint32 *near_first)
{
  for (guint i = threadIdx.x; i < BATCH_NEAR / 4; i += N)
    ((uint4 *) near_first)[i] = make_uint4 (0, 0, 0, 0);
  for (guint i = threadIdx.x; i < sizeof b.cell_lanes / 8; i += N)
    ((uint2 *) b.cell_lanes)[i] = make_uint2 (0, 0);
  __syncthreads ();
}

/* The last key of an earlier warp in a list. */
template <guint N>
__device__ inline guint
last_of_earlier_warps (const guint8 (&lanes)[N / 32])
{
  guint warp = threadIdx.x / 32, found = 0;

#pragma unroll
  for (guint i = 0; i < N / 32; i += 4) {
    guint32 four = *(const guint32 *) (lanes + i);
    guint byte;

    if (warp < i + 4)
      four &= warp > i ? ~0u >> 8 * (i + 4 - warp) : 0;
    byte = (31 - __clz (four)) / 8;
    if (four != 0)
      found = 32 * (i + byte) + (four >> 8 * byte & 0xff);
  }
  return found;
}

/* The list of a key's cell; with a barrier. */
template <guint N>
__device__ inline void
chain_cells (Batch<N> &b, BatchSpot &s)
{
  guint lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  bool there = s.fate == UNDECIDED;
  guint list = s.cell % BATCH_CELLS;
  guint same = __match_any_sync (~0u, there ? list : BATCH_CELLS);
  guint earlier = same & ((1u << lane) - 1);

  if (there && same >> lane == 1)
    b.cell_lanes[list][warp] = (guint8) (lane + 1);
  __syncthreads ();
  s.cell_before = earlier != 0 ? 32 * warp + 32 - __clz (earlier)
                               : last_of_earlier_warps<N> (b.cell_lanes[list]);
  b.cell_before[s.number] = (guint16) s.cell_before;
}

/* n_kept: corners of earlier batches. */
template <guint N>
__device__ inline BatchSpot
begin_spot (const HarrisSpacing &a, const Kept &kept, Batch<N> &b,
    guint32 *near_first, guint n, HarrisKey key, guint n_kept)
{
  guint position = harris_key_position (key), i = threadIdx.x;
  BatchSpot s = { i, position % a.width, position / a.width };

  clear_lists (b, near_first);
  s.near_first = near_first;
  s.fate = i < n ? UNDECIDED : REJECTED;
  b.at[i] = s.y << 16 | s.x;
  if (a.near_below > 0 && s.fate == UNDECIDED) {
    s.column = s.x / a.buckets.side;
    s.row = s.y / a.buckets.side;
    if (n_kept > 0 && is_near_kept (a, kept, s))
      s.fate = REJECTED;
    else
      b.near_next[i] = (guint16) atomicExch (
          &near_first[bucket_around (a.buckets, s, 4) % BATCH_NEAR], i + 1);
  }
  if (a.cell_limit > 0) {
    s.cell = harris_cell_of (&a.cells, s.x, s.y);
    s.cell_kept = kept.cells[s.cell];
    b.cell[i] = (guint16) s.cell;
    chain_cells (b, s);
  }
  b.fates[i] = s.fate;
  __syncthreads ();
  if (a.near_below > 0 && s.fate == UNDECIDED)
    s.left = lists_around (
        a.buckets, s, [&] (guint bucket) { return near_list (s, bucket); });
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

/* Takes another n keys, in order; a thread has one of them. near_first: room
 * for BATCH_NEAR numbers, at a multiple of 16 bytes. Returns how many corners
 * there are then, of which only the first a.max_corners are kept; and leaves a
 * barrier behind. */
template <guint N>
__device__ inline guint
keep_batch (const HarrisSpacing &a, const Kept &kept, Batch<N> &b,
    guint32 *near_first, guint n, HarrisKey key, guint n_kept)
{
  BatchSpot s = begin_spot (a, kept, b, near_first, n, key, n_kept);
  guint all, place;

  decide_batch (a, kept, b, s);
  place = n_kept + count_kept (b, s.fate == KEPT, &all);
  if (s.fate == KEPT && place < a.max_corners)
    keep (a, kept, s, key, place);
  __syncthreads ();
  return n_kept + all;
}
