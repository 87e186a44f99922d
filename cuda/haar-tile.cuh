/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A tile of a layer, and what one block of threads has of it in shared memory.
 */
#pragma once

#include "haar-cuda.h"

#define ALL_LANES 0xffffffffu

struct Tile {
  HaarCudaLayer layer;
  guint number;        /* of the layer */
  guint x, y;          /* of its first window */
  guint shift;         /* step - 1 */
  guint width, height; /* pixels, with what the last windows reach over */
  guint32 *sums;
  guint32 *squares; /* of each window; later, in the same place, its norm */
  gfloat *norms;
  guint8 *pixels;        /* later there: */
  guint16 *lists;        /* two of windows, one after the other, */
  gdouble *partial_sums; /* and HAAR_CUDA_SHARE for each thread */
  const HaarCudaThird *nodes;
};

/* A window's number in its tile is that of its row, then its place in it. */
struct Windows {
  guint shift; /* of the row */
  guint words; /* of 32 windows, in all */
};

__device__ inline guint
lane_number (void)
{
  return threadIdx.x % 32;
}

__device__ inline guint
warp_number (void)
{
  return threadIdx.x / 32;
}

__device__ inline Tile
open_tile (const HaarCudaFrame &frame, guint number, guint8 *shared)
{
  const HaarCudaGeometry &g = frame.geometry;
  HaarCudaTile from = frame.tiles[number];
  Tile t;

  t.layer = frame.layers[from.layer];
  t.number = from.layer;
  t.x = from.x;
  t.y = from.y;
  t.shift = t.layer.step - 1;
  t.width = HAAR_CUDA_TILE - t.layer.step + g.width;
  t.height = (g.rows - 1) * t.layer.step + g.height;
  t.sums = (guint32 *) shared;
  t.squares = (guint32 *) (shared + g.sums_size);
  t.norms = (gfloat *) t.squares;
  t.pixels = (guint8 *) (t.norms + HAAR_CUDA_MAX_TILE);
  t.lists = (guint16 *) t.pixels;
  t.partial_sums = (gdouble *) (t.lists + 2 * HAAR_CUDA_MAX_TILE);
  t.nodes = t.shift ? frame.nodes[1] : frame.nodes[0];
  return t;
}

__device__ inline guint16 *
list_at (const Tile &t, guint turn)
{
  return t.lists + turn % 2 * HAAR_CUDA_MAX_TILE;
}

/* Where column x lies in a row of sums. */
__device__ inline guint
column_at (const HaarCudaGeometry &g, const Tile &t, guint x)
{
  return (x >> t.shift) + (x & t.shift) * g.half;
}

__device__ inline Windows
windows_of (const HaarCudaGeometry &g, const Tile &t)
{
  guint shift = 6 - t.shift;

  return { shift, g.rows << (shift - 5) };
}

/* The word of the window's corner among the sums. */
__device__ inline guint
window_at (
    const HaarCudaGeometry &g, const Tile &t, const Windows &w, guint window)
{
  guint row = window >> w.shift, place = window & ((1u << w.shift) - 1);

  return (row << t.shift) * g.pitch + place;
}

/* In the layer. */
__device__ inline guint
window_x (const Tile &t, const Windows &w, guint window)
{
  return t.x + ((window & ((1u << w.shift) - 1)) << t.shift);
}

__device__ inline guint
window_y (const Tile &t, const Windows &w, guint window)
{
  return t.y + (window >> w.shift << t.shift);
}
