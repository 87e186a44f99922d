/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A layer's pixels, for one CPU level: the compiler makes vectors of the loops.
 */
#include "haar-lanes.h"

/* -- Pixels that lie near each other -- */

#define UNIT 8 /* pixels at a time, each half from 16 bytes of the picture */

G_STATIC_ASSERT (sizeof (HaarTap) == 8);

/* Where two neighbours begin in the bytes from the first tap on: the places of
 * both, as one number. */
VEC_INLINE VecQuadUint
places_of (VecQuadUint firsts)
{
  VecQuadUint places = firsts - firsts[0];

  return places + (places << 8) + 256;
}

/* weight 256ths of the way from the lower to the upper byte of each pair. */
VEC_INLINE VecWords
between (VecWords pairs, VecWords weights)
{
  VecWords from = pairs & 255, to = pairs >> 8;

  return (from << 8) + (to - from) * weights;
}

VEC_INLINE void
shrink_unit (const guint8 *pixels, const HaarTap *taps, guint16 *shrunk)
{
  VecQuadUint all[4], low, high;
  VecBytes places, at_low, at_high;
  VecTwo pairs;
  VecWords weights;

  memcpy (all, taps, sizeof all);
  low = vec_evens (all[0], all[1]);
  high = vec_evens (all[2], all[3]);
  places = (VecBytes) vec_shorten (places_of (low), places_of (high));
  weights = vec_shorten (vec_odds (all[0], all[1]), vec_odds (all[2], all[3]));
  memcpy (&at_low, pixels + taps[0].first, sizeof at_low);
  memcpy (&at_high, pixels + taps[UNIT / 2].first, sizeof at_high);
  pairs = (VecTwo){ ((VecTwo) vec_pick (at_low, places))[0],
    ((VecTwo) vec_pick (at_high, places))[1] };
  weights = between ((VecWords) pairs, weights);
  memcpy (shrunk, &weights, sizeof weights);
}

/* How many pixels are done so: where taps lie as near as that, and not beyond
 * the last byte that there is. */
static guint
shrink_near (
    const guint8 *pixels, const HaarTap *taps, guint n, guint16 *shrunk)
{
  guint32 end = taps[n - 1].first + 2;
  guint x = 0;

  for (; x + UNIT <= n && taps[x + UNIT / 2].first + 16 <= end; x += UNIT) {
    const HaarTap *tap = taps + x;

    if (tap[3].first - tap[0].first > 14 || tap[7].first - tap[4].first > 14)
      break;
    shrink_unit (pixels, tap, shrunk + x);
  }
  return x;
}

/* -- Any pixels -- */

#define BLOCK 256

/* They are brought together first: two neighbours as one number of 16 bits. */
static void
shrink_block (
    const guint8 *pixels, const HaarTap *taps, guint n, guint16 *shrunk)
{
  const HaarTap *restrict tap = taps;
  guint16 *restrict to = shrunk;
  guint16 pairs[BLOCK];

  for (guint i = 0; i < n; i++)
    memcpy (&pairs[i], pixels + tap[i].first, sizeof pairs[i]);
  for (guint i = 0; i < n; i++) {
    guint pair = GUINT16_FROM_LE (pairs[i]);

    to[i] = (guint16) ((pair & 255) * (256 - tap[i].weight)
                       + (pair >> 8) * tap[i].weight);
  }
}

static void
shrink_row (const guint8 *pixels, const HaarTap *taps, guint n, guint16 *shrunk)
{
  guint x = shrink_near (pixels, taps, n, shrunk);

  for (; x < n; x += BLOCK)
    shrink_block (pixels, taps + x, MIN (n - x, BLOCK), shrunk + x);
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
