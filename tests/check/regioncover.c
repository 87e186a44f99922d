/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The element regioncover: what of a buffer's metas it covers.
 */
#include "covertesting.h"

#include "analytics.h"
#include "propertytesting.h"

#include <math.h>

GST_START_TEST (test_nothing_to_cover)
{
  GstBuffer *frame = cover_plain_frame ();
  GstBuffer *out = cover_frame ("", gst_buffer_ref (frame));

  fail_unless (
      gst_buffer_peek_memory (out, 0) == gst_buffer_peek_memory (frame, 0));
  cover_check_blue (out, 0, NULL);
  gst_buffer_unref (frame);
}
GST_END_TEST;

/* What lies beyond the frame, or is of another type, leaves it alone, too. */
GST_START_TEST (test_nothing_in_the_frame)
{
  GstBuffer *frame = cover_region_frame ("face", 500, 10, 20, 20);
  GstBuffer *out;

  gst_buffer_add_video_region_of_interest_meta (frame, "hat", 5, 5, 9, 9);
  out = cover_frame ("region-types=face", gst_buffer_ref (frame));
  fail_unless (
      gst_buffer_peek_memory (out, 0) == gst_buffer_peek_memory (frame, 0));
  gst_buffer_unref (frame);
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_shared_memory_stays)
{
  GstBuffer *frame = cover_region_frame ("face", 20, 30, 40, 25);
  GstBuffer *out = cover_frame (COVER_FILL, gst_buffer_ref (frame));

  cover_check_blue (frame, 0, NULL);
  fail_unless_equals_int (test_n_regions (out, "face"), 1);
  cover_check_blue (out, 1, cover_box);
}
GST_END_TEST;

GST_START_TEST (test_our_objects)
{
  GstBuffer *frame = cover_plain_frame (), *out;
  const VfFoundObject objects[] = { test_face (20, 30, 40, 25, 1) };
  GstVideoInfo info;

  cover_check_blue (cover_frame (COVER_FILL, cover_face_frame (20, 30, 40, 25)),
      1, cover_box);
  gst_video_info_set_format (
      &info, GST_VIDEO_FORMAT_RGB, COVER_WIDTH, COVER_HEIGHT);
  test_add_objects (frame, &info, objects, 1);
  out = cover_frame (COVER_FILL, frame);
  fail_unless_equals_int (test_n_objects_metas (out), 1);
  cover_check_blue (out, 1, cover_box);
}
GST_END_TEST;

/* Held objects are covered as any are: test_eye() is one. */
GST_START_TEST (test_held_objects)
{
  static const guint eye[][4] = { { 20, 14, 6, 6 } };
  VfFoundObject object = test_eye (1, -1);
  GstBuffer *frame = cover_plain_frame ();
  GstVideoInfo info;

  fail_unless (object.flags & GST_DETECTED_OBJECT_HELD);
  gst_video_info_set_format (
      &info, GST_VIDEO_FORMAT_RGB, COVER_WIDTH, COVER_HEIGHT);
  test_add_objects (frame, &info, &object, 1);
  cover_check_blue (cover_frame (COVER_FILL, frame), 1, eye);
}
GST_END_TEST;

GST_START_TEST (test_regions)
{
  static const guint both[][4] = { { 20, 30, 40, 25 }, { 3, 5, 7, 9 } };
  GstBuffer *frame = cover_region_frame ("face", 20, 30, 40, 25);

  gst_buffer_add_video_region_of_interest_meta (frame, "hat", 3, 5, 7, 9);
  cover_check_blue (cover_frame (COVER_FILL, frame), 2, both);
}
GST_END_TEST;

GST_START_TEST (test_analytics)
{
  const VfAnalyticsObject face = { .type = g_quark_from_string ("face"),
    .x = 20,
    .y = 30,
    .width = 40,
    .height = 25,
    .confidence = 0.5f };
  GstBuffer *frame = cover_plain_frame ();

  if (vf_analytics_available ()) {
    vf_analytics_add (frame, &face, 1);
    cover_check_blue (cover_frame (COVER_FILL, frame), 1, cover_box);
  } else {
    gst_buffer_unref (frame);
  }
}
GST_END_TEST;

GST_START_TEST (test_types)
{
  static const struct {
    const gchar *types;
    gboolean covered;
  } cases[] = {
    { COVER_FILL "region-types=face", TRUE },
    { COVER_FILL "region-types=eye", FALSE },
    { COVER_FILL "region-types=\"eye, face\"", TRUE },
    { COVER_FILL "region-types=\"\"", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    cover_check_blue (cover_frame (cases[i].types,
                          cover_region_frame ("face", 20, 30, 40, 25)),
        cases[i].covered, cover_box);
    cover_check_blue (
        cover_frame (cases[i].types, cover_face_frame (20, 30, 40, 25)),
        cases[i].covered, cover_box);
  }
}
GST_END_TEST;

GST_START_TEST (test_margin)
{
  static const guint wide[][4] = { { 16, 27, 48, 31 } };

  cover_check_blue (cover_frame (COVER_FILL "margin=0.1",
                        cover_region_frame ("x", 20, 30, 40, 25)),
      1, wide);
}
GST_END_TEST;

/* Covered at its place in the frame, and beyond the crop as well. */
GST_START_TEST (test_crop)
{
  static const guint beyond[][4] = { { 60, 40, 30, 25 } };
  GstBuffer *frame = cover_face_frame (10, 10, 40, 25), *out;
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);

  crop->x = 10;
  crop->y = 20;
  crop->width = 60;
  crop->height = 50;
  cover_check_blue (
      cover_frame (COVER_FILL, gst_buffer_copy (frame)), 1, cover_box);
  gst_buffer_unref (frame);
  frame = cover_face_frame (50, 20, 30, 25);
  crop = gst_buffer_add_video_crop_meta (frame);
  crop->x = 10;
  crop->y = 20;
  crop->width = 60;
  crop->height = 50;
  out = cover_frame (COVER_FILL, frame);
  cover_check_blue (out, 1, beyond);
}
GST_END_TEST;

GST_START_TEST (test_shapes_and_modes)
{
  static const gchar *const settings[] = { "mode=pixelate", "mode=blur",
    "shape=ellipse mode=pixelate", "shape=ellipse mode=blur",
    "shape=ellipse mode=fill" };
  GstBuffer *before = cover_plain_frame ();

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    gchar *line = g_strconcat (settings[i], " margin=0", NULL);
    GstBuffer *out =
        cover_frame (line, cover_region_frame ("x", 20, 30, 40, 25));
    gboolean ellipse = g_str_has_prefix (settings[i], "shape");

    fail_unless (cover_pixel (out, 40, 42) != cover_pixel (before, 40, 42));
    fail_unless (
        (cover_pixel (out, 20, 30) == cover_pixel (before, 20, 30)) == ellipse);
    fail_unless (cover_pixel (out, 19, 42) == cover_pixel (before, 19, 42));
    gst_buffer_unref (out);
    g_free (line);
  }
  gst_buffer_unref (before);
}
GST_END_TEST;

GST_START_TEST (test_odd_objects)
{
  static const gdouble odd[][4] = { { 0, 0, 0, 0 }, { 10, 10, 0, 5 },
    { NAN, 5, 9, 9 }, { 5, 5, NAN, 9 }, { 5, 5, -9, 9 }, { 500, 10, 20, 20 },
    { INFINITY, 0, 5, 5 } };
  static const guint all[][4] = { { 0, 0, COVER_WIDTH, COVER_HEIGHT } };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    cover_check_blue (
        cover_frame (COVER_FILL,
            cover_face_frame (odd[i][0], odd[i][1], odd[i][2], odd[i][3])),
        0, NULL);
  cover_check_blue (
      cover_frame (COVER_FILL, cover_face_frame (-1e30, -1e30, 2e30, 2e30)), 1,
      all);
  cover_check_blue (cover_frame (COVER_FILL,
                        cover_face_frame (-1e9, -1e9, INFINITY, INFINITY)),
      1, all);
  cover_check_blue (cover_frame (COVER_FILL,
                        cover_region_frame ("x", 0, 0, G_MAXUINT, G_MAXUINT)),
      1, all);
  for (guint i = 0; i < 3; i++) {
    gchar *line = g_strdup_printf ("mode=%u shape=ellipse margin=2", i);

    gst_buffer_unref (cover_frame (line, cover_face_frame (-20, -20, 40, 40)));
    gst_buffer_unref (
        cover_frame (line, cover_face_frame (95, 79, 0.25, 0.25)));
    gst_buffer_unref (cover_frame (line, cover_face_frame (-1e30, 5, 2e30, 9)));
    g_free (line);
  }
}
GST_END_TEST;

/* How many WARNINGs come with the end of a stream of this frame. Takes it. */
static guint
warnings_at_end (GstHarness *harness, GstBuffer *frame)
{
  static const gchar *const words[] = { "Nothing was covered", "haardetect",
    NULL };
  GstMessage *message;

  gst_buffer_unref (test_push (harness, frame));
  test_no_complaint (harness);
  gst_harness_push_event (harness, gst_event_new_eos ());
  message = test_message (harness, GST_MESSAGE_WARNING);
  if (message)
    test_check_complaint (
        message, GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED, words);
  test_no_complaint (harness);
  return message ? 1 : 0;
}

/* A face that was looked for and not found is another thing than a detector that
 * is missing. */
GST_START_TEST (test_not_searched)
{
  GstHarness *harness = cover_harness ("");
  GstVideoInfo info;
  GstBuffer *searched = cover_plain_frame ();

  gst_video_info_set_format (
      &info, GST_VIDEO_FORMAT_RGB, COVER_WIDTH, COVER_HEIGHT);
  fail_unless_equals_int (warnings_at_end (harness, cover_plain_frame ()), 1);
  test_harness_free (harness);

  harness = cover_harness ("");
  test_add_objects (searched, &info, NULL, 0);
  fail_unless_equals_int (warnings_at_end (harness, searched), 0);
  test_harness_free (harness);

  harness = cover_harness ("region-types=other");
  fail_unless_equals_int (
      warnings_at_end (harness, cover_region_frame ("x", 20, 30, 40, 25)), 0);
  test_harness_free (harness);

  /* One frame is enough; and without a frame there is nothing to say. */
  harness = cover_harness ("");
  gst_buffer_unref (test_push (harness, cover_face_frame (20, 30, 40, 25)));
  fail_unless_equals_int (warnings_at_end (harness, cover_plain_frame ()), 0);
  test_harness_free (harness);
  harness = cover_harness ("");
  gst_harness_push_event (harness, gst_event_new_eos ());
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* From NULL to PLAYING and back, again and again, with other frames each time.
 */
GST_START_TEST (test_states)
{
  GstElement *pipeline = gst_parse_launch (
      "videotestsrc name=s num-buffers=3 ! capsfilter name=c ! regioncover ! "
      "appsink name=out sync=false",
      NULL);
  GstElement *filter = gst_bin_get_by_name (GST_BIN (pipeline), "c");

  for (guint i = 0; i < 4; i++) {
    GstCaps *caps = test_caps (i % 2 ? "NV12" : "RGB", 64 + i, 48);
    GPtrArray *arrived;

    g_object_set (filter, "caps", caps, NULL);
    gst_caps_unref (caps);
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
    arrived = test_pull_all (pipeline, "out");
    fail_unless_equals_int (arrived->len, 3);
    g_ptr_array_unref (arrived);
    gst_element_set_state (pipeline, GST_STATE_NULL);
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (filter);
  gst_object_unref (pipeline);
}
GST_END_TEST;

static const TestProperty properties[] = {
  { "mode", "GstRegionCoverMode", "pixelate", "fill", 0, 0, FALSE },
  { "shape", "GstRegionCoverShape", "box", "ellipse", 0, 0, FALSE },
  { "strength", "gdouble", "0.15", "0.5", 0.02, 1, TRUE },
  { "margin", "gdouble", "0.15", "0.5", 0, 2, TRUE },
  { "color", "guint", "4278190080", "255", 0, G_MAXUINT32, TRUE },
  { "region-types", "gchararray", "", "face,eye", 0, 0, FALSE },
};

GST_START_TEST (test_properties)
{
  static const TestProperties table = { "regioncover", properties,
    G_N_ELEMENTS (properties) };

  test_properties_check (&table);
}
GST_END_TEST;

/* A property that changes while playing counts from the next frame on. */
GST_START_TEST (test_changes)
{
  GstHarness *harness = cover_harness ("mode=fill margin=0");
  GstBuffer *out =
      test_push (harness, cover_region_frame ("x", 20, 30, 40, 25));

  fail_unless (cover_pixel (out, 30, 40) == 0);
  gst_buffer_unref (out);
  g_object_set (harness->element, "color", 0xff0000ffu, NULL);
  cover_check_blue (
      test_push (harness, cover_region_frame ("x", 20, 30, 40, 25)), 1,
      cover_box);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
regioncover_suite (void)
{
  Suite *suite = suite_create ("regioncover");
  TCase *tests = tcase_create ("regioncover");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_nothing_to_cover);
  tcase_add_test (tests, test_nothing_in_the_frame);
  tcase_add_test (tests, test_shared_memory_stays);
  tcase_add_test (tests, test_our_objects);
  tcase_add_test (tests, test_held_objects);
  tcase_add_test (tests, test_regions);
  tcase_add_test (tests, test_analytics);
  tcase_add_test (tests, test_types);
  tcase_add_test (tests, test_margin);
  tcase_add_test (tests, test_crop);
  tcase_add_test (tests, test_shapes_and_modes);
  tcase_add_test (tests, test_odd_objects);
  tcase_add_test (tests, test_not_searched);
  tcase_add_test (tests, test_states);
  tcase_add_test (tests, test_properties);
  tcase_add_test (tests, test_changes);
  return suite;
}

TEST_MAIN (regioncover_suite)
