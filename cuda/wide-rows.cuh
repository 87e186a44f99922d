/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rows of a tile: from samples to sums along them, and from these to the
 * response.
 */
#pragma once

#include "range.cuh"
#include "wide-tensors.cuh"
#include "wide-windows.cuh"

/* The sums along the rows, component by component. What is done several times
 * is a loop: code that does not fit into the cache takes longer than the loop.
 */
template <int REACH, int RADIUS, typename Tensor, typename Value>
__device__ __forceinline__ void
make_sums (const ResponseArgs &a, const Tile &tile, const guint16 *samples,
    Value *slots, Value *sums)
{
  constexpr int rows = sum_rows<Tensor> ();
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, n = tile.n_sums ();
  Value *slot = slots + rows * warp * SLOT;

#pragma unroll 1
  for (int y = rows * warp; y < n; y += rows * WARPS) {
    Tensors<Tensor, rows> t;

    make_tensors<REACH> (a, tile, samples + y * WIDTH, t);
#pragma unroll
    for (int c = 0; c < 3; c++) {
      __syncwarp ();
#pragma unroll
      for (int k = 0; k < rows; k++)
#pragma unroll
        for (int x = 0; x < COLUMNS; x++)
          slot[k * SLOT + x * SLOT_PITCH + SPARE + lane] =
              (Value) t.sums[c][k][x];
      __syncwarp ();
#pragma unroll 1
      for (int k = 0; k < rows; k++)
        window_row<RADIUS> (a, slot + k * SLOT,
            sums + (c * n + y + k) * WIDTH + COLUMNS * lane);
    }
  }
}

/* Responses of a row of a lane's columns. */
struct Responses {
  float r[COLUMNS];
};

/* Those that are dear; out of the way of the others' code. */
__device__ __noinline__ static float
other_measure (guint which, float xx, float yy, float xy)
{
  return measure (which, 0, xx, yy, xy);
}

__device__ __noinline__ static Range
count_region (const ResponseArgs &a, Responses r, guint x, guint y, Range range)
{
#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    if (x + i < a.image.width && vf_area_contains (a.region, x + i, y))
      range_add (range, r.r[i]);
  return range;
}

/* Writes a row's responses that lie in the picture, and counts those in the
 * region. */
__device__ __forceinline__ void
put_row (
    const ResponseArgs &a, const Responses &all, guint x, guint y, Range &range)
{
  guint width = a.image.width;
  float *to = a.response + (gsize) y * a.pitch + x;

  if (x >= width || y >= a.image.height)
    return;
  if (width % COLUMNS == 0 && a.everywhere) {
    *(float4 *) to = make_float4 (all.r[0], all.r[1], all.r[2], all.r[3]);
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      range_add (range, all.r[i]);
  } else {
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      if (x + i < width)
        to[i] = all.r[i];
    range = count_region (a, all, x, y, range);
  }
}

__device__ __forceinline__ Responses
row_responses (const ResponseArgs &a, const float xx[COLUMNS],
    const float yy[COLUMNS], const float xy[COLUMNS])
{
  bool harris = a.measure == HARRIS_MEASURE_HARRIS;
  Responses all;

#pragma unroll
  for (int x = 0; x < COLUMNS; x++)
    all.r[x] = harris
                   ? measure (HARRIS_MEASURE_HARRIS, a.k, xx[x], yy[x], xy[x])
                   : other_measure (a.measure, xx[x], yy[x], xy[x]);
  return all;
}

/* The rows of the tile from their sums; (x0, y0): its first pixel. */
template <int RADIUS, typename Value>
__device__ __forceinline__ void
finish_rows (const ResponseArgs &a, const Tile &tile, const Value *sums, int x0,
    int y0, Range &range)
{
  int warp = threadIdx.x / 32, column = COLUMNS * (threadIdx.x % 32);

  if (column < tile.margin () || column >= WIDTH - tile.margin ())
    return;
#pragma unroll 1
  for (int y = PIXEL_ROWS * warp; y < tile.rows; y += PIXEL_ROWS * WARPS) {
    float w[3][PIXEL_ROWS][COLUMNS];

#pragma unroll
    for (int c = 0; c < 3; c++)
      window_columns<RADIUS> (
          a, sums + (c * tile.n_sums () + y) * WIDTH + column, w[c]);
#pragma unroll
    for (int k = 0; k < PIXEL_ROWS; k++)
      put_row (a, row_responses (a, w[0][k], w[1][k], w[2][k]),
          x0 + column - tile.margin (), y0 + y + k, range);
  }
}
