/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One detector, frame after frame: it remembers nothing but its memory, and
 * regions say where corners may lie.
 */
#include "testing.h"

#include <math.h>
#include <string.h>

static GArray *
next_frame (HarrisDetector *detector, const HarrisParams *params,
    const VfImage *image, const VfRegion *region)
{
  GError *error = NULL;
  const HarrisResult *result =
      harris_detect (detector, params, image, region, &error);

  g_assert_no_error (error);
  return corners_copy (result);
}

/* The detector gives what a new one gives. */
static void
check_as_new (HarrisDetector *detector, const HarrisParams *params,
    const VfImage *image, const VfRegion *region)
{
  GArray *used = next_frame (detector, params, image, region);
  GArray *fresh = corners_of (params, image, region);

  assert_same_corners (used, fresh);
  g_array_unref (used);
  g_array_unref (fresh);
}

static void
rerun (void)
{
  HarrisParams params = params_all ();
  Picture *picture = picture_photo (200, 150, 3, 3);
  HarrisDetector *detector = detector_new ();
  GArray *first = next_frame (detector, &params, &picture->image, NULL);

  g_assert_cmpuint (first->len, >, 20);
  for (guint i = 0; i < 5; i++) {
    GArray *again = next_frame (detector, &params, &picture->image, NULL);

    assert_same_corners (again, first);
    g_array_unref (again);
  }
  g_array_unref (first);
  harris_free (detector);
  picture_free (picture);
}

/* Each parameter changes between frames, away and back. */
static const struct {
  const gchar *name;
  gdouble value;
} changes[] = { { "filter-length", 31 }, { "filter-length", 1 }, { "sigma", 3 },
  { "k", 0.1 }, { "measure", HARRIS_MEASURE_MIN_EIGEN }, { "bins", 65536 },
  { "bins", 2 }, { "threshold-mode", HARRIS_THRESHOLD_ABSOLUTE },
  { "threshold-mode", HARRIS_THRESHOLD_RELATIVE },
  { "suppression", HARRIS_SUPPRESSION_MAXIMA },
  { "suppression", HARRIS_SUPPRESSION_BLOCK },
  { "suppression", HARRIS_SUPPRESSION_NONE }, { "suppression-radius", 1 },
  { "suppression-radius", 255 }, { "max-corners", 5 }, { "max-corners", 0 },
  { "channels", HARRIS_CHANNELS_GRAY } };

static void
parameters_change (void)
{
  Picture *picture = picture_photo (150, 100, 3, 4);
  HarrisDetector *detector = detector_new ();

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    HarrisParams params;

    harris_params_init (&params);
    harris_param_set (
        &params, harris_param_find (changes[i].name), changes[i].value);
    check_as_new (detector, &params, &picture->image, NULL);
    harris_params_init (&params);
    check_as_new (detector, &params, &picture->image, NULL);
  }
  harris_free (detector);
  picture_free (picture);
}

/* Sizes and channels that grow, shrink, and grow in one direction only. */
static void
sizes_change (void)
{
  static const guint sizes[][3] = { { 64, 48, 1 }, { 9, 7, 3 }, { 1, 1, 1 },
    { 160, 120, 3 }, { 64, 48, 1 }, { 400, 3, 1 }, { 3, 400, 3 },
    { 161, 121, 1 }, { 160, 120, 3 } };
  HarrisParams params = params_all ();
  HarrisDetector *detector = detector_new ();

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    Picture *picture = picture_photo (sizes[i][0], sizes[i][1], sizes[i][2], i);

    check_as_new (detector, &params, &picture->image, NULL);
    picture_free (picture);
  }
  harris_free (detector);
}

/* A refused call changes nothing. */
static void
after_errors (void)
{
  HarrisParams params = params_all (), bad = params;
  Picture *picture = picture_photo (64, 48, 1, 5);
  VfImage empty = picture->image;
  HarrisDetector *detector = detector_new ();

  bad.filter_length = 4;
  empty.height = 0;
  for (guint i = 0; i < 3; i++) {
    g_assert_null (harris_detect (detector, &bad, &picture->image, NULL, NULL));
    g_assert_null (harris_detect (detector, &params, &empty, NULL, NULL));
    check_as_new (detector, &params, &picture->image, NULL);
  }
  harris_free (detector);
  harris_free (NULL);
  picture_free (picture);
}

static gboolean
lies_in (const HarrisCorner *corner, VfRect region)
{
  return corner->x >= region.x && corner->x < (gdouble) region.x + region.width
         && corner->y >= region.y
         && corner->y < (gdouble) region.y + region.height;
}

static const VfRect regions[] = {
  { 0, 0, 150, 100 },                     /* whole */
  { 31, 17, 60, 45 },                     /* inside */
  { 33, 18, 1, 1 },                       /* a pixel */
  { 0, 50, 150, 1 },                      /* a row */
  { 100, 70, 100, 100 },                  /* partly outside */
  { 75, 50, G_MAXUINT, G_MAXUINT },       /* as far as there is */
  { 150, 0, 10, 10 },                     /* beside it */
  { 400, 400, 10, 10 },                   /* far away */
  { G_MAXUINT, G_MAXUINT, 1, G_MAXUINT }, /* farther */
  { 20, 20, 0, 30 },                      /* empty */
  { 20, 20, 30, 0 },                      /* empty */
};

/* The response ignores the region, `window` asks pixels outside it, and an
 * absolute threshold does not depend on it: so what a region gives is the
 * part of the whole list that lies in it. */
static void
check_part (GArray *all, const HarrisParams *params, const VfImage *image,
    const VfRegion *region)
{
  GArray *found = corners_of (params, image, region);
  GArray *expected = g_array_new (FALSE, FALSE, sizeof (HarrisCorner));

  for (guint j = 0; j < all->len; j++) {
    HarrisCorner corner = g_array_index (all, HarrisCorner, j);
    gboolean inside = FALSE;

    for (guint i = 0; i < region->n_rects; i++)
      inside = inside || lies_in (&corner, region->rects[i]);
    if (inside != region->inverted)
      g_array_append_val (expected, corner);
  }
  assert_same_corners (found, expected);
  g_array_unref (found);
  g_array_unref (expected);
}

static void
region_absolute (void)
{
  HarrisParams params = params_all ();
  Picture *picture = picture_photo (150, 100, 1, 6);
  guint n = G_N_ELEMENTS (regions);
  GArray *all;

  params.threshold_mode = HARRIS_THRESHOLD_ABSOLUTE;
  params.threshold = 1e4;
  all = corners_of (&params, &picture->image, NULL);
  g_assert_cmpuint (all->len, >, 50);
  for (guint i = 0; i < n; i++)
    for (guint count = 0; i + count <= n; count++)
      for (guint inverted = 0; inverted < 2; inverted++)
        check_part (all, &params, &picture->image,
            &(VfRegion){ &regions[i], count, NULL, inverted });
  g_array_unref (all);
  picture_free (picture);
}

/* In each mode and suppression: nothing outside; the same response; a region
 * without a pixel has no threshold. */
static void
check_region (
    const HarrisParams *params, const VfImage *image, const VfRect *region)
{
  HarrisDetector *detector = detector_new (), *whole = detector_new ();
  const HarrisResult *all = harris_detect (whole, params, image, NULL, NULL);
  const HarrisResult *result = harris_detect (
      detector, params, image, &(VfRegion){ region, 1, NULL, FALSE }, NULL);
  VfRect inside = vf_rect_clip (*region, image->width, image->height);
  gsize size = (gsize) image->width * image->height * sizeof (gfloat);

  for (guint i = 0; i < result->n_corners; i++)
    g_assert_true (lies_in (&result->corners[i], *region));
  g_assert_cmpmem (result->response, size, all->response, size);
  if (vf_rect_is_empty (inside))
    g_assert_true (isnan (result->threshold));
  harris_free (detector);
  harris_free (whole);
}

static void
region_in_all_modes (void)
{
  Picture *picture = picture_photo (150, 100, 3, 7);

  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++)
    for (guint mode = 0; mode < HARRIS_N_THRESHOLD_MODES; mode++)
      for (guint j = 0; j < G_N_ELEMENTS (regions); j++) {
        HarrisParams params = params_all ();

        params.suppression = i;
        params.threshold_mode = mode;
        params.threshold = 0.01;
        check_region (&params, &picture->image, &regions[j]);
      }
  picture_free (picture);
}

/* NULL is the whole picture. */
static void
region_null (void)
{
  HarrisParams params = params_all ();
  Picture *picture = picture_photo (150, 100, 1, 8);
  GArray *null = corners_of (&params, &picture->image, NULL);
  GArray *whole = corners_of (
      &params, &picture->image, &(VfRegion){ &regions[0], 1, NULL, FALSE });

  g_assert_cmpuint (null->len, >, 20);
  assert_same_corners (whole, null);
  g_array_unref (null);
  g_array_unref (whole);
  picture_free (picture);
}

typedef struct {
  Picture *picture;
  GArray *expected;
} Job;

static gpointer
run_job (gpointer data)
{
  Job *job = data;
  HarrisParams params = params_all ();
  HarrisDetector *detector = detector_new ();

  for (guint i = 0; i < 40; i++) {
    GArray *found = next_frame (detector, &params, &job->picture->image, NULL);

    assert_same_corners (found, job->expected);
    g_array_unref (found);
  }
  harris_free (detector);
  return NULL;
}

/* Detectors in threads of their own do not disturb each other. */
static void
threads (void)
{
  HarrisParams params = params_all ();
  GThread *running[3];
  Job jobs[3];

  for (guint i = 0; i < 3; i++) {
    jobs[i].picture = picture_photo (100 + 31 * i, 80, 1 + i % 2 * 2, i);
    jobs[i].expected = corners_of (&params, &jobs[i].picture->image, NULL);
    g_assert_cmpuint (jobs[i].expected->len, >, 10);
  }
  for (guint i = 0; i < 3; i++)
    running[i] = g_thread_new ("detector", run_job, &jobs[i]);
  for (guint i = 0; i < 3; i++) {
    g_thread_join (running[i]);
    g_array_unref (jobs[i].expected);
    picture_free (jobs[i].picture);
  }
}

/* As many as share the work: each number gives the same. */
static void
n_threads (void)
{
  static const guint numbers[] = { 1, 2, 3, 0, VF_DETECTOR_MAX_THREADS,
    G_MAXUINT };
  HarrisParams params = params_all ();
  Picture *picture = picture_photo (1203, 905, 1, 9);
  HarrisDetector *detector = detector_new ();
  GArray *expected = next_frame (detector, &params, &picture->image, NULL);

  g_assert_cmpuint (expected->len, >, 100);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    GArray *found;

    harris_set_threads (detector, numbers[i]);
    harris_want_planes (detector, i % 2);
    found = next_frame (detector, &params, &picture->image, NULL);
    assert_same_corners (found, expected);
    g_array_unref (found);
  }
  g_array_unref (expected);
  harris_free (detector);
  picture_free (picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rerun", rerun);
  g_test_add_func ("/parameters-change", parameters_change);
  g_test_add_func ("/sizes-change", sizes_change);
  g_test_add_func ("/after-errors", after_errors);
  g_test_add_func ("/region/absolute", region_absolute);
  g_test_add_func ("/region/all-modes", region_in_all_modes);
  g_test_add_func ("/region/null", region_null);
  g_test_add_func ("/threads", threads);
  g_test_add_func ("/n-threads", n_threads);
  return g_test_run ();
}
