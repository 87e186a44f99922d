/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Range, histogram and the modes of the threshold, against values made by
 * hand.
 */
#include "stages.h"

#include <math.h>

static HarrisParams
rosin_params (guint bins)
{
  HarrisParams params = params_all ();

  params.bins = bins;
  return params;
}

HarrisWork *
work_new_row (
    const HarrisStages *stages, guint bins, const gfloat *response, guint n)
{
  HarrisParams params = rosin_params (bins);

  return work_new_response (stages, &params, n, 1, response);
}

/* The region leaves the largest, 9, and the smallest, -9, out. */
static void
range (const HarrisStages *stages)
{
  static const gfloat response[] = { 9, 9, 9, 9, /* */
    9, -3, 4, -9,                                /* */
    9, 0.5f, -2, -9 };
  HarrisParams params = params_all ();
  HarrisWork *work = work_new_response (stages, &params, 4, 3, response);

  work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_RANGE);
  g_assert_cmpfloat (work->state->lo, ==, -9);
  g_assert_cmpfloat (work->state->hi, ==, 9);
  work->region.bounds = (VfRect){ 1, 1, 2, 2 };
  work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_RANGE);
  g_assert_cmpfloat (work->state->lo, ==, -3);
  g_assert_cmpfloat (work->state->hi, ==, 4);
  work->region.bounds = (VfRect){ 3, 2, 1, 1 };
  work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_RANGE);
  g_assert_cmpfloat (work->state->lo, ==, -9);
  g_assert_cmpfloat (work->state->hi, ==, -9);
  work_free (work);
}

static void
check_histogram (const HarrisStages *stages, const gfloat *response, guint n,
    const guint32 *expected, guint bins)
{
  HarrisWork *work = work_new_row (stages, bins, response, n);

  work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_HISTOGRAM);
  for (guint i = 0; i < bins; i++)
    g_assert_cmpuint (work->histogram[i], ==, expected[i]);
  work_free (work);
}

/* From 0 to 4 in 4 bins the scale is 1: a border belongs to the bin above it,
 * hi to the last bin. From -2 to 2 likewise, 2 less. */
static void
histogram_borders (const HarrisStages *stages)
{
  static const gfloat from_0[] = { 0, 0.99f, 1, 1.99f, 2, 3, 3.99f, 4 };
  static const gfloat from_minus_2[] = { -2, -1.01f, -1, 0, 1, 1.5f, 2 };
  static const guint32 counts_0[] = { 2, 2, 1, 3 };
  static const guint32 counts_minus_2[] = { 2, 1, 1, 3 };

  check_histogram (stages, from_0, G_N_ELEMENTS (from_0), counts_0, 4);
  check_histogram (
      stages, from_minus_2, G_N_ELEMENTS (from_minus_2), counts_minus_2, 4);
}

/* The product is a float: 0.7f is 11744051/2^24, ten times that is 7 -
 * 2/2^24, which rounds to 7. In double it would fall into bin 6. */
static void
histogram_roundings (const HarrisStages *stages)
{
  static const gfloat response[] = { 0, 0.7f, 1 };
  static const guint32 counts[] = { 1, 0, 0, 0, 0, 0, 0, 1, 0, 1 };

  check_histogram (stages, response, 3, counts, 10);
}

static void
histogram_region (const HarrisStages *stages)
{
  static const gfloat response[] = { 50, 50, 50, 50, /* */
    50, 0, 1, 50,                                    /* */
    50, 1, 2, 50 };
  HarrisParams params = rosin_params (2);
  HarrisWork *work = work_new_response (stages, &params, 4, 3, response);

  work->region.bounds = (VfRect){ 1, 1, 2, 2 };
  work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_HISTOGRAM);
  g_assert_cmpuint (work->histogram[0], ==, 1);
  g_assert_cmpuint (work->histogram[1], ==, 3);
  work_free (work);
}

static const struct {
  HarrisThresholdMode mode;
  gdouble threshold;
  gfloat responses[3];
  gboolean passes[3];
  gdouble reported;
} mode_cases[] = {
  /* R above it, not at it; and always above 0 */
  { HARRIS_THRESHOLD_ABSOLUTE, 2, { 2, 2.5f, -3 }, { FALSE, TRUE, FALSE }, 2 },
  { HARRIS_THRESHOLD_ABSOLUTE, 0, { 0, 0x1p-149f, -3 }, { FALSE, TRUE, FALSE },
      0 },
  /* 0.1 rounded to float is above 0.1: 0.1f itself does not pass */
  { HARRIS_THRESHOLD_ABSOLUTE, 0.1, { 0.1f, 0.2f, 0 }, { FALSE, TRUE, FALSE },
      0.1 },
  /* equal responses are no obstacle here */
  { HARRIS_THRESHOLD_ABSOLUTE, 1, { 7, 7, 7 }, { TRUE, TRUE, TRUE }, 1 },
  { HARRIS_THRESHOLD_RELATIVE, 0.5, { 8, 4, 4.5f }, { TRUE, FALSE, TRUE }, 4 },
  { HARRIS_THRESHOLD_RELATIVE, 0, { 8, 0, -1 }, { TRUE, FALSE, FALSE }, 0 },
  /* 0.1f = 13421773/2^27; three times that needs 26 bits: 10066330/2^25 */
  { HARRIS_THRESHOLD_RELATIVE, 0.1, { 3, 0.3f, 0 }, { TRUE, FALSE, FALSE },
      10066330 * 0x1p-25 },
  /* no R above 0 */
  { HARRIS_THRESHOLD_RELATIVE, 0.5, { -8, -4, 0 }, { FALSE, FALSE, FALSE },
      NAN },
  { HARRIS_THRESHOLD_RELATIVE, 0, { -8, -4, -1 }, { FALSE, FALSE, FALSE },
      NAN },
};

static void
modes (const HarrisStages *stages)
{
  for (guint i = 0; i < G_N_ELEMENTS (mode_cases); i++) {
    HarrisParams params = params_all ();
    HarrisWork *work;

    params.threshold_mode = mode_cases[i].mode;
    params.threshold = mode_cases[i].threshold;
    work = work_new_response (stages, &params, 3, 1, mode_cases[i].responses);
    work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_THRESHOLD);
    for (guint j = 0; j < 3; j++)
      g_assert_cmpint (
          harris_passes (&work->state->cut, mode_cases[i].responses[j]), ==,
          mode_cases[i].passes[j]);
    if (isnan (mode_cases[i].reported))
      g_assert_true (isnan (work->state->threshold));
    else
      g_assert_cmpfloat (work->state->threshold, ==, mode_cases[i].reported);
    work_free (work);
  }
}

/* Nothing passes, and no threshold is reported, where there is no pixel. */
static void
empty_region (const HarrisStages *stages)
{
  static const gfloat response[] = { 1, 2, 3 };

  for (guint mode = 0; mode < HARRIS_N_THRESHOLD_MODES; mode++) {
    HarrisParams params = params_all ();
    HarrisWork *work;

    params.threshold_mode = mode;
    work = work_new_response (stages, &params, 3, 1, response);
    work->region.bounds = (VfRect){ 1, 0, 0, 1 };
    work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_THRESHOLD);
    g_assert_true (isnan (work->state->threshold));
    g_assert_false (harris_passes (&work->state->cut, 3));
    work_free (work);
  }
}

void
add_threshold_tests (const Variant *variant)
{
  add_stage_test (variant, "range", range);
  add_stage_test (variant, "histogram/borders", histogram_borders);
  add_stage_test (variant, "histogram/roundings", histogram_roundings);
  add_stage_test (variant, "histogram/region", histogram_region);
  add_stage_test (variant, "threshold/modes", modes);
  add_stage_test (variant, "threshold/empty-region", empty_region);
}
