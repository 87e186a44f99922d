/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which of a worker's pixels lie in the region. Those outside count neither for
 * the range nor for the histogram, and are no corners; but their responses
 * suppress others as ever.
 */
#pragma once

#include "frame-run.cuh"

__device__ __forceinline__ guint32
place_of_word (guint32 word)
{
  return 15 - (word & 15);
}

/* The responses of a block: of any unit, and any lane's. */
__device__ __forceinline__ void
load_block (const FrameArgs &a, const FrameWorker &w, guint unit, guint lane,
    float4 q[FRAME_SIDE])
{
  if (unit < a.kept) {
    const float4 *p =
        (const float4 *) w.tile (a) + unit * (FRAME_UNIT / 4) + lane;

#pragma unroll
    for (int i = 0; i < FRAME_SIDE; i++)
      q[i] = p[i * (FRAME_STRIP / 4)];
  } else {
    read_block (a, plane_of_unit (a, place_of_unit (a, w, unit)) + 4 * lane, q);
  }
}

/* Bit `place' of a block (4 row + column): that pixel is inside. */
__device__ __forceinline__ guint16 &
inside_of (const FrameArgs &a, const FrameWorker &w, guint unit, guint lane)
{
  return ((guint16 *) w.words (a.layout.inside))[FRAME_BLOCKS * unit + lane];
}

/* Of the pixel that a block's word names. */
__device__ __forceinline__ bool
is_inside (const FrameArgs &a, const FrameWorker &w, guint unit, guint32 word)
{
  return inside_of (a, w, unit, this_lane ()) >> place_of_word (word) & 1;
}

/* The pixels of the block at (x, y) that lie in the picture, as inside_of(). */
__device__ __forceinline__ guint32
mask_of_block (const FrameArgs &a, guint x, guint y)
{
  guint columns = min (a.width - min (x, a.width), (guint) FRAME_SIDE);
  guint rows = min (a.height - min (y, a.height), (guint) FRAME_SIDE);

  return ((1u << columns) - 1) * 0x1111 & ((1u << FRAME_SIDE * rows) - 1);
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

    load_block (a, w, unit, this_lane (), q);
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
    inside_of (a, w, unit, this_lane ()) = (guint16) inside;
    outside += __popc (mask_of_block (a, x, y)) - __popc (inside);
  }
  outside = warp_sum (outside);
  if (this_lane () == 0)
    atomicAdd (&w.own ().outside, outside);
  return range;
}
