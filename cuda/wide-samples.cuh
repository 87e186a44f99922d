/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The samples of a tile, from the picture into shared memory.
 */
#pragma once

#include "samples.cuh"
#include "wide-tile.cuh"

/* Words that lie one after the other, at a multiple of the size of all. */
__device__ __forceinline__ void
load_whole (const VfImage &image, const guint8 *at, guint32 v[COLUMNS])
{
  if (image.word == 1) {
    guint32 all = *(const guint32 *) at;

#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      v[i] = all >> (8 * i) & 0xff;
  } else if (image.word == 2) {
    uint2 all = *(const uint2 *) at;
    guint32 order = image.big_endian ? 0x4401 : 0x4410;

    v[0] = __byte_perm (all.x, 0, order);
    v[1] = __byte_perm (all.x, 0, order + 0x22);
    v[2] = __byte_perm (all.y, 0, order);
    v[3] = __byte_perm (all.y, 0, order + 0x22);
  } else {
    uint4 all = *(const uint4 *) at;
    guint32 order = image.big_endian ? 0x0123 : 0x3210;

    v[0] = __byte_perm (all.x, 0, order);
    v[1] = __byte_perm (all.y, 0, order);
    v[2] = __byte_perm (all.z, 0, order);
    v[3] = __byte_perm (all.w, 0, order);
  }
}

/* Samples x to x + 3 of a row; `whole`: as load_whole() wants them. */
__device__ static void
load_words (const VfImage &image, guint c, const int x[COLUMNS], int y,
    bool whole, guint32 v[COLUMNS])
{
  if (whole) {
    load_whole (image, sample_place (image, c, x[0], y), v);
    return;
  }
#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    v[i] = word_at (image, sample_place (image, c, x[i], y));
}

/* Whether all rows of a channel allow it. */
__device__ static bool
is_dense (const VfImage &image, guint c)
{
  gsize size = COLUMNS * image.word;

  return image.step[c] == (gssize) image.word
         && (gsize) image.data[c] % size == 0
         && (gsize) image.stride[c] % size == 0;
}

__device__ __forceinline__ void
take_samples (const VfImage &image, guint c, guint32 v[COLUMNS])
{
#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    v[i] = v[i] >> image.shift[c] & ((1u << image.depth) - 1);
}

/* Whether all channels lie in the same words. */
__device__ static bool
is_packed (const VfImage &image)
{
  return image.channels == 3 && image.data[0] == image.data[1]
         && image.data[0] == image.data[2];
}

/* The samples of all channels of a row. */
__device__ __forceinline__ void
load_row (const VfImage &image, const int x[COLUMNS], int y, bool inside,
    guint32 v[3][COLUMNS])
{
  bool packed = is_packed (image);

#pragma unroll
  for (int c = 0; c < 3; c++) {
    if (c >= (int) image.channels)
      break;
    if (packed && c > 0) {
#pragma unroll
      for (int i = 0; i < COLUMNS; i++)
        v[c][i] = v[0][i];
    } else {
      load_words (image, c, x, y, inside && is_dense (image, c), v[c]);
    }
  }
#pragma unroll
  for (int c = 0; c < 3; c++)
    if (c < (int) image.channels)
      take_samples (image, c, v[c]);
}

/* The luma of a colour picture that is taken for one of one channel. */
__device__ __forceinline__ void
make_luma (guint32 v[3][COLUMNS])
{
#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    v[0][i] = (VF_LUMA_RED * v[0][i] + VF_LUMA_GREEN * v[1][i]
                  + VF_LUMA_BLUE * v[2][i] + VF_LUMA_HALF)
              >> VF_LUMA_SHIFT;
}

/* All samples of the tile, from column x0 and row y0 of the picture on. The
 * edges repeat without end. */
__device__ static void
load_samples (
    const ResponseArgs &a, const Tile &tile, int x0, int y0, guint16 *samples)
{
  const VfImage &image = a.image;
  int lane = threadIdx.x % 32, first = x0 + COLUMNS * lane;
  bool inside = first >= 0 && first + COLUMNS <= (int) image.width;
  bool luma = image.channels == 3 && a.channels == 1;
  int x[COLUMNS];

#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    x[i] = min (max (first + i, 0), (int) image.width - 1);
#pragma unroll 1
  for (int row = threadIdx.x / 32; row < tile.n_samples (); row += WARPS) {
    int y = min (max (y0 + row, 0), (int) image.height - 1);
    guint16 *to = samples + row * WIDTH + COLUMNS * lane;
    guint32 v[3][COLUMNS];

    load_row (image, x, y, inside, v);
    if (luma)
      make_luma (v);
#pragma unroll
    for (int c = 0; c < 3; c++)
      if (c < (int) a.channels)
        *(uint2 *) (to + c * tile.n_samples () * WIDTH) =
            make_uint2 (v[c][0] | v[c][1] << 16, v[c][2] | v[c][3] << 16);
  }
}
