/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The samples of a tile, from the picture into shared memory. Words that lie
 * side by side are loaded at once, and several rows before the first of them is
 * needed.
 */
#pragma once

#include "wide-words.cuh"

/* Rows of a tile, from column x0, a multiple of COLUMNS, and row y0 of the
 * picture on; the channels lie one after the other. */
struct SampleRows {
  int x0, y0, n;
  guint16 *to;

  __device__ __forceinline__ int first () const
  {
    return x0 + COLUMNS * (int) (threadIdx.x % 32);
  }

  /* Of the picture; its edges repeat without end. */
  __device__ __forceinline__ int y (const ResponseArgs &a, int row) const
  {
    return min (max (y0 + row, 0), (int) a.image.height - 1);
  }

  __device__ __forceinline__ uint2 *place (int row, int channel) const
  {
    return (uint2 *) (to + (channel * n + row) * WIDTH) + threadIdx.x % 32;
  }
};

template <int CHANNELS>
__device__ __forceinline__ void
put_row (const ResponseArgs &a, const SampleRows &rows, int row, guint c,
    const guint32 (&low)[3], const guint32 (&high)[3])
{
  if (CHANNELS == 3 && a.channels == 1) {
    *rows.place (row, 0) =
        make_uint2 (luma_of_pairs (low), luma_of_pairs (high));
    return;
  }
#pragma unroll
  for (int i = 0; i < CHANNELS; i++)
    *rows.place (row, c + i) = make_uint2 (low[i], high[i]);
}

/* As pairs, and in the order of the channels; see load_whole(). */
template <int WORD, int CHANNELS, int STEP>
__device__ __forceinline__ void
take_pairs (const VfImage &image, guint c, bool back, const guint32 (&w)[STEP],
    guint32 (&low)[3], guint32 (&high)[3])
{
  constexpr int apart = CHANNELS > 1 && STEP > WORD ? WORD : 0;

#pragma unroll
  for (int i = 0; i < CHANNELS; i++) {
    guint channel = c + (back ? CHANNELS - 1 - i : i);

    low[i] = pair_of<WORD> (image, channel, w, 0, i * apart);
    high[i] = pair_of<WORD> (image, channel, w, 2, i * apart);
  }
  if (CHANNELS == 3 && back) {
    guint32 l = low[0], h = high[0];

    low[0] = low[2];
    high[0] = high[2];
    low[2] = l;
    high[2] = h;
  }
}

/* CHANNELS channels, from c on, whose samples lie in the same words, the last
 * one in front where they go back; by all lanes whose pixels lie in the
 * picture. */
template <int WORD, int STEP, int CHANNELS>
__device__ __forceinline__ void
load_whole (
    const ResponseArgs &a, const SampleRows &rows, guint c, bool back = false)
{
  constexpr int at_once = STEP <= 2 ? 8 : 4;
  const VfImage &image = a.image;
  int first = rows.first (), step = WARPS;
  bool inside = first >= 0 && first + COLUMNS <= (int) image.width;
  guint front = back ? CHANNELS - 1 : 0;

#pragma unroll 1
  for (int row = threadIdx.x / 32; inside && row < rows.n;
       row += at_once * step) {
    guint32 w[at_once][STEP], low[3], high[3];

#pragma unroll
    for (int k = 0; k < at_once; k++)
      load_words (
          sample_place (image, c + front, first, rows.y (a, row + k * step)),
          w[k]);
#pragma unroll
    for (int k = 0; k < at_once; k++)
      if (row + k * step < rows.n) {
        take_pairs<WORD, CHANNELS> (image, c, back, w[k], low, high);
        put_row<CHANNELS> (a, rows, row + k * step, c, low, high);
      }
  }
}

/* The words of a row, each by itself; pixels that lie beside the picture are as
 * its edge. */
template <int WORD>
__device__ __forceinline__ void
load_apart (const VfImage &image, int first, int y, guint32 (&w)[3][COLUMNS])
{
#pragma unroll
  for (int c = 0; c < 3; c++)
    if (c < (int) image.channels)
#pragma unroll
      for (int i = 0; i < COLUMNS; i++) {
        int x = min (max (first + i, 0), (int) image.width - 1);
        const guint8 *at = sample_place (image, c, x, y);

        w[c][i] = WORD == 1   ? *at
                  : WORD == 2 ? *(const guint16 *) at
                              : *(const guint32 *) at;
      }
}

template <int WORD>
__device__ __forceinline__ void
put_apart (const ResponseArgs &a, const SampleRows &rows, int row,
    const guint32 (&w)[3][COLUMNS])
{
  constexpr guint32 swapped = WORD == 2 ? 0x4401 : 0x0123;
  guint32 low[3], high[3], v[COLUMNS];

#pragma unroll
  for (int c = 0; c < 3; c++)
    if (c < (int) a.image.channels) {
#pragma unroll
      for (int i = 0; i < COLUMNS; i++)
        v[i] = word_bits (a.image, c,
            a.image.big_endian && WORD > 1 ? __byte_perm (w[c][i], 0, swapped)
                                           : w[c][i]);
      low[c] = v[0] | v[1] << 16;
      high[c] = v[2] | v[3] << 16;
    }
  if (a.image.channels == 3)
    put_row<3> (a, rows, row, 0, low, high);
  else
    put_row<1> (a, rows, row, 0, low, high);
}

/* By the lanes that are wanted. */
template <int WORD>
__device__ __forceinline__ void
load_single (const ResponseArgs &a, const SampleRows &rows, bool wanted)
{
  constexpr int at_once = 2, step = WARPS;

#pragma unroll 1
  for (int row = threadIdx.x / 32; wanted && row < rows.n;
       row += at_once * step) {
    guint32 w[at_once][3][COLUMNS];

#pragma unroll
    for (int k = 0; k < at_once; k++)
      load_apart<WORD> (
          a.image, rows.first (), rows.y (a, row + k * step), w[k]);
#pragma unroll
    for (int k = 0; k < at_once; k++)
      if (row + k * step < rows.n)
        put_apart<WORD> (a, rows, row + k * step, w[k]);
  }
}

__device__ __forceinline__ void
load_singles (const ResponseArgs &a, const SampleRows &rows, bool wanted)
{
  if (a.image.word == 1)
    load_single<1> (a, rows, wanted);
  else if (a.image.word == 2)
    load_single<2> (a, rows, wanted);
  else
    load_single<4> (a, rows, wanted);
}

/* Lanes wholly beside the picture take its edge from another one: of rows that
 * their own warp has loaded. */
__device__ __forceinline__ void
repeat_edges (const ResponseArgs &a, const SampleRows &rows)
{
  int first = rows.first (), width = (int) a.image.width, step = WARPS;
  int edge = (first < 0 ? 0 : width - 1) - rows.x0;

  __syncwarp ();
  if (first >= 0 && first < width)
    return;
#pragma unroll 1
  for (int c = 0; c < (int) a.channels; c++)
#pragma unroll 1
    for (int row = threadIdx.x / 32; row < rows.n; row += step) {
      guint32 pair = rows.to[(c * rows.n + row) * WIDTH + edge] * 0x10001u;

      *rows.place (row, c) = make_uint2 (pair, pair);
    }
}

__device__ __forceinline__ void
load_dense (const ResponseArgs &a, const SampleRows &rows)
{
  for (guint c = 0; c < a.channels; c++)
    if (a.image.word == 1)
      load_whole<1, 1, 1> (a, rows, c);
    else if (a.image.word == 2)
      load_whole<2, 2, 1> (a, rows, c);
    else
      load_whole<4, 4, 1> (a, rows, c);
}

__device__ __forceinline__ void
load_in_turn (const ResponseArgs &a, const SampleRows &rows, bool back)
{
  if (a.image.word == 1)
    load_whole<1, 3, 3> (a, rows, 0, back);
  else
    load_whole<2, 6, 3> (a, rows, 0, back);
}

/* All samples of the rows. */
__device__ __forceinline__ void
load_samples (const ResponseArgs &a, const SampleRows &rows)
{
  int first = rows.first (), width = (int) a.image.width;
  bool anyhow = a.layout == SAMPLES_ANYHOW;
  bool partly = first >= 0 && first < width && first + COLUMNS > width;

  if (a.layout == SAMPLES_TOGETHER)
    load_whole<4, 4, 3> (a, rows, 0);
  else if (a.layout == SAMPLES_DENSE)
    load_dense (a, rows);
  else if (!anyhow)
    load_in_turn (a, rows, a.layout == SAMPLES_IN_TURN_BACK);
  if (anyhow || width % COLUMNS != 0)
    load_singles (a, rows, anyhow || partly);
  if (!anyhow && (rows.x0 < 0 || rows.x0 + WIDTH > width))
    repeat_edges (a, rows);
}
