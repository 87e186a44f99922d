/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How high tiles are best, and the launch of a kernel for all of them.
 */
#pragma once

#include "wide-tile.cuh"

#define FIXED_SHARED 1024 /* bytes that the GPU and other variables need */

/* How long all blocks of threads take for tiles that need so much shared
 * memory: in turns, two of which on a multiprocessor at once take a little
 * longer than one. */
template <typename T>
static guint
turns_of_tiles (const HarrisWork *w, const T &tile, gsize shared)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  guint columns = (w->image.width + tile.width () - 1) / tile.width ();
  guint rows = (w->image.height + tile.height () - 1) / tile.height ();
  bool two = 2 * (shared + FIXED_SHARED) <= cuda->shared;
  guint places = cuda->processors * (two ? 2 : 1);

  return (columns * rows + places - 1) / places * (two ? 4 : 3);
}

/* The tile with the rows, from `least` to `most` by steps, for which turns
 * times cost (tile) is the least; of 0 rows where none fits into shared memory.
 * size: see the tile's bytes(). */
template <typename T, typename Cost>
static T
best_tile (const HarrisWork *w, T tile, guint size, int least, int most,
    int step, Cost cost)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  guint cheapest = G_MAXUINT;
  T best = tile;

  best.rows = 0;
  for (tile.rows = least; tile.rows <= most; tile.rows += step) {
    gsize shared = tile.bytes (w->channels, size);
    guint all;

    if (shared + FIXED_SHARED > cuda->shared)
      break;
    all = turns_of_tiles (w, tile, shared) * cost (tile);
    if (all < cheapest) {
      cheapest = all;
      best.rows = tile.rows;
    }
  }
  return best;
}

/* FALSE: the tile has no rows. */
template <typename T>
static bool
launch_tiles (HarrisWork *w, void (*kernel) (ResponseArgs), const T &tile,
    guint size, ResponseArgs &a)
{
  Launch l = {};

  if (tile.rows == 0)
    return false;
  a.strip = (guint) tile.rows;
  l.grid = dim3 ((w->image.width + tile.width () - 1) / tile.width (),
      (w->image.height + tile.height () - 1) / tile.height ());
  l.block = dim3 (N_THREADS);
  l.shared = tile.bytes (w->channels, size);
  if (!w->error
      && VF_CUDA_TRY (
          cudaFuncSetAttribute ((const void *) kernel,
              cudaFuncAttributeMaxDynamicSharedMemorySize, (gint) l.shared),
          &w->error))
    launch (w, "the response", l, kernel, a);
  return true;
}
