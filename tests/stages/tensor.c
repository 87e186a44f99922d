/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The stages from samples to the tensor, against values made by hand.
 */
#include "stages.h"

static void
assert_ints (const gint32 *actual, const gint32 *expected, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (actual[i], ==, expected[i]);
}

static void
assert_longs (const gint64 *actual, const gint64 *expected, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (actual[i], ==, expected[i]);
}

static void
load_edges (const HarrisStages *stages)
{
  static const guint8 rows[2][4] = { { 10, 20, 30, 99 }, { 1, 2, 3, 99 } };
  const VfImage image = { 3, 2, 1, { rows[0] }, { 4 }, { 1 }, 8, 1, FALSE,
    { 0 }, VF_MEMORY_HOST };
  static const gint32 pad_2[] = { 10, 10, 10, 20, 30, 30, 30 };
  static const gint32 pad_0[] = { 1, 2, 3 };
  static const gint32 pad_1[] = { 1, 1, 2, 3, 3 };
  gint32 samples[7];

  stages->load (&image, 0, 0, 2, samples);
  assert_ints (samples, pad_2, 7);
  stages->load (&image, 0, 1, 0, samples);
  assert_ints (samples, pad_0, 3);
  stages->load (&image, 0, 1, 1, samples);
  assert_ints (samples, pad_1, 5);
}

/* A picture one pixel wide, with more padding than it has pixels. */
static void
load_one_pixel (const HarrisStages *stages)
{
  static const guint8 sample = 255;
  const VfImage image = { 1, 1, 1, { &sample }, { 1 }, { 1 }, 8, 1, FALSE,
    { 0 }, VF_MEMORY_HOST };
  gint32 samples[33];

  stages->load (&image, 0, 0, 16, samples);
  for (guint i = 0; i < 33; i++)
    g_assert_cmpint (samples[i], ==, 255);
}

/* Packed pixels of 4 bytes, red first, and rows from the bottom up. */
static void
load_steps (const HarrisStages *stages)
{
  static const guint8 m[2][8] = { { 1, 2, 3, 0, 4, 5, 6, 0 },
    { 11, 12, 13, 0, 14, 15, 16, 0 } };
  const VfImage image = { 2, 2, 3, { &m[1][0], &m[1][1], &m[1][2] },
    { -8, -8, -8 }, { 4, 4, 4 }, 8, 1, FALSE, { 0 }, VF_MEMORY_HOST };
  static const gint32 red[] = { 11, 14 }, green[] = { 2, 5 }, blue[] = { 3, 6 };
  gint32 samples[2];

  stages->load (&image, 0, 0, 0, samples);
  assert_ints (samples, red, 2);
  stages->load (&image, 1, 1, 0, samples);
  assert_ints (samples, green, 2);
  stages->load (&image, 2, 1, 0, samples);
  assert_ints (samples, blue, 2);
}

/* (9798 R + 19235 G + 3735 B + 16384) / 32768, rounded down. The weights add
 * up to 32768. */
static void
load_luma (const HarrisStages *stages)
{
  static const guint8 rgb[][3] = {
    { 0, 0, 0 },
    { 255, 255, 255 }, /* (255 * 32768 + 16384) / 32768 */
    { 255, 0, 0 },     /* 2514874 / 32768 = 76.7 */
    { 0, 255, 0 },     /* 4921309 / 32768 = 150.2 */
    { 0, 0, 255 },     /* 968809 / 32768 = 29.6 */
    { 0, 1, 0 },       /* 35619 / 32768 = 1.09: 0.587 is rounded up */
    { 1, 0, 1 },       /* 29917 / 32768 = 0.91: 0.413 is rounded down */
    { 0, 0, 4 },       /* 31324 / 32768 = 0.96 */
    { 0, 0, 5 },       /* 35059 / 32768 = 1.07 */
    { 77, 77, 77 },
  };
  static const gint32 luma[] = { 0, 255, 76, 150, 29, 1, 0, 0, 1, 77 };
  const VfImage image = { G_N_ELEMENTS (rgb), 1, 3,
    { &rgb[0][0], &rgb[0][1], &rgb[0][2] }, { 30, 30, 30 }, { 3, 3, 3 }, 8, 1,
    FALSE, { 0 }, VF_MEMORY_HOST };
  gint32 samples[G_N_ELEMENTS (rgb)];

  stages->load (&image, -1, 0, 0, samples);
  assert_ints (samples, luma, G_N_ELEMENTS (rgb));
}

/* Pixel i is at index i + 1: Ix = row[i + 2] - row[i], Iy = below[i + 1] -
 * above[i + 1]. What stands for -1 is never used. */
static void
gradient (const HarrisStages *stages)
{
  static const gint32 above[] = { -1, 0, 255, 7, -1 };
  static const gint32 row[] = { 0, 50, 255, 40, 0 };
  static const gint32 below[] = { -1, 255, 0, 9, -1 };
  static const gint32 expected_ix[] = { 255, -10, -255 };
  static const gint32 expected_iy[] = { 255, -255, 2 };
  const gint32 *rows[] = { above, row, below };
  gint32 ix[3], iy[3];

  stages->gradient (
      &harris_gradient_taps[HARRIS_GRADIENT_CENTRAL], rows, 3, ix, iy);
  assert_ints (ix, expected_ix, 3);
  assert_ints (iy, expected_iy, 3);
}

/* A step of 1 from column 3 on: the smoothing adds up to S, the derivative's
 * right half to D, and at the last column of its left half only the outermost
 * tap is beyond the step. Then the same turned, which swaps Ix and Iy. */
static void
gradient_of_step (const HarrisStages *stages)
{
  static const gint32 expected[HARRIS_N_GRADIENTS][3] = {
    [HARRIS_GRADIENT_CENTRAL] = { 1, 1, 0 },
    [HARRIS_GRADIENT_SOBEL3] = { 4, 4, 0 },
    [HARRIS_GRADIENT_SCHARR3] = { 16, 16, 0 },
    [HARRIS_GRADIENT_SOBEL5] = { 48, 48, 16 },
    [HARRIS_GRADIENT_SOBEL7] = { 640, 640, 320 },
  };
  gint32 across[7][9], down[7][9], ix[3], iy[3];

  for (guint g = 0; g < HARRIS_N_GRADIENTS; g++) {
    const HarrisGradientTaps *taps = &harris_gradient_taps[g];
    gint reach = (gint) taps->reach;
    const gint32 *rows[2][7];

    for (gint j = 0; j <= 2 * reach; j++) {
      for (gint i = 0; i < 9; i++) {
        across[j][i] = 40 + (i - reach >= 1);
        down[j][i] = 40 + (j - reach >= 1);
      }
      rows[0][j] = across[j];
      rows[1][j] = down[j];
    }
    stages->gradient (taps, rows[0], 3, ix, iy);
    assert_ints (ix, expected[g], 3);
    assert_ints (iy, (gint32[]){ 0, 0, 0 }, 3);
    stages->gradient (taps, rows[1], 3, ix, iy);
    assert_ints (ix, (gint32[]){ 0, 0, 0 }, 3);
    for (guint x = 0; x < 3; x++)
      g_assert_cmpint (iy[x], ==, expected[g][0]);
  }
}

/* A dot gives the operator back: Ix at (x, y) from the dot is
 * d (-x) s (-y) = -d (x) s (y). */
static void
gradient_of_dot (const HarrisStages *stages)
{
  for (guint g = 0; g < HARRIS_N_GRADIENTS; g++) {
    const HarrisGradientTaps *taps = &harris_gradient_taps[g];
    gint reach = (gint) taps->reach, side = 2 * reach + 1;
    gint32 dot[13] = { 0 }, black[13] = { 0 }, ix[7], iy[7];

    dot[2 * reach] = 65535;
    for (gint y = 0; y < side; y++) {
      const gint32 *rows[7];

      for (gint j = 0; j < side; j++)
        rows[j] = y + j == 2 * reach ? dot : black;
      stages->gradient (taps, rows, (guint) side, ix, iy);
      for (gint x = 0; x < side; x++) {
        g_assert_cmpint (
            ix[x], ==, -65535 * taps->derivative[x] * taps->smoothing[y]);
        g_assert_cmpint (
            iy[x], ==, -65535 * taps->derivative[y] * taps->smoothing[x]);
      }
    }
  }
}

/* Words of 2 and 4 bytes, both byte orders, with other bits around. */
static void
load_words (const HarrisStages *stages)
{
  static const guint8 v[] = { 0x12, 0x34, 0xab, 0xcd };
  static const struct {
    guint depth, word;
    gboolean big_endian;
    guint shift;
    gint32 expected[2];
  } cases[] = {
    { 16, 2, TRUE, 0, { 0x1234, 0xabcd } },
    { 16, 2, FALSE, 0, { 0x3412, 0xcdab } },
    { 10, 2, FALSE, 6, { 0xd0, 0x336 } }, /* 0011010000 010010 */
    { 10, 2, TRUE, 0, { 0x234, 0x3cd } },
    { 12, 4, TRUE, 8, { 0x4ab } },
    { 12, 4, FALSE, 20, { 0xcda } },
    { 8, 1, FALSE, 0, { 0x12, 0x34 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint n = MIN (4 / cases[i].word, 2);
    const VfImage image = { n, 1, 1, { v }, { 4 }, { (gint) cases[i].word },
      cases[i].depth, cases[i].word, cases[i].big_endian, { cases[i].shift },
      VF_MEMORY_HOST };
    gint32 samples[2];

    stages->load (&image, 0, 0, 0, samples);
    assert_ints (samples, cases[i].expected, n);
  }
}

/* The luma of the largest samples does not overflow. */
static void
load_deep_luma (const HarrisStages *stages)
{
  static const guint8 v[] = { 255, 255, 255, 255, 255, 255 };
  const VfImage image = { 1, 1, 3, { v, v + 2, v + 4 }, { 6, 6, 6 },
    { 6, 6, 6 }, 16, 2, FALSE, { 0 }, VF_MEMORY_HOST };
  gint32 luma;

  stages->load (&image, -1, 0, 0, &luma);
  g_assert_cmpint (luma, ==, 65535);
}

/* 640 * 65535 squared, three times: more than 53 bits hold, exactly. */
static void
tensor_of_the_largest (const HarrisStages *stages)
{
  const gint32 most = 640 * 65535;
  const gint32 gradients[] = { most, most, -most, most, most, -most };
  const gint64 expected = 3 * G_GINT64_CONSTANT (1759164917760000);
  gint64 xx, yy, xy;

  g_assert_true ((gint64) most * most == expected / 3);
  stages->tensor (gradients, 3, 1, &xx, &yy, &xy);
  g_assert_cmpint (xx, ==, expected);
  g_assert_cmpint (yy, ==, expected);
  g_assert_cmpint (xy, ==, -expected / 3);
}

/* To even: 2^24 + 1 lies between two floats, and so does 2^53 + 2^29 - once
 * by way of a double, 2^53 + 2^29 + 1 would be taken for it. */
static void
round_once (const HarrisStages *stages)
{
  static const gint64 p[] = { 0, 1, -1, (1 << 24) + 1, (1 << 24) + 3,
    -(1 << 24) - 1, (G_GINT64_CONSTANT (1) << 53) + (1 << 29),
    (G_GINT64_CONSTANT (1) << 53) + (1 << 29) + 1 };
  static const gfloat expected[] = { 0, 1, -1, 0x1p24f, 0x1.000004p24f,
    -0x1p24f, 0x1p53f, 0x1.000002p53f };
  gfloat rounded[G_N_ELEMENTS (p)];

  stages->round (p, G_N_ELEMENTS (p), rounded);
  assert_floats (rounded, expected, G_N_ELEMENTS (p));
}

static void
tensor_grey (const HarrisStages *stages)
{
  static const gint32 gradients[] = { 3, -255, 0, /* Ix */
    -4, -255, 7 /* Iy */ };
  static const gint64 expected_xx[] = { 9, 65025, 0 };
  static const gint64 expected_yy[] = { 16, 65025, 49 };
  static const gint64 expected_xy[] = { -12, 65025, 0 };
  gint64 xx[3], yy[3], xy[3];

  stages->tensor (gradients, 1, 3, xx, yy, xy);
  assert_longs (xx, expected_xx, 3);
  assert_longs (yy, expected_yy, 3);
  assert_longs (xy, expected_xy, 3);
}

/* Two pixels: xx = 1 + 9 + 25, yy = 4 + 16 + 36, xy = 2 + 12 - 30; and the
 * largest there is, 3 * 255 * 255 = 195075. */
static void
tensor_color (const HarrisStages *stages)
{
  static const gint32 gradients[] = { 1, 255, 2, -255, /* red: Ix, Iy */
    3, 255, 4, -255, 5, -255, -6, 255 };
  static const gint64 expected_xx[] = { 35, 195075 };
  static const gint64 expected_yy[] = { 56, 195075 };
  static const gint64 expected_xy[] = { -16, -195075 };
  gint64 xx[2], yy[2], xy[2];

  stages->tensor (gradients, 3, 2, xx, yy, xy);
  assert_longs (xx, expected_xx, 2);
  assert_longs (yy, expected_yy, 2);
  assert_longs (xy, expected_xy, 2);
}

void
add_tensor_tests (const Variant *variant)
{
  add_row_test (variant, "load/edges", load_edges);
  add_row_test (variant, "load/one-pixel", load_one_pixel);
  add_row_test (variant, "load/steps", load_steps);
  add_row_test (variant, "load/luma", load_luma);
  add_row_test (variant, "gradient", gradient);
  add_row_test (variant, "load/words", load_words);
  add_row_test (variant, "load/deep-luma", load_deep_luma);
  add_row_test (variant, "gradient/step", gradient_of_step);
  add_row_test (variant, "gradient/dot", gradient_of_dot);
  add_row_test (variant, "tensor/largest", tensor_of_the_largest);
  add_row_test (variant, "round", round_once);
  add_row_test (variant, "tensor/grey", tensor_grey);
  add_row_test (variant, "tensor/color", tensor_color);
}
