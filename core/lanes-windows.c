/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the tensor to the response, for one CPU level.
 */
#include "lanes-rows.h"

VEC_INLINE Vec
weigh_2 (Vec a, Vec b, Vec c, Vec d, Vec e, const Vec w[3])
{
  return vec_fma (w[2], a + e, vec_fma (w[1], b + d, w[0] * c));
}

/* Each value is loaded once; what the compiler makes of the loop below loads
 * it five times, and loads are what bounds it. n is a multiple of 4. */
static void
window_row_2 (const gfloat *p, guint n, const gfloat *taps, gfloat *sums)
{
  const Vec w[3] = { vec_set (taps[0]), vec_set (taps[1]), vec_set (taps[2]) };
  Vec a = vec_load (p), b = vec_load (p + VALUES (1));
  Vec c = vec_load (p + VALUES (2)), d = vec_load (p + VALUES (3));

  p += VALUES (4);
  for (gsize x = 0; x < VALUES (n); x += VALUES (4)) {
    Vec e = vec_load (p + x), f = vec_load (p + x + VALUES (1));
    Vec g = vec_load (p + x + VALUES (2)), h = vec_load (p + x + VALUES (3));

    vec_store (sums + x, weigh_2 (a, b, c, d, e, w));
    vec_store (sums + x + VALUES (1), weigh_2 (b, c, d, e, f, w));
    vec_store (sums + x + VALUES (2), weigh_2 (c, d, e, f, g, w));
    vec_store (sums + x + VALUES (3), weigh_2 (d, e, f, g, h, w));
    a = e;
    b = f;
    c = g;
    d = h;
  }
}

/* sum[x] = taps[0] rows[radius][x], then the rows at each distance. Four
 * vectors at a time: so many sums stay in registers. n is a multiple of 4. */
VEC_INLINE void
weigh_rows (const gfloat *const *rows, guint n, const gfloat *taps,
    guint radius, gfloat *sum)
{
  for (gsize x = 0; x < VALUES (n); x += VALUES (4)) {
    Vec s[4];

#pragma GCC unroll 4
    for (guint k = 0; k < 4; k++)
      s[k] = vec_set (taps[0]) * vec_load (rows[radius] + x + VALUES (k));
    for (guint i = 1; i <= radius; i++) {
      const gfloat *before = rows[radius - i] + x,
                   *after = rows[radius + i] + x;
      Vec tap = vec_set (taps[i]);

#pragma GCC unroll 4
      for (guint k = 0; k < 4; k++)
        s[k] = vec_fma (tap,
            vec_load (before + VALUES (k)) + vec_load (after + VALUES (k)),
            s[k]);
    }
#pragma GCC unroll 4
    for (guint k = 0; k < 4; k++)
      vec_store (sum + x + VALUES (k), s[k]);
  }
}

static void
window_row (
    const gfloat *p, guint n, const gfloat *taps, guint radius, gfloat *sums)
{
  const gfloat *beside[HARRIS_MAX_FILTER_LENGTH];

  if (radius == 2) {
    window_row_2 (p, n, taps, sums);
    return;
  }
  for (guint i = 0; i <= 2 * radius; i++)
    beside[i] = p + VALUES (i);
  weigh_rows (beside, n, taps, radius, sums);
}

static void
window_column (const gfloat *const *rows, guint n, const gfloat *taps,
    guint radius, gfloat *windowed)
{
  if (radius == 2)
    weigh_rows (rows, n, taps, 2, windowed);
  else
    weigh_rows (rows, n, taps, radius, windowed);
}

/* The sum slides along the row; integers are exact, so it does not matter in
 * which order they are added. */
#define DEFINE_BOX(name, In, Sum)                                              \
  static void name (const In *p, guint n, guint radius, Sum *sums, Sum *total) \
  {                                                                            \
    Sum sum[VF_LANES] = { 0 };                                                 \
                                                                               \
    for (gsize x = 0; x < VALUES (2 * radius); x++)                            \
      sum[x % VF_LANES] += (Sum) p[x];                                         \
    for (gsize x = 0; x < VALUES (n); x += VF_LANES) {                         \
      const In *last = p + x, *next = last + VALUES (2 * radius);              \
                                                                               \
      for (guint l = 0; l < VF_LANES; l++) {                                   \
        sum[l] += (Sum) next[l];                                               \
        total[x + l] += sum[l] - sums[x + l];                                  \
        sums[x + l] = sum[l];                                                  \
        sum[l] -= (Sum) last[l];                                               \
      }                                                                        \
    }                                                                          \
  }

DEFINE_BOX (box, gfloat, gfloat)
DEFINE_BOX (box_wide, gdouble, gdouble)
DEFINE_BOX (box_widest, gdouble, gint64)

static void
narrow_widest (const gint64 *wide, guint n, gfloat *row)
{
  const gint64 *restrict from = wide;
  gfloat *restrict to = row;

  for (gsize x = 0; x < VALUES (n); x++)
    to[x] = (gfloat) from[x];
}

VEC_INLINE Vec
harris_of (Vec xx, Vec yy, Vec xy, Vec minus_k)
{
  Vec trace = xx + yy;

  return vec_fma (minus_k, trace * trace, vec_fma (xx, yy, -(xy * xy)));
}

VEC_INLINE Vec
min_eigen_of (Vec xx, Vec yy, Vec xy, Vec minus_k)
{
  Vec d = xx - yy, e = xy + xy;

  return 0.5f * ((xx + yy) - vec_sqrt (vec_fma (d, d, e * e)));
}

/* 0 / 0 is NaN, of which the comparison makes 0. */
VEC_INLINE Vec
noble_of (Vec xx, Vec yy, Vec xy, Vec minus_k)
{
  Vec trace = xx + yy, det = vec_fma (xx, yy, -(xy * xy));
  VecInt bits = (VecInt) (det / trace) & (trace != (Vec){ 0 });

  return (Vec) bits;
}

#define DEFINE_MEASURE(name, of)                                               \
  static void name (const gfloat *const tensor[LANES_COMPONENTS], guint n,     \
      gfloat k, gfloat *response)                                              \
  {                                                                            \
    const gfloat *xx = tensor[0], *yy = tensor[1], *xy = tensor[2];            \
    Vec minus_k = vec_set (-k);                                                \
                                                                               \
    for (gsize x = 0; x < VALUES (n); x += VF_LANES)                           \
      vec_store (response + x, of (vec_load (xx + x), vec_load (yy + x),       \
                                   vec_load (xy + x), minus_k));               \
  }

DEFINE_MEASURE (measure_harris, harris_of)
DEFINE_MEASURE (measure_min_eigen, min_eigen_of)
DEFINE_MEASURE (measure_noble, noble_of)

/* Of the tensor's component c, at vector x of the rows above, on and below. */
VEC_INLINE Vec
central (const gfloat *const rows[3], gsize x, guint c)
{
  Vec ix =
      vec_load (rows[1] + x + VALUES (1)) - vec_load (rows[1] + x - VALUES (1));
  Vec iy = vec_load (rows[2] + x) - vec_load (rows[0] + x);

  return (c == 1 ? iy : ix) * (c == 0 ? ix : iy);
}

/* Each component on its own: so what slides along stays in registers. */
VEC_INLINE void
central_row_component (const gfloat *const rows[3], guint n, const Vec w[3],
    gfloat *restrict sums, guint c)
{
  Vec p0 = central (rows, VALUES (1), c), p1 = central (rows, VALUES (2), c);
  Vec p2 = central (rows, VALUES (3), c), p3 = central (rows, VALUES (4), c);

  for (gsize x = 0; x < VALUES (n); x += VALUES (4)) {
    Vec p4 = central (rows, x + VALUES (5), c);
    Vec p5 = central (rows, x + VALUES (6), c);
    Vec p6 = central (rows, x + VALUES (7), c);
    Vec p7 = central (rows, x + VALUES (8), c);

    vec_store (sums + x, weigh_2 (p0, p1, p2, p3, p4, w));
    vec_store (sums + x + VALUES (1), weigh_2 (p1, p2, p3, p4, p5, w));
    vec_store (sums + x + VALUES (2), weigh_2 (p2, p3, p4, p5, p6, w));
    vec_store (sums + x + VALUES (3), weigh_2 (p3, p4, p5, p6, p7, w));
    p0 = p4;
    p1 = p5;
    p2 = p6;
    p3 = p7;
  }
}

static void
central_row (
    const gfloat *const rows[3], guint n, const gfloat *taps, gfloat *sums)
{
  const Vec w[3] = { vec_set (taps[0]), vec_set (taps[1]), vec_set (taps[2]) };

  central_row_component (rows, n, w, sums, 0);
  central_row_component (rows, n, w, sums + VALUES (LENGTH), 1);
  central_row_component (rows, n, w, sums + VALUES (2 * LENGTH), 2);
}

/* Four rows of one component, from the 8 values of a column that they need. */
VEC_INLINE void
columns_2 (const gfloat *const rows[8], gsize at, const Vec w[3], Vec sums[4])
{
  Vec v[8];

#pragma GCC unroll 8
  for (guint i = 0; i < 8; i++)
    v[i] = vec_load (rows[i] + at);
#pragma GCC unroll 4
  for (guint y = 0; y < 4; y++)
    sums[y] = weigh_2 (v[y], v[y + 1], v[y + 2], v[y + 3], v[y + 4], w);
}

static void
column_harris (const gfloat *const rows[8], guint n, const gfloat *taps,
    gfloat k, gfloat *response, gfloat *least, gfloat *most)
{
  const Vec w[3] = { vec_set (taps[0]), vec_set (taps[1]), vec_set (taps[2]) };
  Vec minus_k = vec_set (-k);
  /* Not to be loaded again and again for fear of what is stored. */
  const gfloat *const r[8] = { rows[0], rows[1], rows[2], rows[3], rows[4],
    rows[5], rows[6], rows[7] };
  gfloat *restrict out = response;

  for (gsize x = 0; x < VALUES (n); x += VALUES (LANES_CELL)) {
    Vec lo = vec_set (INFINITY), hi = vec_set (-INFINITY);

#pragma GCC unroll 1
    for (gsize i = x; i < x + VALUES (LANES_CELL); i += VF_LANES) {
      Vec xx[4], yy[4], xy[4];

      columns_2 (r, i, w, xx);
      columns_2 (r, i + VALUES (LENGTH), w, yy);
      columns_2 (r, i + VALUES (2 * LENGTH), w, xy);
#pragma GCC unroll 4
      for (guint y = 0; y < LANES_CELL; y++) {
        Vec v = harris_of (xx[y], yy[y], xy[y], minus_k);

        vec_store (out + VALUES (y * n) + i, v);
        lo = vec_min (v, lo);
        hi = vec_max (v, hi);
      }
    }
    vec_store (least, lo);
    vec_store (most, hi);
    least += VF_LANES;
    most += VF_LANES;
  }
}

void
lanes_fill_windows (Lanes *lanes)
{
  lanes->window_row = window_row;
  lanes->window_column = window_column;
  lanes->box = box;
  lanes->box_wide = box_wide;
  lanes->box_widest = box_widest;
  lanes->narrow_widest = narrow_widest;
  lanes->measure[HARRIS_MEASURE_HARRIS] = measure_harris;
  lanes->measure[HARRIS_MEASURE_MIN_EIGEN] = measure_min_eigen;
  lanes->measure[HARRIS_MEASURE_NOBLE] = measure_noble;
  lanes->central_row = central_row;
  lanes->column_harris = column_harris;
}
