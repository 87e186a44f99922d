/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Controlled properties follow the stream time.
 */
#include "haartesting.h"

#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>

/* The property runs from the first value at 0 s to the last at 10 s. */
static void
control (GstElement *element, const gchar *name, gdouble first, gdouble last)
{
  GstControlSource *source = gst_interpolation_control_source_new ();
  GstTimedValueControlSource *values = GST_TIMED_VALUE_CONTROL_SOURCE (source);

  g_object_set (source, "mode", GST_INTERPOLATION_MODE_LINEAR, NULL);
  gst_timed_value_control_source_set (values, 0, first);
  gst_timed_value_control_source_set (values, 10 * GST_SECOND, last);
  fail_unless (gst_object_add_control_binding (
      GST_OBJECT (element), gst_direct_control_binding_new_absolute (
                                GST_OBJECT (element), name, source)));
  gst_object_unref (source);
}

static GstBuffer *
push_at (GstHarness *harness, GstClockTime pts)
{
  GstBuffer *frame = test_gray_frame (1);

  GST_BUFFER_PTS (frame) = pts;
  return test_push (harness, frame);
}

static gdouble
threshold_at (GstHarness *harness, GstClockTime pts)
{
  GstBuffer *out = push_at (harness, pts);
  gdouble threshold = test_meta (out).threshold;

  gst_buffer_unref (out);
  return threshold;
}

static GstHarness *
controlled_harness (void)
{
  GstHarness *harness = test_gray_harness ();

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  control (harness->element, "threshold", 0, 1000);
  return harness;
}

GST_START_TEST (test_threshold)
{
  GstHarness *harness = controlled_harness ();

  fail_unless_equals_float (threshold_at (harness, 0), 0);
  fail_unless_equals_float (threshold_at (harness, GST_SECOND), 100);
  fail_unless_equals_float (threshold_at (harness, 9 * GST_SECOND), 900);
  fail_unless_equals_float (threshold_at (harness, 2 * GST_SECOND), 200);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_it_is_the_stream_time)
{
  GstHarness *harness = controlled_harness ();
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = 100 * GST_SECOND;
  segment.time = 4 * GST_SECOND;
  segment.base = 50 * GST_SECOND;
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
  fail_unless_equals_float (threshold_at (harness, 101 * GST_SECOND), 500);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_no_time_no_change)
{
  GstHarness *harness = controlled_harness ();

  fail_unless_equals_float (threshold_at (harness, 3 * GST_SECOND), 300);
  fail_unless_equals_float (threshold_at (harness, GST_CLOCK_TIME_NONE), 300);
  test_harness_free (harness);
}
GST_END_TEST;

static const struct {
  const gchar *name;
  gdouble first, last;
} controlled[] = {
  { "threshold", 1, 9e8 },
  { "k", 0.04, 0.24 },
  { "sigma", 0.5, 8 },
  { "min-distance", 0, 40 },
  { "roi-x", 0, 60 },
  { "roi-y", 0, 40 },
  { "roi-width", 10, 60 },
  { "roi-height", 10, 40 },
};

GST_START_TEST (test_each_controllable)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *early, *late;

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  gst_util_set_object_arg (
      G_OBJECT (harness->element), "roi-source", "rectangle");
  control (harness->element, controlled[__i__].name, controlled[__i__].first,
      controlled[__i__].last);
  early = push_at (harness, 0);
  late = push_at (harness, 9 * GST_SECOND);
  test_other_corners (test_corners (early), test_corners (late));
  gst_buffer_unref (early);
  gst_buffer_unref (late);
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* How many samples of the frame are still those of the picture. */
static guint
n_unchanged_at (GstHarness *harness, GstClockTime pts)
{
  GstBuffer *plain = test_gray_frame (1), *out = push_at (harness, pts);
  GstMapInfo a, b;
  guint n = 0;

  gst_buffer_map (plain, &a, GST_MAP_READ);
  gst_buffer_map (out, &b, GST_MAP_READ);
  for (gsize i = 0; i < a.size; i++)
    n += a.data[i] == b.data[i];
  gst_buffer_unmap (plain, &a);
  gst_buffer_unmap (out, &b);
  gst_buffer_unref (plain);
  gst_buffer_unref (out);
  return n;
}

static GstHarness *
harness_that_draws (void)
{
  GstHarness *harness = test_gray_harness ();

  g_object_set (harness->element, "max-corners", 3, NULL);
  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
  return harness;
}

GST_START_TEST (test_draw_radius)
{
  GstHarness *harness = harness_that_draws ();

  control (harness->element, "draw-radius", 1, 20);
  fail_unless (n_unchanged_at (harness, 0)
               > n_unchanged_at (harness, 9 * GST_SECOND) + 50);
  test_harness_free (harness);
}
GST_END_TEST;

/* From quite transparent to white. */
GST_START_TEST (test_draw_color)
{
  GstHarness *harness = harness_that_draws ();
  guint all = TEST_WIDTH * TEST_HEIGHT;

  control (harness->element, "draw-color", 0x00ffffff, 0xffffffff);
  fail_unless_equals_int (n_unchanged_at (harness, 0), all);
  fail_unless (n_unchanged_at (harness, 10 * GST_SECOND) < all);
  test_harness_free (harness);
}
GST_END_TEST;

/* The head's confidence is 0.71. */
GST_START_TEST (test_min_confidence)
{
  static const guint expected[] = { 1, 1, 1, 0, 0, 1 };
  static const guint seconds[] = { 0, 5, 7, 8, 9, 3 };
  GstHarness *harness = haar_harness ("");

  control (harness->element, "min-confidence", 0, 1);
  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++) {
    GstBuffer *out = haar_push (harness, SCENE_HEAD, seconds[i] * GST_SECOND);

    fail_unless_equals_int (test_objects (out).count, expected[i]);
    gst_buffer_unref (out);
  }
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
control_suite (void)
{
  Suite *suite = suite_create ("control");
  TCase *tests = tcase_create ("control");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_threshold);
  tcase_add_test (tests, test_it_is_the_stream_time);
  tcase_add_test (tests, test_no_time_no_change);
  tcase_add_test (tests, test_draw_radius);
  tcase_add_test (tests, test_draw_color);
  tcase_add_loop_test (
      tests, test_each_controllable, 0, G_N_ELEMENTS (controlled));
  tcase_add_test (tests, test_min_confidence);
  return suite;
}

TEST_MAIN (control_suite)
