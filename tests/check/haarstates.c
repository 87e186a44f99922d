/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect: late frames, statistics, backends, states.
 */
#include "haartesting.h"

/* The sink says that a frame of this time came a second too late. */
GST_START_TEST (test_skip_late)
{
  GstHarness *harness = haar_harness ("skip-late=true");

  for (guint i = 0; i < 4; i++) {
    GstBuffer *out = haar_push (harness, SCENE_HEAD, i * GST_SECOND);

    fail_unless_equals_int (test_n_objects_metas (out), i == 0 || i == 3);
    gst_buffer_unref (out);
    if (i == 0)
      gst_harness_push_upstream_event (harness,
          gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.5, GST_SECOND, 0));
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_stats)
{
  static const gchar *const times[] = { "time-grey", "time-pyramid",
    "time-integral", "time-cascade", "time-groups" };
  GstHarness *harness = haar_harness ("");
  GstStructure *stats;
  guint64 frames, number;
  guint objects, windows;

  haar_count (harness, SCENE_EMPTY);
  haar_count (harness, SCENE_SQUARE | SCENE_HEAD);
  g_object_get (harness->element, "stats", &stats, NULL);
  fail_unless (gst_structure_has_name (stats, "haardetect-stats"));
  fail_unless (gst_structure_get_uint64 (stats, "frames", &frames));
  fail_unless (gst_structure_get_uint (stats, "objects", &objects));
  fail_unless (gst_structure_get_uint (stats, "windows", &windows));
  fail_unless (gst_structure_get_uint64 (stats, "scratch-bytes", &number));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    fail_unless (gst_structure_get_uint64 (stats, times[i], &number));
  fail_unless_equals_uint64 (frames, 2);
  fail_unless_equals_int (objects, 2);
  fail_unless (windows > 8);
  gst_structure_free (stats);
  test_harness_free (harness);
}
GST_END_TEST;

static gchar *
active_backend (GstElement *element)
{
  gchar *active;

  g_object_get (element, "active-backend", &active, NULL);
  return active;
}

GST_START_TEST (test_backend)
{
  GstHarness *harness = haar_harness ("");
  gchar *active = active_backend (harness->element);

  fail_unless_equals_string (active, "cpu");
  test_no_complaint (harness);
  g_free (active);
  gst_element_set_state (harness->element, GST_STATE_NULL);
  fail_unless (active_backend (harness->element) == NULL);
  test_harness_free (harness);
}
GST_END_TEST;

/* These tests see no GPU. */
GST_START_TEST (test_no_cuda)
{
  static const gchar *const words[] = { "backend=cuda cannot be had", NULL };
  GstHarness *harness = haar_harness ("");

  gst_element_set_state (harness->element, GST_STATE_NULL);
  gst_util_set_object_arg (G_OBJECT (harness->element), "backend", "cuda");
  fail_unless_equals_int (
      gst_element_set_state (harness->element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_INIT, words);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_no_frames_on_a_gpu)
{
  GstHarness *harness = haar_harness ("");
  GstPad *sink = gst_element_get_static_pad (harness->element, "sink");
  GstCaps *caps = gst_pad_query_caps (sink, NULL);

  for (guint i = 0; i < gst_caps_get_size (caps); i++)
    fail_if (gst_caps_features_contains (
        gst_caps_get_features (caps, i), "memory:CUDAMemory"));
  gst_caps_unref (caps);
  gst_object_unref (sink);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_states)
{
  static const GstState steps[] = { GST_STATE_READY, GST_STATE_NULL,
    GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_PLAYING, GST_STATE_PAUSED,
    GST_STATE_PLAYING, GST_STATE_NULL };
  GstElement *pipeline = gst_parse_launch (
      "videotestsrc ! video/x-raw,width=64,height=48 ! haardetect "
      "cascade=square draw=objects ! haardetect cascade=square flip=true "
      "merge=true smooth=true events=true ! haardetect cascade=hole "
      "roi-source=meta smooth=true ! fakesink",
      NULL);

  for (guint round = 0; round < 3; round++)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
      fail_unless (gst_element_set_state (pipeline, steps[i])
                   != GST_STATE_CHANGE_FAILURE);
      fail_unless (gst_element_get_state (pipeline, NULL, NULL, 10 * GST_SECOND)
                   != GST_STATE_CHANGE_FAILURE);
    }
  gst_object_unref (pipeline);
}
GST_END_TEST;

static Suite *
haarstates_suite (void)
{
  Suite *suite = suite_create ("haarstates");
  TCase *tests = tcase_create ("haarstates");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_skip_late);
  tcase_add_test (tests, test_stats);
  tcase_add_test (tests, test_backend);
  tcase_add_test (tests, test_no_cuda);
  tcase_add_test (tests, test_no_frames_on_a_gpu);
  tcase_add_test (tests, test_states);
  return suite;
}

TEST_MAIN (haarstates_suite)
