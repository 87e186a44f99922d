/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The meta on its way through copies and GStreamer's own elements.
 */
#include "testing.h"

#include "compat.h"

#define SOURCE                                                                 \
  "videotestsrc num-buffers=4 ! "                                              \
  "video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! "

/* Frames that came with and without `elements` behind harriscorners have the
 * same corners. */
static void
check_unchanged (const gchar *elements)
{
  gchar *with = g_strconcat (
      SOURCE "harriscorners ! ", elements, " ! appsink name=out", NULL);
  GPtrArray *a = test_play (with);
  GPtrArray *b = test_play (SOURCE "harriscorners ! appsink name=out");

  fail_unless_equals_int (a->len, 4);
  fail_unless_equals_int (b->len, 4);
  for (guint i = 0; i < 4; i++)
    test_same_corners (test_corners (a->pdata[i]), test_corners (b->pdata[i]));
  g_ptr_array_unref (a);
  g_ptr_array_unref (b);
  g_free (with);
}

GST_START_TEST (test_stock_elements)
{
  check_unchanged ("queue");
  check_unchanged ("tee");
  check_unchanged ("identity drop-allocation=true");
  check_unchanged ("videoconvert ! video/x-raw,format=RGB");
  check_unchanged ("videoconvert ! video/x-raw,format=NV12");
}
GST_END_TEST;

GST_START_TEST (test_tee_into_a_branch_that_writes)
{
  GPtrArray *arrived = test_play (SOURCE
      "harriscorners ! tee name=t ! queue ! appsink name=out "
      "t. ! queue ! harriscorners max-corners=1 draw=corners ! fakesink");

  for (guint i = 0; i < arrived->len; i++)
    fail_unless (test_meta (arrived->pdata[i]).count > 1);
  g_ptr_array_unref (arrived);
}
GST_END_TEST;

GST_START_TEST (test_videorate)
{
  GPtrArray *twice = test_play (SOURCE "harriscorners ! videorate ! "
                                       "video/x-raw,framerate=50/1 ! "
                                       "appsink name=out");
  GstCornersMeta a, b;

  fail_unless (twice->len >= 7);
  a = test_meta (twice->pdata[2]);
  b = test_meta (twice->pdata[3]);
  fail_unless_equals_uint64 (a.pts, b.pts);
  fail_unless (
      GST_BUFFER_PTS (twice->pdata[2]) != GST_BUFFER_PTS (twice->pdata[3]));
  test_same_corners (
      test_corners (twice->pdata[2]), test_corners (twice->pdata[3]));
  g_ptr_array_unref (twice);
}
GST_END_TEST;

/* What videoscale makes of 320 x 240 square pixels with a foreign meta at
 * (100, 60); `par` is how wide the new pixels are. */
static GstBuffer *
scale (guint width, guint height, guint par, gboolean borders, guint stride)
{
  GstHarness *harness = gst_harness_new ("videoscale");
  GstCaps *caps = test_caps ("GRAY8", width, height);
  GstBuffer *frame = test_frame ("GRAY8", 320, 240, 1), *out;

  test_add_foreign_meta (frame, 100, 60, stride);
  gst_caps_set_simple (
      caps, "pixel-aspect-ratio", GST_TYPE_FRACTION, par, 1, NULL);
  g_object_set (harness->element, "add-borders", borders, NULL);
  gst_harness_set_src_caps_str (harness,
      "video/x-raw, format=GRAY8, width=320, height=240, "
      "framerate=25/1, pixel-aspect-ratio=1/1");
  gst_harness_set_sink_caps (harness, caps);
  out = gst_harness_push_and_pull (harness, frame);
  fail_unless (out != NULL);
  gst_harness_teardown (harness);
  return out;
}

static void
check_scaled (GstBuffer *buffer, gfloat x, gfloat y)
{
  GstCornersMeta meta = test_meta (buffer);
  GstCorner corner = gst_corners_meta_get (&meta, 0);

  fail_unless_equals_float (corner.x, x);
  fail_unless_equals_float (corner.y, y);
  fail_unless_equals_float (corner.response, 7);
  fail_unless_equals_int (meta.count, 1);
  fail_unless_equals_int (meta.width, TEST_WIDTH);
  fail_unless_equals_int (meta.height, TEST_HEIGHT);
  fail_unless_equals_uint64 (meta.pts, 42);
  fail_unless_equals_string (meta.source, "foreign");
  gst_buffer_unref (buffer);
}

GST_START_TEST (test_scale)
{
  check_scaled (scale (160, 120, 1, TRUE, 12), 49.75f, 29.75f);
  check_scaled (scale (640, 480, 1, FALSE, 12), 200.5f, 120.5f);
  check_scaled (scale (160, 240, 2, FALSE, 12), 49.75f, 60);
  check_scaled (scale (320, 480, 2, FALSE, 12), 100, 120.5f);
}
GST_END_TEST;

/* Before 1.28 nobody tells where the borders are. */
#if VF_HAVE_MATRIX_TRANSFORM
GST_START_TEST (test_scale_to_another_display_aspect)
{
  check_scaled (scale (320, 120, 1, FALSE, 12), 100, 29.75f);
  check_scaled (scale (320, 120, 1, TRUE, 12), 129.75f, 29.75f);
}
GST_END_TEST;
#else
GST_START_TEST (test_scale_to_another_display_aspect)
{
  GstBuffer *stretched = scale (320, 120, 1, FALSE, 12);
  GstBuffer *with_borders = scale (320, 120, 1, TRUE, 12);

  fail_unless (
      gst_buffer_get_custom_meta (stretched, GST_CORNERS_META_NAME) == NULL);
  fail_unless (
      gst_buffer_get_custom_meta (with_borders, GST_CORNERS_META_NAME) == NULL);
  gst_buffer_unref (stretched);
  gst_buffer_unref (with_borders);
}
GST_END_TEST;
#endif

GST_START_TEST (test_scale_keeps_tails_and_fields)
{
  GstBuffer *buffer = scale (160, 120, 1, TRUE, 20);
  const GstStructure *structure = test_structure (buffer);
  GBytes *bytes = test_corners (buffer);
  const guint8 *data = g_bytes_get_data (bytes, NULL);

  fail_unless_equals_string (
      gst_structure_get_string (structure, "novelty"), "unknown to us");
  fail_unless_equals_int (test_meta (buffer).stride, 20);
  fail_unless_equals_int (g_bytes_get_size (bytes), 20);
  for (guint i = 12; i < 20; i++)
    fail_unless_equals_int (data[i], 0xA5);
  g_bytes_unref (bytes);
  check_scaled (buffer, 49.75f, 29.75f);
}
GST_END_TEST;

GST_START_TEST (test_scale_of_every_corner)
{
  GPtrArray *plain = test_play (SOURCE "harriscorners ! appsink name=out");
  GPtrArray *scaled = test_play (SOURCE "harriscorners ! videoscale ! "
                                        "video/x-raw,width=40,height=30 ! "
                                        "appsink name=out");
  GstCornersMeta a = test_meta (plain->pdata[0]);
  GstCornersMeta b = test_meta (scaled->pdata[0]);

  fail_unless_equals_int (a.count, b.count);
  for (guint i = 0; i < a.count; i++) {
    GstCorner before = gst_corners_meta_get (&a, i);
    GstCorner after = gst_corners_meta_get (&b, i);

    fail_unless (after.x == (gfloat) ((before.x + 0.5) * 40 / 64 - 0.5));
    fail_unless (after.y == (gfloat) ((before.y + 0.5) * 30 / 48 - 0.5));
    fail_unless (after.response == before.response);
  }
  g_ptr_array_unref (plain);
  g_ptr_array_unref (scaled);
}
GST_END_TEST;

static GstBuffer *
frame_with_corners (void)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *frame = test_push (harness, test_gray_frame (1));

  test_harness_free (harness);
  return frame;
}

/* GStreamer 1.20 cannot compare GBytes. */
static GstStructure *
fields_but_corners (GstBuffer *buffer)
{
  GstStructure *fields = gst_structure_copy (test_structure (buffer));

  gst_structure_remove_field (fields, "corners");
  return fields;
}

GST_START_TEST (test_copies_share_the_bytes)
{
  GstBuffer *frame = frame_with_corners ();
  GstBuffer *copy = gst_buffer_copy (frame);
  GstBuffer *deep = gst_buffer_copy_deep (frame);
  GBytes *a = test_corners (frame), *b = test_corners (copy);
  GstStructure *fields = fields_but_corners (frame);
  GstStructure *deep_fields = fields_but_corners (deep);

  fail_unless (a == b, "a copy has bytes of its own");
  test_same_corners (b, test_corners (deep));
  fail_unless (gst_structure_n_fields (fields) > 0);
  fail_unless (gst_structure_is_equal (fields, deep_fields));
  gst_structure_free (fields);
  gst_structure_free (deep_fields);
  g_bytes_unref (a);
  gst_buffer_unref (deep);
  gst_buffer_unref (copy);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_copy_of_a_region)
{
  GstBuffer *frame = frame_with_corners ();
  GstBuffer *part = gst_buffer_copy_region (
      frame, GST_BUFFER_COPY_ALL, TEST_WIDTH, TEST_WIDTH);
  GstBuffer *all = gst_buffer_copy_region (frame, GST_BUFFER_COPY_ALL, 0, -1);

  fail_unless_equals_int (test_n_metas (part), 0);
  test_same_corners (test_corners (frame), test_corners (all));
  gst_buffer_unref (all);
  gst_buffer_unref (part);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_copies_of_broken_metas)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *frame = test_gray_frame (1), *copy;
  GstStructure *broken = test_add_foreign_meta (frame, 1, 1, 12);

  gst_structure_set (broken, "count", G_TYPE_UINT, 1000, NULL);
  gst_buffer_add_custom_meta (frame, GST_CORNERS_META_NAME);
  copy = gst_buffer_copy (frame);
  fail_unless_equals_int (test_n_metas (copy), 0);
  gst_buffer_unref (frame);
  frame = test_push (harness, copy);
  fail_unless (test_meta (frame).count > 0);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
survive_suite (void)
{
  Suite *suite = suite_create ("survive");
  TCase *tests = tcase_create ("survive");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_stock_elements);
  tcase_add_test (tests, test_tee_into_a_branch_that_writes);
  tcase_add_test (tests, test_videorate);
  tcase_add_test (tests, test_scale);
  tcase_add_test (tests, test_scale_to_another_display_aspect);
  tcase_add_test (tests, test_scale_keeps_tails_and_fields);
  tcase_add_test (tests, test_scale_of_every_corner);
  tcase_add_test (tests, test_copies_share_the_bytes);
  tcase_add_test (tests, test_copy_of_a_region);
  tcase_add_test (tests, test_copies_of_broken_metas);
  return suite;
}

TEST_MAIN (survive_suite)
