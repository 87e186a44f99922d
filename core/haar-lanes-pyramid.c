/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A layer's pixels, for one CPU level: the compiler makes vectors of the loops.
 */
#include "haar-lanes.h"

#define BLOCK 256

/* Pixels lie anywhere, so they are brought together first: two neighbours as
 * one number of 16 bits. */
static void
shrink_row (const guint8 *pixels, const HaarTap *taps, guint n, guint16 *shrunk)
{
  guint16 pairs[BLOCK];

  for (guint x = 0; x < n; x += BLOCK) {
    guint width = MIN (n - x, BLOCK);
    const HaarTap *restrict tap = taps + x;
    guint16 *restrict to = shrunk + x;

    for (guint i = 0; i < width; i++)
      memcpy (&pairs[i], pixels + tap[i].first, sizeof pairs[i]);
    for (guint i = 0; i < width; i++) {
      guint pair = GUINT16_FROM_LE (pairs[i]);

      to[i] = (guint16) ((pair & 255) * (256 - tap[i].weight)
                         + (pair >> 8) * tap[i].weight);
    }
  }
}

static void
shrink_column (const guint16 *above, const guint16 *below, guint weight,
    guint n, guint8 *pixels)
{
  guint8 *restrict to = pixels;

  for (guint x = 0; x < n; x++)
    to[x] =
        (guint8) ((above[x] * (256 - weight) + below[x] * weight + (1 << 15))
                  >> 16);
}

void
haar_lanes_fill_pyramid (HaarStages *stages)
{
  stages->shrink_row = shrink_row;
  stages->shrink_column = shrink_column;
}
