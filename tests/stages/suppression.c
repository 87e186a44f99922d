/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Block maxima and the four suppressions, on responses made by hand.
 */
#include "stages.h"

/* All that is above 0 passes. */
static HarrisParams
absolute_params (guint suppression, guint radius)
{
  HarrisParams params = params_all ();

  params.threshold_mode = HARRIS_THRESHOLD_ABSOLUTE;
  params.suppression = suppression;
  params.suppression_radius = radius;
  return params;
}

/* The positions that survive, -1 at the end: each is in its block, and no
 * other block has one. */
static void
assert_survivors (const HarrisWork *work, const gint *expected)
{
  guint n_blocks = work->blocks_x * work->blocks_y, n = 0, n_expected = 0;
  guint width = work->image.width, side = work->params.suppression_radius;

  for (; expected[n_expected] >= 0; n_expected++) {
    guint position = (guint) expected[n_expected];
    guint bx = position % width / side, by = position / width / side;

    g_assert_true (work->keys[by * work->blocks_x + bx]
                   == harris_key (work->response[position], position));
  }
  for (guint i = 0; i < n_blocks; i++)
    n += work->keys[i] != HARRIS_KEY_NONE;
  g_assert_cmpuint (n, ==, n_expected);
}

static void
check_survivors (const HarrisStages *stages, guint suppression, guint radius,
    guint width, guint height, const gfloat *response, const gint *expected)
{
  HarrisParams params = absolute_params (suppression, radius);
  HarrisWork *work =
      work_new_response (stages, &params, width, height, response);

  work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_SUPPRESSION);
  assert_survivors (work, expected);
  work_free (work);
}

/* Blocks of 2: 3 x 2 of them, the right and lower ones cut. In block (0, 0)
 * nothing passes; in (1, 0) two are equal: the smaller y; in (2, 0) too; in
 * (0, 1) two are equal: the smaller x. */
static void
maxima (const HarrisStages *stages)
{
  static const gfloat response[] = { 0, -1, 3, 9, 1, /* */
    -2, 0, 9, 4, 1,                                  /* */
    5, 5, 2, 7, 8 };
  static const guint expected[] = { 0, 3, 4, 10, 13, 14 };
  HarrisParams params = absolute_params (HARRIS_SUPPRESSION_NONE, 2);
  HarrisWork *work = work_new_response (stages, &params, 5, 3, response);

  work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_MAXIMA);
  g_assert_true (work->maxima[0] == HARRIS_KEY_NONE);
  for (guint i = 1; i < 6; i++)
    g_assert_true (
        work->maxima[i] == harris_key (response[expected[i]], expected[i]));
  work_free (work);
}

/* The region takes the strongest of the blocks (1, 0) and (2, 0) away, and
 * leaves no pixel in the others. */
static void
maxima_region (const HarrisStages *stages)
{
  static const gfloat response[] = { 6, 6, 3, 9, 7, /* */
    6, 6, 2, 4, 2,                                  /* */
    5, 5, 2, 7, 8 };
  HarrisParams params = absolute_params (HARRIS_SUPPRESSION_NONE, 2);
  HarrisWork *work = work_new_response (stages, &params, 5, 3, response);

  work->region.bounds = (VfRect){ 2, 1, 3, 1 };
  work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_SUPPRESSION);
  assert_survivors (work, (const gint[]){ 8, 9, -1 });
  work_free (work);
}

/* Three groups, blocks of 2, windows of 5; |: the borders of blocks.
 *
 *   5 0 | 7 9   The 9 is 3 pixels from the 5, outside its window; the 7 is
 *               inside, but not its block's maximum. `window` drops the 5 for
 *               the 7, `maxima` keeps it, `block` drops it for the 9.
 *   4 0 | 0 6   3 pixels apart: `window` and `maxima` keep both.
 *   0 3 | 8 0   Neighbours: only `none` keeps the 3. */
#define FOUR_WAYS 5, 0, 7, 9, 0, 0, 0, 0, 4, 0, 0, 6, 0, 0, 0, 0, 0, 3, 8, 0

static const gint four_ways[HARRIS_N_SUPPRESSIONS][7] = {
  [HARRIS_SUPPRESSION_NONE] = { 0, 3, 8, 11, 17, 18, -1 },
  [HARRIS_SUPPRESSION_MAXIMA] = { 0, 3, 8, 11, 18, -1 },
  [HARRIS_SUPPRESSION_WINDOW] = { 3, 8, 11, 18, -1 },
  [HARRIS_SUPPRESSION_BLOCK] = { 3, 11, 18, -1 },
};

/* As a picture of one row, and as one of one column. */
static void
four_answers (const HarrisStages *stages)
{
  static const gfloat response[] = { FOUR_WAYS };

  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++) {
    check_survivors (stages, i, 2, 20, 1, response, four_ways[i]);
    check_survivors (stages, i, 2, 1, 20, response, four_ways[i]);
  }
}

/* Along a diagonal too, where only the block to the lower right matters, and
 * along the other one. */
static void
four_answers_diagonal (const HarrisStages *stages)
{
  static const gfloat values[] = { FOUR_WAYS };
  gfloat falling[20 * 20] = { 0 }, rising[20 * 20] = { 0 };

  for (guint i = 0; i < 20; i++) {
    falling[i * 20 + i] = values[i];
    rising[i * 20 + 19 - i] = values[i];
  }
  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++) {
    gint expect_falling[7], expect_rising[7];

    for (guint j = 0; j < 7; j++) {
      gint at = four_ways[i][j];

      expect_falling[j] = at < 0 ? -1 : at * 20 + at;
      expect_rising[j] = at < 0 ? -1 : at * 20 + 19 - at;
    }
    check_survivors (stages, i, 2, 20, 20, falling, expect_falling);
    check_survivors (stages, i, 2, 20, 20, rising, expect_rising);
  }
}

/* The window ends at L: at a distance of L a stronger pixel drops the weaker,
 * at L + 1 it does not, in each direction. */
static void
window_reach (const HarrisStages *stages)
{
  for (gint dy = -4; dy <= 4; dy++)
    for (gint dx = -4; dx <= 4; dx++) {
      gfloat response[11 * 11] = { 0 };
      gint at = 5 * 11 + 5, other = (5 + dy) * 11 + 5 + dx;
      gboolean inside = MAX (ABS (dx), ABS (dy)) <= 3;
      gint expected[] = { other, inside ? -1 : at, -1 };

      if (other == at)
        continue;
      response[at] = 1;
      response[other] = 2;
      check_survivors (
          stages, HARRIS_SUPPRESSION_WINDOW, 3, 11, 11, response, expected);
    }
}

/* Of two equal pixels in a window the smaller y comes first, then the smaller
 * x: (4, 0) before (0, 2), (0, 2) before (2, 2). One is always left. */
static void
ties (const HarrisStages *stages)
{
  static const struct {
    gint first, second;
  } pairs[] = { { 4, 2 * 5 + 2 }, { 4, 2 * 5 + 3 }, { 2 * 5, 2 * 5 + 2 },
    { 0, 1 }, { 3, 5 + 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    gfloat response[5 * 3] = { 0 };
    const gint expected[] = { pairs[i].first, -1 };

    response[pairs[i].first] = response[pairs[i].second] = 7;
    check_survivors (
        stages, HARRIS_SUPPRESSION_WINDOW, 2, 5, 3, response, expected);
  }
}

/* A plateau is not lost: its first pixel is the corner. With `none` each
 * block has its first one; 3 x 3 blocks of 2. */
static void
plateau (const HarrisStages *stages)
{
  static const gint first[] = { 0, -1 };
  static const gint each[] = { 0, 2, 4, 12, 14, 16, 24, 26, 28, -1 };
  gfloat response[6 * 6];

  for (guint i = 0; i < 36; i++)
    response[i] = 3;
  check_survivors (stages, HARRIS_SUPPRESSION_WINDOW, 2, 6, 6, response, first);
  check_survivors (stages, HARRIS_SUPPRESSION_MAXIMA, 2, 6, 6, response, first);
  check_survivors (stages, HARRIS_SUPPRESSION_BLOCK, 2, 6, 6, response, first);
  check_survivors (stages, HARRIS_SUPPRESSION_NONE, 2, 6, 6, response, each);
}

/* A stronger neighbour outside the region, at 2, drops 3 in `window`, which
 * asks every pixel; it is no block's maximum, so the others keep 3. The 5 at
 * 6 is out of reach. */
static void
outside_region (const HarrisStages *stages)
{
  static const gfloat response[] = { 0, 0, 9, 4, 0, 0, 5, 0 };

  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++) {
    HarrisParams params = absolute_params (i, 2);
    HarrisWork *work = work_new_response (stages, &params, 8, 1, response);
    gboolean window = i == HARRIS_SUPPRESSION_WINDOW;

    work->region.bounds = (VfRect){ 3, 0, 5, 1 };
    work_run (work, HARRIS_STAGE_RANGE, HARRIS_STAGE_SUPPRESSION);
    assert_survivors (work, (const gint[]){ 6, window ? -1 : 3, -1 });
    work_free (work);
  }
}

/* Nothing passes: nothing survives. */
static void
nothing (const HarrisStages *stages)
{
  static const gfloat response[] = { 0, -1, 0, -2, -3, 0, 0, 0 };
  static const gint none = -1;

  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++)
    check_survivors (stages, i, 2, 4, 2, response, &none);
}

/* A block larger than the picture: its one maximum. */
static void
one_block (const HarrisStages *stages)
{
  static const gfloat response[] = { 1, 2, 3, 9, 3, 9 };
  static const gint first[] = { 3, -1 };

  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++)
    check_survivors (stages, i, 255, 3, 2, response, first);
}

void
add_suppression_tests (const Variant *variant)
{
  add_stage_test (variant, "maxima", maxima);
  add_stage_test (variant, "maxima/region", maxima_region);
  add_stage_test (variant, "suppression/four-answers", four_answers);
  add_stage_test (
      variant, "suppression/four-answers-diagonal", four_answers_diagonal);
  add_stage_test (variant, "suppression/window-reach", window_reach);
  add_stage_test (variant, "suppression/ties", ties);
  add_stage_test (variant, "suppression/plateau", plateau);
  add_stage_test (variant, "suppression/outside-region", outside_region);
  add_stage_test (variant, "suppression/nothing", nothing);
  add_stage_test (variant, "suppression/one-block", one_block);
}
