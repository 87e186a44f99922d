/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which of a worker's pixels lie in the region. Those outside count neither for
 * the range nor for the histogram, and are no corners; but their responses
 * suppress others as ever.
 */
#pragma once

#include "frame-worker.cuh"

__device__ __forceinline__ guint32
place_of_word (guint32 word)
{
  return 15 - (word & 15);
}

/* The responses of a unit's rows, in the lane's columns. */
template <int ROWS>
__device__ __forceinline__ void
load_rows (const FrameArgs &a, const FrameWorker &w, guint row, float4 q[ROWS])
{
  guint unit = row / FRAME_SIDE, lane = this_lane ();

  if (unit < a.kept) {
    const float4 *p =
        (const float4 *) w.tile (a) + row * (FRAME_STRIP / 4) + lane;

#pragma unroll
    for (int i = 0; i < ROWS; i++)
      q[i] = p[i * (FRAME_STRIP / 4)];
  } else {
    const float *p = plane_of_unit (a, place_of_unit (a, w, unit))
                     + row % FRAME_SIDE * a.pitch + 4 * lane;

#pragma unroll
    for (int i = 0; i < ROWS; i++)
      q[i] = __ldcg ((const float4 *) (p + (gsize) i * a.pitch));
  }
}

/* Bit `place' of a block (4 row + column): that pixel is inside. */
__device__ __forceinline__ guint16 &
inside_of (const FrameArgs &a, const FrameWorker &w, guint unit)
{
  return ((guint16 *) w.words (a.layout.inside))[32 * unit + this_lane ()];
}

/* Of the pixel that a block's word names. */
__device__ __forceinline__ bool
is_inside (const FrameArgs &a, const FrameWorker &w, guint unit, guint32 word)
{
  return inside_of (a, w, unit) >> place_of_word (word) & 1;
}

/* The pixels of a block that lie in the picture. */
__device__ __forceinline__ guint
pixels_of_block (const FrameArgs &a, guint x, guint y)
{
  guint columns = a.width - min (x, a.width);
  guint rows = a.height - min (y, a.height);

  return min (columns, (guint) FRAME_SIDE) * min (rows, (guint) FRAME_SIDE);
}

/* Of the warp's own units; returns the lane's range. */
__device__ __forceinline__ Range
find_inside (const FrameArgs &a, const FrameWorker &w, FrameSpan span)
{
  Range range = range_empty ();
  guint32 outside = 0;

#pragma unroll 1
  for (guint unit = span.first; unit < span.end; unit++) {
    FramePlace at = place_of_unit (a, w, unit);
    guint x = at.strip * FRAME_STRIP + FRAME_SIDE * this_lane ();
    guint y = FRAME_SIDE * at.strip_unit;
    float4 q[FRAME_SIDE];
    guint32 inside = 0;

    load_rows<FRAME_SIDE> (a, w, FRAME_SIDE * unit, q);
#pragma unroll
    for (guint i = 0; i < FRAME_SIDE; i++) {
      const float r[4] = { q[i].x, q[i].y, q[i].z, q[i].w };

#pragma unroll
      for (guint j = 0; j < 4; j++)
        if (vf_area_contains (a.region, x + j, y + i)) {
          inside |= 1u << (4 * i + j);
          range_add (range, r[j]);
        }
    }
    inside_of (a, w, unit) = (guint16) inside;
    outside += pixels_of_block (a, x, y) - __popc (inside);
  }
  outside = warp_sum (outside);
  if (this_lane () == 0)
    atomicAdd (&w.own ().outside, outside);
  return range;
}
