/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Frames that are not analysed: detect-every, hold, skip-late.
 */
#include "testing.h"

static GstBuffer *
push_at (GstHarness *harness, guint seed, GstClockTime pts)
{
  GstBuffer *frame = test_gray_frame (seed);

  GST_BUFFER_PTS (frame) = pts;
  return test_push (harness, frame);
}

/* Whether the frame of this time is analysed. */
static gboolean
is_analysed (GstHarness *harness, GstClockTime pts)
{
  GstBuffer *out = push_at (harness, 1, pts);
  guint n = test_n_metas (out);
  gboolean held = n > 0 && test_meta (out).held;

  gst_buffer_unref (out);
  return n > 0 && !held;
}

static void
check_pattern (GstHarness *harness, const gchar *pattern)
{
  for (guint i = 0; pattern[i]; i++)
    fail_unless (
        is_analysed (harness, i * 40 * GST_MSECOND) == (pattern[i] == 'x'),
        "frame %u of %s", i, pattern);
}

GST_START_TEST (test_detect_every)
{
  static const gchar *const patterns[] = { "xxxx", "x.x.x.x", "x..x..x",
    "x...x...x" };

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++) {
    GstHarness *harness = test_gray_harness ();

    g_object_set (harness->element, "detect-every", i + 1, NULL);
    check_pattern (harness, patterns[i]);
    test_harness_free (harness);
  }
}
GST_END_TEST;

GST_START_TEST (test_detect_every_changes)
{
  GstHarness *harness = test_gray_harness ();

  g_object_set (harness->element, "detect-every", 100, NULL);
  check_pattern (harness, "x...");
  g_object_set (harness->element, "detect-every", 2, NULL);
  check_pattern (harness, "x.x.x");
  g_object_set (harness->element, "detect-every", 1, NULL);
  check_pattern (harness, "xxx");
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_not_analysed_is_not_told)
{
  GstHarness *harness = test_gray_harness ();
  GstStructure *stats;
  guint64 frames;

  g_object_set (harness->element, "detect-every", 3, NULL);
  gst_util_set_object_arg (
      G_OBJECT (harness->element), "updates", "every-frame");
  check_pattern (harness, "x..x..x.");
  fail_unless_equals_int (
      test_count_messages (harness, GST_MESSAGE_ELEMENT), 3);
  g_object_get (harness->element, "stats", &stats, NULL);
  gst_structure_get_uint64 (stats, "frames", &frames);
  fail_unless_equals_uint64 (frames, 3);
  gst_structure_free (stats);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_metas_before_us)
{
  GstHarness *harness = test_gray_harness ();

  g_object_set (harness->element, "detect-every", 10, NULL);
  check_pattern (harness, "x");
  for (guint keep = 0; keep < 2; keep++) {
    GstBuffer *frame = test_gray_frame (1);

    g_object_set (harness->element, "keep-metas", keep, NULL);
    test_add_foreign_meta (frame, 1, 1, 12);
    frame = test_push (harness, frame);
    fail_unless_equals_int (test_n_metas (frame), keep);
    gst_buffer_unref (frame);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_hold)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *measured;

  g_object_set (harness->element, "detect-every", 3, "hold", TRUE, NULL);
  gst_util_set_object_arg (
      G_OBJECT (harness->element), "updates", "every-frame");
  measured = push_at (harness, 1, GST_SECOND);
  for (guint i = 2; i < 4; i++) {
    GstBuffer *next = push_at (harness, i, i * GST_SECOND);
    GstCornersMeta meta = test_meta (next);

    fail_unless (meta.held);
    fail_unless_equals_uint64 (meta.pts, GST_SECOND);
    test_same_corners (test_corners (measured), test_corners (next));
    gst_buffer_unref (next);
  }
  fail_unless (!test_meta (measured).held);
  fail_unless_equals_int (
      test_count_messages (harness, GST_MESSAGE_ELEMENT), 1);
  gst_buffer_unref (measured);
  fail_unless (is_analysed (harness, 4 * GST_SECOND));
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_held_corners_are_drawn)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *out;
  GstCornersMeta meta;
  GstCorner corner;
  guint8 luma;

  g_object_set (harness->element, "detect-every", 3, "hold", TRUE,
      "max-corners", 1, NULL);
  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
  gst_buffer_unref (push_at (harness, 1, 0));
  out = push_at (harness, 2, GST_SECOND);
  meta = test_meta (out);
  fail_unless (meta.held);
  corner = gst_corners_meta_get (&meta, 0);
  gst_buffer_extract (
      out, (gsize) corner.y * TEST_WIDTH + (gsize) corner.x, &luma, 1);
  fail_unless (test_is_green_luma (luma));
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

static void
push_flush (GstHarness *harness)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_harness_push_event (harness, gst_event_new_flush_start ());
  gst_harness_push_event (harness, gst_event_new_flush_stop (TRUE));
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
}

GST_START_TEST (test_a_new_start)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *frame = test_gray_frame (1);

  g_object_set (harness->element, "detect-every", 10, "hold", TRUE, NULL);
  check_pattern (harness, "x..");
  push_flush (harness);
  check_pattern (harness, "x..");
  gst_harness_set_src_caps_str (
      harness, "video/x-raw, format=GRAY8, width=64, height=48, framerate=9/1");
  check_pattern (harness, "x..");
  GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_DISCONT);
  GST_BUFFER_PTS (frame) = 100 * GST_SECOND;
  frame = test_push (harness, frame);
  fail_unless (!test_meta (frame).held);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

/* The sink says that a frame of this time came so much too late. */
static void
push_qos (GstHarness *harness, GstClockTime time, GstClockTimeDiff late)
{
  gst_harness_push_upstream_event (
      harness, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.5, late, time));
}

GST_START_TEST (test_skip_late)
{
  GstHarness *harness = test_gray_harness ();

  g_object_set (harness->element, "skip-late", TRUE, NULL);
  fail_unless (is_analysed (harness, 0));
  push_qos (harness, 100 * GST_MSECOND, 50 * GST_MSECOND);
  fail_if (is_analysed (harness, 140 * GST_MSECOND));
  fail_if (is_analysed (harness, 180 * GST_MSECOND));
  fail_unless (is_analysed (harness, 240 * GST_MSECOND));
  fail_unless (is_analysed (harness, GST_CLOCK_TIME_NONE));
  push_qos (harness, 300 * GST_MSECOND, -20 * GST_MSECOND);
  fail_unless (is_analysed (harness, 320 * GST_MSECOND));
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_late_frames_pass)
{
  GstHarness *harness = test_gray_harness ();

  push_qos (harness, 100 * GST_MSECOND, GST_SECOND);
  fail_unless (is_analysed (harness, 140 * GST_MSECOND));
  g_object_set (harness->element, "skip-late", TRUE, NULL);
  fail_if (is_analysed (harness, 180 * GST_MSECOND));
  push_flush (harness);
  fail_unless (is_analysed (harness, 180 * GST_MSECOND));
  test_harness_free (harness);
}
GST_END_TEST;

/* What a queue that drops frames leaves behind it is no new start. */
GST_START_TEST (test_dropped_frames)
{
  GstHarness *harness = test_gray_harness ();

  g_object_set (harness->element, "detect-every", 3, "skip-late", TRUE, NULL);
  fail_unless (is_analysed (harness, 0));
  for (guint i = 1; i < 9; i++) {
    GstBuffer *frame = test_gray_frame (i), *out;

    GST_BUFFER_PTS (frame) = i * 100 * GST_MSECOND;
    GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_DISCONT);
    if (i == 6)
      push_qos (harness, 500 * GST_MSECOND, 100 * GST_MSECOND);
    out = test_push (harness, frame);
    fail_unless_equals_int (test_n_metas (out), i == 3 || i == 8);
    gst_buffer_unref (out);
  }
  test_harness_free (harness);
}
GST_END_TEST;

/* A late one does not count: the next frame in time is due. */
GST_START_TEST (test_late_and_every)
{
  GstHarness *harness = test_gray_harness ();

  g_object_set (harness->element, "skip-late", TRUE, "detect-every", 2, NULL);
  fail_unless (is_analysed (harness, 0));
  fail_if (is_analysed (harness, 40 * GST_MSECOND));
  push_qos (harness, 40 * GST_MSECOND, 30 * GST_MSECOND);
  fail_if (is_analysed (harness, 80 * GST_MSECOND));
  fail_unless (is_analysed (harness, 120 * GST_MSECOND));
  fail_if (is_analysed (harness, 160 * GST_MSECOND));
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
pace_suite (void)
{
  Suite *suite = suite_create ("pace");
  TCase *tests = tcase_create ("pace");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_detect_every);
  tcase_add_test (tests, test_detect_every_changes);
  tcase_add_test (tests, test_not_analysed_is_not_told);
  tcase_add_test (tests, test_metas_before_us);
  tcase_add_test (tests, test_hold);
  tcase_add_test (tests, test_held_corners_are_drawn);
  tcase_add_test (tests, test_a_new_start);
  tcase_add_test (tests, test_skip_late);
  tcase_add_test (tests, test_late_frames_pass);
  tcase_add_test (tests, test_dropped_frames);
  tcase_add_test (tests, test_late_and_every);
  return suite;
}

TEST_MAIN (pace_suite)
