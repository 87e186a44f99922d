/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The row functions of a variant against the scalar ones, with ==: every
 * length up to a few vectors and some of real pictures, random and extreme
 * values, memory that ends (or starts) beside a page that cannot be touched.
 */
#include "stages.h"

#include <string.h>

/* One comparison: arrays, the two tables, what to print when they differ. */
typedef struct {
  const HarrisStages *reference, *variant;
  GRand *rand;
  GuardSide side;
  Guarded arrays[64];
  guint n_arrays;
} Run;

static gpointer
run_array (Run *run, gsize count, gsize item)
{
  Guarded *array = &run->arrays[run->n_arrays++];

  g_assert_cmpuint (run->n_arrays, <=, G_N_ELEMENTS (run->arrays));
  *array = guarded_new (MAX (count, 1) * item, run->side);
  return array->data;
}

static void
run_clear (Run *run)
{
  while (run->n_arrays > 0)
    guarded_clear (&run->arrays[--run->n_arrays]);
}

/* From lo to hi; one array in four holds nothing but lo, 0 and hi. */
static gint32 *
run_ints (Run *run, gsize count, gint32 lo, gint32 hi)
{
  gint32 *values = run_array (run, count, sizeof *values);
  gboolean extreme = g_rand_int_range (run->rand, 0, 4) == 0;
  const gint32 extremes[] = { lo, hi, CLAMP (0, lo, hi) };

  for (gsize i = 0; i < count; i++)
    values[i] = extreme ? extremes[g_rand_int_range (run->rand, 0, 3)]
                        : g_rand_int_range (run->rand, lo, hi + 1);
  return values;
}

/* Likewise; half of the others hold whole numbers, as a tensor does. */
static gfloat *
run_floats (Run *run, gsize count, gdouble lo, gdouble hi)
{
  gfloat *values = run_array (run, count, sizeof *values);
  gint kind = g_rand_int_range (run->rand, 0, 4);
  const gdouble extremes[] = { lo, hi, 0 };

  for (gsize i = 0; i < count; i++) {
    gdouble value = g_rand_double_range (run->rand, lo, hi);

    if (kind == 0)
      value = extremes[g_rand_int_range (run->rand, 0, 3)];
    else if (kind == 1)
      value = (gint64) value;
    values[i] = (gfloat) value;
  }
  return values;
}

/* count values of 4 bytes; `detail`: whatever tells the case. */
static void
assert_same (const gchar *what, guint n, guint detail, gconstpointer actual,
    gconstpointer expected, gsize count)
{
  const guint8 *a = actual, *e = expected;
  gsize i = 0;

  if (memcmp (a, e, count * 4) == 0)
    return;
  while (memcmp (a + i * 4, e + i * 4, 4) == 0)
    i++;
  g_error ("%s: n = %u (%u): value %" G_GSIZE_FORMAT
           " differs from the scalar one; VF_TEST_SEED=%u",
      what, n, detail, i, test_seed ());
}

static void
compare_gradient (Run *run, guint n)
{
  const HarrisGradientTaps *taps = &harris_gradient_taps[g_rand_int_range (
      run->rand, 0, HARRIS_N_GRADIENTS)];
  gint32 most = g_rand_boolean (run->rand) ? 255 : 65535;
  const gint32 *rows[2 * HARRIS_MAX_REACH + 1];
  gint32 *out[2][2];

  for (guint i = 0; i < 2 * taps->reach + 1; i++)
    rows[i] = run_ints (run, n + 2 * taps->reach, 0, most);
  for (guint i = 0; i < 4; i++)
    out[i / 2][i % 2] = run_array (run, n, sizeof (gint32));
  run->reference->gradient (taps, rows, n, out[0][0], out[0][1]);
  run->variant->gradient (taps, rows, n, out[1][0], out[1][1]);
  for (guint i = 0; i < 2; i++)
    assert_same ("gradient", n, taps->reach, out[1][i], out[0][i], n);
}

/* Of samples of 8 bits or 16; the largest gradient is that of sobel7. */
static void
compare_tensor (Run *run, guint n)
{
  guint channels = g_rand_boolean (run->rand) ? 1 : 3;
  gint32 most = g_rand_boolean (run->rand) ? 255 : 640 * 65535;
  gint32 *gradients = run_ints (run, 2 * channels * n, -most, most);
  gint64 *out[2][3];

  for (guint i = 0; i < 6; i++)
    out[i / 3][i % 3] = run_array (run, n, sizeof (gint64));
  run->reference->tensor (
      gradients, channels, n, out[0][0], out[0][1], out[0][2]);
  run->variant->tensor (
      gradients, channels, n, out[1][0], out[1][1], out[1][2]);
  for (guint i = 0; i < 3; i++)
    assert_same ("tensor", n, channels, out[1][i], out[0][i], 2 * n);
}

/* Up to 3 * (640 * 65535)^2, either sign, of any number of bits. */
static gint64 *
run_longs (Run *run, gsize count)
{
  gint64 *values = run_array (run, count, sizeof *values);

  for (gsize i = 0; i < count; i++)
    values[i] = (gint64) (g_rand_double_range (run->rand, -1, 1) * 5.27e15)
                >> g_rand_int_range (run->rand, 0, 53);
  return values;
}

static void
compare_round (Run *run, guint n)
{
  gint64 *p = run_longs (run, n);
  gfloat *expected = run_array (run, n, sizeof *expected);
  gfloat *actual = run_array (run, n, sizeof *actual);

  run->reference->round (p, n, expected);
  run->variant->round (p, n, actual);
  assert_same ("round", n, 0, actual, expected, n);
}

static guint
run_radius (Run *run)
{
  return (guint) g_rand_int_range (
      run->rand, 0, HARRIS_MAX_FILTER_LENGTH / 2 + 1);
}

static void
compare_box_row (Run *run, guint n)
{
  guint radius = run_radius (run);
  gint64 *p = run_longs (run, n + 2 * radius);
  gint64 *expected = run_array (run, n, sizeof *expected);
  gint64 *actual = run_array (run, n, sizeof *actual);

  run->reference->box_row (p, n, radius, expected);
  run->variant->box_row (p, n, radius, actual);
  assert_same ("box_row", n, radius, actual, expected, 2 * n);
}

static void
compare_box_column (Run *run, guint n)
{
  guint radius = run_radius (run);
  const gint64 *rows[HARRIS_MAX_FILTER_LENGTH];
  gfloat *expected = run_array (run, n, sizeof *expected);
  gfloat *actual = run_array (run, n, sizeof *actual);

  for (guint i = 0; i < 2 * radius + 1; i++)
    rows[i] = run_longs (run, n);
  run->reference->box_column (rows, n, radius, expected);
  run->variant->box_column (rows, n, radius, actual);
  assert_same ("box_column", n, radius, actual, expected, n);
}

static gfloat *
run_taps (Run *run, guint *radius)
{
  *radius = run_radius (run);
  return run_floats (run, *radius + 1, 0, 1);
}

static void
compare_window_row (Run *run, guint n)
{
  guint radius;
  gfloat *taps = run_taps (run, &radius);
  gfloat *p = run_floats (run, n + 2 * radius, -195075, 195075);
  gfloat *expected = run_array (run, n, sizeof *expected);
  gfloat *actual = run_array (run, n, sizeof *actual);

  run->reference->window_row (p, n, taps, radius, expected);
  run->variant->window_row (p, n, taps, radius, actual);
  assert_same ("window_row", n, radius, actual, expected, n);
}

static void
compare_window_column (Run *run, guint n)
{
  guint radius;
  gfloat *taps = run_taps (run, &radius);
  const gfloat *rows[HARRIS_MAX_FILTER_LENGTH];
  gfloat *expected = run_array (run, n, sizeof *expected);
  gfloat *actual = run_array (run, n, sizeof *actual);

  for (guint i = 0; i < 2 * radius + 1; i++)
    rows[i] = run_floats (run, n, -195075, 195075);
  run->reference->window_column (rows, n, taps, radius, expected);
  run->variant->window_column (rows, n, taps, radius, actual);
  assert_same ("window_column", n, radius, actual, expected, n);
}

static void
compare_measures (Run *run, guint n)
{
  gfloat *xx = run_floats (run, n, 0, 195075);
  gfloat *yy = run_floats (run, n, 0, 195075);
  gfloat *xy = run_floats (run, n, -195075, 195075);
  gfloat k = (gfloat) g_rand_double (run->rand);

  for (guint i = 0; i < HARRIS_N_MEASURES; i++) {
    gfloat *expected = run_array (run, n, sizeof *expected);
    gfloat *actual = run_array (run, n, sizeof *actual);

    run->reference->measure[i](xx, yy, xy, n, k, expected);
    run->variant->measure[i](xx, yy, xy, n, k, actual);
    assert_same ("measure", n, i, actual, expected, n);
  }
}

static const Layout layouts[] = {
  { "plane", 1, 0, FALSE, FALSE },
  { "padded", 1, 13, FALSE, FALSE },
  { "every second", 2, 0, FALSE, FALSE },
  { "packed", 3, 1, FALSE, TRUE },
  { "packed, 4 bytes", 4, 0, TRUE, TRUE },
  { "upside down", 1, 5, TRUE, FALSE },
};

static void
compare_load (Run *run, guint n)
{
  const Layout *layout =
      &layouts[g_rand_int_range (run->rand, 0, G_N_ELEMENTS (layouts))];
  guint pad = (guint) g_rand_int_range (run->rand, 0, 17);
  gint32 *expected = run_array (run, n + 2 * pad, sizeof *expected);
  gint32 *actual = run_array (run, n + 2 * pad, sizeof *actual);
  Picture *picture = picture_new (n, 3, 3);
  Guarded memory[3];
  VfImage image;

  picture_fill (picture, n % 2 ? FILL_RANDOM : FILL_EXTREMES, run->rand);
  image = layout_image (&picture->image, layout, run->side, 0x5a, memory);
  for (gint channel = -1; channel < 3; channel++)
    for (guint y = 0; y < 3; y++) {
      run->reference->load (&picture->image, channel, y, pad, expected);
      run->variant->load (&image, channel, y, pad, actual);
      assert_same (
          layout->name, n, (guint) channel, actual, expected, n + 2 * pad);
    }
  for (guint i = 0; i < 3; i++)
    guarded_clear (&memory[i]);
  picture_free (picture);
}

static void
compare_lengths (
    const HarrisStages *stages, void (*compare) (Run *run, guint n))
{
  static const guint longer[] = { 127, 128, 129, 255, 641, 1283, 1920, 4097 };
  Run run = { .reference = harris_stages_scalar (), .variant = stages };

  run.rand = test_rand_new ();
  for (guint round = 0; round < 8; round++)
    for (guint i = 1; i <= 70 + G_N_ELEMENTS (longer); i++) {
      run.side = (i + round) % 2 ? GUARD_BEFORE : GUARD_AFTER;
      compare (&run, i <= 70 ? i : longer[i - 71]);
      run_clear (&run);
    }
  g_rand_free (run.rand);
}

static void
load (const HarrisStages *stages)
{
  compare_lengths (stages, compare_load);
}

static void
gradient (const HarrisStages *stages)
{
  compare_lengths (stages, compare_gradient);
}

static void
tensor (const HarrisStages *stages)
{
  compare_lengths (stages, compare_tensor);
}

static void
round_tensor (const HarrisStages *stages)
{
  compare_lengths (stages, compare_round);
}

static void
box_row (const HarrisStages *stages)
{
  compare_lengths (stages, compare_box_row);
}

static void
box_column (const HarrisStages *stages)
{
  compare_lengths (stages, compare_box_column);
}

static void
window_row (const HarrisStages *stages)
{
  compare_lengths (stages, compare_window_row);
}

static void
window_column (const HarrisStages *stages)
{
  compare_lengths (stages, compare_window_column);
}

static void
measures (const HarrisStages *stages)
{
  compare_lengths (stages, compare_measures);
}

void
add_row_comparisons (const Variant *variant)
{
  add_row_test (variant, "same/load", load);
  add_row_test (variant, "same/gradient", gradient);
  add_row_test (variant, "same/tensor", tensor);
  add_row_test (variant, "same/round", round_tensor);
  add_row_test (variant, "same/box-row", box_row);
  add_row_test (variant, "same/box-column", box_column);
  add_row_test (variant, "same/window-row", window_row);
  add_row_test (variant, "same/window-column", window_column);
  add_row_test (variant, "same/measures", measures);
}
