/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * States, seeks, flushes, EOS and statistics.
 */
#include "testing.h"

#define SOURCE                                                                 \
  "videotestsrc name=source ! "                                                \
  "video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! "

static GstElement *
new_pipeline (const gchar *rest)
{
  gchar *description = g_strconcat (SOURCE, rest, NULL);
  GstElement *pipeline = gst_parse_launch (description, NULL);

  g_free (description);
  return pipeline;
}

static void
go_to (GstElement *pipeline, GstState state)
{
  fail_unless (
      gst_element_set_state (pipeline, state) != GST_STATE_CHANGE_FAILURE);
  fail_unless (gst_element_get_state (pipeline, NULL, NULL, 10 * GST_SECOND)
               != GST_STATE_CHANGE_FAILURE);
}

/* Sets the state to NULL, and frees. */
static void
finish (GstElement *pipeline)
{
  go_to (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}

/* Waits for EOS; an ERROR fails. */
static void
wait_for_eos (GstElement *pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_timed_pop_filtered (
      bus, 20 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);

  fail_unless (message != NULL, "no EOS in time");
  fail_unless_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_EOS);
  gst_message_unref (message);
  gst_object_unref (bus);
}

static guint64
frames (GstElement *pipeline)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), "found");
  GstStructure *stats;
  guint64 n;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, "frames", &n));
  gst_structure_free (stats);
  gst_object_unref (element);
  return n;
}

static void
set_num_buffers (GstElement *pipeline, gint n)
{
  GstElement *source = gst_bin_get_by_name (GST_BIN (pipeline), "source");

  g_object_set (source, "num-buffers", n, NULL);
  gst_object_unref (source);
}

GST_START_TEST (test_from_null_to_playing_and_back)
{
  GstElement *pipeline = new_pipeline ("harriscorners name=found ! fakesink");

  for (gint i = 1; i <= 5; i++) {
    set_num_buffers (pipeline, i);
    go_to (pipeline, GST_STATE_PLAYING);
    wait_for_eos (pipeline);
    fail_unless_equals_uint64 (frames (pipeline), i);
    go_to (pipeline, GST_STATE_NULL);
  }
  finish (pipeline);
}
GST_END_TEST;

GST_START_TEST (test_every_step)
{
  static const GstState steps[] = { GST_STATE_READY, GST_STATE_NULL,
    GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_PAUSED,
    GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_READY,
    GST_STATE_PLAYING, GST_STATE_NULL };
  GstElement *pipeline = new_pipeline ("harriscorners name=found ! fakesink");

  for (guint round = 0; round < 3; round++)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
      go_to (pipeline, steps[i]);
      if (steps[i] >= GST_STATE_PAUSED)
        fail_unless (frames (pipeline) > 0);
    }
  finish (pipeline);
}
GST_END_TEST;

/* An element alone, as the generic tests of GStreamer do. */
GST_START_TEST (test_element_without_neighbours)
{
  GstElement *element =
      gst_object_ref_sink (gst_element_factory_make ("harriscorners", NULL));

  for (guint i = 0; i < 3; i++) {
    go_to (element, GST_STATE_PLAYING);
    go_to (element, GST_STATE_NULL);
  }
  gst_object_unref (element);
}
GST_END_TEST;

static void
seek (GstElement *pipeline, gdouble rate, GstClockTime from, GstClockTime to)
{
  fail_unless (gst_element_seek (pipeline, rate, GST_FORMAT_TIME,
      GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, GST_SEEK_TYPE_SET, from,
      GST_SEEK_TYPE_SET, to));
}

GST_START_TEST (test_seek)
{
  GstElement *pipeline =
      new_pipeline ("harriscorners name=found ! appsink name=out sync=false");
  GPtrArray *arrived;

  go_to (pipeline, GST_STATE_PAUSED);
  seek (pipeline, 1, 2 * GST_SECOND, 3 * GST_SECOND);
  go_to (pipeline, GST_STATE_PLAYING);
  arrived = test_pull_all (pipeline, "out");
  fail_unless (arrived->len >= 25);
  fail_unless_equals_uint64 (test_meta (arrived->pdata[0]).pts, 2 * GST_SECOND);
  g_ptr_array_unref (arrived);

  seek (pipeline, 1, 40 * GST_MSECOND, 80 * GST_MSECOND);
  arrived = test_pull_all (pipeline, "out");
  fail_unless (arrived->len >= 1);
  fail_unless_equals_uint64 (
      test_meta (arrived->pdata[0]).pts, 40 * GST_MSECOND);
  g_ptr_array_unref (arrived);
  finish (pipeline);
}
GST_END_TEST;

GST_START_TEST (test_seek_backwards)
{
  GstElement *pipeline =
      new_pipeline ("harriscorners name=found ! appsink name=out sync=false");
  GPtrArray *arrived;

  go_to (pipeline, GST_STATE_PAUSED);
  seek (pipeline, -1, 0, GST_SECOND);
  go_to (pipeline, GST_STATE_PLAYING);
  arrived = test_pull_all (pipeline, "out");
  fail_unless (arrived->len >= 25);
  fail_unless (
      test_meta (arrived->pdata[0]).pts > test_meta (arrived->pdata[20]).pts);
  g_ptr_array_unref (arrived);
  finish (pipeline);
}
GST_END_TEST;

GST_START_TEST (test_flush)
{
  GstHarness *harness = test_gray_harness ();
  GBytes *before = test_corners_of (harness, test_gray_frame (1));
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  for (guint i = 0; i < 3; i++) {
    gst_harness_push_event (harness, gst_event_new_flush_start ());
    fail_unless_equals_int (
        gst_harness_push (harness, test_gray_frame (1)), GST_FLOW_FLUSHING);
    gst_harness_push_event (harness, gst_event_new_flush_stop (TRUE));
    gst_harness_push_event (harness, gst_event_new_segment (&segment));
    test_same_corners (
        g_bytes_ref (before), test_corners_of (harness, test_gray_frame (1)));
  }
  g_bytes_unref (before);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_eos)
{
  GstHarness *harness = test_gray_harness ();

  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  fail_unless (gst_harness_push_event (harness, gst_event_new_eos ()));
  fail_unless_equals_int (
      gst_harness_push (harness, test_gray_frame (1)), GST_FLOW_EOS);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_eos_without_a_frame)
{
  GstElement *pipeline = new_pipeline ("harriscorners name=found ! fakesink");

  set_num_buffers (pipeline, 0);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  wait_for_eos (pipeline);
  fail_unless_equals_uint64 (frames (pipeline), 0);
  finish (pipeline);
}
GST_END_TEST;

static const struct {
  const gchar *name, *type;
} stats_fields[] = {
  { "frames", "guint64" },
  { "corners", "guint" },
  { "threshold", "gdouble" },
  { "scratch-bytes", "guint64" },
  { "time-response", "guint64" },
  { "time-range", "guint64" },
  { "time-histogram", "guint64" },
  { "time-threshold", "guint64" },
  { "time-maxima", "guint64" },
  { "time-suppression", "guint64" },
  { "time-compaction", "guint64" },
  { "time-sort", "guint64" },
  { "time-selection", "guint64" },
};

static void
check_stats (GstElement *element, guint64 n, const GstCornersMeta *meta)
{
  GstStructure *stats;
  guint64 found_frames, scratch, response;
  gdouble threshold;
  guint corners;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless_equals_int (
      gst_structure_n_fields (stats), G_N_ELEMENTS (stats_fields));
  for (guint i = 0; i < G_N_ELEMENTS (stats_fields); i++)
    fail_unless_equals_string (g_type_name (gst_structure_get_field_type (
                                   stats, stats_fields[i].name)),
        stats_fields[i].type);
  gst_structure_get (stats, "frames", G_TYPE_UINT64, &found_frames, "corners",
      G_TYPE_UINT, &corners, "threshold", G_TYPE_DOUBLE, &threshold,
      "scratch-bytes", G_TYPE_UINT64, &scratch, "time-response", G_TYPE_UINT64,
      &response, NULL);
  fail_unless_equals_uint64 (found_frames, n);
  fail_unless_equals_int (corners, meta ? meta->count : 0);
  if (meta)
    fail_unless (threshold == meta->threshold && scratch > 0 && response > 0);
  gst_structure_free (stats);
}

GST_START_TEST (test_stats)
{
  GstHarness *harness = test_gray_harness ();

  check_stats (harness->element, 0, NULL);
  for (guint i = 1; i <= 4; i++) {
    GstBuffer *out = test_push (harness, test_gray_frame (i));
    GstCornersMeta meta = test_meta (out);

    check_stats (harness->element, i, &meta);
    gst_buffer_unref (out);
  }
  gst_element_set_state (harness->element, GST_STATE_READY);
  gst_element_set_state (harness->element, GST_STATE_PLAYING);
  check_stats (harness->element, 0, NULL);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
states_suite (void)
{
  Suite *suite = suite_create ("states");
  TCase *tests = tcase_create ("states");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_from_null_to_playing_and_back);
  tcase_add_test (tests, test_every_step);
  tcase_add_test (tests, test_element_without_neighbours);
  tcase_add_test (tests, test_seek);
  tcase_add_test (tests, test_seek_backwards);
  tcase_add_test (tests, test_flush);
  tcase_add_test (tests, test_eos);
  tcase_add_test (tests, test_eos_without_a_frame);
  tcase_add_test (tests, test_stats);
  return suite;
}

TEST_MAIN (states_suite)
