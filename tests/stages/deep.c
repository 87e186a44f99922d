/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures with more than 8 bits a sample.
 */
#include "testing.h"

#include <string.h>

SampleFormat
sample_format_random (GRand *rand)
{
  static const guint words[] = { 1, 2, 4 };
  SampleFormat format = { .word = words[g_rand_int_range (rand, 0, 3)] };
  guint bits = 8 * format.word;

  format.depth = (guint) g_rand_int_range (rand, 8, (gint) MIN (bits, 16) + 1);
  format.big_endian = g_rand_boolean (rand);
  for (guint c = 0; c < 3; c++)
    format.shift[c] =
        (guint) g_rand_int_range (rand, 0, (gint) (bits - format.depth) + 1);
  return format;
}

static void
put_word (guint8 *at, const SampleFormat *format, guint32 word)
{
  for (guint i = 0; i < format->word; i++) {
    guint byte = format->big_endian ? format->word - 1 - i : i;

    at[i] = (guint8) (word >> 8 * byte);
  }
}

/* Bits that belong to no sample are junk. */
static guint32
make_word (
    const SampleFormat *format, guint channel, guint32 sample, GRand *noise)
{
  guint32 mask = ((1u << format->depth) - 1) << format->shift[channel];
  guint32 junk = noise ? g_rand_int (noise) : 0xa5a5a5a5u;

  sample <<= format->depth - 8;
  if (noise)
    sample |= g_rand_int (noise) & ((1u << (format->depth - 8)) - 1);
  return (junk & ~mask) | sample << format->shift[channel];
}

VfImage
deep_image (const VfImage *source, const SampleFormat *format, GRand *noise,
    Guarded memory[3])
{
  VfImage image = *source;
  gsize row = (gsize) source->width * format->word;

  image.depth = format->depth;
  image.word = format->word;
  image.big_endian = format->big_endian;
  memset (memory, 0, 3 * sizeof *memory);
  for (guint c = 0; c < source->channels; c++) {
    memory[c] = guarded_new (row * source->height, GUARD_AFTER);
    image.data[c] = memory[c].data;
    image.stride[c] = (gssize) row;
    image.step[c] = format->word;
    image.shift[c] = format->shift[c];
    for (guint y = 0; y < source->height; y++)
      for (guint x = 0; x < source->width; x++)
        put_word ((guint8 *) memory[c].data + y * row + x * format->word,
            format,
            make_word (format, c, vf_image_sample (source, c, x, y), noise));
  }
  return image;
}
