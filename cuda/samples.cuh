/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The samples of a picture in the GPU's memory, where vf_cuda_upload() puts
 * words at multiples of their size.
 */
#pragma once

#include "image.h"

/* Rows and pixels of a picture are less than 2^31 bytes apart. */
__device__ inline const guint8 *
sample_place (const VfImage &image, guint channel, int x, int y)
{
  return image.data[channel] + (gint64) y * (gint32) image.stride[channel]
         + (gint64) x * (gint32) image.step[channel];
}

__device__ inline guint32
word_at (const VfImage &image, const guint8 *at)
{
  guint32 word;

  if (image.word == 1)
    return *at;
  if (image.word == 2) {
    word = *(const guint16 *) at;
    return image.big_endian ? __byte_perm (word, 0, 0x4401) : word;
  }
  word = *(const guint32 *) at;
  return image.big_endian ? __byte_perm (word, 0, 0x0123) : word;
}

/* The sample in a word. */
__device__ inline guint32
word_bits (const VfImage &image, guint channel, guint32 word)
{
  return word >> image.shift[channel] & ((1u << image.depth) - 1);
}

__device__ inline guint32
sample_at (const VfImage &image, guint channel, int x, int y)
{
  const guint8 *at = sample_place (image, channel, x, y);

  return word_bits (image, channel, word_at (image, at));
}

__device__ inline guint32
luma_of (guint32 red, guint32 green, guint32 blue)
{
  return (VF_LUMA_RED * red + VF_LUMA_GREEN * green + VF_LUMA_BLUE * blue
             + VF_LUMA_HALF)
         >> VF_LUMA_SHIFT;
}

/* The sample of a channel, or the luma where a colour picture is taken for one
 * of one channel. The edges repeat without end. */
__device__ inline guint32
extended_sample (
    const VfImage &image, guint channels, guint channel, int x, int y)
{
  x = min (max (x, 0), (int) image.width - 1);
  y = min (max (y, 0), (int) image.height - 1);
  if (image.channels == 3 && channels == 1)
    return luma_of (sample_at (image, 0, x, y), sample_at (image, 1, x, y),
        sample_at (image, 2, x, y));
  return sample_at (image, channel, x, y);
}
