/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The stages from the tensor to the response, against values made by hand. e is
 * 2^-12 in the comments: 1 + 2 e + e e needs 25 bits, one more than a float
 * has, and rounds to 1 + 2 e. So it tells one rounding from two.
 */
#include "stages.h"

#define E 0x1p-12f

/* Radius 0: the tap times the value. Radius 1: 8 at the middle of zeros gives
 * the taps back. Radius 2: 1/2 p(x) + 1/4 (sum of the next) + 1/8 (of those
 * after it) of 1 2 4 8 16 32: 2 + 10/4 + 17/8, and twice as much. */
static void
window_row (const HarrisStages *stages)
{
  static const gfloat dot[] = { 0, 0, 8, 0, 0 };
  static const gfloat powers[] = { 1, 2, 4, 8, 16, 32 };
  static const gfloat taps[] = { 0.5f, 0.25f, 0.125f };
  static const gfloat radius_0[] = { 0, 0, 4, 0, 0 };
  static const gfloat radius_1[] = { 2, 4, 2 };
  static const gfloat radius_2[] = { 6.625f, 13.25f };
  gfloat sums[5];

  stages->window_row (dot, 5, taps, 0, sums);
  assert_floats (sums, radius_0, 5);
  stages->window_row (dot, 3, taps, 1, sums);
  assert_floats (sums, radius_1, 3);
  stages->window_row (powers, 2, taps, 2, sums);
  assert_floats (sums, radius_2, 2);
}

/* -1 + (1 + e) (1 + e) rounded once is 2 e + e e; with a rounded product it
 * would be 2 e. A pair is summed before it joins: -2^24 + (2^24 + 1) = 0, for
 * 2^24 + 1 is no float. The nearer pair comes first: (2^24 - 2^24) + 1 = 1,
 * not (2^24 + 1) - 2^24 = 0. */
static const struct {
  gfloat p[5], taps[3];
  guint radius;
  gfloat expected;
} window_cases[] = {
  { { 0.5f, -1, 0.5f + E }, { 1, 1 + E }, 1, 2 * E + E *E },
  { { 0x1p24f, -0x1p24f, 1 }, { 1, 1 }, 1, 0 },
  { { 1, -0x1p24f, 0x1p24f, 0, 0 }, { 1, 1, 1 }, 2, 1 },
};

static void
window_roundings (const HarrisStages *stages)
{
  for (guint i = 0; i < G_N_ELEMENTS (window_cases); i++) {
    const gfloat *p = window_cases[i].p, *taps = window_cases[i].taps;
    const gfloat *rows[] = { p, p + 1, p + 2, p + 3, p + 4 };
    guint radius = window_cases[i].radius;
    gfloat along, across;

    stages->window_row (p, 1, taps, radius, &along);
    g_assert_cmpfloat (along, ==, window_cases[i].expected);
    stages->window_column (rows, 1, taps, radius, &across);
    g_assert_cmpfloat (across, ==, window_cases[i].expected);
  }
}

/* Two columns, 0 0 8 0 0 and 1 2 4 8 16. */
static void
window_column (const HarrisStages *stages)
{
  static const gfloat values[5][2] = { { 0, 1 }, { 0, 2 }, { 8, 4 }, { 0, 8 },
    { 0, 16 } };
  static const gfloat taps[] = { 0.5f, 0.25f, 0.125f };
  const gfloat *rows[] = { values[0], values[1], values[2], values[3],
    values[4] };
  static const gfloat radius_0[] = { 0, 0.5f };
  static const gfloat radius_1[] = { 2, 9 };      /* 8/4; 8/2 + 20/4 */
  static const gfloat radius_2[] = { 4, 6.625f }; /* 8/2; as for the row */
  gfloat sums[2];

  stages->window_column (rows, 2, taps, 0, sums);
  assert_floats (sums, radius_0, 2);
  stages->window_column (rows + 2, 2, taps, 1, sums);
  assert_floats (sums, radius_1, 2);
  stages->window_column (rows, 2, taps, 2, sums);
  assert_floats (sums, radius_2, 2);
}

/* Sums of 1 3 5 along a row; the columns add rows that no float holds, and
 * only the sum is rounded: 2^24 + 1 + 1 + 1 is 2^24 + 4 (to even from + 3);
 * with the rows rounded it would be 2^24. */
static void
box (const HarrisStages *stages)
{
  static const gint64 p[] = { 1, 2, 4, 8, 16, -32 };
  static const gint64 expected[][6] = { { 1, 2, 4, 8, 16, -32 },
    { 7, 14, 28, -8 }, { 31, -2 } };
  static const gint64 column[] = { 1, (1 << 24) + 1, 1 };
  const gint64 *rows[] = { column, column + 1, column + 2 };
  gint64 sums[6];
  gfloat windowed;

  for (guint radius = 0; radius < 3; radius++) {
    guint n = 6 - 2 * radius;

    stages->box_row (p, n, radius, sums);
    for (guint i = 0; i < n; i++)
      g_assert_cmpint (sums[i], ==, expected[radius][i]);
  }
  stages->box_column (rows, 1, 1, &windowed);
  g_assert_cmpfloat (windowed, ==, 0x1.000004p24f);
  stages->box_column (rows + 1, 1, 0, &windowed);
  g_assert_cmpfloat (windowed, ==, 0x1p24f);
}

/* det / t: (8 - 1) / 6 rounded once; 64 / 16; nothing; an edge: 0 / 10; the
 * determinant is fused as for Harris: (2 e + e e) / (2 + 2 e). */
static void
measure_noble (const HarrisStages *stages)
{
  static const gfloat xx[] = { 4, 8, 0, 10, 1 + E };
  static const gfloat yy[] = { 2, 8, 0, 0, 1 + E };
  static const gfloat xy[] = { 1, 0, 0, 0, 1 };
  static const gfloat expected[] = { 7.f / 6, 4, 0, 0,
    (2 * E + E * E) / (2 + 2 * E) };
  gfloat response[5];

  stages->measure[HARRIS_MEASURE_NOBLE](xx, yy, xy, 5, 0.04f, response);
  assert_floats (response, expected, 5);
}

/* t = A + B, det = A B - C C, R = det - k t t:
 * 8 - 1 - 36/4; 64 - 0 - 256/4; no structure; an edge: 0 - 0 - 100/4. */
static void
measure_harris (const HarrisStages *stages)
{
  static const gfloat xx[] = { 4, 8, 0, 10 }, yy[] = { 2, 8, 0, 0 };
  static const gfloat xy[] = { 1, 0, 0, 0 };
  static const gfloat expected[] = { -2, 0, 0, -25 };
  gfloat response[4];

  stages->measure[HARRIS_MEASURE_HARRIS](xx, yy, xy, 4, 0.25f, response);
  assert_floats (response, expected, 4);
}

/* A B is not rounded: (1 + e) (1 + e) - 1 = 2 e + e e. C C is: 1 - (1 + 2 e).
 * k t t is not: with t t = 9, k = (1 + 3/2^23) / 4 and A B = 9/4, R is
 * -27/2^25; with a rounded product it would be -24/2^25. */
static void
measure_harris_roundings (const HarrisStages *stages)
{
  static const struct {
    gfloat xx, yy, xy, k, expected;
  } cases[] = {
    { 1 + E, 1 + E, 1, 0, 2 * E + E * E },
    { 1, 1, 1 + E, 0, -2 * E },
    { 1.5f, 1.5f, 0, 0.25f + 0x1.8p-24f, -27 * 0x1p-25f },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gfloat response;

    stages->measure[HARRIS_MEASURE_HARRIS](
        &cases[i].xx, &cases[i].yy, &cases[i].xy, 1, cases[i].k, &response);
    g_assert_cmpfloat (response, ==, cases[i].expected);
  }
}

/* The smaller eigenvalue: of a diagonal matrix the smaller entry; of 5 3 3 5:
 * 5 - 3; of 5 2 2 2: (7 - sqrt (9 + 16)) / 2; of an edge: 0. k plays no
 * part. */
static void
measure_min_eigen (const HarrisStages *stages)
{
  static const gfloat xx[] = { 4, 5, 5, 0, 10, 3 };
  static const gfloat yy[] = { 1, 5, 2, 0, 0, 7 };
  static const gfloat xy[] = { 0, 3, -2, 0, 0, 0 };
  static const gfloat expected[] = { 1, 2, 1, 0, 0, 3 };
  gfloat response[6];

  stages->measure[HARRIS_MEASURE_MIN_EIGEN](xx, yy, xy, 6, 0.04f, response);
  assert_floats (response, expected, 6);
}

/* A matrix of rank one (m m, n n, m n; here 150 and 57) has a 0 there. d d is
 * not rounded: 19251^2 + (17100^2 rounded to 292409984) becomes 663011008,
 * whose root is 25749 = A + B. With a rounded product the sum would be
 * 663010944, and an edge would get a response of 2^-10. */
static void
measure_min_eigen_roundings (const HarrisStages *stages)
{
  static const gfloat xx = 22500, yy = 3249, xy = 8550;
  gfloat response;

  stages->measure[HARRIS_MEASURE_MIN_EIGEN](&xx, &yy, &xy, 1, 0, &response);
  g_assert_cmpfloat (response, ==, 0);
}

/* A dot of value v on black, and the taps 1/4 1/2 1/4. Ix Ix is v v left and
 * right of the dot, Iy Iy above and below it, Ix Iy nowhere. The window gives
 * A(x, y) = v v a(x) g(y), B(x, y) = v v g(x) a(y), C = 0 with g the taps and
 * a(x) = g(x - 1) + g(x + 1). v v = 256, so that nothing is rounded. */
static gdouble
dot_response (gint x, gint y, gdouble k)
{
  static const gdouble g[] = { 0, 0.25, 0.5, 0.25, 0 };
  static const gdouble a[] = { 0.25, 0.5, 0.5, 0.5, 0.25 };
  gdouble xx, yy;

  if (ABS (x) > 2 || ABS (y) > 2)
    return 0;
  xx = 256 * a[x + 2] * g[y + 2];
  yy = 256 * g[x + 2] * a[y + 2];
  return xx * yy - k * (xx + yy) * (xx + yy);
}

static void
check_dot (const HarrisStages *stages, guint mode, guint channels,
    const guint8 *color, gdouble factor)
{
  HarrisParams params = params_all ();
  Picture *picture = picture_new (9, 8, channels);
  HarrisWork *work;

  params.filter_length = 3;
  params.sigma = SIGMA_BINARY;
  params.k = 0.0625;
  params.channels = mode;
  for (guint c = 0; c < channels; c++)
    *picture_at (picture, c, 5, 4) = color[c];
  work = work_new (stages, &params, &picture->image, NULL);
  work_run (work, HARRIS_STAGE_RESPONSE, HARRIS_STAGE_RESPONSE);
  for (gint y = 0; y < 8; y++)
    for (gint x = 0; x < 9; x++)
      g_assert_cmpfloat (work->response[y * 9 + x], ==,
          factor * dot_response (x - 5, y - 4, params.k));
  work_free (work);
  picture_free (picture);
}

/* Three channels add up: 16 16 + 16 16 + 16 16 is three times the tensor, nine
 * times the response; 16 16 + 32 32 five times and 25 times. The luma of 0 27
 * 0 is 535729 / 32768, 16. */
static void
response_of_dot (const HarrisStages *stages)
{
  static const guint8 grey[] = { 16, 16, 16 }, mixed[] = { 32, 0, 16 };
  static const guint8 green[] = { 0, 27, 0 };

  check_dot (stages, HARRIS_CHANNELS_AUTO, 1, grey, 1);
  check_dot (stages, HARRIS_CHANNELS_COLOR, 1, grey, 1);
  check_dot (stages, HARRIS_CHANNELS_GRAY, 1, grey, 1);
  check_dot (stages, HARRIS_CHANNELS_AUTO, 3, grey, 9);
  check_dot (stages, HARRIS_CHANNELS_AUTO, 3, mixed, 25);
  check_dot (stages, HARRIS_CHANNELS_COLOR, 3, mixed, 25);
  check_dot (stages, HARRIS_CHANNELS_GRAY, 3, grey, 1);
  check_dot (stages, HARRIS_CHANNELS_GRAY, 3, green, 1);
}

void
add_response_tests (const Variant *variant)
{
  add_row_test (variant, "window-row", window_row);
  add_row_test (variant, "window-column", window_column);
  add_row_test (variant, "window/roundings", window_roundings);
  add_row_test (variant, "box", box);
  add_row_test (variant, "measure/noble", measure_noble);
  add_row_test (variant, "measure/harris", measure_harris);
  add_row_test (variant, "measure/harris-roundings", measure_harris_roundings);
  add_row_test (variant, "measure/min-eigen", measure_min_eigen);
  add_row_test (
      variant, "measure/min-eigen-roundings", measure_min_eigen_roundings);
  add_stage_test (variant, "response/dot", response_of_dot);
}
