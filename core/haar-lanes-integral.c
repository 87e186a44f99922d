/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sums, for one CPU level.
 */
#include "haar-lanes.h"

VEC_INLINE VecUint
load (const guint32 *from)
{
  return *(const VecUintAnywhere *) from;
}

VEC_INLINE void
store (guint32 *to, VecUint v)
{
  *(VecUintAnywhere *) to = v;
}

VEC_INLINE VecUint
last_of (VecUint v)
{
  return v[VF_LANES - 1] - (VecUint){ 0 };
}

/* What a pixel adds: itself or its square. */
VEC_INLINE VecUint
term (VecUint pixels, gboolean squared)
{
  return squared ? pixels * pixels : pixels;
}

/* Entries in order. Returns for how many pixels; *sum: of them. */
VEC_INLINE guint
sum_in_order (const guint8 *pixels, guint n, const guint32 *above, guint32 *row,
    gboolean squared, guint32 *sum)
{
  VecUint before = { 0 };
  guint x = 0;

  for (; x + VF_LANES <= n; x += VF_LANES) {
    VecUint sums = vec_prefix (term (vec_from_bytes (pixels + x), squared));

    store (row + x + 1, before + sums + load (above + x + 1));
    before += last_of (sums);
  }
  *sum = before[0];
  return x;
}

/* Two pixels a lane: the sum after both is an even entry, the one between them
 * an odd entry. */
VEC_INLINE guint
sum_apart (const guint8 *pixels, guint n, gsize odd, const guint32 *above,
    guint32 *row, gboolean squared, guint32 *sum)
{
  VecUint before = { 0 };
  guint x = 0;

  for (; x + 2 * VF_LANES <= n; x += 2 * VF_LANES) {
    VecUint words = vec_from_words (pixels + x);
    VecUint first = term (words & 255, squared);
    VecUint both = first + term (words >> 8, squared);
    VecUint sums = vec_prefix (both);
    gsize even = x / 2 + 1, between = odd + x / 2;

    store (
        row + between, before + (sums - both + first) + load (above + between));
    store (row + even, before + sums + load (above + even));
    before += last_of (sums);
  }
  *sum = before[0];
  return x;
}

VEC_INLINE void
sum_row (const guint8 *pixels, guint n, gsize odd, const guint32 *above,
    guint32 *row, gboolean squared)
{
  const HaarLayout layout = { .odd = odd };
  guint32 sum;
  guint x = odd > 0 ? sum_apart (pixels, n, odd, above, row, squared, &sum)
                    : sum_in_order (pixels, n, above, row, squared, &sum);

  row[0] = 0;
  for (; x < n; x++) {
    gsize place = haar_place (&layout, x + 1);

    sum += squared ? (guint32) pixels[x] * pixels[x] : pixels[x];
    row[place] = above[place] + sum;
  }
}

static void
sums (const guint8 *pixels, guint n, gsize odd, const guint32 *above,
    guint32 *row)
{
  sum_row (pixels, n, odd, above, row, FALSE);
}

static void
squares (const guint8 *pixels, guint n, gsize odd, const guint32 *above,
    guint32 *row)
{
  sum_row (pixels, n, odd, above, row, TRUE);
}

/* -- Tilted sums -- */

typedef struct {
  const guint8 *pixels, *pixels_above; /* NULL: there are none */
  const guint32 *above, *above_2;
  guint32 *row;
} Tilted;

/* Entries `place` on; the ones beside them in the row above are at `left` and
 * at `right`. */
VEC_INLINE void
tilt (const Tilted *t, gsize place, gsize left, gsize right, VecUint pixels)
{
  store (t->row + place, load (t->above + left) + load (t->above + right)
                             - load (t->above_2 + place) + pixels);
}

/* All entries but the first one and the last one, as far as vectors go: returns
 * the next one. */
VEC_INLINE guint
tilt_in_order (const Tilted *t, guint n, gboolean first)
{
  guint x = 1;

  for (; x + VF_LANES <= n; x += VF_LANES) {
    VecUint pixels = vec_from_bytes (t->pixels + x - 1);

    if (!first)
      pixels += vec_from_bytes (t->pixels_above + x - 1);
    tilt (t, x, x - 1, x + 1, pixels);
  }
  return x;
}

VEC_INLINE guint
tilt_apart (const Tilted *t, guint n, gsize odd, gboolean first)
{
  guint x = 1;

  for (; x + 2 * VF_LANES <= n; x += 2 * VF_LANES) {
    VecUint words = vec_from_words (t->pixels + x - 1);
    VecUint low = words & 255, high = words >> 8;
    gsize i = x / 2;

    if (!first) {
      words = vec_from_words (t->pixels_above + x - 1);
      low += words & 255;
      high += words >> 8;
    }
    tilt (t, odd + i, i, i + 1, low);
    tilt (t, i + 1, odd + i, odd + i + 1, high);
  }
  return x;
}

VEC_INLINE void
tilt_row (const Tilted *t, guint n, gsize odd, gboolean first)
{
  const HaarLayout layout = { .odd = odd };
  guint x =
      odd > 0 ? tilt_apart (t, n, odd, first) : tilt_in_order (t, n, first);

  t->row[0] = t->above[haar_place (&layout, 1)];
  for (; x <= n; x++) {
    gsize place = haar_place (&layout, x);
    guint32 left = t->above[haar_place (&layout, x - 1)];
    guint32 right =
        x < n ? t->above[haar_place (&layout, x + 1)] : t->above_2[place];

    t->row[place] = left + right - t->above_2[place] + t->pixels[x - 1]
                    + (first ? 0 : t->pixels_above[x - 1]);
  }
}

static void
tilted (const guint8 *pixels, const guint8 *pixels_above, guint n, gsize odd,
    const guint32 *above, const guint32 *above_2, guint32 *row)
{
  const Tilted t = { pixels, pixels_above, above, above_2, row };

  if (pixels_above)
    tilt_row (&t, n, odd, FALSE);
  else
    tilt_row (&t, n, odd, TRUE);
}

void
haar_lanes_fill_integral (HaarStages *stages)
{
  stages->sums = sums;
  stages->squares = squares;
  stages->tilted = tilted;
}
