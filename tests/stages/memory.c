/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * After the first frame of a size a frame allocates nothing, and a detector
 * lives through memory that cannot be had.
 */
#include "allocations.h"
#include "error.h"
#include "mask.h"
#include "testing.h"

#include <string.h>

/* Calls of malloc during a frame. */
static guint
calls_of_frame (HarrisDetector *detector, const HarrisParams *params,
    const VfImage *image, const VfRegion *region)
{
  guint before = allocations_count ();
  const HarrisResult *result =
      harris_detect (detector, params, image, region, NULL);
  guint calls = allocations_count () - before;

  g_assert_nonnull (result);
  return calls;
}

static gboolean
skip_counting (void)
{
  if (allocations_can_count ())
    return FALSE;
  g_test_skip ("this build cannot count allocations");
  return TRUE;
}

/* The counter counts, so that 0 means something. */
static void
counter (void)
{
  guint before;
  gpointer volatile memory;

  if (skip_counting ())
    return;
  before = allocations_count ();
  memory = g_malloc (10);
  memory = g_realloc (memory, 100000);
  g_free (memory);
  memory = g_try_malloc0 (10);
  g_free (memory);
  g_assert_cmpuint (allocations_count () - before, ==, 3);
}

/* With the same size nothing is allocated again, in any mode, with any
 * picture: one full of corners after one with none. */
static void
check_second_frame (guint channels, guint suppression, guint mode)
{
  HarrisParams params = params_all ();
  Picture *flat = picture_new (161, 93, channels);
  Picture *photo = picture_photo (161, 93, channels, 1);
  HarrisDetector *detector = detector_new ();
  const VfRect rects[] = { { 10, 10, 50, 50 }, { 40, 20, 60, 30 } };
  const VfRegion region = { rects, G_N_ELEMENTS (rects), NULL, FALSE };

  params.suppression = suppression;
  params.threshold_mode = mode;
  g_assert_cmpuint (
      calls_of_frame (detector, &params, &flat->image, NULL), >, 0);
  calls_of_frame (detector, &params, &flat->image, &region);
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpuint (
        calls_of_frame (detector, &params, &photo->image, NULL), ==, 0);
    g_assert_cmpuint (
        calls_of_frame (detector, &params, &flat->image, &region), ==, 0);
  }
  harris_free (detector);
  picture_free (flat);
  picture_free (photo);
}

/* What needs memory of its own does so once. */
static void
second_frame_of_the_rest (void)
{
  HarrisParams params = params_all ();
  Picture *photo = picture_photo (161, 93, 1, 1);
  HarrisDetector *detector = detector_new ();
  const VfRect whole = { 0, 0, 161, 93 };
  guint8 byte = 1;
  const VfMask mask = { 1, 1, &byte };
  const VfRegion region = { &whole, 1, &mask, FALSE };

  params.gradient = HARRIS_GRADIENT_SOBEL7;
  params.window_type = HARRIS_WINDOW_BOX;
  params.min_distance = 7;
  params.grid_columns = 5;
  params.grid_rows = 3;
  if (!skip_counting ()) {
    calls_of_frame (detector, &params, &photo->image, &region);
    for (guint i = 0; i < 3; i++)
      g_assert_cmpuint (
          calls_of_frame (detector, &params, &photo->image, &region), ==, 0);
  }
  harris_free (detector);
  picture_free (photo);
}

static void
second_frame (void)
{
  if (skip_counting ())
    return;
  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++)
    for (guint j = 0; j < HARRIS_N_THRESHOLD_MODES; j++) {
      check_second_frame (1, i, j);
      check_second_frame (3, i, j);
    }
}

/* Nor with threads, once they have been started. */
static void
threads (void)
{
  HarrisParams params = params_all ();
  Picture *photo = picture_photo (1203, 905, 1, 1);
  HarrisDetector *detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);

  harris_set_threads (detector, 3);
  if (!skip_counting ()) {
    calls_of_frame (detector, &params, &photo->image, NULL);
    for (guint i = 0; i < 5; i++)
      g_assert_cmpuint (
          calls_of_frame (detector, &params, &photo->image, NULL), ==, 0);
  }
  harris_free (detector);
  picture_free (photo);
}

/* A smaller frame needs nothing, nor does the first size again; nor what asks
 * for less: fewer bins, larger blocks, a shorter window, the other measure. */
static void
smaller_frames (void)
{
  HarrisParams params = params_all ();
  Picture *large = picture_photo (200, 100, 3, 1);
  VfImage small = image_crop (&large->image, (VfRect){ 5, 5, 64, 48 });
  HarrisDetector *detector = detector_new ();

  if (!skip_counting ()) {
    calls_of_frame (detector, &params, &large->image, NULL);
    g_assert_cmpuint (calls_of_frame (detector, &params, &small, NULL), ==, 0);
    g_assert_cmpuint (
        calls_of_frame (detector, &params, &large->image, NULL), ==, 0);
    params.bins = 16;
    params.suppression_radius = 9;
    params.filter_length = 3;
    params.max_corners = 7;
    params.measure = HARRIS_MEASURE_MIN_EIGEN;
    params.channels = HARRIS_CHANNELS_GRAY;
    g_assert_cmpuint (
        calls_of_frame (detector, &params, &large->image, NULL), ==, 0);
  }
  harris_free (detector);
  picture_free (large);
}

/* scratch_bytes: grows with the picture, never shrinks, and holds at least
 * the response. */
static void
scratch_bytes (void)
{
  HarrisParams params = params_all ();
  Picture *large = picture_photo (200, 100, 1, 1);
  VfImage small = image_crop (&large->image, (VfRect){ 0, 0, 64, 48 });
  HarrisDetector *detector = detector_new ();
  gsize first =
      harris_detect (detector, &params, &small, NULL, NULL)->scratch_bytes;
  gsize second = harris_detect (detector, &params, &large->image, NULL, NULL)
                     ->scratch_bytes;
  gsize third =
      harris_detect (detector, &params, &small, NULL, NULL)->scratch_bytes;

  g_assert_cmpuint (first, >=, 64 * 48 * sizeof (gfloat));
  g_assert_cmpuint (second, >=, 200 * 100 * sizeof (gfloat));
  g_assert_cmpuint (second, >, first);
  g_assert_cmpuint (third, ==, second);
  harris_free (detector);
  picture_free (large);
}

/* The nth allocation of a frame fails: FALSE when the frame has fewer. Then
 * the detector works, as if nothing had been. */
static gboolean
check_failure (HarrisDetector *detector, const HarrisParams *params,
    const VfImage *image, guint nth)
{
  GArray *expected = corners_of (params, image, NULL), *found;
  const HarrisResult *result;
  GError *error = NULL;
  gboolean failed;

  allocations_fail (nth);
  result = harris_detect (detector, params, image, NULL, &error);
  allocations_fail (0);
  failed = result == NULL;
  if (failed) {
    gchar *size = g_strdup_printf ("%u x %u", image->width, image->height);

    g_assert_error (error, VF_ERROR, VF_ERROR_MEMORY);
    g_assert_nonnull (strstr (error->message, size));
    g_free (size);
    g_clear_error (&error);
    result = harris_detect (detector, params, image, NULL, NULL);
    g_assert_nonnull (result);
  }
  found = corners_copy (result);
  assert_same_corners (found, expected);
  g_array_unref (found);
  g_array_unref (expected);
  return failed;
}

/* Each allocation of a first frame in turn, then each of a frame that is
 * larger than the one before, which may need fewer. */
static void
failing (void)
{
  HarrisParams params = params_all ();
  Picture *large = picture_photo (170, 120, 3, 1);
  VfImage small = image_crop (&large->image, (VfRect){ 0, 0, 90, 60 });
  gboolean failed = TRUE;
  guint n = 0;

  if (!allocations_can_fail ()) {
    g_test_skip ("this build cannot make allocations fail");
    picture_free (large);
    return;
  }
  params.min_distance = 3;
  params.grid_columns = params.grid_rows = 2;
  g_array_unref (corners_of (&params, &small, NULL));
  while (failed) {
    HarrisDetector *detector = detector_new ();

    n++;
    failed = check_failure (detector, &params, &small, n);
    check_failure (detector, &params, &large->image, n);
    check_failure (detector, &params, &small, 0);
    harris_free (detector);
  }
  g_assert_cmpuint (n, >, 1);
  g_test_message ("%u allocations failed in turn", n - 1);
  picture_free (large);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counter", counter);
  g_test_add_func ("/second-frame", second_frame);
  g_test_add_func ("/second-frame/rest", second_frame_of_the_rest);
  g_test_add_func ("/threads", threads);
  g_test_add_func ("/smaller-frames", smaller_frames);
  g_test_add_func ("/scratch-bytes", scratch_bytes);
  g_test_add_func ("/failing", failing);
  return g_test_run ();
}
