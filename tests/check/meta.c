/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The meta that the element attaches, field by field.
 */
#include "testing.h"

#include <math.h>

GST_START_TEST (test_registration)
{
  fail_unless_equals_string (GST_CORNERS_META_NAME, "VideoFeaturesCorners");
  test_check_registration (GST_CORNERS_META_NAME);
}
GST_END_TEST;

static const struct {
  const gchar *name, *type;
} fields[] = {
  { "version", "guint" },
  { "source", "gchararray" },
  { "width", "guint" },
  { "height", "guint" },
  { "pts", "guint64" },
  { "held", "gboolean" },
  { "measure", "gchararray" },
  { "threshold", "gdouble" },
  { "count", "guint" },
  { "stride", "guint" },
  { "corners", "GBytes" },
};

GST_START_TEST (test_fields_and_types)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *out = test_push (harness, test_gray_frame (1));
  const GstStructure *structure = test_structure (out);

  fail_unless (gst_structure_has_name (structure, GST_CORNERS_META_NAME));
  fail_unless_equals_int (
      gst_structure_n_fields (structure), G_N_ELEMENTS (fields));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    fail_unless_equals_string (
        g_type_name (gst_structure_get_field_type (structure, fields[i].name)),
        fields[i].type);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_values)
{
  GstHarness *harness = test_harness ("I420", 63, 48);
  GstBuffer *frame = test_frame ("I420", 63, 48, 2);
  GstCornersMeta meta;

  g_object_set (harness->element, "name", "eye-7", NULL);
  GST_BUFFER_PTS (frame) = 1234567890123;
  frame = test_push (harness, frame);
  meta = test_meta (frame);
  fail_unless_equals_int (meta.version, 1);
  fail_unless_equals_string (meta.source, "eye-7");
  fail_unless_equals_int (meta.width, 63);
  fail_unless_equals_int (meta.height, 48);
  fail_unless_equals_uint64 (meta.pts, 1234567890123);
  fail_unless (meta.held == FALSE);
  fail_unless_equals_string (meta.measure, "harris");
  fail_unless_equals_int (meta.stride, 12);
  fail_unless (meta.count > 5);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_measure_and_no_pts)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *frame = test_gray_frame (1);
  GstCornersMeta meta;

  gst_util_set_object_arg (G_OBJECT (harness->element), "measure", "min-eigen");
  GST_BUFFER_PTS (frame) = GST_CLOCK_TIME_NONE;
  frame = test_push (harness, frame);
  meta = test_meta (frame);
  fail_unless_equals_string (meta.measure, "min-eigen");
  fail_unless_equals_uint64 (meta.pts, GST_CLOCK_TIME_NONE);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

static gfloat
little_endian_float (const guint8 *bytes)
{
  guint32 bits =
      bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (guint32) bytes[3] << 24;
  gfloat number;

  memcpy (&number, &bits, sizeof number);
  return number;
}

static void
check_corner (const GstCornersMeta *meta, guint i)
{
  GstCorner corner = gst_corners_meta_get (meta, i);

  fail_unless (corner.x == floorf (corner.x) && corner.x >= 0);
  fail_unless (corner.y == floorf (corner.y) && corner.y >= 0);
  fail_unless (corner.x < meta->width && corner.y < meta->height);
  fail_unless (corner.response > 0 && corner.response > meta->threshold);
  if (i > 0)
    fail_unless (
        corner.response <= gst_corners_meta_get (meta, i - 1).response);
}

GST_START_TEST (test_bytes)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *out = test_push (harness, test_gray_frame (3));
  GstCornersMeta meta = test_meta (out);
  GBytes *bytes = test_corners (out);
  const guint8 *data = g_bytes_get_data (bytes, NULL);

  fail_unless_equals_int (g_bytes_get_size (bytes), 12 * meta.count);
  for (guint i = 0; i < meta.count; i++) {
    GstCorner corner = gst_corners_meta_get (&meta, i);

    fail_unless (corner.x == little_endian_float (data + 12 * i));
    fail_unless (corner.y == little_endian_float (data + 12 * i + 4));
    fail_unless (corner.response == little_endian_float (data + 12 * i + 8));
    check_corner (&meta, i);
  }
  g_bytes_unref (bytes);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* The threshold and the count that come for a frame with these settings. */
static gdouble
threshold_of (GstBuffer *frame, const gchar *mode, gdouble value, guint *count)
{
  GstHarness *harness = test_gray_harness ();
  GstCornersMeta meta;
  GstBuffer *out;

  gst_util_set_object_arg (G_OBJECT (harness->element), "threshold-mode", mode);
  g_object_set (harness->element, "threshold", value, NULL);
  out = test_push (harness, frame);
  meta = test_meta (out);
  *count = meta.count;
  gst_buffer_unref (out);
  test_harness_free (harness);
  return meta.threshold;
}

static gfloat
largest_response (void)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *out = test_push (harness, test_gray_frame (1));
  GstCornersMeta meta = test_meta (out);
  gfloat largest = gst_corners_meta_get (&meta, 0).response;

  gst_buffer_unref (out);
  test_harness_free (harness);
  return largest;
}

GST_START_TEST (test_thresholds)
{
  gdouble threshold;
  guint count;

  threshold = threshold_of (test_gray_frame (1), "rosin", 0, &count);
  fail_unless (isfinite (threshold) && threshold > 0 && count > 0);
  threshold = threshold_of (test_gray_frame (1), "absolute", 1000.3, &count);
  fail_unless (threshold == 1000.3 && count > 0);
  threshold = threshold_of (test_gray_frame (1), "absolute", 1e30, &count);
  fail_unless (threshold == 1e30 && count == 0);
  threshold = threshold_of (test_gray_frame (1), "relative", 0.1, &count);
  fail_unless (threshold == 0.1f * largest_response () && count > 0);
}
GST_END_TEST;

static GstBuffer *
flat (void)
{
  return test_flat_frame (TEST_WIDTH, TEST_HEIGHT);
}

GST_START_TEST (test_thresholds_of_a_flat_frame)
{
  guint count;

  fail_unless (isnan (threshold_of (flat (), "rosin", 0, &count)));
  fail_unless_equals_int (count, 0);
  fail_unless (isnan (threshold_of (flat (), "relative", 0.5, &count)));
  fail_unless_equals_int (count, 0);
  fail_unless (threshold_of (flat (), "absolute", 0, &count) == 0);
  fail_unless_equals_int (count, 0);
}
GST_END_TEST;

GST_START_TEST (test_nothing_found)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *out = test_push (harness, flat ());
  GBytes *bytes = test_corners (out);

  fail_unless_equals_int (test_meta (out).count, 0);
  fail_unless_equals_int (test_meta (out).stride, 12);
  fail_unless_equals_int (g_bytes_get_size (bytes), 0);
  g_bytes_unref (bytes);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* What is left of a foreign meta, and of a meta of another kind. */
static GstBuffer *
push_with_metas (gboolean keep)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *frame = test_gray_frame (1);

  g_object_set (harness->element, "keep-metas", keep, "name", "ours", NULL);
  test_add_foreign_meta (frame, 1, 2, 12);
  test_add_foreign_meta (frame, 3, 4, 12);
  gst_buffer_add_custom_meta (frame, "CheckOtherMeta");
  gst_buffer_add_video_meta (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_GRAY8, TEST_WIDTH, TEST_HEIGHT);
  frame = test_push (harness, frame);
  test_harness_free (harness);
  fail_unless (gst_buffer_get_custom_meta (frame, "CheckOtherMeta") != NULL);
  fail_unless (gst_buffer_get_video_meta (frame) != NULL);
  return frame;
}

GST_START_TEST (test_keep_metas)
{
  const gchar *no_tags[] = { NULL };
  GstBuffer *replaced, *kept;
  GstCornersMeta meta;
  gpointer state = NULL;

  gst_meta_register_custom ("CheckOtherMeta", no_tags, NULL, NULL, NULL);
  replaced = push_with_metas (FALSE);
  fail_unless_equals_string (test_meta (replaced).source, "ours");
  gst_buffer_unref (replaced);

  kept = push_with_metas (TRUE);
  fail_unless_equals_int (test_n_metas (kept), 3);
  fail_unless (gst_corners_meta_next (kept, &state, &meta));
  fail_unless_equals_string (meta.source, "foreign");
  fail_unless (gst_corners_meta_get (&meta, 0).x == 1 && meta.held);
  fail_unless (gst_corners_meta_next (kept, &state, &meta));
  fail_unless (gst_corners_meta_get (&meta, 0).x == 3);
  fail_unless (gst_corners_meta_next (kept, &state, &meta));
  fail_unless_equals_string (meta.source, "ours");
  fail_if (gst_corners_meta_next (kept, &state, &meta));
  gst_buffer_unref (kept);
}
GST_END_TEST;

GST_START_TEST (test_two_in_series)
{
  GPtrArray *kept, *replaced;
  GstCornersMeta meta;
  gpointer state = NULL;

  kept = test_play ("videotestsrc num-buffers=1 ! harriscorners name=a "
                    "max-corners=3 ! harriscorners name=b max-corners=5 "
                    "keep-metas=true ! appsink name=out");
  fail_unless_equals_int (test_n_metas (kept->pdata[0]), 2);
  fail_unless (gst_corners_meta_next (kept->pdata[0], &state, &meta));
  fail_unless_equals_string (meta.source, "a");
  fail_unless_equals_int (meta.count, 3);
  fail_unless (gst_corners_meta_next (kept->pdata[0], &state, &meta));
  fail_unless_equals_string (meta.source, "b");
  fail_unless_equals_int (meta.count, 5);
  g_ptr_array_unref (kept);

  replaced = test_play ("videotestsrc num-buffers=1 ! harriscorners name=a ! "
                        "harriscorners name=b ! appsink name=out");
  fail_unless_equals_string (test_meta (replaced->pdata[0]).source, "b");
  g_ptr_array_unref (replaced);
}
GST_END_TEST;

static Suite *
meta_suite (void)
{
  Suite *suite = suite_create ("meta");
  TCase *tests = tcase_create ("meta");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_registration);
  tcase_add_test (tests, test_fields_and_types);
  tcase_add_test (tests, test_values);
  tcase_add_test (tests, test_measure_and_no_pts);
  tcase_add_test (tests, test_bytes);
  tcase_add_test (tests, test_thresholds);
  tcase_add_test (tests, test_thresholds_of_a_flat_frame);
  tcase_add_test (tests, test_nothing_found);
  tcase_add_test (tests, test_keep_metas);
  tcase_add_test (tests, test_two_in_series);
  return suite;
}

TEST_MAIN (meta_suite)
