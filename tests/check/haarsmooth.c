/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect with smooth: ids that stay, boxes that are held.
 */
#include "smoothtesting.h"

#include <math.h>

/* Two that go past each other. */
GST_START_TEST (test_ids_stay)
{
  GstHarness *harness = smooth_harness ("");
  gboolean first_is_upper = FALSE;

  for (guint i = 0; i < 20; i++) {
    const ScenePlace places[] = { { 20 + 5 * i, 20 }, { 120 - 5 * i, 70 } };
    GstBuffer *out = smooth_push_squares (harness, places, 2, i);
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
    smooth_check (harness, 20 + 4 * n, n, 1, FOLLOWED);
  for (; n < 13; n++) {
    GstDetectedObject held = smooth_check (harness, 0, n, 1, HELD);
    gdouble expected = 20 + 4 * n - (gdouble) SCENE_MARGIN_X;

    fail_unless (ABS (held.x - expected) < 3, "%g is not %g", held.x, expected);
    fail_unless (held.score == 3 && held.neighbors > 3);
  }
  smooth_check_none (harness, 0, n++);
  smooth_check (harness, 60, n++, 2, FOLLOWED);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_found_again)
{
  GstHarness *harness = smooth_harness ("");

  smooth_check (harness, 40, 0, 1, FOLLOWED);
  for (guint i = 1; i < 6; i++)
    smooth_check (harness, 0, i, 1, HELD);
  smooth_check (harness, 42, 6, 1, FOLLOWED);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_not_held)
{
  GstHarness *harness = smooth_harness ("hold-frames=0");

  smooth_check (harness, 40, 0, 1, FOLLOWED);
  smooth_check (harness, 42, 1, 1, FOLLOWED);
  smooth_check_none (harness, 0, 2);
  smooth_check (harness, 42, 3, 2, FOLLOWED);
  test_harness_free (harness);
}
GST_END_TEST;

/* A square has a confidence of 0.714. */
GST_START_TEST (test_start_confidence)
{
  GstHarness *harness = smooth_harness ("start-confidence=0.72");

  smooth_check_none (harness, 40, 0);
  g_object_set (harness->element, "start-confidence", 0.71, NULL);
  smooth_check (harness, 40, 1, 1, FOLLOWED);
  g_object_set (harness->element, "start-confidence", 0.72, NULL);
  smooth_check (harness, 41, 2, 1, FOLLOWED);
  g_object_set (harness->element, "min-confidence", 0.72, NULL);
  smooth_check (harness, 41, 3, 1, HELD);
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
    GstDetectedObject object = smooth_check (harness, 20 + 3 * i, i, 1, flags);
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
      smooth_check (harness, 20 + 3 * i, i, 1, FOLLOWED);
    } else {
      GstBuffer *out = smooth_push (harness, 20, i);

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
    smooth_check (harness, 80 + 6 * n, n, 1, FOLLOWED);
  for (guint i = 0; i < 3; i++, n++) {
    GstDetectedObject held = smooth_check (harness, 0, n, 1, HELD);

    fail_unless (held.x + held.width <= SCENE_WIDTH);
  }
  for (guint i = 0; i < 5; i++, n++)
    gst_buffer_unref (smooth_push (harness, 0, n));
  smooth_check_none (harness, 0, n);
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

  smooth_check (harness, 40, 0, 1, FOLLOWED);
  flush (harness);
  smooth_check (harness, 40, 0, 2, FOLLOWED);
  smooth_check (harness, 40, 1, 2, FOLLOWED);
  gst_harness_set_src_caps_str (harness,
      "video/x-raw, format=GRAY8, width=160, height=120, framerate=9/1");
  smooth_check (harness, 40, 2, 3, FOLLOWED);
  new_segment (harness, -1);
  smooth_check (harness, 40, 3, 4, FOLLOWED);
  new_segment (harness, -2);
  smooth_check (harness, 40, 4, 4, FOLLOWED);
  gst_harness_push_event (harness, gst_event_new_stream_start ("another"));
  gst_harness_set_src_caps_str (harness,
      "video/x-raw, format=GRAY8, width=160, height=120, framerate=9/1");
  new_segment (harness, 1);
  smooth_check (harness, 40, 5, 5, FOLLOWED);
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
  smooth_check (harness, 40, 0, 1, FOLLOWED);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_changed_while_playing)
{
  GstHarness *harness = smooth_harness ("");
  GstDetectedObject object;

  smooth_check (harness, 40, 0, 1, FOLLOWED);
  g_object_set (harness->element, "smooth", FALSE, NULL);
  object = smooth_check (harness, 40, 1, 1, 0);
  fail_unless (object.x == rint (object.x));
  g_object_set (harness->element, "smooth", TRUE, NULL);
  smooth_check (harness, 40, 2, 2, FOLLOWED);
  g_object_set (harness->element, "hold-frames", 1, NULL);
  smooth_check (harness, 0, 3, 2, HELD);
  smooth_check_none (harness, 0, 4);
  smooth_check (harness, 40, 5, 3, FOLLOWED);
  /* What is called otherwise is something else. */
  g_object_set (harness->element, "label", "thing", "hold-frames", 0, NULL);
  smooth_check (harness, 40, 6, 4, FOLLOWED);
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* Switched while a frame is held. */
GST_START_TEST (test_changed_while_held)
{
  GstHarness *harness = haar_harness ("detect-every=4 hold=true");

  smooth_check (harness, 40, 0, 1, 0);
  g_object_set (harness->element, "smooth", TRUE, NULL);
  smooth_check (harness, 40, 1, 1, GST_DETECTED_OBJECT_HELD);
  smooth_check (harness, 40, 2, 1, GST_DETECTED_OBJECT_HELD);
  smooth_check (harness, 40, 3, 1, GST_DETECTED_OBJECT_HELD);
  smooth_check (harness, 40, 4, 1, FOLLOWED);
  g_object_set (harness->element, "smooth", FALSE, NULL);
  smooth_check (harness, 40, 5, 1, HELD);
  smooth_check (harness, 40, 6, 1, HELD);
  smooth_check (harness, 40, 7, 1, HELD);
  smooth_check (harness, 40, 8, 1, 0);
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
  return suite;
}

TEST_MAIN (haarsmooth_suite)
