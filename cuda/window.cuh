/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The windows along a line, for N places side by side and C components at
 * once: what the places share is loaded once. load (i, v) gives the C values
 * that lie i places after the first of the N; it is asked for those from
 * -radius to N - 1 + radius.
 */
#pragma once

#include <glib.h>

/* From the middle to the ends, in the order that the definition has. */
template <int C, int N, typename Load>
__device__ inline void
window_gaussian (const gfloat *taps, int radius, Load load, float (&sums)[C][N])
{
  float low[N][C], high[N][C]; /* i places before and after each of the N */

#pragma unroll
  for (int k = 0; k < N; k++) {
    load (k, low[k]);
#pragma unroll
    for (int c = 0; c < C; c++) {
      high[k][c] = low[k][c];
      sums[c][k] = __fmul_rn (taps[0], low[k][c]);
    }
  }
#pragma unroll 2
  for (int i = 1; i <= radius; i++) {
    gfloat tap = taps[i];

#pragma unroll
    for (int k = N - 1; k > 0; k--)
#pragma unroll
      for (int c = 0; c < C; c++) {
        low[k][c] = low[k - 1][c];
        high[N - 1 - k][c] = high[N - k][c];
      }
    load (-i, low[0]);
    load (N - 1 + i, high[N - 1]);
#pragma unroll
    for (int k = 0; k < N; k++)
#pragma unroll
      for (int c = 0; c < C; c++)
        sums[c][k] =
            __fmaf_rn (tap, __fadd_rn (low[k][c], high[k][c]), sums[c][k]);
  }
}

/* Whole numbers, in any order: each place has what the one before it has, but
 * for one value at either end. */
template <int C, int N, typename Load, typename Sum>
__device__ inline void
window_box (int radius, Load load, Sum (&sums)[C][N])
{
#pragma unroll
  for (int c = 0; c < C; c++)
    sums[c][0] = 0;
#pragma unroll 2
  for (int i = -radius; i <= radius; i++) {
    Sum v[C];

    load (i, v);
#pragma unroll
    for (int c = 0; c < C; c++)
      sums[c][0] += v[c];
  }
#pragma unroll
  for (int k = 1; k < N; k++) {
    Sum gone[C], come[C];

    load (k - 1 - radius, gone);
    load (k + radius, come);
#pragma unroll
    for (int c = 0; c < C; c++)
      sums[c][k] = sums[c][k - 1] + (come[c] - gone[c]);
  }
}

/* The window that there is for the type of the values: floats have the
 * Gaussian, integers the box. */
template <int C, int N, typename Load>
__device__ inline void
window_line (const gfloat *taps, int radius, Load load, float (&sums)[C][N])
{
  window_gaussian (taps, radius, load, sums);
}

template <int C, int N, typename Load, typename Sum>
__device__ inline void
window_line (const gfloat *taps, int radius, Load load, Sum (&sums)[C][N])
{
  window_box (radius, load, sums);
}
