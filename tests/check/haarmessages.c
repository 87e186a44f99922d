/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect's messages: its own, and those that facedetect would post.
 */
#include "haartesting.h"

/* How many messages a scene makes. */
static guint
messages_for (GstHarness *harness, guint scene)
{
  gst_buffer_unref (haar_push (harness, scene, GST_CLOCK_TIME_NONE));
  return test_count_messages (harness, GST_MESSAGE_ELEMENT);
}

GST_START_TEST (test_updates)
{
  static const guint scenes[] = { SCENE_EMPTY, SCENE_EMPTY, SCENE_HEAD,
    SCENE_SQUARE, SCENE_HEAD | SCENE_SQUARE, SCENE_EMPTY };
  static const struct {
    const gchar *updates;
    guint expected[G_N_ELEMENTS (scenes)];
  } cases[] = {
    { "none", { 0, 0, 0, 0, 0, 0 } },
    { "every-frame", { 1, 1, 1, 1, 1, 1 } },
    { "on-change", { 1, 0, 1, 0, 1, 1 } },
    { "on-object", { 0, 0, 1, 1, 1, 0 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstHarness *harness = haar_harness ("");

    gst_util_set_object_arg (
        G_OBJECT (harness->element), "updates", cases[i].updates);
    for (guint s = 0; s < G_N_ELEMENTS (scenes); s++)
      fail_unless_equals_int (
          messages_for (harness, scenes[s]), cases[i].expected[s]);
    test_harness_free (harness);
  }
}
GST_END_TEST;

/* Of a frame of two squares, 5 s after the segment's start. */
static void
push_frame (GstHarness *harness)
{
  GstBuffer *frame = scene_gray (SCENE_SQUARE | SCENE_HEAD);
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = 10 * GST_SECOND;
  segment.time = 100 * GST_SECOND;
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
  GST_BUFFER_PTS (frame) = 15 * GST_SECOND;
  GST_BUFFER_DURATION (frame) = 40 * GST_MSECOND;
  gst_buffer_unref (test_push (harness, frame));
}

static void
check_times (const GstStructure *message)
{
  test_check_time (message, "timestamp", 15 * GST_SECOND);
  test_check_time (message, "stream-time", 105 * GST_SECOND);
  test_check_time (message, "running-time", 5 * GST_SECOND);
  test_check_time (message, "duration", 40 * GST_MSECOND);
}

static void
check_uint (const GstStructure *structure, const gchar *name, guint expected)
{
  guint number;

  fail_unless (gst_structure_get_uint (structure, name, &number), "%s", name);
  fail_unless_equals_int (number, expected);
}

static void
check_place (const GstStructure *structure, const VfFoundObject *expected)
{
  check_uint (structure, "x", (guint) expected->x);
  check_uint (structure, "y", (guint) expected->y);
  check_uint (structure, "width", (guint) expected->width);
  check_uint (structure, "height", (guint) expected->height);
}

static void
check_object (
    const GstStructure *object, const VfFoundObject *expected, guint id)
{
  gdouble score, confidence;
  gboolean held;

  check_place (object, expected);
  check_uint (object, "id", id);
  fail_unless_equals_string (
      gst_structure_get_string (object, "label"), "square");
  fail_unless (gst_structure_get_double (object, "score", &score));
  fail_unless (gst_structure_get_double (object, "confidence", &confidence));
  fail_unless (gst_structure_get_boolean (object, "held", &held));
  fail_unless (score == 3 && ABS (confidence - 2.5 / 3.5) < 1e-9 && !held);
}

GST_START_TEST (test_fields)
{
  GstHarness *harness = haar_harness ("updates=every-frame");
  const GstStructure *fields;
  const GValue *list;
  GstMessage *message;
  GstObjectsMeta meta;

  push_frame (harness);
  message = test_message (harness, GST_MESSAGE_ELEMENT);
  fields = gst_message_get_structure (message);
  fail_unless (gst_structure_has_name (fields, "haardetect"));
  check_times (fields);
  fail_unless (gst_objects_meta_from_structure (fields, &meta));
  fail_unless_equals_int (meta.count, 2);
  list = gst_structure_get_value (fields, "object-list");
  fail_unless (GST_VALUE_HOLDS_ARRAY (list));
  fail_unless_equals_int (gst_value_array_get_size (list), 2);
  check_object (gst_value_get_structure (gst_value_array_get_value (list, 0)),
      &scene_square, 1);
  check_object (gst_value_get_structure (gst_value_array_get_value (list, 1)),
      &scene_head, 2);
  gst_message_unref (message);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_compatible_messages)
{
  GstHarness *harness =
      haar_harness ("updates=every-frame compatible-messages=true");
  const GstStructure *fields;
  const GValue *faces;
  GstMessage *message;

  push_frame (harness);
  message = test_message (harness, GST_MESSAGE_ELEMENT);
  fail_unless (gst_message_has_name (message, "haardetect"));
  gst_message_unref (message);
  message = test_message (harness, GST_MESSAGE_ELEMENT);
  fields = gst_message_get_structure (message);
  fail_unless (gst_structure_has_name (fields, "facedetect"));
  check_times (fields);
  faces = gst_structure_get_value (fields, "faces");
  fail_unless (GST_VALUE_HOLDS_LIST (faces));
  fail_unless_equals_int (gst_value_list_get_size (faces), 2);
  check_place (gst_value_get_structure (gst_value_list_get_value (faces, 1)),
      &scene_head);
  gst_message_unref (message);
  fail_unless_equals_int (
      test_count_messages (harness, GST_MESSAGE_ELEMENT), 0);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_compatible_without_updates)
{
  GstHarness *harness = haar_harness ("compatible-messages=true");

  fail_unless_equals_int (messages_for (harness, SCENE_HEAD), 0);
  gst_util_set_object_arg (G_OBJECT (harness->element), "updates", "on-object");
  fail_unless_equals_int (messages_for (harness, SCENE_EMPTY), 0);
  fail_unless_equals_int (messages_for (harness, SCENE_HEAD), 2);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_frames_that_are_not_analysed)
{
  GstHarness *harness =
      haar_harness ("updates=every-frame detect-every=2 hold=true");

  fail_unless_equals_int (messages_for (harness, SCENE_HEAD), 1);
  fail_unless_equals_int (messages_for (harness, SCENE_HEAD), 0);
  fail_unless_equals_int (messages_for (harness, SCENE_HEAD), 1);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
haarmessages_suite (void)
{
  Suite *suite = suite_create ("haarmessages");
  TCase *tests = tcase_create ("haarmessages");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_updates);
  tcase_add_test (tests, test_fields);
  tcase_add_test (tests, test_compatible_messages);
  tcase_add_test (tests, test_compatible_without_updates);
  tcase_add_test (tests, test_frames_that_are_not_analysed);
  return suite;
}

TEST_MAIN (haarmessages_suite)
