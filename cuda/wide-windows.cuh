/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The window along rows and along columns.
 */
#pragma once

#include "wide-tile.cuh"

template <typename Value> struct __align__ (16) Quad
{
  Value values[COLUMNS];
};

/* Floats have the Gaussian window, integers the box. */
template <typename Value> constexpr bool is_box = true;
template <> constexpr bool is_box<gfloat> = false;

/* The window along a line around N places of C components each. v: the values
 * of these places and of RADIUS more at either end. A smaller window has taps
 * that are 0, which change no sum. */
template <int RADIUS, int N, int C>
__device__ __forceinline__ void
window_gaussian (const ResponseArgs &a, const float (&v)[N + 2 * RADIUS][C],
    float (&sums)[N][C])
{
#pragma unroll
  for (int k = 0; k < N; k++)
#pragma unroll
    for (int c = 0; c < C; c++) {
      sums[k][c] = __fmul_rn (a.taps[0], v[k + RADIUS][c]);
#pragma unroll
      for (int i = 1; i <= RADIUS; i++)
        sums[k][c] = __fmaf_rn (a.taps[i],
            __fadd_rn (v[k + RADIUS - i][c], v[k + RADIUS + i][c]), sums[k][c]);
    }
}

/* The box: values that a smaller one leaves out do not count. */
template <int RADIUS, int N, int C, typename Value>
__device__ __forceinline__ void
window_box (const ResponseArgs &a, const Value (&v)[N + 2 * RADIUS][C],
    Value (&sums)[N][C])
{
#pragma unroll
  for (int k = 0; k < N; k++)
#pragma unroll
    for (int c = 0; c < C; c++)
      sums[k][c] = v[k + RADIUS][c];
#pragma unroll
  for (int i = 1; i <= RADIUS; i++)
    if (i <= (int) a.radius) {
#pragma unroll
      for (int k = 0; k < N; k++)
#pragma unroll
        for (int c = 0; c < C; c++)
          sums[k][c] += v[k + RADIUS - i][c] + v[k + RADIUS + i][c];
    }
}

/* The window along a row whose values lie in a slot. */
template <int RADIUS, typename Value>
__device__ __forceinline__ void
window_row (const ResponseArgs &a, const Value *slot, Value *sums)
{
  const Value *own = slot + SPARE + threadIdx.x % 32;
  Value v[COLUMNS + 2 * RADIUS][1], row[COLUMNS][1];
  Quad<Value> all;

#pragma unroll
  for (int i = 0; i < COLUMNS + 2 * RADIUS; i++) {
    int x = i - RADIUS;

    v[i][0] = own[(x & (COLUMNS - 1)) * SLOT_PITCH + (x >> 2)];
  }
  if constexpr (is_box<Value>)
    window_box<RADIUS> (a, v, row);
  else
    window_gaussian<RADIUS> (a, v, row);
#pragma unroll
  for (int x = 0; x < COLUMNS; x++)
    all.values[x] = row[x][0];
  *(Quad<Value> *) sums = all;
}

/* The window along the columns around PIXEL_ROWS rows of sums. */
template <int RADIUS, typename Value>
__device__ __forceinline__ void
window_columns (const ResponseArgs &a, const Value *first,
    float (&windowed)[PIXEL_ROWS][COLUMNS])
{
  Value v[PIXEL_ROWS + 2 * RADIUS][COLUMNS], sums[PIXEL_ROWS][COLUMNS];

#pragma unroll
  for (int i = 0; i < PIXEL_ROWS + 2 * RADIUS; i++) {
    Quad<Value> q = *(const Quad<Value> *) (first + i * WIDTH);

#pragma unroll
    for (int x = 0; x < COLUMNS; x++)
      v[i][x] = q.values[x];
  }
  if constexpr (is_box<Value>)
    window_box<RADIUS> (a, v, sums);
  else
    window_gaussian<RADIUS> (a, v, sums);
#pragma unroll
  for (int k = 0; k < PIXEL_ROWS; k++)
#pragma unroll
    for (int x = 0; x < COLUMNS; x++)
      windowed[k][x] = (float) sums[k][x];
}
