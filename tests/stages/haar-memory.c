/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * After the first frame of a size the Haar detector allocates nothing, and it
 * lives through memory that cannot be had.
 */
#include "allocations.h"
#include "cascades.h"
#include "error.h"
#include "haar.h"
#include "testing.h"

#include <string.h>

typedef struct {
  HaarDetector *detector;
  Cascade *cascade;
  HaarParams params;
} Fixture;

static Fixture
fixture_new (void)
{
  const CascadeShape shape = { 9, 8, 2, 3, 2, TRUE, FALSE };
  GRand *rand = g_rand_new_with_seed (1);
  Fixture f = { .detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL),
    .cascade = random_cascade_new (rand, &shape) };

  haar_params_init (&f.params);
  g_rand_free (rand);
  return f;
}

static void
fixture_clear (Fixture *f)
{
  haar_free (f->detector);
  cascade_unref (f->cascade);
}

static guint
calls_of_frame (Fixture *f, const VfImage *image, const VfRegion *region)
{
  guint before = allocations_count ();
  const HaarResult *result =
      haar_detect (f->detector, f->cascade, &f->params, image, region, NULL);
  guint calls = allocations_count () - before;

  g_assert_nonnull (result);
  return calls;
}

static void
second_frame (void)
{
  Fixture f = fixture_new ();
  Picture *photo = picture_photo (161, 93, 3, 1);
  Picture *flat = picture_new (161, 93, 3);
  const VfRect rects[] = { { 10, 10, 50, 50 }, { 40, 20, 60, 30 } };
  const VfRegion region = { rects, G_N_ELEMENTS (rects), NULL, FALSE };

  if (allocations_can_count ()) {
    g_assert_cmpuint (calls_of_frame (&f, &photo->image, NULL), >, 0);
    calls_of_frame (&f, &photo->image, &region);
    g_assert_cmpuint (haar_detect (f.detector, f.cascade, &f.params,
                          &photo->image, NULL, NULL)
                          ->n_windows,
        >, 100);
    for (guint i = 0; i < 3; i++) {
      g_assert_cmpuint (calls_of_frame (&f, &flat->image, NULL), ==, 0);
      g_assert_cmpuint (calls_of_frame (&f, &photo->image, &region), ==, 0);
      g_assert_cmpuint (calls_of_frame (&f, &photo->image, NULL), ==, 0);
    }
  } else {
    g_test_skip ("this build cannot count allocations");
  }
  picture_free (photo);
  picture_free (flat);
  fixture_clear (&f);
}

/* Nor with threads, whichever finds how many windows. */
static void
threads (void)
{
  Fixture f = fixture_new ();
  Picture *photo = picture_photo (803, 605, 1, 1);

  haar_set_threads (f.detector, 3);
  f.params.scale_factor = 1.1;
  f.params.min_size_width = f.params.min_size_height = 60;
  if (allocations_can_count ()) {
    guint n_windows = haar_detect (
        f.detector, f.cascade, &f.params, &photo->image, NULL, NULL)
                          ->n_windows;

    /* With more of them some room is left to later frames. */
    g_assert_cmpuint (n_windows, <, 1 << 16);
    g_assert_cmpuint (n_windows, >, 5000);
    for (guint i = 0; i < 20; i++)
      g_assert_cmpuint (calls_of_frame (&f, &photo->image, NULL), ==, 0);
  } else {
    g_test_skip ("this build cannot count allocations");
  }
  picture_free (photo);
  fixture_clear (&f);
}

/* The nth allocation of a frame fails: FALSE when the frame has fewer. Then
 * the detector works, as if nothing had been. */
static gboolean
check_failure (Fixture *f, const VfImage *image, guint nth, guint expected)
{
  GError *error = NULL;
  const HaarResult *result;
  gboolean failed;

  allocations_fail (nth);
  result =
      haar_detect (f->detector, f->cascade, &f->params, image, NULL, &error);
  allocations_fail (0);
  failed = result == NULL;
  if (failed) {
    g_assert_error (error, VF_ERROR, VF_ERROR_MEMORY);
    g_assert_nonnull (strstr (error->message, "90 x 60"));
    g_clear_error (&error);
    result =
        haar_detect (f->detector, f->cascade, &f->params, image, NULL, NULL);
    g_assert_nonnull (result);
  }
  g_assert_cmpuint (result->n_objects, ==, expected);
  return failed;
}

static void
failing (void)
{
  Picture *photo = picture_photo (90, 60, 3, 1);
  gboolean failed = TRUE;
  guint n = 0;

  if (!allocations_can_fail ()) {
    g_test_skip ("this build cannot make allocations fail");
    failed = FALSE;
  }
  while (failed) {
    Fixture f = fixture_new (), fresh = fixture_new ();
    guint expected = haar_detect (
        fresh.detector, fresh.cascade, &fresh.params, &photo->image, NULL, NULL)
                         ->n_objects;

    n++;
    failed = check_failure (&f, &photo->image, n, expected);
    fixture_clear (&f);
    fixture_clear (&fresh);
  }
  g_test_message ("%u allocations failed in turn", n);
  picture_free (photo);
}

static void
scratch_bytes (void)
{
  Fixture f = fixture_new ();
  Picture *large = picture_photo (200, 100, 1, 1);
  VfImage small = image_crop (&large->image, (VfRect){ 0, 0, 64, 48 });
  const VfImage *const images[] = { &small, &large->image, &small };
  gsize bytes[3];

  for (guint i = 0; i < 3; i++)
    bytes[i] =
        haar_detect (f.detector, f.cascade, &f.params, images[i], NULL, NULL)
            ->scratch_bytes;
  g_assert_cmpuint (bytes[0], >=, 64 * 48);
  g_assert_cmpuint (bytes[1], >, bytes[0]);
  g_assert_cmpuint (bytes[2], ==, bytes[1]);
  picture_free (large);
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/second-frame", second_frame);
  g_test_add_func ("/threads", threads);
  g_test_add_func ("/failing", failing);
  g_test_add_func ("/scratch-bytes", scratch_bytes);
  return g_test_run ();
}
