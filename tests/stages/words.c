/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures of more than 8 bits, in words of any kind.
 */
#include "testing.h"

#include <string.h>

static guint
up_to (GRand *rand, guint most)
{
  return (guint) g_rand_int_range (rand, 0, (gint) most + 1);
}

/* Three samples of up to 10 bits share a word. */
static void
put_together (GRand *rand, WordLayout *layout)
{
  layout->word = 4;
  layout->depth = 8 + up_to (rand, 2);
  layout->step = 4 * (1 + up_to (rand, 1));
  layout->interleaved = FALSE;
  layout->shift[2] = up_to (rand, 1);
  layout->shift[1] = layout->shift[2] + layout->depth;
  layout->shift[0] = layout->shift[1] + layout->depth;
}

void
random_words (GRand *rand, guint channels, WordLayout *layout)
{
  layout->word = 1u << up_to (rand, 2);
  layout->depth = 8 + (layout->word > 1 ? up_to (rand, 8) : 0);
  layout->big_endian = up_to (rand, 1);
  layout->interleaved = channels == 3 && up_to (rand, 1);
  layout->reversed = up_to (rand, 1);
  layout->together = channels == 3 && up_to (rand, 3) == 0;
  layout->step =
      layout->word * ((layout->interleaved ? channels : 1) + up_to (rand, 1));
  layout->padding = up_to (rand, 1) * up_to (rand, 40);
  layout->upside_down = up_to (rand, 3) == 0;
  layout->backwards = up_to (rand, 3) == 0;
  layout->grain = up_to (rand, 1);
  for (guint c = 0; c < 3; c++)
    layout->shift[c] = up_to (rand, 8 * layout->word - layout->depth);
  if (layout->together)
    put_together (rand, layout);
}

/* Places the bits of a sample, and leaves those around it. */
static void
put_sample (const WordLayout *layout, guint channel, guint32 sample, guint8 *to)
{
  guint32 mask = (1u << layout->depth) - 1, word = 0;
  guint last = layout->word - 1;

  for (guint i = 0; i <= last; i++)
    word |= (guint32) to[layout->big_endian ? last - i : i] << 8 * i;
  word &= ~(mask << layout->shift[channel]);
  word |= sample << layout->shift[channel];
  for (guint i = 0; i <= last; i++)
    to[layout->big_endian ? last - i : i] = (guint8) (word >> 8 * i);
}

static void
put_channel (const VfImage *source, const WordLayout *layout, guint channel,
    GRand *rand, const VfImage *copy)
{
  guint more = layout->depth - 8;

  for (guint y = 0; y < source->height; y++)
    for (guint x = 0; x < source->width; x++) {
      guint8 *to = (guint8 *) copy->data[channel]
                   + (gssize) y * copy->stride[channel]
                   + (gssize) x * copy->step[channel];
      guint32 sample = (guint32) image_at (source, channel, x, y) << more;

      if (layout->grain)
        sample |= g_rand_int (rand) & ((1u << more) - 1);
      put_sample (layout, channel, sample, to);
    }
}

static Guarded
junk_plane (gsize size, GuardSide side, GRand *rand)
{
  Guarded plane = guarded_new (size, side);

  for (gsize i = 0; i < size; i++)
    ((guint8 *) plane.data)[i] = (guint8) g_rand_int (rand);
  return plane;
}

VfImage
words_image (const VfImage *source, const WordLayout *layout, GuardSide side,
    GRand *rand, Guarded memory[3])
{
  gsize reach = (gsize) (source->width - 1) * layout->step;
  gsize row =
      reach + (layout->interleaved ? source->channels : 1) * layout->word;
  gssize stride = (gssize) (row + layout->padding);
  gsize rows = (gsize) (source->height - 1) * (gsize) stride;
  VfImage copy = *source;

  memset (memory, 0, 3 * sizeof *memory);
  copy.depth = layout->depth;
  copy.word = layout->word;
  copy.big_endian = layout->big_endian;
  for (guint c = 0; c < source->channels; c++) {
    guint plane = layout->interleaved || layout->together ? 0 : c;
    guint8 *at;

    if (!memory[plane].data)
      memory[plane] = junk_plane (rows + row, side, rand);
    at = memory[plane].data;
    if (layout->interleaved)
      at += (layout->reversed ? source->channels - 1 - c : c) * layout->word;
    at += layout->upside_down ? rows : 0;
    at += layout->backwards ? reach : 0;
    copy.data[c] = at;
    copy.stride[c] = layout->upside_down ? -stride : stride;
    copy.step[c] = layout->backwards ? -(gssize) layout->step : layout->step;
    copy.shift[c] = layout->shift[c];
    put_channel (source, layout, c, rand, &copy);
  }
  return copy;
}
