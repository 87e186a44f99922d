/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect's messages of objects that come and go.
 */
#include "haartesting.h"

#define FRAME (40 * GST_MSECOND)

/* In a segment that begins at 10 s, which is 100 s of the stream. */
#define START  (10 * GST_SECOND)
#define STREAM (90 * GST_SECOND) /* from timestamps to stream times */

static GstHarness *
events_harness (const gchar *properties)
{
  gchar *all =
      g_strconcat ("smooth=true events=true hold-frames=1 ", properties, NULL);
  GstHarness *harness = haar_harness (all);
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = START;
  segment.time = START + STREAM;
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
  g_free (all);
  return harness;
}

/* With squares at the first n of these. */
static const ScenePlace places[] = { { 30, 40 }, { 100, 60 } };

static void
push_squares (GstHarness *harness, guint n, guint number)
{
  gst_buffer_unref (
      test_push (harness, scene_squares (places, n, START + number * FRAME)));
}

/* The three times of that frame. */
static void
check_times (const GstStructure *message, const gchar *which, guint number)
{
  static const struct {
    const gchar *name;
    GstClockTime start;
  } times[] = { { "timestamp", START }, { "stream-time", START + STREAM },
    { "running-time", 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    gchar *name = g_strconcat (which, times[i].name, NULL);

    test_check_time (message, name, times[i].start + number * FRAME);
    g_free (name);
  }
}

static guint
number_in (const GstStructure *message, const gchar *name)
{
  guint number;

  fail_unless (gst_structure_get_uint (message, name, &number), "no %s", name);
  return number;
}

/* What a message must say; frames are numbers. */
typedef struct {
  const gchar *name;
  guint id, now, first, last, sightings;
} Event;

static void
check_event (GstHarness *harness, const Event *expected)
{
  GstMessage *message = test_message (harness, GST_MESSAGE_ELEMENT);
  const GstStructure *fields;
  const ScenePlace *place = &places[expected->id - 1];
  gdouble confidence;

  fail_unless (message != NULL, "no %s", expected->name);
  fields = gst_message_get_structure (message);
  fail_unless_equals_string (gst_structure_get_name (fields), expected->name);
  fail_unless_equals_int (number_in (fields, "id"), expected->id);
  fail_unless_equals_int (number_in (fields, "sightings"), expected->sightings);
  fail_unless (
      ABS ((gint) number_in (fields, "x") + SCENE_MARGIN_X - (gint) place->x)
      <= 3);
  fail_unless (
      ABS ((gint) number_in (fields, "y") + SCENE_MARGIN_Y - (gint) place->y)
      <= 3);
  fail_unless (number_in (fields, "width") > 16);
  fail_unless (number_in (fields, "height") > 16);
  fail_unless_equals_string (
      gst_structure_get_string (fields, "label"), "square");
  fail_unless (gst_structure_get_double (fields, "confidence", &confidence));
  fail_unless (ABS (confidence - 2.5 / 3.5) < 1e-9);
  check_times (fields, "", expected->now);
  check_times (fields, "first-", expected->first);
  check_times (fields, "last-", expected->last);
  gst_message_unref (message);
}

static void
check_no_event (GstHarness *harness)
{
  fail_unless_equals_int (
      test_count_messages (harness, GST_MESSAGE_ELEMENT), 0);
}

GST_START_TEST (test_come_and_go)
{
  GstHarness *harness = events_harness ("");
  static const guint n_squares[] = { 0, 1, 1, 2, 0, 2, 1, 1, 0, 0 };
  static const struct {
    guint frame;
    Event event;
  } expected[] = {
    { 1, { "haardetect-appeared", 1, 1, 1, 1, 1 } },
    { 3, { "haardetect-appeared", 2, 3, 3, 3, 1 } },
    { 7, { "haardetect-left", 2, 7, 3, 5, 2 } },
    { 9, { "haardetect-left", 1, 9, 1, 7, 6 } },
  };
  guint next = 0;

  for (guint i = 0; i < G_N_ELEMENTS (n_squares); i++) {
    push_squares (harness, n_squares[i], i);
    if (next < G_N_ELEMENTS (expected) && expected[next].frame == i)
      check_event (harness, &expected[next++].event);
    check_no_event (harness);
  }
  fail_unless_equals_int (next, G_N_ELEMENTS (expected));
  test_harness_free (harness);
}
GST_END_TEST;

/* Who is still there leaves when the stream ends, is flushed or stops. */
GST_START_TEST (test_ends)
{
  static const Event left = { "haardetect-left", 1, 2, 0, 1, 2 };

  for (guint way = 0; way < 4; way++) {
    GstHarness *harness = events_harness ("hold-frames=4");

    push_squares (harness, 1, 0);
    test_count_messages (harness, GST_MESSAGE_ELEMENT);
    push_squares (harness, 1, 1);
    push_squares (harness, 0, 2);
    check_no_event (harness);
    if (way == 0)
      gst_harness_push_event (harness, gst_event_new_eos ());
    else if (way == 1)
      gst_harness_push_event (harness, gst_event_new_flush_stop (TRUE));
    else if (way == 2)
      gst_element_set_state (harness->element, GST_STATE_READY);
    else
      gst_harness_push_event (harness, gst_event_new_stream_start ("next"));
    check_event (harness, &left);
    check_no_event (harness);
    test_harness_free (harness);
  }
}
GST_END_TEST;

GST_START_TEST (test_not_asked_for)
{
  static const gchar *const properties[] = { "smooth=true", "events=true",
    "updates=none events=true" };

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++) {
    GstHarness *harness = haar_harness (properties[i]);

    push_squares (harness, 2, 0);
    push_squares (harness, 0, 1);
    gst_harness_push_event (harness, gst_event_new_eos ());
    check_no_event (harness);
    test_harness_free (harness);
  }
}
GST_END_TEST;

GST_START_TEST (test_changed_while_playing)
{
  GstHarness *harness = events_harness ("");
  static const Event appeared = { "haardetect-appeared", 1, 0, 0, 0, 1 };
  static const Event left = { "haardetect-left", 1, 0, 0, 0, 1 };

  push_squares (harness, 1, 0);
  check_event (harness, &appeared);
  g_object_set (harness->element, "smooth", FALSE, NULL);
  push_squares (harness, 1, 1);
  check_event (harness, &left);
  g_object_set (harness->element, "events", FALSE, "smooth", TRUE, NULL);
  push_squares (harness, 1, 2);
  g_object_set (harness->element, "smooth", FALSE, NULL);
  push_squares (harness, 1, 3);
  check_no_event (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* They come before the message of the frame. */
GST_START_TEST (test_order)
{
  GstHarness *harness = events_harness ("updates=on-object");
  static const gchar *const names[] = { "haardetect-appeared", "haardetect" };

  push_squares (harness, 1, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    GstMessage *message = test_message (harness, GST_MESSAGE_ELEMENT);

    fail_unless (gst_message_has_name (message, names[i]));
    gst_message_unref (message);
  }
  check_no_event (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* On the bus of a pipeline, the last one leaves before the end. */
GST_START_TEST (test_pipeline)
{
  GstElement *pipeline = gst_parse_launch (
      "videotestsrc num-buffers=5 pattern=ball ! "
      "video/x-raw,width=160,height=120 ! "
      "haardetect cascade=square smooth=true events=true ! fakesink",
      NULL);
  GstBus *bus = gst_element_get_bus (pipeline);
  gint balance = 0;
  guint n = 0;
  GstMessage *message;
  gboolean ended = FALSE;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while (!ended) {
    message = gst_bus_timed_pop_filtered (bus, 20 * GST_SECOND,
        GST_MESSAGE_ELEMENT | GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    fail_unless (message != NULL);
    fail_if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR);
    ended = GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS;
    if (gst_message_has_name (message, "haardetect-appeared"))
      n++, balance++;
    if (gst_message_has_name (message, "haardetect-left"))
      balance--;
    gst_message_unref (message);
  }
  fail_unless (n > 0);
  fail_unless_equals_int (balance, 0);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
}
GST_END_TEST;

static Suite *
haarevents_suite (void)
{
  Suite *suite = suite_create ("haarevents");
  TCase *tests = tcase_create ("haarevents");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_come_and_go);
  tcase_add_test (tests, test_ends);
  tcase_add_test (tests, test_not_asked_for);
  tcase_add_test (tests, test_changed_while_playing);
  tcase_add_test (tests, test_order);
  tcase_add_test (tests, test_pipeline);
  return suite;
}

TEST_MAIN (haarevents_suite)
