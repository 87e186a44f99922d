/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects are the same in whatever picture, region or order they are looked for.
 */
#include "cascades.h"
#include "haar-fixture.h"

/* What is in each rectangle as a picture of its own. */
static GArray *
find_in_crops (const HaarFixture *f, const VfRegion *region)
{
  const VfImage *image = &f->picture->image;
  GArray *all = g_array_new (FALSE, FALSE, sizeof (HaarObject));

  for (guint r = 0; r < region->n_rects; r++) {
    VfRect rect = vf_rect_clip (region->rects[r], image->width, image->height);
    VfImage crop = image_crop (image, rect);
    GArray *part;

    if (vf_rect_is_empty (rect))
      continue;
    part = haar_fixture_find (f, &crop, NULL);
    for (guint i = 0; i < part->len; i++) {
      HaarObject object = g_array_index (part, HaarObject, i);

      object.rect.x += rect.x;
      object.rect.y += rect.y;
      object.region = r;
      g_array_append_val (all, object);
    }
    g_array_unref (part);
  }
  return all;
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return haar_object_comes_before (a, b) ? -1 : 1;
}

static void
regions (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);
  guint n_found = 0;

  for (guint i = 0; i < 60; i++) {
    RandomRegion random;
    GArray *expected, *found;

    f.params.min_neighbors = i % 3;
    random_region (f.rand, &f.picture->image, &random);
    found = haar_fixture_find (&f, &f.picture->image, &random.region);
    expected = find_in_crops (&f, &random.region);
    g_array_sort (expected, compare);
    haar_assert_same (found, expected);
    n_found += found->len;
    g_array_unref (found);
    g_array_unref (expected);
  }
  g_assert_cmpuint (n_found, >, 0);
  haar_fixture_clear (&f);
}

static void
threads (void)
{
  HaarFixture f = haar_fixture_new (700, 500, 1);
  GArray *expected;

  f.params.scale_factor = 1.1;
  haar_set_threads (f.detector, 1);
  expected = haar_fixture_find (&f, &f.picture->image, NULL);
  for (guint n = 2; n <= 9; n++) {
    GArray *found;

    haar_set_threads (f.detector, n == 9 ? 1000 : n);
    found = haar_fixture_find (&f, &f.picture->image, NULL);
    haar_assert_same (found, expected);
    g_array_unref (found);
  }
  g_array_unref (expected);
  haar_fixture_clear (&f);
}

/* More bits, other places in memory: the same objects. */
static void
words (void)
{
  for (guint channels = 1; channels <= 3; channels += 2) {
    HaarFixture f = haar_fixture_new (90, 70, channels);

    haar_fixture_check_words (&f, channels, 60);
    haar_fixture_clear (&f);
  }
}

/* Bytes of grey are read where they lie. */
static void
layouts (void)
{
  static const Layout all[] = { { "tight", 1, 0, FALSE, FALSE },
    { "padded", 1, 13, FALSE, FALSE }, { "upside down", 1, 5, TRUE, FALSE },
    { "apart", 3, 2, FALSE, FALSE } };
  HaarFixture f = haar_fixture_new (90, 70, 1);
  GArray *expected = haar_fixture_find (&f, &f.picture->image, NULL);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (all); i++) {
    Guarded memory[3] = { 0 };
    VfImage image = layout_image (&f.picture->image, &all[i / 2],
        i % 2 ? GUARD_AFTER : GUARD_BEFORE, 99, memory);
    GArray *found = haar_fixture_find (&f, &image, NULL);

    haar_assert_same (found, expected);
    g_array_unref (found);
    guarded_clear (&memory[0]);
  }
  g_array_unref (expected);
  haar_fixture_clear (&f);
}

/* Colours are their luma. */
static void
luma (void)
{
  HaarFixture f = haar_fixture_new (90, 70, 3);
  Picture *grey = picture_new (90, 70, 1);
  GArray *expected, *found;

  for (guint y = 0; y < 70; y++)
    for (guint x = 0; x < 90; x++)
      *picture_at (grey, 0, x, y) =
          (guint8) vf_image_luma (&f.picture->image, x, y);
  expected = haar_fixture_find (&f, &grey->image, NULL);
  found = haar_fixture_find (&f, &f.picture->image, NULL);
  g_assert_cmpuint (expected->len, >, 0);
  haar_assert_same (found, expected);
  g_array_unref (expected);
  g_array_unref (found);
  picture_free (grey);
  haar_fixture_clear (&f);
}

/* Whatever was searched before leaves no trace. */
static void
one_after_another (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);

  for (guint i = 0; i < 60; i++) {
    HaarDetector *fresh = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
    CascadeShape shape = random_shape (f.rand);
    Cascade *cascade = random_cascade_new (f.rand, &shape);
    VfRect rect = { 0, 0, 1 + g_rand_int (f.rand) % 150,
      1 + g_rand_int (f.rand) % 120 };
    VfImage image = image_crop (&f.picture->image, rect);
    GArray *expected =
        haar_objects_of (fresh, cascade, &f.params, &image, NULL);
    GArray *found =
        haar_objects_of (f.detector, cascade, &f.params, &image, NULL);

    haar_assert_same (found, expected);
    g_array_unref (expected);
    g_array_unref (found);
    cascade_unref (cascade);
    haar_free (fresh);
    f.params.min_neighbors = i % 3;
    f.params.opencv_skip = i % 2;
  }
  haar_fixture_clear (&f);
}

static void
small_pictures (void)
{
  HaarFixture f = haar_fixture_new (60, 50, 1);
  guint w = cascade_width (f.cascade), h = cascade_height (f.cascade);

  for (guint y = 1; y <= h + 3; y++)
    for (guint x = 1; x <= w + 3; x++) {
      VfImage image = image_crop (&f.picture->image, (VfRect){ 0, 0, x, y });
      const HaarResult *result =
          haar_detect (f.detector, f.cascade, &f.params, &image, NULL, NULL);

      g_assert_nonnull (result);
      if (x < w || y < h)
        g_assert_cmpuint (result->n_windows, ==, 0);
    }
  haar_fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/regions", regions);
  g_test_add_func ("/threads", threads);
  g_test_add_func ("/words", words);
  g_test_add_func ("/layouts", layouts);
  g_test_add_func ("/luma", luma);
  g_test_add_func ("/one-after-another", one_after_another);
  g_test_add_func ("/small-pictures", small_pictures);
  return g_test_run ();
}
