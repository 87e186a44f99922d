/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Puts the samples of a case into memory as its storage says, with junk
 * wherever the detector must not look.
 */
#include "case.h"

static guint32
word_get (const guint8 *bytes, const Storage *s)
{
  guint32 word = 0;

  for (int i = 0; i < s->word; i++)
    word |= (guint32) bytes[s->big_endian ? s->word - 1 - i : i] << (8 * i);
  return word;
}

static void
word_set (guint8 *bytes, const Storage *s, guint32 word)
{
  for (int i = 0; i < s->word; i++)
    bytes[s->big_endian ? s->word - 1 - i : i] = (guint8) (word >> (8 * i));
}

static void
put_samples (const Case *c, const VfImage *image, int channel)
{
  const Storage *s = &c->storage;
  guint32 mask = (1u << c->image.depth) - 1;
  const guint16 *sample =
      c->image.samples + (gsize) channel * c->image.width * c->image.height;

  for (int y = 0; y < c->image.height; y++)
    for (int x = 0; x < c->image.width; x++) {
      guint8 *at = (guint8 *) image->data[channel] + y * image->stride[channel]
                   + x * image->step[channel];
      guint32 word = word_get (at, s) & ~(mask << s->shift[channel]);

      word_set (at, s, word | (guint32) *sample++ << s->shift[channel]);
    }
}

static Guarded
junk_new (const Case *c, gsize size)
{
  Guarded memory =
      guarded_new (size, c->storage.before ? GUARD_BEFORE : GUARD_AFTER);
  GRand *rand = g_rand_new_with_seed (c->junk);

  for (gsize i = 0; i < size; i++)
    ((guint8 *) memory.data)[i] = (guint8) g_rand_int (rand);
  g_rand_free (rand);
  return memory;
}

/* Where the first sample of each channel lies, and the steps from there. */
static void
place (const Case *c, VfImage *image, Guarded memory[3])
{
  const Storage *s = &c->storage;
  gssize words = s->layout == LAYOUT_WORDS ? c->image.channels : 1;
  gssize step = (words + s->gap) * s->word;
  gssize last_x = (c->image.width - 1) * step;
  gssize stride = last_x + words * s->word + s->padding;
  gssize last_y = (c->image.height - 1) * stride;
  gssize size = last_y + last_x + words * s->word;

  for (int i = 0; i < c->image.channels; i++) {
    int plane = s->layout == LAYOUT_PLANES ? i : 0;

    if (!memory[plane].data)
      memory[plane] = junk_new (c, (gsize) size);
    image->data[i] = (guint8 *) memory[plane].data
                     + (s->layout == LAYOUT_WORDS ? i * s->word : 0)
                     + (s->mirrored ? last_x : 0)
                     + (s->upside_down ? last_y : 0);
    image->step[i] = s->mirrored ? -step : step;
    image->stride[i] = s->upside_down ? -stride : stride;
    image->shift[i] = (guint) s->shift[i];
  }
}

VfImage
case_image (const Case *c, Guarded memory[3])
{
  VfImage image = {
    .width = (guint) c->image.width,
    .height = (guint) c->image.height,
    .channels = (guint) c->image.channels,
    .depth = (guint) c->image.depth,
    .word = (guint) c->storage.word,
    .big_endian = c->storage.big_endian,
  };

  for (int i = 0; i < 3; i++)
    memory[i] = (Guarded){ 0 };
  place (c, &image, memory);
  for (int i = 0; i < c->image.channels; i++)
    put_samples (c, &image, i);
  return image;
}
