/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Samples of any kind, dealt out to lanes.
 */
#include "harris-fused-rows.h"

#include <string.h>

static void
read_bytes (
    const HarrisFused *f, guint channel, guint x, guint y, guint n, guint8 *to)
{
  const VfImage *image = &f->work->image;
  gssize step = image->step[channel];
  const guint8 *from = image->data[channel]
                       + (gssize) y * image->stride[channel]
                       + (gssize) x * step;

  if (step == 1)
    memcpy (to, from, n);
  else if (step > 0)
    f->lanes->pick (from, (guint) step, n, to);
  else
    for (gssize i = 0; i < (gssize) n; i++)
      to[i] = from[step * i];
}

static void
read_luma_bytes (const HarrisFused *f, guint x, guint y, guint n, guint8 *to)
{
  guint8 red[64], green[64], blue[64];

  for (guint i = 0; i < n; i += 64) {
    guint m = MIN (n - i, 64);

    read_bytes (f, 0, x + i, y, m, red);
    read_bytes (f, 1, x + i, y, m, green);
    read_bytes (f, 2, x + i, y, m, blue);
    for (guint j = 0; j < m; j++)
      to[i + j] = (guint8) ((VF_LUMA_RED * red[j] + VF_LUMA_GREEN * green[j]
                                + VF_LUMA_BLUE * blue[j] + VF_LUMA_HALF)
                            >> VF_LUMA_SHIFT);
  }
}

static void
read_shorts (
    const HarrisFused *f, guint channel, guint x, guint y, guint n, guint16 *to)
{
  const VfImage *image = &f->work->image;
  gssize step = image->step[channel];
  const guint8 *from = image->data[channel]
                       + (gssize) y * image->stride[channel]
                       + (gssize) x * step;
  guint shift = image->shift[channel], mask = (1u << image->depth) - 1;

  if (image->word == 2 && step == 2) {
    memcpy (to, from, n * sizeof *to);
    if (image->big_endian != (G_BYTE_ORDER == G_BIG_ENDIAN))
      for (guint i = 0; i < n; i++)
        to[i] = GUINT16_SWAP_LE_BE (to[i]);
    if (shift > 0 || mask != G_MAXUINT16)
      for (guint i = 0; i < n; i++)
        to[i] = (guint16) (to[i] >> shift & mask);
  } else {
    for (gssize i = 0; i < (gssize) n; i++)
      to[i] =
          (guint16) (vf_image_word (image, from + step * i) >> shift & mask);
  }
}

static void
read_luma_shorts (const HarrisFused *f, guint x, guint y, guint n, guint16 *to)
{
  for (guint i = 0; i < n; i++)
    to[i] = (guint16) vf_image_luma (&f->work->image, x + i, y);
}

/* Samples first to first + n - 1 of a row, of which those inside the picture
 * are read, and the first and last of these repeated. */
#define DEFINE_LINE(name, Sample, read, read_luma)                             \
  static void name (const HarrisFused *f, gboolean luma, guint channel,        \
      gint first, guint y, guint n, Sample *line)                              \
  {                                                                            \
    gint last = (gint) f->work->image.width - 1, end = first + (gint) n;       \
    gint from = CLAMP (first, 0, last), to = CLAMP (end, 1, last + 1);         \
    Sample *inside = line + (from - first), *behind = inside + (to - from);    \
                                                                               \
    if (luma)                                                                  \
      read_luma (f, (guint) from, y, (guint) (to - from), inside);             \
    else                                                                       \
      read (f, channel, (guint) from, y, (guint) (to - from), inside);         \
    for (Sample *at = line; at < inside; at++)                                 \
      *at = *inside;                                                           \
    for (Sample *at = behind; at < line + n; at++)                             \
      *at = behind[-1];                                                        \
  }

DEFINE_LINE (byte_line, guint8, read_bytes, read_luma_bytes)
DEFINE_LINE (short_line, guint16, read_shorts, read_luma_shorts)

/* How many rows ahead of the one that is loaded the next ones are wanted. */
#define AHEAD 8

#define CACHE_LINE 64

static void
prefetch (const VfImage *image, guint channel, gint first, guint y, guint n)
{
  gssize step = image->step[channel];
  const guint8 *row =
      image->data[channel]
      + (gssize) MIN (y + AHEAD, image->height - 1) * image->stride[channel]
      + MAX (first, 0) * step;
  gsize before = GPOINTER_TO_SIZE (row) % CACHE_LINE;

  if (step > 0)
    for (gsize i = 0; i < before + n * (gsize) step; i += CACHE_LINE)
      __builtin_prefetch (row - before + i);
}

static void
fetch_row (const guint8 *row, gsize bytes)
{
  for (gsize i = 0; i < bytes; i += CACHE_LINE)
    (void) *(const volatile guint8 *) (row + i);
}

void
harris_fused_fetch (const HarrisFused *f, guint band)
{
  const VfImage *image = &f->work->image;
  guint first = band * f->band_rows * LANES_CELL;
  guint end = MIN (first + f->band_rows * LANES_CELL, image->height);

  for (guint c = 0; c < image->channels; c++) {
    gssize step = image->step[c];

    if (c > 0 && step != image->word) /* they share a plane */
      break;
    for (guint y = first; y < end && step > 0; y++)
      fetch_row (image->data[c] + (gssize) y * image->stride[c],
          (gsize) (image->width - 1) * (gsize) step + 1);
  }
}

void
harris_fused_load (const HarrisFused *f, const FusedStrip *strip, guint channel,
    gint y, guint pad, guint n, guint8 *line, gfloat *row)
{
  const VfImage *image = &f->work->image;
  gint first = (gint) strip->x - (gint) pad;
  guint inside = (guint) CLAMP (y, 0, (gint) image->height - 1);
  guint length = (f->lanes->lanes - 1) * strip->length + (n + 15) / 16 * 16;
  gboolean luma = image->channels == 3 && f->work->channels == 1;
  gboolean bytes = image->word == 1 && image->depth == 8;

  prefetch (image, channel, first, inside, length);
  if (bytes && !luma && image->step[channel] == 1 && first >= 0
      && (guint) first + length <= image->width) {
    f->lanes->spread_8 (
        image->data[channel] + (gssize) inside * image->stride[channel] + first,
        strip->length, n, row);
  } else if (bytes) {
    byte_line (f, luma, channel, first, inside, length, line);
    f->lanes->spread_8 (line, strip->length, n, row);
  } else {
    short_line (f, luma, channel, first, inside, length, (guint16 *) line);
    f->lanes->spread_16 ((guint16 *) line, strip->length, n, row);
  }
}
