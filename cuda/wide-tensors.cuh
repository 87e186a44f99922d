/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Gradients and their tensors, of rows of samples in shared memory.
 */
#pragma once

#include "wide-tile.cuh"

/* The samples of a lane's columns of a row, with those beside. Lanes at the
 * ends read their own instead: what comes of it is in the margin. */
template <int REACH>
__device__ __forceinline__ void
read_samples (const guint16 *row, gint32 (&v)[COLUMNS + 2 * REACH])
{
  static_assert (REACH <= 2, "the words beside hold two samples");
  int lane = threadIdx.x % 32;
  const guint32 *words = (const guint32 *) row + 2 * lane;
  guint32 left = words[lane > 0 ? -1 : 0], right = words[lane < 31 ? 2 : 0];
  uint2 own = *(const uint2 *) words;

  if (REACH == 2) {
    v[0] = left & 0xffff;
    v[REACH + COLUMNS + REACH - 1] = right >> 16;
  }
  v[REACH - 1] = left >> 16;
  v[REACH] = own.x & 0xffff;
  v[REACH + 1] = own.x >> 16;
  v[REACH + 2] = own.y & 0xffff;
  v[REACH + 3] = own.y >> 16;
  v[REACH + COLUMNS] = right & 0xffff;
}

/* The derivative and the smoothing along a row, of SIDE columns. */
template <int SIDE>
__device__ __forceinline__ void
along_row (const HarrisGradientTaps &taps, const gint32 *v, gint32 &derivative,
    gint32 &smooth)
{
  derivative = smooth = 0;
#pragma unroll
  for (int i = 0; i < SIDE; i++) {
    derivative += taps.derivative[i] * v[i];
    smooth += taps.smoothing[i] * v[i];
  }
}

/* Ix and Iy of ROWS rows of a lane's columns, of one channel: as
 * find_gradients(). samples: the first row that they need. */
template <int REACH, int ROWS>
__device__ __forceinline__ void
lane_gradients (const HarrisGradientTaps &taps, const guint16 *samples,
    gint32 (&ix)[ROWS][COLUMNS], gint32 (&iy)[ROWS][COLUMNS])
{
  constexpr int side = 2 * REACH + 1;

#pragma unroll
  for (int j = 0; j < ROWS - 1 + side; j++) {
    gint32 v[COLUMNS + 2 * REACH];

    read_samples<REACH> (samples + j * WIDTH, v);
#pragma unroll
    for (int x = 0; x < COLUMNS; x++) {
      gint32 derivative, smooth;

      along_row<side> (taps, v + x, derivative, smooth);
#pragma unroll
      for (int k = 0; k < ROWS; k++)
        if (j - k >= 0 && j - k < side) {
          gint32 along = taps.smoothing[j - k] * derivative;
          gint32 across = taps.derivative[j - k] * smooth;

          ix[k][x] = j == k ? along : ix[k][x] + along;
          iy[k][x] = j == k ? across : iy[k][x] + across;
        }
    }
  }
}

template <typename Tensor, int ROWS> struct Tensors {
  Tensor sums[3][ROWS][COLUMNS];
};

/* The tensors of ROWS rows, summed over the channels. */
template <int REACH, int ROWS, typename Tensor>
__device__ __forceinline__ void
make_tensors (const ResponseArgs &a, const Tile &tile, const guint16 *samples,
    Tensors<Tensor, ROWS> &t)
{
#pragma unroll
  for (int c = 0; c < 3; c++)
#pragma unroll
    for (int k = 0; k < ROWS; k++)
#pragma unroll
      for (int x = 0; x < COLUMNS; x++)
        t.sums[c][k][x] = 0;
#pragma unroll 1
  for (guint c = 0; c < a.channels; c++) {
    gint32 ix[ROWS][COLUMNS], iy[ROWS][COLUMNS];

    lane_gradients<REACH, ROWS> (
        a.gradient, samples + c * tile.n_samples () * WIDTH, ix, iy);
#pragma unroll
    for (int k = 0; k < ROWS; k++)
#pragma unroll
      for (int x = 0; x < COLUMNS; x++) {
        t.sums[0][k][x] += (Tensor) ix[k][x] * ix[k][x];
        t.sums[1][k][x] += (Tensor) iy[k][x] * iy[k][x];
        t.sums[2][k][x] += (Tensor) ix[k][x] * iy[k][x];
      }
  }
}
