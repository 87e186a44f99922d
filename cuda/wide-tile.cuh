/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A tile of the response, and where it lies in shared memory. A warp takes rows
 * of the tile as a whole, 4 columns a lane.
 */
#pragma once

#include "response.cuh"

#define WARPS        8
#define N_THREADS    (32 * WARPS)
#define COLUMNS      4 /* of a lane */
#define WIDTH        (32 * COLUMNS)
#define PIXEL_ROWS   2 /* of a warp, in the last step */
#define SMALL_RADIUS 2 /* of the window; kernels are made for it */
#define MAX_RADIUS   7 /* and for this one */
#define MAX_REACH    2 /* of the gradient */

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
#define LANES(columns) (((columns) + COLUMNS - 1) / COLUMNS)
#define SPARE          LANES (MAX_RADIUS)
#define SLOT_PITCH     (32 + 2 * SPARE + 1)
#define SLOT           (COLUMNS * SLOT_PITCH)

/* How a tile lies in the picture and in shared memory: its sums, a component
 * after the other; slots of the warps; samples, a channel after the other. */
struct Tile {
  int radius, reach, rows;

  /* Columns at either end that are not finished, whole lanes. */
  __host__ __device__ constexpr int margin () const
  {
    return LANES (radius + reach) * COLUMNS;
  }

  __host__ __device__ constexpr int width () const
  {
    return WIDTH - 2 * margin ();
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

  __host__ __device__ static constexpr int slots (gsize value)
  {
    return (value == 8 ? 2 : 4) * WARPS * SLOT;
  }

  __host__ __device__ constexpr gsize bytes (guint channels, gsize value) const
  {
    return (3 * (gsize) n_sums () * WIDTH + slots (value)) * value
           + channels * (gsize) n_samples () * WIDTH * sizeof (guint16);
  }
};
