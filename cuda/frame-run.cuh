/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A warp's units, run by run: where their rows go, which of them reach beyond
 * the picture, or that their responses are there already.
 */
#pragma once

#include "frame-worker.cuh"
#include "range.cuh"

/* At the run's start. What a worker keeps others read as far as a block's side
 * from its ends alone; two lanes make a whole sector of memory. */
__device__ __forceinline__ FrameRows
rows_of_run (const FrameArgs &a, const FrameWorker &w, const FrameRun &run)
{
  FrameRows rows;

  rows.tile =
      (float4 *) w.tile (a) + run.unit * (FRAME_UNIT / 4) + this_lane ();
  rows.plane = a.plane + (gsize) run.y * a.pitch + run.strip * FRAME_STRIP
               + 4 * this_lane ();
  rows.word = w.words (a.layout.maxima) + (run.unit + FIRST_ROW) * FRAME_WORDS
              + this_lane () + 1;
  rows.minimum = w.minima (a) + run.unit * FRAME_BLOCKS + this_lane ();
  rows.unit = run.unit;
  rows.inner = max (min (a.kept, w.units - 1), 1u) - 1;
  rows.in_plane = a.whole_plane || (this_lane () + 2) % 32 < 4;
  rows.lo = INFINITY;
  rows.hi = -INFINITY;
  return rows;
}

/* It reaches beyond the picture. */
__device__ __forceinline__ bool
is_cut (const FrameArgs &a, const FrameRun &run)
{
  return (run.strip + 1) * FRAME_STRIP > a.width
         || run.y + FRAME_SIDE * run.units > a.height;
}

/* Takes a row of a block that may reach beyond the picture: what lies there
 * becomes the smallest, but not in the plane. */
__device__ __forceinline__ void
take_cut_row (const FrameArgs &a, FrameRows &rows, FrameBlock &block, int row,
    guint x, bool below, float4 v)
{
  float r[4] = { v.x, v.y, v.z, v.w };

#pragma unroll
  for (int i = 0; i < 4; i++)
    if (!below && x + i < a.width)
      rows.lo = fminf (rows.lo, r[i]);
    else
      r[i] = -INFINITY;
  if (rows.unit < a.kept)
    *tile_row (rows, row) = make_float4 (r[0], r[1], r[2], r[3]);
  block_row (block, row, r);
}

/* A run that is made: finds its range and words without what lies outside. */
__device__ __forceinline__ void
cut_run (const FrameArgs &a, const FrameRun &run, FrameRows &rows)
{
  guint x = run.strip * FRAME_STRIP + 4 * this_lane ();
  guint end = run.y + FRAME_SIDE * run.units;

  for (guint y = run.y; y < end; y += FRAME_SIDE) {
    FrameBlock block;

#pragma unroll
    for (int i = 0; i < FRAME_SIDE; i++) {
      float4 v = rows.unit < a.kept ? *tile_row (rows, i)
                                    : __ldcg (plane_row (a, rows, i));

      take_cut_row (a, rows, block, i, x, y + i >= a.height, v);
    }
    finish_block (a, rows, block);
  }
}

/* A block's responses from the plane. */
__device__ __forceinline__ void
read_block (const FrameArgs &a, const float *from, float4 v[FRAME_SIDE])
{
#pragma unroll
  for (int i = 0; i < FRAME_SIDE; i++)
    v[i] = __ldcg ((const float4 *) (from + (gsize) i * a.pitch));
}

/* Takes a run's responses from the plane, the next unit's while it looks at
 * one. */
__device__ __forceinline__ void
read_run (const FrameArgs &a, const FrameRun &run, FrameRows &rows)
{
  guint x = run.strip * FRAME_STRIP + 4 * this_lane ();
  guint end = run.y + FRAME_SIDE * run.units;
  float4 next[FRAME_SIDE];

  read_block (a, rows.plane, next);
#pragma unroll 1
  for (guint y = run.y; y < end; y += FRAME_SIDE) {
    float4 v[FRAME_SIDE];
    FrameBlock block;

#pragma unroll
    for (int i = 0; i < FRAME_SIDE; i++)
      v[i] = next[i];
    if (y + FRAME_SIDE < end)
      read_block (a, rows.plane + (gsize) FRAME_SIDE * a.pitch, next);
#pragma unroll
    for (int i = 0; i < FRAME_SIDE; i++)
      take_cut_row (a, rows, block, i, x, y + i >= a.height, v[i]);
    finish_block (a, rows, block);
  }
}

/* The worker's range gathers in shared memory. */
__device__ __forceinline__ void
gather_range (const FrameWorker &w, Range range)
{
  guint32 low = warp_min (ordered (range.lo));
  guint32 high = warp_max (ordered (range.hi));

  if (this_lane () == 0) {
    atomicMin (&w.own ().lo, low);
    atomicMax (&w.own ().hi, high);
  }
}

/* The response of the warp's units, and the words and minima of their blocks;
 * their range where all of it counts. Where the frame is there all threads of the
 * worker meet once, with shared memory cleared; else they have. */
template <FrameSource FROM, bool SPECIAL>
__device__ __forceinline__ void
make_response (const FrameArgs &a, const FrameWorker &w, FrameSpan span)
{
  bool met = FROM != FRAME_THERE;

#pragma unroll 1
  for (guint unit = span.first; unit < span.end;) {
    FrameRun run = run_at (a, w, span, unit);
    FrameRows rows = rows_of_run (a, w, run);

    if (FROM == RESPONSE_THERE)
      read_run (a, run, rows);
    else
      make_run<FROM> (
          a, w.shared, run, rows,
          [&] {
            if (!met)
              clear_shared (a, w);
          },
          [&] {
            if (!met)
              __syncthreads ();
          });
    if (FROM != RESPONSE_THERE && is_cut (a, run)) {
      rows = rows_of_run (a, w, run);
      cut_run (a, run, rows);
    }
    met = true;
    if (!SPECIAL)
      gather_range (w, Range{ rows.lo, rows.hi });
    unit += run.units;
  }
  if (!met) {
    clear_shared (a, w);
    __syncthreads ();
  }
}
