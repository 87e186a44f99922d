/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect with smooth: ids that stay, boxes that are held.
 */
#include "haartesting.h"

#include <math.h>

#define FRAME    (40 * GST_MSECOND)
#define BAND     1000000 /* ids of one detector */
#define FOLLOWED GST_DETECTED_OBJECT_STABLE_ID
#define HELD     (FOLLOWED | GST_DETECTED_OBJECT_HELD)

static GstHarness *
smooth_harness (const gchar *properties)
{
  gchar *all = g_strconcat ("smooth=true ", properties, NULL);
  GstHarness *harness = haar_harness (all);

  g_free (all);
  return harness;
}

static GstBuffer *
push_squares (
    GstHarness *harness, const ScenePlace *places, guint n, guint number)
{
  return test_push (harness, scene_squares (places, n, number * FRAME));
}

/* Pushes a frame with one square, or with none where x is 0. */
static GstBuffer *
push_at (GstHarness *harness, guint x, guint number)
{
  const ScenePlace place = { x, 40 };

  return push_squares (harness, &place, x > 0, number);
}

static void
check_region (GstVideoRegionOfInterestMeta *region, guint id, guint flags)
{
  const GstStructure *detection =
      gst_video_region_of_interest_meta_get_param (region, "detection");
  gboolean held;

  fail_unless_equals_int (region->id, id);
  fail_unless (gst_structure_get_boolean (detection, "held", &held));
  fail_unless_equals_int (held, flags & GST_DETECTED_OBJECT_HELD);
}

/* The only object for such a frame must have these; what comes out. */
static GstDetectedObject
check_at (GstHarness *harness, guint x, guint number, guint id, guint flags)
{
  GstBuffer *out = push_at (harness, x, number);
  GstObjectsMeta meta = test_objects (out);
  GstDetectedObject object;

  fail_unless_equals_int (meta.count, 1);
  object = gst_objects_meta_get (&meta, 0);
  fail_unless_equals_int (object.id, id);
  fail_unless_equals_int (object.flags, flags);
  check_region (test_region (out, 0), id, flags);
  fail_unless_equals_int (test_n_regions (out, NULL), 1);
  object.label = NULL;
  gst_buffer_unref (out);
  return object;
}

static void
check_none (GstHarness *harness, guint x, guint number)
{
  GstBuffer *out = push_at (harness, x, number);

  fail_unless_equals_int (test_objects (out).count, 0);
  fail_unless_equals_int (test_n_regions (out, NULL), 0);
  gst_buffer_unref (out);
}

/* Two that go past each other. */
GST_START_TEST (test_ids_stay)
{
  GstHarness *harness = smooth_harness ("");
  gboolean first_is_upper = FALSE;

  for (guint i = 0; i < 20; i++) {
    const ScenePlace places[] = { { 20 + 5 * i, 20 }, { 120 - 5 * i, 70 } };
    GstBuffer *out = push_squares (harness, places, 2, i);
    GstObjectsMeta meta = test_objects (out);

    fail_unless_equals_int (meta.count, 2);
    fail_unless (!meta.held);
    for (guint o = 0; o < 2; o++) {
      GstDetectedObject object = gst_objects_meta_get (&meta, o);
      gboolean upper = object.y < 50;

      fail_unless_equals_int (object.flags, FOLLOWED);
      fail_unless_equals_int (object.id, o + 1);
      first_is_upper = i + o == 0 ? upper : first_is_upper;
      fail_unless (upper == (o == 0 ? first_is_upper : !first_is_upper));
    }
    gst_buffer_unref (out);
  }
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* The box follows, and goes on while nothing is found. */
GST_START_TEST (test_held)
{
  GstHarness *harness = smooth_harness ("hold-frames=3");
  guint n = 0;

  for (; n < 10; n++)
    check_at (harness, 20 + 4 * n, n, 1, FOLLOWED);
  for (; n < 13; n++) {
    GstDetectedObject held = check_at (harness, 0, n, 1, HELD);
    gdouble expected = 20 + 4 * n - (gdouble) SCENE_MARGIN_X;

    fail_unless (ABS (held.x - expected) < 3, "%g is not %g", held.x, expected);
    fail_unless (held.score == 3 && held.neighbors > 3);
  }
  check_none (harness, 0, n++);
  check_at (harness, 60, n++, 2, FOLLOWED);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_found_again)
{
  GstHarness *harness = smooth_harness ("");

  check_at (harness, 40, 0, 1, FOLLOWED);
  for (guint i = 1; i < 6; i++)
    check_at (harness, 0, i, 1, HELD);
  check_at (harness, 42, 6, 1, FOLLOWED);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_not_held)
{
  GstHarness *harness = smooth_harness ("hold-frames=0");

  check_at (harness, 40, 0, 1, FOLLOWED);
  check_at (harness, 42, 1, 1, FOLLOWED);
  check_none (harness, 0, 2);
  check_at (harness, 42, 3, 2, FOLLOWED);
  test_harness_free (harness);
}
GST_END_TEST;

/* A square has a confidence of 0.714. */
GST_START_TEST (test_start_confidence)
{
  GstHarness *harness = smooth_harness ("start-confidence=0.72");

  check_none (harness, 40, 0);
  g_object_set (harness->element, "start-confidence", 0.71, NULL);
  check_at (harness, 40, 1, 1, FOLLOWED);
  g_object_set (harness->element, "start-confidence", 0.72, NULL);
  check_at (harness, 41, 2, 1, FOLLOWED);
  g_object_set (harness->element, "min-confidence", 0.72, NULL);
  check_at (harness, 41, 3, 1, HELD);
  test_harness_free (harness);
}
GST_END_TEST;

/* Frames that are not analysed: with hold the box moves on there too. */
GST_START_TEST (test_detect_every)
{
  GstHarness *harness = smooth_harness ("detect-every=3 hold=true");
  gdouble last = 0;

  for (guint i = 0; i < 18; i++) {
    guint flags = i % 3 == 0 ? FOLLOWED : HELD;
    GstDetectedObject object = check_at (harness, 20 + 3 * i, i, 1, flags);
    gdouble expected = 20 + 3 * i - (gdouble) SCENE_MARGIN_X;

    if (i > 4)
      fail_unless (ABS (object.x - expected) < 4 && object.x > last,
          "frame %u: %g is not %g", i, object.x, expected);
    last = object.x;
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_detect_every_without_hold)
{
  GstHarness *harness = smooth_harness ("detect-every=2");

  for (guint i = 0; i < 8; i++) {
    if (i % 2 == 0) {
      check_at (harness, 20 + 3 * i, i, 1, FOLLOWED);
    } else {
      GstBuffer *out = push_at (harness, 20, i);

      fail_unless_equals_int (test_n_objects_metas (out), 0);
      gst_buffer_unref (out);
    }
  }
  test_harness_free (harness);
}
GST_END_TEST;

/* Part of a box that goes out of the picture. */
GST_START_TEST (test_edge)
{
  GstHarness *harness = smooth_harness ("hold-frames=20");
  guint n = 0;

  for (; n < 10; n++)
    check_at (harness, 80 + 6 * n, n, 1, FOLLOWED);
  for (guint i = 0; i < 3; i++, n++) {
    GstDetectedObject held = check_at (harness, 0, n, 1, HELD);

    fail_unless (held.x + held.width <= SCENE_WIDTH);
  }
  for (guint i = 0; i < 5; i++, n++)
    gst_buffer_unref (push_at (harness, 0, n));
  check_none (harness, 0, n);
  test_harness_free (harness);
}
GST_END_TEST;

static void
new_segment (GstHarness *harness, gdouble rate)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.rate = rate;
  if (rate < 0)
    segment.stop = 100 * GST_SECOND;
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
}

static void
flush (GstHarness *harness)
{
  gst_harness_push_event (harness, gst_event_new_flush_start ());
  gst_harness_push_event (harness, gst_event_new_flush_stop (TRUE));
  new_segment (harness, 1);
}

/* What comes then is another object, and no id comes twice. */
GST_START_TEST (test_new_starts)
{
  GstHarness *harness = smooth_harness ("");
  GstBuffer *frame;
  const ScenePlace place = { 40, 40 };

  check_at (harness, 40, 0, 1, FOLLOWED);
  flush (harness);
  check_at (harness, 40, 0, 2, FOLLOWED);
  check_at (harness, 40, 1, 2, FOLLOWED);
  gst_harness_set_src_caps_str (harness,
      "video/x-raw, format=GRAY8, width=160, height=120, framerate=9/1");
  check_at (harness, 40, 2, 3, FOLLOWED);
  new_segment (harness, -1);
  check_at (harness, 40, 3, 4, FOLLOWED);
  new_segment (harness, -2);
  check_at (harness, 40, 4, 4, FOLLOWED);
  gst_harness_push_event (harness, gst_event_new_stream_start ("another"));
  gst_harness_set_src_caps_str (harness,
      "video/x-raw, format=GRAY8, width=160, height=120, framerate=9/1");
  new_segment (harness, 1);
  check_at (harness, 40, 5, 5, FOLLOWED);
  for (guint i = 0; i < 2; i++) {
    frame = scene_squares (&place, 1, (i + 1) * 900 * GST_MSECOND * (i + 1));
    GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_DISCONT);
    frame = test_push (harness, frame);
    fail_unless_equals_int (test_region (frame, 0)->id, 5 + i);
    gst_buffer_unref (frame);
  }
  gst_element_set_state (harness->element, GST_STATE_READY);
  gst_element_set_state (harness->element, GST_STATE_PLAYING);
  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", SCENE_WIDTH, SCENE_HEIGHT));
  check_at (harness, 40, 0, 1, FOLLOWED);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_changed_while_playing)
{
  GstHarness *harness = smooth_harness ("");
  GstDetectedObject object;

  check_at (harness, 40, 0, 1, FOLLOWED);
  g_object_set (harness->element, "smooth", FALSE, NULL);
  object = check_at (harness, 40, 1, 1, 0);
  fail_unless (object.x == rint (object.x));
  g_object_set (harness->element, "smooth", TRUE, NULL);
  check_at (harness, 40, 2, 2, FOLLOWED);
  g_object_set (harness->element, "hold-frames", 1, NULL);
  check_at (harness, 0, 3, 2, HELD);
  check_none (harness, 0, 4);
  check_at (harness, 40, 5, 3, FOLLOWED);
  /* What is called otherwise is something else. */
  g_object_set (harness->element, "label", "thing", "hold-frames", 0, NULL);
  check_at (harness, 40, 6, 4, FOLLOWED);
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* Switched while a frame is held. */
GST_START_TEST (test_changed_while_held)
{
  GstHarness *harness = haar_harness ("detect-every=4 hold=true");

  check_at (harness, 40, 0, 1, 0);
  g_object_set (harness->element, "smooth", TRUE, NULL);
  check_at (harness, 40, 1, 1, GST_DETECTED_OBJECT_HELD);
  check_at (harness, 40, 2, 1, GST_DETECTED_OBJECT_HELD);
  check_at (harness, 40, 3, 1, GST_DETECTED_OBJECT_HELD);
  check_at (harness, 40, 4, 1, FOLLOWED);
  g_object_set (harness->element, "smooth", FALSE, NULL);
  check_at (harness, 40, 5, 1, HELD);
  check_at (harness, 40, 6, 1, HELD);
  check_at (harness, 40, 7, 1, HELD);
  check_at (harness, 40, 8, 1, 0);
  test_harness_free (harness);
}
GST_END_TEST;

/* Each in a series has ids of its own, and so do others' regions. */
GST_START_TEST (test_series)
{
  GstHarness *front = smooth_harness ("name=front");
  GstHarness *back = smooth_harness ("name=back keep-metas=true");

  for (guint i = 0; i < 6; i++) {
    const ScenePlace places[] = { { 20 + 2 * i, 40 }, { 100, 40 } };
    GstBuffer *out =
        test_push (back, push_squares (front, places, 1 + (i > 2), i));
    GstObjectsMeta metas[] = { haar_meta (out, "front"),
      haar_meta (out, "back") };

    for (guint m = 0; m < 2; m++)
      for (guint o = 0; o < 1 + (i > 2); o++)
        fail_unless_equals_int (
            gst_objects_meta_get (&metas[m], o).id, m * BAND + o + 1);
    gst_buffer_unref (out);
  }
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Also where the one before has found nothing yet. */
GST_START_TEST (test_series_begins_empty)
{
  GstHarness *front = smooth_harness ("name=front cascade=hole");
  GstHarness *back = smooth_harness ("name=back keep-metas=true");
  GstBuffer *out = test_push (back, push_at (front, 40, 0));
  GstObjectsMeta meta = haar_meta (out, "back");

  fail_unless_equals_int (haar_meta (out, "front").count, 0);
  fail_unless_equals_int (gst_objects_meta_get (&meta, 0).id, BAND + 1);
  gst_buffer_unref (out);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

GST_START_TEST (test_ids_of_others)
{
  GstHarness *harness = smooth_harness ("");
  const ScenePlace place = { 40, 40 };

  check_at (harness, 40, 0, 1, FOLLOWED);
  for (guint i = 1; i < 4; i++) {
    GstBuffer *frame = scene_squares (&place, 1, i * FRAME);
    GstObjectsMeta meta;

    gst_buffer_add_video_region_of_interest_meta (frame, "car", 1, 2, 3, 4)
        ->id = 3 - (gint) i % 2;
    frame = test_push (harness, frame);
    meta = test_objects (frame);
    fail_unless_equals_int (gst_objects_meta_get (&meta, 0).id, BAND + 1);
    gst_buffer_unref (frame);
  }
  test_harness_free (harness);
}
GST_END_TEST;

#define INSIDE                                                                 \
  "name=inner cascade=hole min-neighbors=0 max-size-width=15 "                 \
  "max-size-height=15 roi-source=meta "

/* The parents' ids stay, so the children's parents do. */
GST_START_TEST (test_parents)
{
  GstHarness *front = smooth_harness ("name=outer hold-frames=1");
  GstHarness *back = smooth_harness (INSIDE "hold-frames=3 start-confidence=0");

  for (guint i = 0; i < 8; i++) {
    guint scene = i < 4 ? SCENE_HEAD | SCENE_SQUARE : SCENE_SQUARE;
    GstBuffer *out = test_push (back, haar_push (front, scene, i * FRAME));
    GstObjectsMeta meta = haar_meta (out, "inner");
    guint missed = i < 4 ? 0 : i - 3;

    fail_unless_equals_int (meta.count, missed > 3 ? 0 : 2);
    for (guint o = 0; o < meta.count; o++) {
      GstDetectedObject object = gst_objects_meta_get (&meta, o);

      fail_unless_equals_int (object.id, BAND + o + 1);
      fail_unless_equals_int (object.flags, missed ? HELD : FOLLOWED);
      fail_unless_equals_int (object.parent_id, missed > 1 ? -1 : 2);
    }
    gst_buffer_unref (out);
  }
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Held ones count. */
GST_START_TEST (test_on_change)
{
  GstHarness *harness = smooth_harness ("updates=on-change hold-frames=2");
  static const struct {
    guint x, messages;
  } frames[] = { { 0, 1 }, { 40, 1 }, { 40, 0 }, { 0, 0 }, { 0, 0 }, { 0, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
    gst_buffer_unref (push_at (harness, frames[i].x, i));
    fail_unless_equals_int (
        test_count_messages (harness, GST_MESSAGE_ELEMENT), frames[i].messages);
  }
  test_harness_free (harness);
}
GST_END_TEST;

/* What a message says of one that is held. */
GST_START_TEST (test_held_in_messages)
{
  GstHarness *harness = smooth_harness ("updates=every-frame");
  const GstStructure *object;
  const GValue *list;
  GstMessage *message;
  gboolean held;
  guint id;

  check_at (harness, 40, 0, 1, FOLLOWED);
  check_at (harness, 0, 1, 1, HELD);
  gst_message_unref (test_message (harness, GST_MESSAGE_ELEMENT));
  message = test_message (harness, GST_MESSAGE_ELEMENT);
  list = gst_structure_get_value (
      gst_message_get_structure (message), "object-list");
  object = gst_value_get_structure (gst_value_array_get_value (list, 0));
  fail_unless (gst_structure_get_boolean (object, "held", &held) && held);
  fail_unless (gst_structure_get_uint (object, "id", &id) && id == 1);
  gst_message_unref (message);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
haarsmooth_suite (void)
{
  Suite *suite = suite_create ("haarsmooth");
  TCase *tests = tcase_create ("haarsmooth");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_ids_stay);
  tcase_add_test (tests, test_held);
  tcase_add_test (tests, test_found_again);
  tcase_add_test (tests, test_not_held);
  tcase_add_test (tests, test_start_confidence);
  tcase_add_test (tests, test_detect_every);
  tcase_add_test (tests, test_detect_every_without_hold);
  tcase_add_test (tests, test_edge);
  tcase_add_test (tests, test_new_starts);
  tcase_add_test (tests, test_changed_while_playing);
  tcase_add_test (tests, test_changed_while_held);
  tcase_add_test (tests, test_series);
  tcase_add_test (tests, test_series_begins_empty);
  tcase_add_test (tests, test_ids_of_others);
  tcase_add_test (tests, test_parents);
  tcase_add_test (tests, test_on_change);
  tcase_add_test (tests, test_held_in_messages);
  return suite;
}

TEST_MAIN (haarsmooth_suite)
