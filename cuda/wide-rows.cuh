/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rows of a tile, with Gaussian windows: from samples to sums along them, and
 * from these to the response.
 */
#pragma once

#include "wide-responses.cuh"
#include "wide-tensors.cuh"
#include "wide-windows.cuh"

/* The sums along the rows, component by component. What is done several times
 * is a loop: code that does not fit into the cache takes longer than the loop.
 */
template <int GRADIENT, int RADIUS, typename Tensor>
__device__ __forceinline__ void
make_sums (const ResponseArgs &a, const WindowTile &tile,
    const guint16 *samples, float *slots, float *sums)
{
  constexpr int rows = sum_rows<Tensor> ();
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, n = tile.n_sums ();
  float *slot = slots + rows * warp * SLOT;

#pragma unroll 1
  for (int y = rows * warp; y < n; y += rows * WARPS) {
    Tensors<Tensor, rows> t;

    clear_tensors (t);
    sum_tensors<GRADIENT, false> (
        a, tile.n_samples () * WIDTH, samples + y * WIDTH, t);
#pragma unroll
    for (int c = 0; c < 3; c++) {
      __syncwarp ();
#pragma unroll
      for (int k = 0; k < rows; k++)
#pragma unroll
        for (int x = 0; x < COLUMNS; x++)
          slot[k * SLOT + x * SLOT_PITCH + SPARE + lane] =
              (float) t.sums[c][k][x];
      __syncwarp ();
#pragma unroll 1
      for (int k = 0; k < rows; k++)
        window_row<RADIUS> (a, slot + k * SLOT,
            sums + (c * n + y + k) * WIDTH + COLUMNS * lane);
    }
  }
}

/* The rows of the tile from their sums; (x0, y0): its first pixel. */
template <int RADIUS>
__device__ __forceinline__ void
finish_rows (const ResponseArgs &a, const WindowTile &tile, const float *sums,
    int x0, int y0, Range &range)
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
      put_responses (a, row_responses (a, w[0][k], w[1][k], w[2][k]),
          x0 + column - tile.margin (), y0 + y + k, range);
  }
}
