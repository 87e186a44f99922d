/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A frame that is still on its way when the launch begins. Its rows come in
 * their order, and a warp begins as soon as its own are there, so that little is
 * left to do when the last ones come.
 *
 * Nothing says which rows have come but they themselves: before the copy all of
 * their memory was blank, and a word that is not has come, for what copies writes
 * whole words. A warp reads what it has seen to be there, and nothing else, so
 * that the L1 cache, which does not notice what comes, has nothing from before.
 * Where a picture has that very word, or the memory was not blank, the word behind
 * the whole copy tells, which is a microsecond late.
 */
#pragma once

#include "frame-worker.cuh"

/* One look of so many is at the word behind the copy, of which there is but one
 * for all warps. */
#define SELDOM 16

/* A warp looks at all its rows when one has come that lies so many above the last
 * one: until then at that one. */
#define ROWS_NEAR 32

/* Rows that are looked at together: the looks wait for memory once. */
#define ROWS_AT_ONCE 16

/* Whether the lane's part of the rows is there: of each row a word of the strip,
 * and of every other row one beside it. There it is not only the word that lanes
 * read, but all of its sector of memory: the L1 cache takes no less, and the
 * warps beside read the rest from there. No lane goes a way of its own: where that
 * is sure, what follows takes less registers. */
__device__ __forceinline__ bool
have_come (const FrameArgs &a, guint strip, int first, int last)
{
  int x = (int) (strip * FRAME_STRIP), end = (int) ((a.width - 1) & ~3u);
  int lane = (int) this_lane (), beside = lane % 16, lower = lane / 16;
  const guint8 *own = a.samples + min (x + 4 * lane, end);
  const guint8 *sector =
      a.samples
      + min (
          max (x + 4 * beside + (beside < 8 ? -32 : FRAME_STRIP - 32), 0), end);
  bool there = true;

#pragma unroll 1
  for (int row = first; row <= last; row += ROWS_AT_ONCE) {
    guint32 v[ROWS_AT_ONCE], s[ROWS_AT_ONCE / 2];

#pragma unroll
    for (int i = 0; i < ROWS_AT_ONCE; i++)
      v[i] =
          load_now ((const guint32 *) (own + min (row + i, last) * a.stride));
#pragma unroll
    for (int i = 0; i < ROWS_AT_ONCE / 2; i++)
      s[i] = load_now (
          (const guint32 *) (sector
                             + min (row + 2 * i + lower, last) * a.stride));
#pragma unroll
    for (int i = 0; i < ROWS_AT_ONCE; i++)
      there &= v[i] != FRAME_BLANK && s[i / 2] != FRAME_BLANK;
  }
  return there;
}

/* Whether all rows are there that make_run() reads for the runs of a warp, with
 * those that it reads ahead and needs no more. */
__device__ __forceinline__ bool
span_has_come (const FrameArgs &a, const FrameWorker &w, FrameSpan span)
{
  bool there = true;

#pragma unroll 1
  for (guint unit = span.first; there && unit < span.end;) {
    FrameRun run = run_at (a, w, span, unit);
    guint end = run.y + FRAME_SIDE * (run.units - run.below) + 4;

    there = __all_sync (
        ALL_LANES, have_come (a, run.strip, max ((int) run.y - 3, 0),
                       (int) min (end, a.height - 1)));
    unit += run.units;
  }
  return there;
}

/* The strip and the row that come shortly before the last ones of a warp. */
struct RowNear {
  guint strip;
  int row;
};

__device__ __forceinline__ RowNear
row_near (const FrameArgs &a, const FrameWorker &w, FrameSpan span)
{
  FramePlace first = place_of_unit (a, w, span.first);
  FramePlace last = place_of_unit (a, w, span.end - 1);
  guint row =
      first.strip == last.strip ? FRAME_SIDE * last.strip_unit : a.height - 1;

  return RowNear{ first.strip, max ((int) row - ROWS_NEAR, 0) };
}

__device__ __forceinline__ bool
row_has_come (const FrameArgs &a, RowNear near)
{
  const guint32 *at = (const guint32 *) (a.samples + near.row * a.stride
                                         + near.strip * FRAME_STRIP);

  return __all_sync (ALL_LANES, load_now (at) != FRAME_BLANK);
}

/* Waits for the rows of a warp. What comes too late leaves a range that is
 * none. */
__device__ __forceinline__ void
await_rows (const FrameArgs &a, const FrameWorker &w, FrameSpan span)
{
  guint64 start = time_now ();
  bool near = false, there = span.first >= span.end, late = false;
  RowNear sign = row_near (a, w, span);

#pragma unroll 1
  for (guint look = 1; !there && !late; look++) {
    if (!a.blank || look % SELDOM == 0)
      there = __all_sync (ALL_LANES, load_acquire_system (a.arrived) == a.turn);
    else if (!near)
      near = row_has_come (a, sign);
    else
      there = span_has_come (a, w, span);
    late = __any_sync (ALL_LANES, time_now () - start > a.patience);
  }
  if (!there && this_lane () == 0)
    atomicMax (&w.own ().hi, ordered (NAN));
  if (a.times && blockIdx.x == a.workers - 1 && span.end == w.units
      && this_lane () == 0)
    store_now (&a.board->began, time_now ());
}

/* For a later frame, when nobody reads this one any more. */
__device__ __forceinline__ void
make_blank (const FrameArgs &a)
{
  guint n = (guint) (a.stride * a.height / 16);

  for (guint i = blockIdx.x * FRAME_THREADS + threadIdx.x; i < n;
       i += a.workers * FRAME_THREADS)
    ((uint4 *) a.samples)[i] =
        make_uint4 (FRAME_BLANK, FRAME_BLANK, FRAME_BLANK, FRAME_BLANK);
}
