/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect with smooth: beside other detectors, and in messages.
 */
#include "smoothtesting.h"

#define BAND 1000000 /* ids of one detector */

/* Each in a series has ids of its own, and so do others' regions. */
GST_START_TEST (test_series)
{
  GstHarness *front = smooth_harness ("name=front");
  GstHarness *back = smooth_harness ("name=back keep-metas=true");

  for (guint i = 0; i < 6; i++) {
    const ScenePlace places[] = { { 20 + 2 * i, 40 }, { 100, 40 } };
    GstBuffer *out =
        test_push (back, smooth_push_squares (front, places, 1 + (i > 2), i));
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
  GstBuffer *out = test_push (back, smooth_push (front, 40, 0));
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

  smooth_check (harness, 40, 0, 1, FOLLOWED);
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
    gst_buffer_unref (smooth_push (harness, frames[i].x, i));
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

  smooth_check (harness, 40, 0, 1, FOLLOWED);
  smooth_check (harness, 0, 1, 1, HELD);
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
haarsmoothothers_suite (void)
{
  Suite *suite = suite_create ("haarsmoothothers");
  TCase *tests = tcase_create ("haarsmoothothers");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_series);
  tcase_add_test (tests, test_series_begins_empty);
  tcase_add_test (tests, test_ids_of_others);
  tcase_add_test (tests, test_parents);
  tcase_add_test (tests, test_on_change);
  tcase_add_test (tests, test_held_in_messages);
  return suite;
}

TEST_MAIN (haarsmoothothers_suite)
