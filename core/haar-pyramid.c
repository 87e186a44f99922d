/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A layer's pixels: bilinear, in whole numbers.
 */
#include "haar-stages.h"

static void
shrink_row (const guint8 *pixels, const HaarTap *taps, guint n, guint16 *shrunk)
{
  for (guint x = 0; x < n; x++) {
    const guint8 *at = pixels + taps[x].first;

    shrunk[x] =
        (guint16) (at[0] * (256 - taps[x].weight) + at[1] * taps[x].weight);
  }
}

static void
shrink_column (const guint16 *above, const guint16 *below, guint weight,
    guint n, guint8 *pixels)
{
  for (guint x = 0; x < n; x++)
    pixels[x] =
        (guint8) ((above[x] * (256 - weight) + below[x] * weight + (1 << 15))
                  >> 16);
}

void
haar_stages_fill_pyramid (HaarStages *stages)
{
  stages->shrink_row = shrink_row;
  stages->shrink_column = shrink_column;
}
