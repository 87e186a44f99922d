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

#include "batch-search.cuh"
#include "harris-order.h"

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
