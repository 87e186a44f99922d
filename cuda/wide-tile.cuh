/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A tile of the response. A warp takes rows of it as a whole, 4 columns a lane.
 */
#pragma once

#include "response.cuh"

#define WARPS     8
#define N_THREADS (32 * WARPS)
#define COLUMNS   4 /* of a lane */
#define WIDTH     (32 * COLUMNS)

/* Whole lanes. */
#define LANES(columns) (((columns) + COLUMNS - 1) / COLUMNS)

/* Kernels are made for the central differences, which need no sums, and for all
 * gradients of a reach. */
#define CENTRAL 0

__host__ __device__ constexpr int
reach_of (int gradient)
{
  return gradient == CENTRAL ? 1 : gradient;
}

/* How a tile lies in the picture. */
struct Tile {
  int radius, reach;
  int rows; /* of the tile, or of each warp */

  /* Columns at either end that are not finished, whole lanes. */
  __host__ __device__ constexpr int margin () const
  {
    return LANES (radius + reach) * COLUMNS;
  }

  __host__ __device__ constexpr int width () const
  {
    return WIDTH - 2 * margin ();
  }
};
