/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Gaussian window along rows and along columns of a tile.
 */
#pragma once

#include "wide-tile.cuh"

#define MAX_RADIUS 7 /* of the window */
#define MAX_REACH  2 /* of the gradient */
#define PIXEL_ROWS 2 /* of a warp, in the last step */

/* Rows of sums that a warp makes at once: as many as registers hold. */
template <typename Tensor>
__host__ __device__ constexpr int
sum_rows ()
{
  return sizeof (Tensor) == 8 ? 2 : 4;
}

/* A row of values that the lanes read each other's of: column 4 i + k of the
 * tile lies at k pitches + i, so that lanes that look equally far meet in no
 * bank. There is room for what the outer lanes look for outside the tile. */
#define SPARE      LANES (MAX_RADIUS)
#define SLOT_PITCH (32 + 2 * SPARE + 1)
#define SLOT       (COLUMNS * SLOT_PITCH)

/* How it lies in shared memory: its sums, a component after the other; slots of
 * the warps; samples, a channel after the other. */
struct WindowTile : Tile {
  __host__ __device__ constexpr int height () const
  {
    return rows;
  }

  /* Rows of sums, rounded up to what a warp makes at once. */
  __host__ __device__ constexpr int n_sums () const
  {
    return (rows + 2 * radius + 3) / 4 * 4;
  }

  __host__ __device__ constexpr int n_samples () const
  {
    return n_sums () + 2 * reach;
  }

  __host__ __device__ constexpr gsize bytes (
      guint channels, guint warp_sums) const
  {
    return (3 * (gsize) n_sums () * WIDTH + warp_sums * WARPS * SLOT)
               * sizeof (float)
           + channels * (gsize) n_samples () * WIDTH * sizeof (guint16);
  }
};

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

/* The window along a row whose values lie in a slot. */
template <int RADIUS>
__device__ __forceinline__ void
window_row (const ResponseArgs &a, const float *slot, float *sums)
{
  const float *own = slot + SPARE + threadIdx.x % 32;
  float v[COLUMNS + 2 * RADIUS][1], row[COLUMNS][1];

#pragma unroll
  for (int i = 0; i < COLUMNS + 2 * RADIUS; i++) {
    int x = i - RADIUS;

    v[i][0] = own[(x & (COLUMNS - 1)) * SLOT_PITCH + (x >> 2)];
  }
  window_gaussian<RADIUS> (a, v, row);
  *(float4 *) sums = make_float4 (row[0][0], row[1][0], row[2][0], row[3][0]);
}

/* The window along the columns around PIXEL_ROWS rows of sums. */
template <int RADIUS>
__device__ __forceinline__ void
window_columns (const ResponseArgs &a, const float *first,
    float (&windowed)[PIXEL_ROWS][COLUMNS])
{
  float v[PIXEL_ROWS + 2 * RADIUS][COLUMNS];

#pragma unroll
  for (int i = 0; i < PIXEL_ROWS + 2 * RADIUS; i++) {
    float4 q = *(const float4 *) (first + i * WIDTH);

    v[i][0] = q.x;
    v[i][1] = q.y;
    v[i][2] = q.z;
    v[i][3] = q.w;
  }
  window_gaussian<RADIUS> (a, v, windowed);
}
