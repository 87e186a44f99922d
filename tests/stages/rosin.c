/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rosin's threshold, against values made by hand.
 */
#include "stages.h"

#include <math.h>
#include <string.h>

/* The threshold stage on a histogram of n bins from 0 to n: scale 1. */
static void
check_rosin (
    const HarrisStages *stages, const guint32 *counts, guint n, guint expected)
{
  static const gfloat nothing = 0;
  HarrisWork *work = work_new_row (stages, n, &nothing, 1);

  work->state->lo = 0;
  work->state->hi = (gfloat) n;
  memcpy (work->histogram, counts, n * sizeof *counts);
  work_run (work, HARRIS_STAGE_THRESHOLD, HARRIS_STAGE_THRESHOLD);
  g_assert_cmpuint (work->state->cut.bin, ==, expected);
  g_assert_cmpfloat (work->state->threshold, ==, expected + 1.0);
  if (expected + 1 < n)
    g_assert_true (harris_passes (&work->state->cut, (gfloat) expected + 1));
  g_assert_false (harris_passes (&work->state->cut, (gfloat) expected + 0.99f));
  work_free (work);
}

#define ROSIN(expected, ...)                                                   \
  {                                                                            \
    { __VA_ARGS__ }, G_N_ELEMENTS (((guint32[]){ __VA_ARGS__ })), expected     \
  }

/* (hP - hi) (E - P) - (hP - hE) (i - P) for i = P..E */
static const struct {
  guint32 counts[10];
  guint n, expected;
} rosin_cases[] = {
  /* 0 201 252 178 89 0 */
  ROSIN (2, 100, 40, 10, 5, 3, 1),
  /* the peak in the middle, P = 2: 0 201 252 178 89 0 */
  ROSIN (4, 7, 50, 100, 40, 10, 5, 3, 1),
  /* a tie, 0 6 6 0: the lowest */
  ROSIN (1, 10, 5, 2, 1),
  /* all on or above the line, 0 -6 -3 0: the peak itself */
  ROSIN (0, 10, 9, 5, 1),
  /* on the line: 0 0 0 0 */
  ROSIN (0, 4, 3, 2, 1),
  /* two equal peaks: P = 0, 0 8 -8 0; from P = 2 it would be 2 */
  ROSIN (1, 5, 1, 5, 1),
  /* a larger second peak: P = 3, 0 18 12 0; not the valley before it */
  ROSIN (4, 8, 1, 1, 9, 1, 1, 3),
  /* plateaus: the first of the highest is P, 0 -8 -16 0; the first of the
   * low ones is the deepest, 0 20 12 4 0 */
  ROSIN (0, 9, 9, 9, 1),
  ROSIN (1, 9, 2, 2, 2, 1),
  /* holes: P = 0, E = 5, 0 41 32 3 14 0 */
  ROSIN (1, 10, 0, 0, 4, 0, 1, 0, 0),
  /* E is the last that is not empty, 0 1 0; to the last bin it would be 2 */
  ROSIN (1, 10, 5, 1, 0, 0, 0),
  /* the peak is the last one: nothing is above its bin */
  ROSIN (3, 1, 2, 3, 9),
  /* two pixels: P = 0, E = 1 */
  ROSIN (0, 1, 1),
};

static void
rosin_by_hand (const HarrisStages *stages)
{
  for (guint i = 0; i < G_N_ELEMENTS (rosin_cases); i++)
    check_rosin (stages, rosin_cases[i].counts, rosin_cases[i].n,
        rosin_cases[i].expected);
}

/* As many pixels and bins as there can be: the products need 45 bits. First
 * all between peak and end is empty, so that bin 1 is the deepest below the
 * line; then all lie on the line but bin 40000. */
static void
rosin_large (const HarrisStages *stages)
{
  const guint bins = 65536;
  const guint32 peak = 1u << 28;
  guint32 *counts = g_new0 (guint32, bins);

  counts[0] = peak;
  counts[bins - 1] = 1;
  check_rosin (stages, counts, bins, 1);
  for (guint i = 1; i < bins; i++)
    counts[i] = i == 40000 ? 0 : peak - i * 4096;
  check_rosin (stages, counts, bins, 40000);
  g_free (counts);
}

/* Rosin's mode from the response on; `expected` pixels pass. */
static gdouble
check_passing (const HarrisStages *stages, guint bins, const gfloat *response,
    guint n, guint expected)
{
  HarrisWork *work = work_new_row (stages, bins, response, n);
  gdouble threshold;
  guint passing = 0;

  work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_THRESHOLD);
  for (guint i = 0; i < n; i++)
    passing += harris_passes (&work->state->cut, response[i]);
  g_assert_cmpuint (passing, ==, expected);
  threshold = work->state->threshold;
  work_free (work);
  return threshold;
}

/* lo = -99, hi = 1 in 100 bins, scale 1: the pixels at 0 are in bin 99, which
 * holds hi too, and is peak and end. So nothing passes, as it would if the
 * line ran to the longer side, below the peak. */
static void
rosin_deep_minimum (const HarrisStages *stages)
{
  static const gfloat response[] = { -99, -60, -20, 0, 0, 0, 0, 0, 1 };

  check_passing (stages, 100, response, G_N_ELEMENTS (response), 0);
}

/* lo = -99, hi = 29 in 128 bins, scale 1: P = 99 with 5, bin 100 has 1, E =
 * 127 has 1. Distances 0, 4 * 28 - 4 = 108, 5 * 28 - 8 = 132, less from there
 * on: T = 101. */
static void
rosin_minimum_beyond_maximum (const HarrisStages *stages)
{
  static const gfloat response[] = { -99, -60, -20, 0, 0, 0, 0, 0, 1.5f, 29 };

  g_assert_cmpfloat (
      check_passing (stages, 128, response, G_N_ELEMENTS (response), 1), ==, 3);
}

/* Equal responses, and responses so near to each other that the scale is not
 * finite: no histogram, no corner, no threshold. */
static void
rosin_no_scale (const HarrisStages *stages)
{
  static const gfloat equal[] = { 5, 5, 5 };
  static const gfloat near[] = { 0, 0x1p-149f, 0 };

  g_assert_true (isnan (check_passing (stages, 256, equal, 3, 0)));
  g_assert_true (isnan (check_passing (stages, 256, near, 3, 0)));
}

/* lo + (T + 1) (hi - lo) / n in double; with lo = -1, hi = 0.1f, n = 3 and
 * T = 1 (counts 2 0 1: 0 3 0). hi - lo, rounded to float, would be another
 * number. */
static void
rosin_reported (const HarrisStages *stages)
{
  static const gfloat response[] = { -1, -0.9f, 0.1f };
  gdouble threshold = check_passing (stages, 3, response, 3, 1);

  g_assert_cmpfloat (threshold, ==, -1 + 2 * ((gdouble) 0.1f + 1) / 3);
}

void
add_rosin_tests (const Variant *variant)
{
  add_stage_test (variant, "rosin/by-hand", rosin_by_hand);
  add_stage_test (variant, "rosin/large", rosin_large);
  add_stage_test (variant, "rosin/deep-minimum", rosin_deep_minimum);
  add_stage_test (
      variant, "rosin/minimum-beyond-maximum", rosin_minimum_beyond_maximum);
  add_stage_test (variant, "rosin/no-scale", rosin_no_scale);
  add_stage_test (variant, "rosin/reported", rosin_reported);
}
