/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From samples to the tensor, for one CPU level.
 */
#include "lanes-rows.h"

/* 16 bytes of each lane become 4 vectors of words: word i of each. */
VEC_INLINE void
deal_words (const guint8 *samples, gsize length, VecUint words[4])
{
  Vec v[4];

#pragma GCC unroll 4
  for (guint i = 0; i < 4; i++)
    v[i] = vec_join (samples + i * length, length);
  vec_transpose_4 (v);
#pragma GCC unroll 4
  for (guint i = 0; i < 4; i++)
    words[i] = (VecUint) v[i];
}

/* Sample i of each word, `bits` bits each. */
VEC_INLINE Vec
sample_of (VecUint words, guint i, guint bits)
{
  guint first = G_BYTE_ORDER == G_LITTLE_ENDIAN ? i : 32 / bits - 1 - i;

  words >>= first * bits;
  if ((first + 1) * bits < 32)
    words &= (1u << bits) - 1;
  return __builtin_convertvector((VecInt) words, Vec);
}

static void
spread_8 (const guint8 *samples, guint length, guint n, gfloat *row)
{
  for (guint i = 0; i < n; i += 16) {
    VecUint words[4];

    deal_words (samples + i, length, words);
#pragma GCC unroll 4
    for (guint j = 0; j < 4; j++) {
      if (i + 4 * j >= n)
        return;
#pragma GCC unroll 4
      for (guint k = 0; k < 4; k++)
        vec_store (row + VALUES (k), sample_of (words[j], k, 8));
      row += VALUES (4);
    }
  }
}

static void
spread_16 (const guint16 *samples, guint length, guint n, gfloat *row)
{
  for (guint i = 0; i < n; i += 8) {
    VecUint words[4];

    deal_words ((const guint8 *) (samples + i), 2 * length, words);
#pragma GCC unroll 4
    for (guint j = 0; j < 4; j += 2) {
      if (i + 2 * j >= n)
        return;
#pragma GCC unroll 4
      for (guint k = 0; k < 4; k++)
        vec_store (row + VALUES (k), sample_of (words[j + k / 2], k % 2, 16));
      row += VALUES (4);
    }
  }
}

/* The steps that pictures have are known to the compiler. */
VEC_INLINE void
pick_every (
    const guint8 *restrict from, guint step, guint n, guint8 *restrict bytes)
{
  for (gsize i = 0; i < n; i++)
    bytes[i] = from[i * step];
}

static void
pick (const guint8 *from, guint step, guint n, guint8 *bytes)
{
  if (step == 3)
    pick_every (from, 3, n, bytes);
  else if (step == 4)
    pick_every (from, 4, n, bytes);
  else
    pick_every (from, step, n, bytes);
}

VEC_INLINE void
central (const gfloat *const (*rows)[3], guint channels, guint n,
    gfloat *const tensor[LANES_COMPONENTS])
{
  for (gsize x = 0; x < VALUES (n); x += VF_LANES) {
    Vec xx = { 0 }, yy = { 0 }, xy = { 0 };

    for (guint c = 0; c < channels; c++) {
      const gfloat *row = rows[c][1] + x;
      Vec ix = vec_load (row + VALUES (2)) - vec_load (row);
      Vec iy = vec_load (rows[c][2] + x + VF_LANES)
               - vec_load (rows[c][0] + x + VF_LANES);

      xx += ix * ix;
      yy += iy * iy;
      xy += ix * iy;
    }
    vec_store (tensor[0] + x, xx);
    vec_store (tensor[1] + x, yy);
    vec_store (tensor[2] + x, xy);
  }
}

static void
tensor_central (const gfloat *const (*rows)[3], guint channels, guint n,
    gfloat *const tensor[LANES_COMPONENTS])
{
  if (channels == 1)
    central (rows, 1, n, tensor);
  else
    central (rows, 3, n, tensor);
}

/* Rows that a gradient needs on the way. */
#define MAX_ROW          (LANES_MAX_LENGTH + HARRIS_MAX_FILTER_LENGTH - 1)
#define MAX_EXTENDED_ROW (MAX_ROW + 2 * HARRIS_MAX_REACH)

/* sum = sum of taps[j] rows[j], for the taps that are not 0. */
#define DEFINE_WEIGH(name, In, Out)                                            \
  static void name (const gint *taps, const In *const *rows, guint n_rows,     \
      gsize n, Out *sum)                                                       \
  {                                                                            \
    Out *restrict s = sum;                                                     \
    gboolean first = TRUE;                                                     \
                                                                               \
    for (guint j = 0; j < n_rows; j++) {                                       \
      const In *restrict row = rows[j];                                        \
      Out tap = (Out) taps[j];                                                 \
                                                                               \
      if (taps[j] == 0)                                                        \
        continue;                                                              \
      if (first)                                                               \
        for (gsize x = 0; x < n; x++)                                          \
          s[x] = tap * (Out) row[x];                                           \
      else                                                                     \
        for (gsize x = 0; x < n; x++)                                          \
          s[x] += tap * (Out) row[x];                                          \
      first = FALSE;                                                           \
    }                                                                          \
  }

DEFINE_WEIGH (weigh, gfloat, gfloat)
DEFINE_WEIGH (weigh_samples, gfloat, gint32)
DEFINE_WEIGH (weigh_wide, gint32, gint32)

/* First across the rows, then along them. */
#define DEFINE_GRADIENT(name, across, along, Out)                              \
  static void name (const HarrisGradientTaps *taps, const gfloat *const *rows, \
      guint n, Out *ix, Out *iy)                                               \
  {                                                                            \
    Out sums[MAX_EXTENDED_ROW * VF_LANES] __attribute__ ((aligned (64)));      \
    const Out *beside[2 * HARRIS_MAX_REACH + 1];                               \
    guint n_rows = 2 * taps->reach + 1;                                        \
    gsize extended = VALUES (n + 2 * taps->reach);                             \
                                                                               \
    for (guint i = 0; i < n_rows; i++)                                         \
      beside[i] = sums + VALUES (i);                                           \
    across (taps->smoothing, rows, n_rows, extended, sums);                    \
    along (taps->derivative, beside, n_rows, VALUES (n), ix);                  \
    across (taps->derivative, rows, n_rows, extended, sums);                   \
    along (taps->smoothing, beside, n_rows, VALUES (n), iy);                   \
  }

DEFINE_GRADIENT (gradient, weigh, weigh, gfloat)
DEFINE_GRADIENT (gradient_wide, weigh_samples, weigh_wide, gint32)

#define DEFINE_TENSOR(name, In, Out)                                           \
  static void name (const In *ix, const In *iy, gboolean start, guint n,       \
      Out *const tensor[LANES_COMPONENTS])                                     \
  {                                                                            \
    const In *restrict gx = ix, *restrict gy = iy;                             \
    Out *restrict xx = tensor[0], *restrict yy = tensor[1];                    \
    Out *restrict xy = tensor[2];                                              \
                                                                               \
    if (start)                                                                 \
      for (gsize x = 0; x < VALUES (n); x++) {                                 \
        xx[x] = (Out) gx[x] * (Out) gx[x];                                     \
        yy[x] = (Out) gy[x] * (Out) gy[x];                                     \
        xy[x] = (Out) gx[x] * (Out) gy[x];                                     \
      }                                                                        \
    else                                                                       \
      for (gsize x = 0; x < VALUES (n); x++) {                                 \
        xx[x] += (Out) gx[x] * (Out) gx[x];                                    \
        yy[x] += (Out) gy[x] * (Out) gy[x];                                    \
        xy[x] += (Out) gx[x] * (Out) gy[x];                                    \
      }                                                                        \
  }

DEFINE_TENSOR (tensor, gfloat, gfloat)
DEFINE_TENSOR (tensor_wide, gint32, gdouble)

static void
narrow (const gdouble *wide, guint n, gfloat *row)
{
  const gdouble *restrict from = wide;
  gfloat *restrict to = row;

  for (gsize x = 0; x < VALUES (n); x++)
    to[x] = (gfloat) from[x];
}

void
lanes_fill_pixels (Lanes *lanes)
{
  lanes->spread_8 = spread_8;
  lanes->spread_16 = spread_16;
  lanes->pick = pick;
  lanes->tensor_central = tensor_central;
  lanes->gradient = gradient;
  lanes->tensor = tensor;
  lanes->gradient_wide = gradient_wide;
  lanes->tensor_wide = tensor_wide;
  lanes->narrow = narrow;
}
