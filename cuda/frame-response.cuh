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

#include "frame-samples.cuh"

/* A block's maximum as one word: the upper 28 bits of its largest response,
 * which is above 0, and its place: 4 (3 - row) + 3 - column. So a larger word
 * comes first, but for responses that differ in their last 4 bits alone. 0:
 * there is no response above 0. Blocks of other workers are ALIEN. */
#define ALIEN     (~0u)
#define NO_UNIT   0 /* rows of words before those of the units */
#define THEIRS    1
#define FIRST_ROW 2

/* What a warp makes in one go: units of one strip, one below the other. */
struct FrameRun {
  guint strip, y; /* the first row */
  guint unit;     /* the first one's number in the worker */
  guint units;
  bool above, below; /* the sums around that end are shared with the warp
                        there */
};

/* Where the rows of the response go, their range, and the words of the lane's
 * blocks. */
struct FrameRows {
  float4 *tile;
  float *plane;
  guint32 *word; /* of the next unit */
  float *minimum;
  guint unit; /* its number in the worker */

  /* Units 1 to `inner` go to the plane where this holds for the lane. */
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

/* Sums along a row of the three components, of a lane's columns. */
typedef float FrameRowSums[3][4];

/* The last two rows of samples, and the derivative along the last one. */
struct FramePipe {
  float before[8], now[8], ix[8]; /* columns -2 to 5 */
  FrameWords ahead[2];            /* rows under way */
};

/* The window along a row of the products p = g q. All of these are integers
 * below 2^24: p beside a lane's columns needs no register, for
 * fma (g, q, p') is the exact p + p'. */
__device__ __forceinline__ void
sum_products (
    const float g[8], const float q[8], const float *taps, float sums[4])
{
  float p[4], near[4], far[4];

#pragma unroll
  for (int i = 0; i < 4; i++)
    p[i] = __fmul_rn (g[i + 2], q[i + 2]);
  near[0] = __fmaf_rn (g[1], q[1], p[1]);
  near[1] = __fadd_rn (p[0], p[2]);
  near[2] = __fadd_rn (p[1], p[3]);
  near[3] = __fmaf_rn (g[6], q[6], p[2]);
  far[0] = __fmaf_rn (g[0], q[0], p[2]);
  far[1] = __fmaf_rn (g[1], q[1], p[3]);
  far[2] = __fmaf_rn (g[6], q[6], p[0]);
  far[3] = __fmaf_rn (g[7], q[7], p[1]);
#pragma unroll
  for (int i = 0; i < 4; i++) {
    sums[i] = __fmul_rn (taps[0], p[i]);
    sums[i] = __fmaf_rn (taps[1], near[i], sums[i]);
    sums[i] = __fmaf_rn (taps[2], far[i], sums[i]);
  }
}

__device__ __forceinline__ void
pipe_push (FramePipe &p, const float v[FRAME_COLUMNS])
{
#pragma unroll
  for (int i = 0; i < 8; i++) {
    p.before[i] = p.now[i];
    p.now[i] = v[i + 1];
    p.ix[i] = __fsub_rn (v[i + 2], v[i]);
  }
}

/* Takes another row of samples, and makes the sums of the row above it. */
__device__ __forceinline__ void
pipe_row (FramePipe &p, FrameFeed &f, const FrameArgs &a, FrameRowSums &sums)
{
  FrameWords w = p.ahead[0];
  float v[FRAME_COLUMNS], iy[8];

  p.ahead[0] = p.ahead[1];
  p.ahead[1] = feed_next (f, a);
  feed_floats (f, w, v);
#pragma unroll
  for (int i = 0; i < 8; i++)
    iy[i] = __fsub_rn (v[i + 1], p.before[i]);
  sum_products (p.ix, p.ix, a.taps, sums[0]);
  sum_products (iy, iy, a.taps, sums[1]);
  sum_products (p.ix, iy, a.taps, sums[2]);
  pipe_push (p, v);
}

/* The first rows on their way. */
__device__ __forceinline__ void
pipe_start (FramePipe &p, FrameFeed &f, const FrameArgs &a, FrameWords first[2])
{
  first[0] = feed_next (f, a);
  first[1] = feed_next (f, a);
  p.ahead[0] = feed_next (f, a);
  p.ahead[1] = feed_next (f, a);
}

__device__ __forceinline__ void
pipe_fill (FramePipe &p, const FrameFeed &f, const FrameWords first[2])
{
  float v[FRAME_COLUMNS];

#pragma unroll
  for (int i = 0; i < 2; i++) {
    feed_floats (f, first[i], v);
    pipe_push (p, v);
  }
}

__device__ __forceinline__ float
harris_measure (float xx, float yy, float xy, float k)
{
  float trace = __fadd_rn (xx, yy);
  float det = __fmaf_rn (xx, yy, -__fmul_rn (xy, xy));

  return __fmaf_rn (-k, __fmul_rn (trace, trace), det);
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
    r[i] = harris_measure (w[0], w[1], w[2], a.k);
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

/* A warp's rows of sums in shared memory: a float4 of each lane, for each row
 * and component. */
__device__ __forceinline__ float4 *
shared_sums (const FrameArgs &a, char *shared, guint warp)
{
  return (float4 *) (shared + a.layout.sums) + warp * (FRAME_SUMS / 4)
         + this_lane ();
}

__device__ __forceinline__ void
store_sums (float4 *to, const FrameRowSums (&sums)[4])
{
#pragma unroll
  for (int row = 0; row < 4; row++)
#pragma unroll
    for (int c = 0; c < 3; c++) {
      const float *s = sums[row][c];

      to[(3 * row + c) * 32] = make_float4 (s[0], s[1], s[2], s[3]);
    }
}

__device__ __forceinline__ void
load_sums (const float4 *from, FrameRowSums &sums)
{
#pragma unroll
  for (int c = 0; c < 3; c++) {
    float4 v = from[c * 32];

    sums[c][0] = v.x;
    sums[c][1] = v.y;
    sums[c][2] = v.z;
    sums[c][3] = v.w;
  }
}

/* The last unit of a run, with sums that the warp below has made. */
__device__ __forceinline__ void
finish_run (const FrameArgs &a, FrameRows &rows, const float4 *from,
    const FrameRowSums (&old)[4])
{
  FrameRowSums sums[4];
  FrameBlock block;

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
 * their way; `shared` is called when the first sums, which the warp above may
 * need, are there. */
template <typename Meanwhile, typename Meet>
__device__ __forceinline__ void
make_run (const FrameArgs &a, char *shared, const FrameRun &run,
    FrameRows &rows, Meanwhile meanwhile, Meet meet)
{
  guint left = run.units - run.below;
  FrameFeed f = frame_feed (
      a, run.strip * FRAME_STRIP + 4 * this_lane (), (int) run.y - 3);
  const float4 *below = shared_sums (a, shared, this_warp ());
  FrameRowSums even[4], odd[4];
  FrameWords first[2];
  FramePipe p;

  pipe_start (p, f, a, first);
  prefetch_rows (a, run.strip, f.row, 24);
  meanwhile ();
  pipe_fill (p, f, first);
#pragma unroll
  for (int i = 0; i < 4; i++)
    pipe_row (p, f, a, even[i]);
  if (run.above)
    store_sums (shared_sums (a, shared, this_warp () - 1), even);
  meet ();
  /* Each way out of the loop has its own copy of the end: to bring both to one
   * would copy all sums between registers on every turn. */
#pragma unroll 1
  while (true) {
    if (left == 0) {
      if (run.below)
        finish_run (a, rows, below, even);
      break;
    }
    if (--left > 4)
      prefetch_rows (a, run.strip, f.row + 20, 8);
    make_unit (a, p, f, rows, even, odd);
    if (left == 0) {
      if (run.below)
        finish_run (a, rows, below, odd);
      break;
    }
    left--;
    make_unit (a, p, f, rows, odd, even);
  }
}
