/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is done once for each window of a tile, before the cascade and after it.
 */
#pragma once

#include "haar-features.cuh"
#include "haar-lists.cuh"
#include "haar-sums.cuh"

/* All threads of the block wait before they use them. */
__device__ inline void
clear_counts (Counts *counts)
{
  if (threadIdx.x < sizeof *counts / sizeof (guint))
    ((guint *) counts)[threadIdx.x] = 0;
}

/* The sums of squares over the norm rectangles of all windows. */
__device__ inline void
sum_squares (const HaarCudaGeometry &g, const Tile &t, const Windows &w)
{
  sum_rows<true> (g, t);
  __syncthreads ();
  sum_columns (g, t);
  __syncthreads ();
  for (guint window = threadIdx.x; window < w.words * 32;
       window += HAAR_CUDA_THREADS)
    t.squares[window] =
        norm_rect_sum (t.sums + window_at (g, t, w, window), g.norm[t.shift]);
  __syncthreads ();
}

template <bool TILTED>
__device__ inline void
sum_pixels (const HaarCudaGeometry &g, const Tile &t)
{
  sum_rows<false> (g, t);
  __syncthreads ();
  if (TILTED) {
    add_tilted (g, t);
    __syncthreads ();
    subtract_tilted (g, t);
    __syncthreads ();
  }
  sum_columns (g, t);
  __syncthreads ();
}

__device__ inline bool
is_within (const Tile &t, const Windows &w, guint window)
{
  return window_x (t, w, window) < t.layer.columns
         && window_y (t, w, window) < t.layer.rows;
}

/* Of the pixels in the window's norm rectangle. */
__device__ inline guint32
window_sum (
    const HaarCudaFrame &f, const Tile &t, const Windows &w, guint window)
{
  const HaarCudaGeometry &g = f.geometry;

  return norm_rect_sum (t.sums + window_at (g, t, w, window), g.norm[t.shift]);
}

/* Of a window whose squares have been summed; 0: it is flat, or beyond the
 * layer. */
__device__ inline gfloat
window_norm (
    const HaarCudaFrame &f, const Tile &t, const Windows &w, guint window)
{
  if (!is_within (t, w, window))
    return 0;
  return norm_of (
      f.geometry.norm_area, window_sum (f, t, w, window), t.squares[window]);
}

/* Which windows of a word the first stage rejects. */
__device__ inline void
put_rejects (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    guint word, guint32 rejects)
{
  guint x = window_x (t, w, word * 32) / t.layer.step / 32;
  guint y = window_y (t, w, word * 32);

  if (x < t.layer.words && y < t.layer.rows)
    f.rejects[t.layer.rejects + (guint64) (y / t.layer.step) * t.layer.words
              + x] = rejects;
}

__device__ inline void
report (const HaarCudaFrame &f, const Tile &t, const Windows &w, guint window,
    gdouble score)
{
  guint i = atomicAdd (&f.found->n_windows, 1u);

  if (i < f.capacity)
    f.found->windows[i] = { t.number, (guint16) window_x (t, w, window),
      (guint16) window_y (t, w, window), score };
}
