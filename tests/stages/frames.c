/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The frame stages of a variant against the scalar ones, with ==, after each
 * stage: odd sizes, all kinds of pictures, parameters and regions. The end is
 * what harris_detect gives.
 */
#include "stages.h"

#include <math.h>
#include <string.h>

typedef struct {
  HarrisParams params;
  Picture *picture;
  VfImage image; /* the picture, in words of any kind */
  Guarded memory[3];
  RandomRegion region;
  VfMask *mask;
  HarrisWork *reference, *variant;
  guint stage; /* the one that is compared */
} Case;

static guint
random_up_to (GRand *rand, guint most)
{
  return (guint) g_rand_int_range (rand, 0, (gint) most + 1);
}

static HarrisParams
random_params (GRand *rand)
{
  static const guint bins[] = { 2, 3, 64, 256, 1000 };
  static const gdouble thresholds[] = { 0, 0, 0.01, 0.3 };
  HarrisParams params = params_all ();

  params.filter_length = 1 + 2 * random_up_to (rand, 6);
  params.sigma = g_rand_double_range (rand, 0.5, 5);
  params.k = g_rand_double_range (rand, 0, 0.1);
  params.bins = bins[random_up_to (rand, G_N_ELEMENTS (bins) - 1)];
  params.threshold_mode = random_up_to (rand, HARRIS_N_THRESHOLD_MODES - 1);
  params.threshold = thresholds[random_up_to (rand, 3)];
  params.suppression = random_up_to (rand, HARRIS_N_SUPPRESSIONS - 1);
  params.suppression_radius = 1 + random_up_to (rand, 8);
  params.max_corners = random_up_to (rand, 1) * random_up_to (rand, 40);
  params.channels = random_up_to (rand, HARRIS_N_CHANNELS - 1);
  random_operators (rand, &params);
  random_spacing (rand, &params);
  return params;
}

static Picture *
random_picture (GRand *rand)
{
  guint width = 1 + random_up_to (rand, 76);
  guint height = 1 + random_up_to (rand, 50);
  guint channels = random_up_to (rand, 1) ? 1 : 3;
  guint fill = random_up_to (rand, N_FILLS);
  Picture *picture;

  if (fill == N_FILLS)
    return picture_photo (width, height, channels, g_rand_int (rand));
  picture = picture_new (width, height, channels);
  picture_fill (picture, fill, rand);
  return picture;
}

static void
assert_equal (const Case *c, const gchar *what, gconstpointer actual,
    gconstpointer expected, gsize size)
{
  if (memcmp (actual, expected, size) != 0)
    g_error ("%s: %s differs from the scalar one, %u x %u pixels; "
             "VF_TEST_SEED=%u",
        harris_stage_name (c->stage), what, c->picture->image.width,
        c->picture->image.height, test_seed ());
}

static void
compare_cut (const Case *c)
{
  const HarrisState *a = c->variant->state, *e = c->reference->state;

  if (isnan (e->threshold))
    g_assert_true (isnan (a->threshold));
  else
    assert_equal (
        c, "threshold", &a->threshold, &e->threshold, sizeof a->threshold);
  assert_equal (c, "limit", &a->cut.limit, &e->cut.limit, sizeof (gfloat));
  assert_equal (c, "scale", &a->cut.scale, &e->cut.scale, sizeof (gfloat));
  if (e->cut.scale == 0)
    return;
  assert_equal (c, "lo", &a->cut.lo, &e->cut.lo, sizeof (gfloat));
  g_assert_cmpuint (a->cut.bins, ==, e->cut.bins);
  g_assert_cmpuint (a->cut.bin, ==, e->cut.bin);
}

static void
compare_range (const Case *c)
{
  if (vf_rect_is_empty (c->reference->region.bounds))
    return;
  assert_equal (c, "lo", &c->variant->state->lo, &c->reference->state->lo,
      sizeof (gfloat));
  assert_equal (c, "hi", &c->variant->state->hi, &c->reference->state->hi,
      sizeof (gfloat));
}

static void
compare_histogram (const Case *c)
{
  const HarrisWork *e = c->reference;
  gfloat lo = e->state->lo, hi = e->state->hi;

  if (e->params.threshold_mode == HARRIS_THRESHOLD_ROSIN && hi > lo
      && isfinite ((gfloat) e->params.bins / (hi - lo)))
    assert_equal (c, "histogram", c->variant->histogram, e->histogram,
        e->params.bins * sizeof *e->histogram);
}

static void
compare_keys (const Case *c)
{
  const HarrisWork *a = c->variant, *e = c->reference;
  gsize n = (gsize) e->blocks_x * e->blocks_y;

  if (c->stage == HARRIS_STAGE_MAXIMA)
    assert_equal (c, "maxima", a->maxima, e->maxima, n * sizeof *a->maxima);
  if (c->stage == HARRIS_STAGE_SUPPRESSION)
    assert_equal (c, "keys", a->keys, e->keys, n * sizeof *a->keys);
  if (c->stage == HARRIS_STAGE_COMPACTION || c->stage == HARRIS_STAGE_SORT) {
    g_assert_cmpuint (a->state->n_keys, ==, e->state->n_keys);
    assert_equal (
        c, "keys", a->keys, e->keys, e->state->n_keys * sizeof *a->keys);
  }
}

static void
compare_stage (const Case *c)
{
  const HarrisWork *a = c->variant, *e = c->reference;
  gsize n = (gsize) c->picture->image.width * c->picture->image.height;

  if (c->stage == HARRIS_STAGE_RESPONSE)
    assert_equal (
        c, "response", a->response, e->response, n * sizeof *a->response);
  else if (c->stage == HARRIS_STAGE_RANGE)
    compare_range (c);
  else if (c->stage == HARRIS_STAGE_HISTOGRAM)
    compare_histogram (c);
  else if (c->stage == HARRIS_STAGE_THRESHOLD)
    compare_cut (c);
  else if (c->stage != HARRIS_STAGE_SELECTION)
    compare_keys (c);
  else {
    g_assert_cmpuint (a->state->n_corners, ==, e->state->n_corners);
    assert_equal (c, "corners", a->corners, e->corners,
        e->state->n_corners * sizeof *a->corners);
  }
}

/* A detector finds what its stages, one by one, have found. */
static void
compare_detector (const Case *c)
{
  HarrisDetector *detector = detector_new ();
  const HarrisResult *result =
      harris_detect (detector, &c->params, &c->image, &c->region.region, NULL);
  gsize n = (gsize) c->picture->image.width * c->picture->image.height;

  g_assert_nonnull (result);
  assert_equal (c, "the detector's response", c->variant->response,
      result->response, n * sizeof (gfloat));
  g_assert_cmpuint (result->n_corners, ==, c->variant->state->n_corners);
  assert_equal (c, "the detector's list", c->variant->corners, result->corners,
      result->n_corners * sizeof (HarrisCorner));
  harris_free (detector);
}

static Case
random_case (GRand *rand)
{
  Case c = { .params = random_params (rand), .picture = random_picture (rand) };
  WordLayout layout;

  c.image = c.picture->image;
  if (random_up_to (rand, 1)) {
    random_words (rand, c.image.channels, &layout);
    c.image =
        words_image (&c.picture->image, &layout, GUARD_AFTER, rand, c.memory);
  }
  random_region (rand, &c.image, &c.region);
  c.region.region.mask = c.mask = random_mask (rand);
  return c;
}

static void
compare_random (const HarrisStages *stages, GRand *rand)
{
  Case c = random_case (rand);
  const VfImage *image = &c.image;

  c.region.region.rects = c.region.rects;
  c.reference =
      work_new (harris_stages_scalar (), &c.params, image, &c.region.region);
  c.variant = work_new (stages, &c.params, image, &c.region.region);
  for (c.stage = 0; c.stage < HARRIS_N_STAGES; c.stage++) {
    work_run (c.reference, c.stage, c.stage);
    work_run (c.variant, c.stage, c.stage);
    compare_stage (&c);
  }
  c.stage = HARRIS_STAGE_SELECTION;
  compare_detector (&c);
  work_free (c.reference);
  work_free (c.variant);
  for (guint i = 0; i < 3; i++)
    guarded_clear (&c.memory[i]);
  vf_mask_free (c.mask);
  picture_free (c.picture);
}

static void
frames (const HarrisStages *stages)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 500; i++)
    compare_random (stages, rand);
  g_rand_free (rand);
}

void
add_frame_comparisons (const Variant *variant)
{
  add_stage_test (variant, "same/frames", frames);
}
