/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The element messages: when they come, and what is in them.
 */
#include "testing.h"

static GstHarness *
harness_with_updates (const gchar *updates)
{
  GstHarness *harness = test_gray_harness ();

  gst_util_set_object_arg (G_OBJECT (harness->element), "updates", updates);
  return harness;
}

static GstBuffer *
flat (void)
{
  return test_flat_frame (TEST_WIDTH, TEST_HEIGHT);
}

/* How many messages this frame makes; takes the frame. */
static guint
messages_for (GstHarness *harness, GstBuffer *frame)
{
  gst_buffer_unref (test_push (harness, frame));
  return test_count_messages (harness, GST_MESSAGE_ELEMENT);
}

GST_START_TEST (test_none)
{
  GstHarness *harness = test_gray_harness ();

  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 0);
  fail_unless_equals_int (messages_for (harness, flat ()), 0);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_every_frame)
{
  GstHarness *harness = harness_with_updates ("every-frame");

  for (guint i = 0; i < 3; i++) {
    fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 1);
    fail_unless_equals_int (messages_for (harness, flat ()), 1);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_on_object)
{
  GstHarness *harness = harness_with_updates ("on-object");

  for (guint i = 0; i < 2; i++) {
    fail_unless_equals_int (messages_for (harness, flat ()), 0);
    fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 1);
    fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 1);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_on_change)
{
  GstHarness *harness = harness_with_updates ("on-change");

  fail_unless_equals_int (messages_for (harness, flat ()), 1);
  fail_unless_equals_int (messages_for (harness, flat ()), 0);
  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 1);
  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 0);
  g_object_set (harness->element, "max-corners", 2, NULL);
  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 1);
  fail_unless_equals_int (messages_for (harness, test_gray_frame (2)), 0);
  fail_unless_equals_int (messages_for (harness, flat ()), 1);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_on_change_goes_by_the_frames_before)
{
  GstHarness *harness = test_gray_harness ();

  fail_unless_equals_int (messages_for (harness, flat ()), 0);
  gst_util_set_object_arg (G_OBJECT (harness->element), "updates", "on-change");
  fail_unless_equals_int (messages_for (harness, flat ()), 0);
  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 1);
  gst_util_set_object_arg (G_OBJECT (harness->element), "updates", "none");
  fail_unless_equals_int (messages_for (harness, flat ()), 0);
  test_harness_free (harness);
}
GST_END_TEST;

static GstEvent *
segment_event (gdouble rate)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.rate = rate;
  segment.stop = 100 * GST_SECOND;
  return gst_event_new_segment (&segment);
}

static void
push_flush (GstHarness *harness)
{
  gst_harness_push_event (harness, gst_event_new_flush_start ());
  gst_harness_push_event (harness, gst_event_new_flush_stop (TRUE));
  gst_harness_push_event (harness, segment_event (1));
}

static void
push_stream_start (GstHarness *harness)
{
  gst_harness_push_event (harness, gst_event_new_stream_start ("another"));
  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT));
}

static void
push_other_caps (GstHarness *harness)
{
  GstCaps *caps = test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT);

  gst_caps_set_simple (caps, "framerate", GST_TYPE_FRACTION, 30, 1, NULL);
  gst_harness_set_src_caps (harness, caps);
}

static void
push_other_direction (GstHarness *harness)
{
  gst_harness_push_event (harness, segment_event (-1));
}

static void (*const resets[]) (GstHarness *) = { push_flush, push_stream_start,
  push_other_caps, push_other_direction };

GST_START_TEST (test_on_change_starts_anew)
{
  GstHarness *harness = harness_with_updates ("on-change");

  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 1);
  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 0);
  resets[__i__](harness);
  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 1);
  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 0);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_on_change_starts_anew_after_discont)
{
  GstHarness *harness = harness_with_updates ("on-change");
  GstBuffer *frame = test_gray_frame (1);

  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 1);
  gst_harness_push_event (harness, segment_event (2));
  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 0);
  GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_DISCONT);
  GST_BUFFER_PTS (frame) = 10 * GST_SECOND;
  fail_unless_equals_int (messages_for (harness, frame), 1);
  fail_unless_equals_int (messages_for (harness, test_gray_frame (1)), 0);
  test_harness_free (harness);
}
GST_END_TEST;

/* Pushes a frame of this time behind this segment; what is posted. */
static GstMessage *
message_at (GstHarness *harness, gdouble rate, GstClockTime pts)
{
  GstBuffer *frame = test_gray_frame (1);
  GstMessage *message;
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.rate = rate;
  segment.start = 10 * GST_SECOND;
  segment.time = 100 * GST_SECOND;
  segment.base = 5 * GST_SECOND;
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
  GST_BUFFER_PTS (frame) = pts;
  gst_buffer_unref (test_push (harness, frame));
  message = test_message (harness, GST_MESSAGE_ELEMENT);
  fail_unless (message != NULL);
  fail_unless (GST_MESSAGE_SRC (message) == (GstObject *) harness->element);
  fail_unless (gst_message_has_name (message, "harriscorners"));
  return message;
}

GST_START_TEST (test_times)
{
  GstHarness *harness = harness_with_updates ("every-frame");
  GstMessage *message = message_at (harness, 1, 12 * GST_SECOND);
  const GstStructure *structure = gst_message_get_structure (message);

  test_check_time (structure, "timestamp", 12 * GST_SECOND);
  test_check_time (structure, "stream-time", 102 * GST_SECOND);
  test_check_time (structure, "running-time", 7 * GST_SECOND);
  test_check_time (structure, "duration", 40 * GST_MSECOND);
  gst_message_unref (message);

  message = message_at (harness, 2, 14 * GST_SECOND);
  structure = gst_message_get_structure (message);
  test_check_time (structure, "stream-time", 104 * GST_SECOND);
  test_check_time (structure, "running-time", 7 * GST_SECOND);
  gst_message_unref (message);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_times_that_are_unknown)
{
  static const gchar *const names[] = { "timestamp", "stream-time",
    "running-time", "duration", "pts" };
  GstHarness *harness = harness_with_updates ("every-frame");
  GstBuffer *frame = test_gray_frame (1);
  GstMessage *message;

  GST_BUFFER_PTS (frame) = GST_CLOCK_TIME_NONE;
  GST_BUFFER_DURATION (frame) = GST_CLOCK_TIME_NONE;
  gst_buffer_unref (test_push (harness, frame));
  message = test_message (harness, GST_MESSAGE_ELEMENT);
  fail_unless (message != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    test_check_time (
        gst_message_get_structure (message), names[i], GST_CLOCK_TIME_NONE);
  gst_message_unref (message);
  test_harness_free (harness);
}
GST_END_TEST;

static gboolean
check_field (GQuark field, const GValue *value, gpointer user_data)
{
  const GstStructure *message = user_data;
  const GValue *other = gst_structure_id_get_value (message, field);

  fail_unless (other != NULL, "no %s", g_quark_to_string (field));
  fail_unless (G_VALUE_TYPE (other) == G_VALUE_TYPE (value));
  if (G_VALUE_HOLDS (value, G_TYPE_BYTES))
    fail_unless (g_value_get_boxed (value) == g_value_get_boxed (other));
  else
    fail_unless_equals_int (gst_value_compare (value, other), GST_VALUE_EQUAL);
  return TRUE;
}

GST_START_TEST (test_has_all_that_the_meta_has)
{
  GstHarness *harness = harness_with_updates ("every-frame");
  GstBuffer *frame = test_push (harness, test_gray_frame (1));
  GstMessage *message = test_message (harness, GST_MESSAGE_ELEMENT);
  const GstStructure *structure = gst_message_get_structure (message);
  const GstStructure *in_meta = test_structure (frame);
  GstCornersMeta view, meta = test_meta (frame);

  gst_structure_foreach (in_meta, check_field, (gpointer) structure);
  fail_unless_equals_int (
      gst_structure_n_fields (structure), gst_structure_n_fields (in_meta) + 4);
  fail_unless (gst_corners_meta_from_structure (structure, &view));
  fail_unless_equals_int (view.count, meta.count);
  gst_message_unref (message);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
messages_suite (void)
{
  Suite *suite = suite_create ("messages");
  TCase *tests = tcase_create ("messages");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_none);
  tcase_add_test (tests, test_every_frame);
  tcase_add_test (tests, test_on_object);
  tcase_add_test (tests, test_on_change);
  tcase_add_test (tests, test_on_change_goes_by_the_frames_before);
  tcase_add_loop_test (
      tests, test_on_change_starts_anew, 0, G_N_ELEMENTS (resets));
  tcase_add_test (tests, test_on_change_starts_anew_after_discont);
  tcase_add_test (tests, test_times);
  tcase_add_test (tests, test_times_that_are_unknown);
  tcase_add_test (tests, test_has_all_that_the_meta_has);
  return suite;
}

TEST_MAIN (messages_suite)
