/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The response of a warp's units. The warp goes down a strip; a lane has 4
 * columns, and the sums along 8 rows in registers. What bounds it is how fast
 * instructions can be issued, and what they read: the weights lie in uniform
 * registers, and nothing is copied between registers, for which the loop goes
 * 8 rows a turn.
 */
#pragma once

#include "frame-rows.cuh"
#include "frame-sums.cuh"
#include "measure.cuh"

/* What a launch begins with. */
enum FrameSource {
  FRAME_THERE,
  FRAME_COMING, /* it is waited for */
  RESPONSE_THERE,
};

/* What a warp makes in one go: units of one strip, one below the other. */
struct FrameRun {
  guint strip, y; /* the first row */
  guint unit;     /* the first one's number in the worker */
  guint units;
  bool above, below; /* the sums around that end are shared with the warp
                        there */
};

/* The response of a row of a unit from five rows of sums. */
__device__ __forceinline__ void
finish_row (const FrameArgs &a, FrameRows &rows, FrameBlock &block, int row,
    const FrameRowSums &s0, const FrameRowSums &s1, const FrameRowSums &s2,
    const FrameRowSums &s3, const FrameRowSums &s4)
{
  float r[4];

#pragma unroll
  for (int i = 0; i < 4; i++) {
    float w[3];

#pragma unroll
    for (int c = 0; c < 3; c++) {
      w[c] = __fmul_rn (a.taps[0], s2[c][i]);
      w[c] = __fmaf_rn (a.taps[1], __fadd_rn (s1[c][i], s3[c][i]), w[c]);
      w[c] = __fmaf_rn (a.taps[2], __fadd_rn (s0[c][i], s4[c][i]), w[c]);
    }
    r[i] = measure (HARRIS_MEASURE_HARRIS, a.k, w[0], w[1], w[2]);
  }
  block_row (block, row, r);
  if (rows.unit < a.kept)
    *tile_row (rows, row) = make_float4 (r[0], r[1], r[2], r[3]);
  if (rows.in_plane || rows.unit - 1 >= rows.inner)
    *plane_row (a, rows, row) = make_float4 (r[0], r[1], r[2], r[3]);
}

/* A unit: makes four rows of sums, and finishes the rows 2 above them. */
__device__ __forceinline__ void
make_unit (const FrameArgs &a, FramePipe &p, FrameFeed &f, FrameRows &rows,
    const FrameRowSums (&old)[4], FrameRowSums (&sums)[4])
{
  FrameBlock block;

  pipe_row (p, f, a, sums[0]);
  finish_row (a, rows, block, 0, old[0], old[1], old[2], old[3], sums[0]);
  pipe_row (p, f, a, sums[1]);
  finish_row (a, rows, block, 1, old[1], old[2], old[3], sums[0], sums[1]);
  pipe_row (p, f, a, sums[2]);
  finish_row (a, rows, block, 2, old[2], old[3], sums[0], sums[1], sums[2]);
  pipe_row (p, f, a, sums[3]);
  finish_row (a, rows, block, 3, old[3], sums[0], sums[1], sums[2], sums[3]);
  rows.lo = fminf (rows.lo, block.lo);
  finish_block (a, rows, block);
}

/* The last unit of a run, with sums that the warp below has made. */
template <FrameSource FROM>
__device__ __forceinline__ void
finish_run (const FrameArgs &a, char *shared, FrameRows &rows,
    const FrameRowSums (&old)[4])
{
  const float4 *from = shared_sums (a, shared, this_warp ());
  FrameRowSums sums[4];
  FrameBlock block;

  if (FROM == FRAME_COMING)
    await_sums_below (a, shared);
  load_sums (from, sums[0]);
  finish_row (a, rows, block, 0, old[0], old[1], old[2], old[3], sums[0]);
  load_sums (from + 96, sums[1]);
  finish_row (a, rows, block, 1, old[1], old[2], old[3], sums[0], sums[1]);
  load_sums (from + 192, sums[2]);
  finish_row (a, rows, block, 2, old[2], old[3], sums[0], sums[1], sums[2]);
  load_sums (from + 288, sums[3]);
  finish_row (a, rows, block, 3, old[3], sums[0], sums[1], sums[2], sums[3]);
  rows.lo = fminf (rows.lo, block.lo);
  finish_block (a, rows, block);
}

/* Makes all units of a run. `meanwhile` is done once the first samples are on
 * their way; `meet` is called when the first sums, which the warp above may
 * need, are there. */
template <FrameSource FROM, typename Meanwhile, typename Meet>
__device__ __forceinline__ void
make_run (const FrameArgs &a, char *shared, const FrameRun &run,
    FrameRows &rows, Meanwhile meanwhile, Meet meet)
{
  guint left = run.units - run.below;
  FrameFeed f = frame_feed (
      a, run.strip * FRAME_STRIP + 4 * this_lane (), (int) run.y - 3);
  FrameRowSums even[4], odd[4];
  SampleWords first[2];
  FramePipe p;

  pipe_start (p, f, a, first);
  prefetch_rows (a, run.strip, f.row, 24);
  meanwhile ();
  pipe_fill (p, f, first);
#pragma unroll
  for (int i = 0; i < 4; i++)
    pipe_row (p, f, a, even[i]);
  if (run.above) {
    store_sums (shared_sums (a, shared, this_warp () - 1), even);
    if (FROM == FRAME_COMING)
      tell_sums (a, shared);
  }
  meet ();
  /* Each way out of the loop has its own copy of the end: to bring both to one
   * would copy all sums between registers on every turn. */
#pragma unroll 1
  while (true) {
    if (left == 0) {
      if (run.below)
        finish_run<FROM> (a, shared, rows, even);
      break;
    }
    if (--left > 4)
      prefetch_rows (a, run.strip, f.row + 20, 8);
    make_unit (a, p, f, rows, even, odd);
    if (left == 0) {
      if (run.below)
        finish_run<FROM> (a, shared, rows, odd);
      break;
    }
    left--;
    make_unit (a, p, f, rows, odd, even);
  }
}
