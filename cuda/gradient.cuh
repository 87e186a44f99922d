/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The gradient by any operator, and the tensor that it makes: exact integers.
 */
#pragma once

#include "harris-gradients.h"

/* Ix and Iy of ROWS pixels, one below the other. samples: the first one that
 * they need, REACH to the left of the first pixel and above it. An operator is
 * the product of two: each row of samples is summed both ways once. */
template <int REACH, int ROWS>
__device__ inline void
find_gradients (const HarrisGradientTaps &taps, const guint16 *samples,
    int pitch, gint32 (&ix)[ROWS], gint32 (&iy)[ROWS])
{
  constexpr int side = 2 * REACH + 1;

#pragma unroll
  for (int k = 0; k < ROWS; k++)
    ix[k] = iy[k] = 0;
#pragma unroll
  for (int j = 0; j < ROWS - 1 + side; j++, samples += pitch) {
    gint32 derivative = 0, smooth = 0;

#pragma unroll
    for (int i = 0; i < side; i++) {
      derivative += taps.derivative[i] * (gint32) samples[i];
      smooth += taps.smoothing[i] * (gint32) samples[i];
    }
#pragma unroll
    for (int k = 0; k < ROWS; k++)
      if (j - k >= 0 && j - k < side) {
        ix[k] += taps.smoothing[j - k] * derivative;
        iy[k] += taps.derivative[j - k] * smooth;
      }
  }
}

/* Adds a channel's: Ix Ix, Iy Iy and Ix Iy. */
template <int ROWS, typename Tensor>
__device__ inline void
add_tensors (const gint32 (&ix)[ROWS], const gint32 (&iy)[ROWS],
    Tensor (&tensors)[3][ROWS])
{
#pragma unroll
  for (int k = 0; k < ROWS; k++) {
    tensors[0][k] += (Tensor) ix[k] * ix[k];
    tensors[1][k] += (Tensor) iy[k] * iy[k];
    tensors[2][k] += (Tensor) ix[k] * iy[k];
  }
}

/* What no component of the tensor of one pixel exceeds. */
static inline guint64
tensor_bound (const HarrisGradientTaps *taps, guint depth, guint channels)
{
  guint64 derivative = 0, smoothing = 0, most;

  for (guint i = 0; i <= 2 * taps->reach; i++) {
    derivative += (guint64) MAX (taps->derivative[i], 0);
    smoothing += (guint64) taps->smoothing[i];
  }
  most = derivative * smoothing * ((1u << depth) - 1);
  return channels * most * most;
}
