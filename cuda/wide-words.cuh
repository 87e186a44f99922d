/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How the words of COLUMNS pixels lie, and their samples as pairs in words of
 * 32 bits.
 */
#pragma once

#include "samples.cuh"
#include "wide-tile.cuh"

/* Of vectors of so many words. */
__host__ __device__ constexpr guint
words_alignment (guint n)
{
  return n % 4 == 0 ? 16 : n % 2 == 0 ? 8 : 4;
}

/* Whether the pixels of a channel, the first of which lies at `data`, are so
 * many bytes apart, and those of COLUMNS pixels can be loaded as vectors. */
static bool
has_step (const VfImage &image, guint c, guint step, const guint8 *data)
{
  guint alignment = words_alignment (step);

  return image.step[c] == (gssize) step && (gsize) data % alignment == 0
         && image.stride[c] % (gssize) alignment == 0;
}

/* Whether the second channel lies so many bytes behind the first one, and the
 * third one as far behind that. */
static bool
are_apart (const VfImage &image, gssize bytes)
{
  return image.channels == 3 && image.data[1] == image.data[0] + bytes
         && image.data[2] == image.data[1] + bytes
         && image.stride[1] == image.stride[0]
         && image.stride[2] == image.stride[0] && image.step[1] == image.step[0]
         && image.step[2] == image.step[0];
}

/* channels: those that are wanted. */
static SampleLayout
layout_of_samples (const VfImage &image, guint channels)
{
  gssize word = image.word;
  bool dense = true;

  if (are_apart (image, 0) && word == 4
      && has_step (image, 0, 4, image.data[0]))
    return SAMPLES_TOGETHER;
  if (word <= 2 && are_apart (image, word)
      && has_step (image, 0, 3 * image.word, image.data[0]))
    return SAMPLES_IN_TURN;
  if (word <= 2 && are_apart (image, -word)
      && has_step (image, 0, 3 * image.word, image.data[2]))
    return SAMPLES_IN_TURN_BACK;
  for (guint c = 0; c < image.channels; c++)
    dense &= has_step (image, c, image.word, image.data[c]);
  return dense && channels == image.channels ? SAMPLES_DENSE : SAMPLES_ANYHOW;
}

template <int N>
__device__ __forceinline__ void
load_words (const guint8 *at, guint32 (&w)[N])
{
  constexpr int n = words_alignment (N) / 4;

#pragma unroll
  for (int i = 0; i < N; i += n) {
    if constexpr (n == 4) {
      uint4 v = *(const uint4 *) (at + 4 * i);

      w[i] = v.x;
      w[i + 1] = v.y;
      w[i + 2] = v.z;
      w[i + 3] = v.w;
    } else if constexpr (n == 2) {
      uint2 v = *(const uint2 *) (at + 4 * i);

      w[i] = v.x;
      w[i + 1] = v.y;
    } else {
      w[i] = *(const guint32 *) (at + 4 * i);
    }
  }
}

/* Both samples of a pair of words of 2 bytes. */
__device__ __forceinline__ guint32
pair_bits (const VfImage &image, guint c, guint32 pair)
{
  return pair >> image.shift[c] & ((1u << image.depth) - 1) * 0x10001u;
}

/* Samples i and i + 1 of channel c, whose words begin `at` bytes from the
 * pixels, STEP bytes apart. */
template <int WORD, int STEP>
__device__ __forceinline__ guint32
pair_of (const VfImage &image, guint c, const guint32 (&w)[STEP], int i, int at)
{
  int low = STEP * i + at, high = low + STEP;

  if constexpr (WORD == 1) {
    return __byte_perm (w[low / 4], w[high / 4], low % 4 | (4 + high % 4) << 8)
           & 0x00ff00ff;
  } else if constexpr (WORD == 2) {
    guint32 order = 0x1010 + 0x11 * (low % 4) + 0x1100 * (4 + high % 4);

    return pair_bits (image, c,
        __byte_perm (w[low / 4], w[high / 4],
            image.big_endian ? order ^ 0x1111 : order));
  } else {
    guint32 order = image.big_endian ? 0x0123 : 0x3210;

    return word_bits (image, c, __byte_perm (w[low / 4], 0, order))
           | word_bits (image, c, __byte_perm (w[high / 4], 0, order)) << 16;
  }
}

/* The luma of pairs, of a colour picture that is taken for one of one
 * channel. */
__device__ __forceinline__ guint32
luma_of_pairs (const guint32 p[3])
{
  return luma_of (p[0] & 0xffff, p[1] & 0xffff, p[2] & 0xffff)
         | luma_of (p[0] >> 16, p[1] >> 16, p[2] >> 16) << 16;
}
