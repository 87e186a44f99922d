/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A tile's pixels and sums. Between any two of these functions the block's
 * threads must have waited for each other.
 */
#pragma once

#include "haar-tile.cuh"

__device__ inline guint
between (guint a, guint b, guint weight)
{
  return a * (256 - weight) + b * weight;
}

/* In one go. */
__device__ inline HaarTap
load_tap (const HaarTap *tap)
{
  uint2 words = __ldg ((const uint2 *) tap);

  return { words.x, words.y };
}

/* Where the layer is the picture; beyond it: 0. */
__device__ inline void
copy_pixels (const HaarCudaFrame &f, const Tile &t)
{
  const guint8 *from =
      f.pixels + (gint64) (t.layer.y + t.y) * f.stride + t.layer.x + t.x;
  guint width = min (t.width, t.layer.width - t.x);
  guint height = min (t.height, t.layer.height - t.y);

#pragma unroll 4
  for (guint y = warp_number (); y < t.height; y += HAAR_CUDA_WARPS)
    for (guint x = lane_number (); x < t.width; x += 32)
      t.pixels[y * f.geometry.pixels_stride + x] =
          x < width && y < height ? from[(gint64) y * f.stride + x] : 0;
}

/* Bilinear, in whole numbers; beyond the layer: 0. */
__device__ inline void
shrink_pixels (const HaarCudaFrame &f, const Tile &t)
{
  const HaarTap *columns = f.taps + t.layer.taps;
  const HaarTap *rows = columns + t.layer.width + t.y;
  const guint8 *area = f.pixels + (gint64) t.layer.y * f.stride + t.layer.x;
  guint height = min (t.height, t.layer.height - t.y);

  for (guint x = lane_number (); x < t.width; x += 32) {
    gboolean inside = t.x + x < t.layer.width;
    HaarTap column = inside ? load_tap (columns + t.x + x) : HaarTap{ 0, 0 };
    const guint8 *from = area + column.first;
    guint8 *to = t.pixels + x;

#pragma unroll 4
    for (guint y = warp_number (); y < t.height; y += HAAR_CUDA_WARPS) {
      guint pixel = 0;

      if (inside && y < height) {
        HaarTap row = load_tap (rows + y);
        const guint8 *above = from + (gint64) row.first * f.stride;
        const guint8 *below = above + f.stride;

        pixel = between (between (above[0], above[1], column.weight),
            between (below[0], below[1], column.weight), row.weight);
        pixel = (pixel + (1u << 15)) >> 16;
      }
      to[y * f.geometry.pixels_stride] = (guint8) pixel;
    }
  }
}

__device__ inline void
make_pixels (const HaarCudaFrame &f, const Tile &t)
{
  if (t.layer.same)
    copy_pixels (f, t);
  else
    shrink_pixels (f, t);
}

/* Each row's own sums: entry x has those of the first x pixels. A thread takes
 * a row, four pixels at a time. */
template <bool SQUARES>
__device__ inline void
sum_rows (const HaarCudaGeometry &g, const Tile &t)
{
  for (guint y = threadIdx.x; y < t.height; y += HAAR_CUDA_THREADS) {
    const guint32 *from = (const guint32 *) (t.pixels + y * g.pixels_stride);
    guint32 *to = t.sums + (y + 1) * g.pitch;
    guint32 sum = 0, next = from[0];

    to[0] = 0;
    for (guint x = 0; x < t.width; x += 4) {
      guint32 four = next;

      next = from[min (x + 4, t.width - 1) / 4];
      for (guint i = 1; i <= 4; i++, four >>= 8) {
        guint32 pixel = four & 255;

        sum += SQUARES ? pixel * pixel : pixel;
        if (x + i <= t.width)
          to[column_at (g, t, x + i)] = sum;
      }
    }
  }
}

/* From them the sums of all rows above. A thread takes a column. */
__device__ inline void
sum_columns (const HaarCudaGeometry &g, const Tile &t)
{
  const guint rows = 8;

  for (guint x = threadIdx.x; x <= t.width; x += HAAR_CUDA_THREADS) {
    guint32 *at = t.sums + column_at (g, t, x);
    guint32 sum = 0;

    *at = 0;
    at += g.pitch;
    for (guint y = 0; y < t.height; y += rows, at += rows * g.pitch) {
      guint32 values[rows];

#pragma unroll
      for (guint i = 0; i < rows; i++)
        values[i] = y + i < t.height ? at[i * g.pitch] : 0;
#pragma unroll
      for (guint i = 0; i < rows; i++) {
        sum += values[i];
        if (y + i < t.height)
          at[i * g.pitch] = sum;
      }
    }
  }
}

/* Entry x of row y is the sum, over the rows above, of the pixels between two
 * lines that go up from there, at 45 degrees: of what lies left of the right
 * one, from which the other function takes what lies left of the left one. A
 * thread takes a line. Both read the sums of rows. */
__device__ inline void
add_tilted (const HaarCudaGeometry &g, const Tile &t)
{
  gint width = (gint) t.width, height = (gint) t.height;

  for (gint line = (gint) threadIdx.x; line <= width + height;
       line += HAAR_CUDA_THREADS) {
    guint32 sum = 0;

    if (line <= width)
      t.sums[g.stride + column_at (g, t, (guint) line)] = 0;
    for (gint y = 1; y <= min (line, height); y++) {
      gint x = line - y;

      sum += t.sums[(guint) y * g.pitch
                    + column_at (g, t, (guint) min (x, width))];
      if (x <= width)
        t.sums[(guint) y * g.pitch + g.stride + column_at (g, t, (guint) x)] =
            sum;
    }
  }
}

__device__ inline void
subtract_tilted (const HaarCudaGeometry &g, const Tile &t)
{
  gint width = (gint) t.width, height = (gint) t.height;

  for (gint i = (gint) threadIdx.x; i < width + height;
       i += HAAR_CUDA_THREADS) {
    gint line = i - height; /* x - y */
    guint32 sum = 0;

    for (gint y = max (1, -line); y <= min (height, width - line); y++) {
      guint at = (guint) y * g.pitch;
      gint x = line + y - 1;

      if (x > 0)
        sum += t.sums[at + column_at (g, t, (guint) x)];
      t.sums[at + g.stride + column_at (g, t, (guint) (x + 1))] -= sum;
    }
  }
}

/* From the sums of the picture, of which every k-th is taken; beyond the layer
 * those of its edge. */
__device__ inline void
take_sums (const HaarCudaFrame &f, const Tile &t)
{
  gsize factor = t.layer.factor, row = factor * f.sums_stride;
  const guint32 *from = f.sums + (t.layer.y + factor * t.y) * f.sums_stride
                        + t.layer.x + factor * t.x;
  guint right = t.layer.width - t.x, bottom = t.layer.height - t.y;

  for (guint y = warp_number (); y <= t.height; y += HAAR_CUDA_WARPS)
    for (guint x = lane_number (); x <= t.width; x += 32)
      t.sums[y * f.geometry.pitch + column_at (f.geometry, t, x)] =
          from[min (y, bottom) * row + min (x, right) * factor];
}
