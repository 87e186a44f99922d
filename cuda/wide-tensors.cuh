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
  constexpr int beside = (REACH + 1) / 2; /* words */
  int lane = threadIdx.x % 32;
  const guint32 *words = (const guint32 *) row + 2 * lane;
  const guint32 *left = words - (lane > 0 ? beside : 0);
  const guint32 *right = words + (lane < 31 ? 2 : 0);
  uint2 own = *(const uint2 *) words;
  guint32 all[2 + 2 * beside];

  static_assert (REACH <= 2 * beside && beside <= 2, "words of one neighbour");
#pragma unroll
  for (int i = 0; i < beside; i++) {
    all[i] = left[i];
    all[beside + 2 + i] = right[i];
  }
  all[beside] = own.x;
  all[beside + 1] = own.y;
#pragma unroll
  for (int i = 0; i < COLUMNS + 2 * REACH; i++) {
    int half = i + 2 * beside - REACH;

    v[i] = half % 2 ? all[half / 2] >> 16 : all[half / 2] & 0xffff;
  }
}

/* The derivative and the smoothing along a row around v. Derivatives are odd,
 * and smoothings even. */
template <int REACH>
__device__ __forceinline__ void
along_row (const HarrisGradientTaps &taps, const gint32 *v, gint32 &derivative,
    gint32 &smooth)
{
  derivative = 0;
  smooth = taps.smoothing[REACH] * v[0];
#pragma unroll
  for (int i = 1; i <= REACH; i++) {
    gint32 difference = v[i] - v[-i];

    derivative +=
        REACH == 1 ? difference : taps.derivative[REACH + i] * difference;
    smooth += taps.smoothing[REACH + i] * (v[-i] + v[i]);
  }
}

/* Ix and Iy of ROWS rows of a lane's columns, of one channel: as
 * find_gradients(). samples: the first row that they need. */
template <int REACH, int ROWS>
__device__ __forceinline__ void
sum_gradients (const HarrisGradientTaps &taps, const guint16 *samples,
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

      along_row<REACH> (taps, v + x + REACH, derivative, smooth);
#pragma unroll
      for (int k = 0; k < ROWS; k++)
        if (j - k >= 0 && j - k < side) {
          gint32 along = taps.smoothing[j - k] * derivative;
          gint32 across = j - k == REACH ? 0
                          : REACH == 1   ? (j - k == 0 ? -smooth : smooth)
                                         : taps.derivative[j - k] * smooth;

          ix[k][x] = j == k ? along : ix[k][x] + along;
          iy[k][x] = j == k ? across : iy[k][x] + across;
        }
    }
  }
}

/* The same of the central differences. */
template <int ROWS>
__device__ __forceinline__ void
central_gradients (const guint16 *samples, gint32 (&ix)[ROWS][COLUMNS],
    gint32 (&iy)[ROWS][COLUMNS])
{
#pragma unroll
  for (int j = 0; j < ROWS + 2; j++) {
    gint32 v[COLUMNS + 2];

    read_samples<1> (samples + j * WIDTH, v);
#pragma unroll
    for (int x = 0; x < COLUMNS; x++) {
      if (j >= 1 && j <= ROWS)
        ix[j - 1][x] = v[x + 2] - v[x];
      if (j >= 2)
        iy[j - 2][x] += v[x + 1];
      if (j < ROWS)
        iy[j][x] = -v[x + 1];
    }
  }
}

template <int GRADIENT, int ROWS>
__device__ __forceinline__ void
lane_gradients (const HarrisGradientTaps &taps, const guint16 *samples,
    gint32 (&ix)[ROWS][COLUMNS], gint32 (&iy)[ROWS][COLUMNS])
{
  if constexpr (GRADIENT == CENTRAL)
    central_gradients (samples, ix, iy);
  else
    sum_gradients<GRADIENT> (taps, samples, ix, iy);
}

template <typename Tensor, int ROWS> struct Tensors {
  Tensor sums[3][ROWS][COLUMNS];
};

template <typename Tensor, int ROWS>
__device__ __forceinline__ void
clear_tensors (Tensors<Tensor, ROWS> &t)
{
#pragma unroll
  for (int c = 0; c < 3; c++)
#pragma unroll
    for (int k = 0; k < ROWS; k++)
#pragma unroll
      for (int x = 0; x < COLUMNS; x++)
        t.sums[c][k][x] = 0;
}

/* Adds the tensors of ROWS rows, summed over the channels, or takes them away.
 * pitch: samples from one channel to the next. */
template <int GRADIENT, bool AWAY, int ROWS, typename Tensor>
__device__ __forceinline__ void
sum_tensors (const ResponseArgs &a, int pitch, const guint16 *samples,
    Tensors<Tensor, ROWS> &t)
{
#pragma unroll 1
  for (guint c = 0; c < a.channels; c++, samples += pitch) {
    gint32 ix[ROWS][COLUMNS], iy[ROWS][COLUMNS];

    lane_gradients<GRADIENT, ROWS> (a.gradient, samples, ix, iy);
#pragma unroll
    for (int k = 0; k < ROWS; k++)
#pragma unroll
      for (int i = 0; i < COLUMNS; i++) {
        Tensor x = AWAY ? -ix[k][i] : ix[k][i];
        Tensor y = AWAY ? -iy[k][i] : iy[k][i];

        t.sums[0][k][i] += x * ix[k][i];
        t.sums[1][k][i] += y * iy[k][i];
        t.sums[2][k][i] += x * iy[k][i];
      }
  }
}
