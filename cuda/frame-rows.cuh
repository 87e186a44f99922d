/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where a warp's rows of the response go, and what is kept of their blocks: a
 * word about the maximum, and the minimum.
 */
#pragma once

#include "frame-memory.cuh"

/* A block's maximum as one word: the upper 28 bits of its largest response,
 * which is above 0, and its place: 4 (3 - row) + 3 - column. So a larger word
 * comes first, but for responses that differ in their last 4 bits alone. 0:
 * there is no response above 0. Blocks of other workers are ALIEN. */
#define ALIEN     (~0u)
#define NO_UNIT   0 /* rows of words before those of the units */
#define THEIRS    1
#define FIRST_ROW 2

/* Where the rows of the response go, their range, and the words of the lane's
 * blocks. */
struct FrameRows {
  float4 *tile;
  float *plane;
  guint32 *word; /* of the next unit */
  float *minimum;
  guint unit; /* its number in the worker */

  /* Units 1 to `inner` go to the plane only where this holds for the lane, the
   * others from every lane. */
  guint inner;
  bool in_plane;

  float lo, hi;
};

/* A lane's block of a unit, as its rows come: the first row with the largest
 * response, what that is, and the row's part of the word; the smallest. */
struct FrameBlock {
  float row[4], top, lo;
  guint32 place;
};

__device__ __forceinline__ float
largest (const float r[4])
{
  return fmaxf (fmaxf (r[0], r[1]), fmaxf (r[2], r[3]));
}

/* Row 0 begins the block. */
__device__ __forceinline__ void
block_row (FrameBlock &b, int row, const float r[4])
{
  float top = largest (r);
  bool first = row == 0 || top > b.top;

#pragma unroll
  for (int i = 0; i < 4; i++)
    b.row[i] = first ? r[i] : b.row[i];
#pragma unroll
  for (int i = 0; i < 4; i++)
    b.lo = row == 0 && i == 0 ? r[0] : fminf (b.lo, r[i]);
  b.top = first ? top : b.top;
  b.place = first ? 12 - 4 * row : b.place;
}

/* Of several that are equal the first one, row by row. */
__device__ __forceinline__ guint32
block_word (const FrameBlock &b)
{
  guint32 column = b.row[0] == b.top   ? 3
                   : b.row[1] == b.top ? 2
                   : b.row[2] == b.top ? 1
                                       : 0;

  return b.top > 0 ? (__float_as_uint (b.top) & ~15u) | b.place | column : 0;
}

/* After the last row; goes on to the next unit. */
__device__ __forceinline__ void
finish_block (const FrameArgs &a, FrameRows &rows, const FrameBlock &b)
{
  rows.hi = fmaxf (rows.hi, b.top);
  *rows.word = block_word (b);
  *rows.minimum = b.lo;
  rows.word += FRAME_WORDS;
  rows.minimum += FRAME_BLOCKS;
  rows.tile += FRAME_UNIT / 4;
  rows.plane += (gsize) FRAME_SIDE * a.pitch;
  rows.unit++;
}

/* The lane's responses of a row of the unit. */
__device__ __forceinline__ float4 *
tile_row (const FrameRows &rows, int row)
{
  return rows.tile + row * (FRAME_STRIP / 4);
}

__device__ __forceinline__ float4 *
plane_row (const FrameArgs &a, const FrameRows &rows, int row)
{
  return (float4 *) (rows.plane + (gsize) row * a.pitch);
}
