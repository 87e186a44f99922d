/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sums of all that lies above and to the left, modulo 2^32.
 */
#include "haar-stages.h"

static void
sums (const guint8 *pixels, guint n, gsize odd, const guint32 *above,
    guint32 *row)
{
  const HaarLayout layout = { .odd = odd };
  guint32 sum = 0;

  row[0] = 0;
  for (guint x = 0; x < n; x++) {
    gsize place = haar_place (&layout, x + 1);

    sum += pixels[x];
    row[place] = above[place] + sum;
  }
}

static void
squares (const guint8 *pixels, guint n, gsize odd, const guint32 *above,
    guint32 *row)
{
  const HaarLayout layout = { .odd = odd };
  guint32 sum = 0;

  row[0] = 0;
  for (guint x = 0; x < n; x++) {
    gsize place = haar_place (&layout, x + 1);

    sum += (guint32) pixels[x] * pixels[x];
    row[place] = above[place] + sum;
  }
}

/* The triangle below (x, r) is the one to the left and the one to the right
 * together, less what both have, plus the two pixels that neither has. To the
 * left of the layer, and to its right, triangles have the pixels of one that
 * lies within it, a row higher. */
static void
tilted (const guint8 *pixels, const guint8 *pixels_above, guint n, gsize odd,
    const guint32 *above, const guint32 *above_2, guint32 *row)
{
  const HaarLayout layout = { .odd = odd };

  row[0] = above[haar_place (&layout, 1)];
  for (guint x = 1; x <= n; x++) {
    gsize place = haar_place (&layout, x);
    guint32 left = above[haar_place (&layout, x - 1)];
    guint32 right = x < n ? above[haar_place (&layout, x + 1)] : above_2[place];

    row[place] = left + right - above_2[place] + pixels[x - 1]
                 + (pixels_above ? pixels_above[x - 1] : 0);
  }
}

void
haar_stages_fill_integral (HaarStages *stages)
{
  stages->sums = sums;
  stages->squares = squares;
  stages->tilted = tilted;
}
