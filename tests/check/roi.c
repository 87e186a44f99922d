/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * roi-source: a rectangle, or the regions that come with each buffer.
 */
#include "testing.h"

#include <math.h>

typedef struct {
  guint x, y, width, height;
} Rectangle;

static GstHarness *
harness_with (Rectangle r)
{
  GstHarness *harness = test_gray_harness ();

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  gst_util_set_object_arg (
      G_OBJECT (harness->element), "roi-source", "rectangle");
  g_object_set (harness->element, "max-corners", 0, "threshold", 10.0, "roi-x",
      r.x, "roi-y", r.y, "roi-width", r.width, "roi-height", r.height, NULL);
  return harness;
}

static GBytes *
corners_in (Rectangle r)
{
  GstHarness *harness = harness_with (r);
  GBytes *corners = test_corners_of (harness, test_gray_frame (1));

  test_no_complaint (harness);
  test_harness_free (harness);
  return corners;
}

static gboolean
contains (Rectangle r, const guint8 *record)
{
  gfloat x = GST_READ_FLOAT_LE (record), y = GST_READ_FLOAT_LE (record + 4);

  return x >= r.x && y >= r.y && (r.width == 0 || x - r.x < r.width)
         && (r.height == 0 || y - r.y < r.height);
}

/* The whole frame's corners that lie in the rectangle: with a threshold that
 * does not depend on the region, these are the region's. */
static GBytes *
filtered (Rectangle r)
{
  GBytes *all = corners_in ((Rectangle){ 0 });
  GByteArray *kept = g_byte_array_new ();
  gsize size;
  const guint8 *data = g_bytes_get_data (all, &size);

  for (gsize at = 0; at < size; at += 12)
    if (contains (r, data + at))
      g_byte_array_append (kept, data + at, 12);
  g_bytes_unref (all);
  return g_byte_array_free_to_bytes (kept);
}

static const Rectangle rectangles[] = {
  { 0, 0, 0, 0 },
  { 0, 0, TEST_WIDTH, TEST_HEIGHT },
  { 10, 7, 40, 30 },
  { 30, 0, 0, 20 },
  { 0, 21, 50, 0 },
  { 0, 0, 31, 48 },
  { 20, 20, 1000, 1000 },
  { 40, 5, 25, 10 },
  { 5, 30, G_MAXINT32, G_MAXINT32 },
};

GST_START_TEST (test_corners_of_the_rectangle)
{
  test_same_corners (
      filtered (rectangles[__i__]), corners_in (rectangles[__i__]));
}
GST_END_TEST;

/* Both may be empty. */
static void
check_strip (Rectangle r)
{
  GBytes *expected = filtered (r), *found = corners_in (r);

  fail_unless (g_bytes_equal (expected, found));
  g_bytes_unref (expected);
  g_bytes_unref (found);
}

/* Strips at every place: the edges meet corners at some of them. */
GST_START_TEST (test_corners_of_strips)
{
  check_strip ((Rectangle){ __i__, 0, 9, 0 });
  if (__i__ < TEST_HEIGHT)
    check_strip ((Rectangle){ 0, __i__, 0, 9 });
}
GST_END_TEST;

GST_START_TEST (test_rectangle_is_ignored_unless_asked_for)
{
  GstHarness *harness = harness_with ((Rectangle){ 60, 40, 2, 2 });

  gst_util_set_object_arg (G_OBJECT (harness->element), "roi-source", "all");
  test_same_corners (corners_in ((Rectangle){ 0 }),
      test_corners_of (harness, test_gray_frame (1)));
  test_harness_free (harness);
}
GST_END_TEST;

static const Rectangle outside[] = {
  { TEST_WIDTH, 0, 0, 0 },
  { 0, TEST_HEIGHT, 10, 10 },
  { 5000, 5000, 0, 0 },
  { G_MAXINT32, 0, G_MAXINT32, 0 },
};

GST_START_TEST (test_rectangle_outside)
{
  static const gchar *const words[] = { "roi-x=", "roi-y=", "64 x 48", NULL };
  GstHarness *harness = harness_with (outside[__i__]);

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "rosin");
  for (guint i = 0; i < 3; i++) {
    GstBuffer *out = test_push (harness, test_gray_frame (1));

    fail_unless_equals_int (test_meta (out).count, 0);
    fail_unless (isnan (test_meta (out).threshold));
    gst_buffer_unref (out);
  }
  test_only_complaint (harness, GST_MESSAGE_WARNING, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_SETTINGS, words);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_no_pixel_no_threshold)
{
  static const gchar *const modes[] = { "rosin", "absolute", "relative" };
  GstHarness *harness = harness_with (outside[0]);

  g_object_set (harness->element, "threshold", 0.5, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++) {
    GstBuffer *out;

    gst_util_set_object_arg (
        G_OBJECT (harness->element), "threshold-mode", modes[i]);
    out = test_push (harness, test_gray_frame (1));
    fail_unless (isnan (test_meta (out).threshold), "%s", modes[i]);
    gst_buffer_unref (out);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_warned_again_after_a_good_one)
{
  GstHarness *harness = harness_with (outside[0]);

  for (guint i = 0; i < 3; i++) {
    g_object_set (harness->element, "roi-x", TEST_WIDTH, NULL);
    g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
    g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
    fail_unless_equals_int (
        test_count_messages (harness, GST_MESSAGE_WARNING), 1);
    g_object_set (harness->element, "roi-x", 5, NULL);
    g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
    test_no_complaint (harness);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_rectangle_of_one_pixel)
{
  GBytes *corners = corners_in ((Rectangle){ 33, 21, 1, 1 });

  fail_unless (g_bytes_get_size (corners) <= 12);
  g_bytes_unref (corners);
}
GST_END_TEST;

static GstHarness *
meta_harness (const gchar *type)
{
  GstHarness *harness = harness_with ((Rectangle){ 0 });

  gst_util_set_object_arg (G_OBJECT (harness->element), "roi-source", "meta");
  g_object_set (harness->element, "roi-type", type, NULL);
  return harness;
}

static GstBuffer *
frame_with_region (const gchar *type, Rectangle r)
{
  GstBuffer *frame = test_gray_frame (1);

  gst_buffer_add_video_region_of_interest_meta (
      frame, type, r.x, r.y, r.width, r.height);
  return frame;
}

GST_START_TEST (test_region_of_a_meta)
{
  static const Rectangle odd[] = { { 10, 7, 40, 30 }, { 30, 0, 34, 20 },
    { 20, 20, G_MAXUINT, G_MAXUINT }, { 0, 0, TEST_WIDTH, TEST_HEIGHT } };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++) {
    GstHarness *harness = meta_harness (NULL);

    test_same_corners (filtered (odd[i]),
        test_corners_of (harness, frame_with_region ("any", odd[i])));
    test_no_complaint (harness);
    test_harness_free (harness);
  }
}
GST_END_TEST;

/* Two that overlap, and one of no pixels. */
GST_START_TEST (test_regions_of_several_metas)
{
  GstHarness *harness = meta_harness (NULL);
  GstBuffer *frame = frame_with_region ("a", (Rectangle){ 5, 5, 30, 20 });
  GBytes *all = corners_in ((Rectangle){ 0 }), *found;
  gsize size, n_found, n = 0;
  const guint8 *data = g_bytes_get_data (all, &size);

  gst_buffer_add_video_region_of_interest_meta (frame, "b", 20, 10, 30, 30);
  gst_buffer_add_video_region_of_interest_meta (frame, "c", 60, 40, 0, 5);
  found = test_corners_of (harness, frame);
  g_bytes_get_data (found, &n_found);
  for (gsize at = 0; at < size; at += 12)
    n += contains ((Rectangle){ 5, 5, 30, 20 }, data + at)
         || contains ((Rectangle){ 20, 10, 30, 30 }, data + at);
  fail_unless (n > 3);
  fail_unless_equals_int (n_found, 12 * n);
  g_bytes_unref (all);
  g_bytes_unref (found);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_region_types)
{
  static const struct {
    const gchar *wanted;
    gboolean found;
  } cases[] = { { NULL, TRUE }, { "", TRUE }, { "face", TRUE },
    { "eye", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstHarness *harness = meta_harness (cases[i].wanted);
    GBytes *corners = test_corners_of (
        harness, frame_with_region ("face", (Rectangle){ 5, 5, 40, 30 }));

    fail_unless ((g_bytes_get_size (corners) > 0) == cases[i].found);
    g_bytes_unref (corners);
    test_harness_free (harness);
  }
}
GST_END_TEST;

GST_START_TEST (test_no_region_no_corners)
{
  GstHarness *harness = meta_harness (NULL);
  GstBuffer *frames[] = { test_gray_frame (1),
    frame_with_region ("x", (Rectangle){ 100, 100, 5, 5 }),
    frame_with_region ("x", (Rectangle){ 5, 5, 0, 0 }) };

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
    GstBuffer *out = test_push (harness, frames[i]);

    fail_unless_equals_int (test_meta (out).count, 0);
    fail_unless (isnan (test_meta (out).threshold));
    gst_buffer_unref (out);
  }
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* With regions from metas, corners before us are always kept. */
GST_START_TEST (test_metas_are_kept)
{
  GstHarness *harness = meta_harness (NULL);
  GstBuffer *frame = frame_with_region ("x", (Rectangle){ 5, 5, 40, 30 });

  test_add_foreign_meta (frame, 1, 1, 12);
  frame = test_push (harness, frame);
  fail_unless_equals_int (test_n_metas (frame), 2);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

/* -- roi-invert -- */

/* The whole frame's corners that lie in none of n rectangles. */
static GBytes *
filtered_out (const Rectangle *r, guint n)
{
  GBytes *all = corners_in ((Rectangle){ 0 });
  GByteArray *kept = g_byte_array_new ();
  gsize size;
  const guint8 *data = g_bytes_get_data (all, &size);

  for (gsize at = 0; at < size; at += 12) {
    gboolean out = TRUE;

    for (guint i = 0; i < n; i++)
      out = out && !contains (r[i], data + at);
    if (out)
      g_byte_array_append (kept, data + at, 12);
  }
  g_bytes_unref (all);
  return g_byte_array_free_to_bytes (kept);
}

/* Takes both, which may be empty. */
static void
check_same (GBytes *expected, GBytes *found)
{
  fail_unless (g_bytes_equal (expected, found));
  g_bytes_unref (expected);
  g_bytes_unref (found);
}

static GBytes *
corners_out_of (Rectangle r)
{
  GstHarness *harness = harness_with (r);
  GBytes *corners;

  g_object_set (harness->element, "roi-invert", TRUE, NULL);
  corners = test_corners_of (harness, test_gray_frame (1));
  test_no_complaint (harness);
  test_harness_free (harness);
  return corners;
}

GST_START_TEST (test_outside_of_the_rectangle)
{
  const Rectangle *r = &rectangles[__i__];
  GBytes *found = corners_out_of (*r);

  /* The first two leave nothing. */
  fail_unless ((g_bytes_get_size (found) > 0) == (__i__ > 1));
  check_same (filtered_out (r, 1), found);
}
GST_END_TEST;

/* All corners; and nothing to warn of. */
GST_START_TEST (test_outside_of_an_outer_rectangle)
{
  test_same_corners (
      corners_in ((Rectangle){ 0 }), corners_out_of (outside[__i__]));
}
GST_END_TEST;

GST_START_TEST (test_outside_of_strips)
{
  const Rectangle strip = { __i__, 0, 9, 0 };

  check_same (filtered_out (&strip, 1), corners_out_of (strip));
}
GST_END_TEST;

/* Two that overlap, one that sticks out, one of no pixels. */
GST_START_TEST (test_outside_of_metas)
{
  static const Rectangle regions[] = { { 5, 5, 20, 20 }, { 20, 10, 15, 30 },
    { 55, 30, 100, 100 } };
  GstHarness *harness = meta_harness (NULL);
  GstBuffer *frame = frame_with_region ("none", (Rectangle){ 2, 40, 0, 5 });

  g_object_set (harness->element, "roi-invert", TRUE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (regions); i++)
    gst_buffer_add_video_region_of_interest_meta (frame, "any", regions[i].x,
        regions[i].y, regions[i].width, regions[i].height);
  test_same_corners (filtered_out (regions, G_N_ELEMENTS (regions)),
      test_corners_of (harness, frame));
  test_same_corners (corners_in ((Rectangle){ 0 }),
      test_corners_of (harness, test_gray_frame (1)));
  g_object_set (harness->element, "roi-invert", FALSE, NULL);
  test_same_corners (filtered (regions[0]),
      test_corners_of (harness, frame_with_region ("any", regions[0])));
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_nothing_to_invert)
{
  GstHarness *harness = harness_with ((Rectangle){ 0 });

  gst_util_set_object_arg (G_OBJECT (harness->element), "roi-source", "all");
  g_object_set (harness->element, "roi-invert", TRUE, NULL);
  test_same_corners (corners_in ((Rectangle){ 0 }),
      test_corners_of (harness, test_gray_frame (1)));
  test_harness_free (harness);
}
GST_END_TEST;

/* Rosin's threshold is that of the pixels outside. */
GST_START_TEST (test_threshold_of_the_outside)
{
  GstHarness *harness = harness_with ((Rectangle){ 0, 0, 32, 0 });
  gdouble thresholds[3];

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "rosin");
  for (guint i = 0; i < 3; i++) {
    GstBuffer *out;

    g_object_set (
        harness->element, "roi-invert", i == 1, "roi-x", i == 2 ? 32 : 0, NULL);
    out = test_push (harness, test_gray_frame (1));
    thresholds[i] = test_meta (out).threshold;
    gst_buffer_unref (out);
  }
  fail_unless (thresholds[0] != thresholds[1]);
  fail_unless (thresholds[1] == thresholds[2]);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
roi_suite (void)
{
  Suite *suite = suite_create ("roi");
  TCase *tests = tcase_create ("roi");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (
      tests, test_corners_of_the_rectangle, 0, G_N_ELEMENTS (rectangles));
  tcase_add_loop_test (tests, test_corners_of_strips, 0, TEST_WIDTH);
  tcase_add_test (tests, test_rectangle_is_ignored_unless_asked_for);
  tcase_add_loop_test (
      tests, test_rectangle_outside, 0, G_N_ELEMENTS (outside));
  tcase_add_test (tests, test_no_pixel_no_threshold);
  tcase_add_test (tests, test_warned_again_after_a_good_one);
  tcase_add_test (tests, test_rectangle_of_one_pixel);
  tcase_add_test (tests, test_region_of_a_meta);
  tcase_add_test (tests, test_regions_of_several_metas);
  tcase_add_test (tests, test_region_types);
  tcase_add_test (tests, test_no_region_no_corners);
  tcase_add_test (tests, test_metas_are_kept);
  tcase_add_loop_test (
      tests, test_outside_of_the_rectangle, 0, G_N_ELEMENTS (rectangles));
  tcase_add_loop_test (
      tests, test_outside_of_an_outer_rectangle, 0, G_N_ELEMENTS (outside));
  tcase_add_loop_test (tests, test_outside_of_strips, 0, TEST_WIDTH);
  tcase_add_test (tests, test_outside_of_metas);
  tcase_add_test (tests, test_nothing_to_invert);
  tcase_add_test (tests, test_threshold_of_the_outside);
  return suite;
}

TEST_MAIN (roi_suite)
