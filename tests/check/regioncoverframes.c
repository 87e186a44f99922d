/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The element regioncover: frames of all kinds, and when it passes none on.
 */
#include "covertesting.h"

/* Rows that lie apart; and, upside down, from the last one up. */
GST_START_TEST (test_strides)
{
  static const struct {
    gsize offset;
    gint stride;
  } ways[] = { { 50, 400 }, { 79 * 400 + 50, -400 } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    gsize offset[GST_VIDEO_MAX_PLANES] = { ways[i].offset };
    gint stride[GST_VIDEO_MAX_PLANES] = { ways[i].stride };
    GstBuffer *frame = gst_buffer_new_allocate (NULL, 80 * 400 + 50, NULL),
              *out;
    guint n_changed = 0;
    GstMapInfo map;

    gst_buffer_memset (frame, 0, 77, -1);
    gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
        GST_VIDEO_FORMAT_RGB, COVER_WIDTH, COVER_HEIGHT, 1, offset, stride);
    gst_buffer_add_video_region_of_interest_meta (frame, "x", 20, 30, 40, 25);
    out = cover_frame (COVER_FILL, frame);
    fail_unless (gst_buffer_map (out, &map, GST_MAP_READ));
    for (gsize k = 0; k < map.size; k++)
      n_changed += map.data[k] != 77;
    fail_unless_equals_int (n_changed, 3 * 40 * 25);
    fail_unless_equals_int (
        map.data[(gssize) offset[0] + 30 * stride[0] + 3 * 20 + 2], 255);
    gst_buffer_unmap (out, &map);
    gst_buffer_unref (out);
  }
}
GST_END_TEST;

/* No frame comes out, and an ERROR says why. Takes the frame. */
static void
check_refused (GstBuffer *frame)
{
  static const gchar *const words[] = { "cannot be covered", "not passed on",
    NULL };
  GstHarness *harness = cover_harness ("");

  fail_unless_equals_int (gst_harness_push (harness, frame), GST_FLOW_ERROR);
  fail_unless (gst_harness_try_pull (harness) == NULL);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_WRITE, words);
  test_harness_free (harness);
}

/* Memory that can only be read, and cannot be copied either. */
static GstBuffer *
locked_frame (void)
{
  static guint8 bytes[COVER_WIDTH * COVER_HEIGHT * 3];
  GstBuffer *frame = gst_buffer_new_wrapped_full (
      GST_MEMORY_FLAG_READONLY | GST_MEMORY_FLAG_NO_SHARE, bytes, sizeof bytes,
      0, sizeof bytes, NULL, NULL);
  return frame;
}

GST_START_TEST (test_refused)
{
  gsize offset[GST_VIDEO_MAX_PLANES] = { 1 };
  gint stride[GST_VIDEO_MAX_PLANES] = { COVER_WIDTH * 3 };
  GstBuffer *frame = cover_region_frame ("x", 20, 30, 40, 25);

  gst_buffer_resize (frame, 0, COVER_WIDTH * COVER_HEIGHT * 3 - 1);
  check_refused (frame);
  frame = cover_region_frame ("x", 20, 30, 40, 25);
  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_RGB, COVER_WIDTH, COVER_HEIGHT, 1, offset, stride);
  check_refused (frame);
  frame = cover_region_frame ("x", 20, 30, 40, 25);
  gst_buffer_add_video_meta (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_RGB, COVER_WIDTH - 1, COVER_HEIGHT);
  check_refused (frame);
}
GST_END_TEST;

static gpointer
cannot_copy (GstMemory *memory, gssize offset, gssize size)
{
  return NULL;
}

GST_START_TEST (test_read_only_memory)
{
  GstAllocator *allocator = gst_allocator_find (GST_ALLOCATOR_SYSMEM);
  GstMemoryCopyFunction copy = allocator->mem_copy;
  GstBuffer *frame = locked_frame ();

  gst_buffer_add_video_region_of_interest_meta (frame, "x", 20, 30, 40, 25);
  allocator->mem_copy = (GstMemoryCopyFunction) cannot_copy;
  check_refused (frame);
  allocator->mem_copy = copy;
  gst_object_unref (allocator);
}
GST_END_TEST;

/* Regions tell of the first picture of a buffer only. */
GST_START_TEST (test_several_pictures)
{
  static const gchar *const caps[] = {
    "interlace-mode=fields, field-order=top-field-first",
    "views=2, multiview-mode=separated",
  };
  static const gchar *const words[] = { "several views or fields", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (caps); i++) {
    GstHarness *harness = cover_harness ("");
    gchar *text = g_strdup_printf (
        "video/x-raw, format=NV12, width=64, height=48, %s", caps[i]);

    gst_harness_set_src_caps (harness, gst_caps_from_string (text));
    fail_unless (gst_harness_push (harness, test_frame ("NV12", 64, 48, 1))
                 != GST_FLOW_OK);
    fail_unless (gst_harness_try_pull (harness) == NULL);
    test_check_complaint (test_message (harness, GST_MESSAGE_ERROR),
        GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT, words);
    g_free (text);
    test_harness_free (harness);
  }
}
GST_END_TEST;

/* Chroma of both fields is covered: rows that are multiples of 4. */
GST_START_TEST (test_interlaced)
{
  GstHarness *harness = cover_harness (COVER_FILL "color=0xffffffff");
  GstBuffer *frame, *out;
  guint top = 0, n = 0;

  gst_harness_set_src_caps (harness,
      gst_caps_from_string ("video/x-raw, format=NV12, width=64, height=48, "
                            "framerate=25/1, interlace-mode=interleaved"));
  frame = test_frame ("NV12", 64, 48, TEST_FLAT);
  gst_buffer_memset (frame, 0, 50, -1);
  gst_buffer_add_video_region_of_interest_meta (frame, "x", 10, 14, 20, 8);
  out = test_push (harness, frame);
  for (guint y = 0; y < 48; y++) {
    guint8 luma;

    gst_buffer_extract (out, y * 64 + 12, &luma, 1);
    if (luma == 235 && n++ == 0)
      top = y;
  }
  fail_unless_equals_int (top, 12);
  fail_unless_equals_int (n, 12);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* A composition is for whoever draws it. */
GST_START_TEST (test_composition_stays)
{
  GstBuffer *frame = cover_region_frame ("x", 20, 30, 40, 25), *picture, *out;
  GstVideoOverlayRectangle *rectangle;
  GstVideoOverlayComposition *composition;

  picture = gst_buffer_new_wrapped (g_malloc0 (4 * 4 * 4), 64);
  gst_buffer_add_video_meta (picture, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, 4, 4);
  rectangle = gst_video_overlay_rectangle_new_raw (
      picture, 22, 32, 4, 4, GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);
  composition = gst_video_overlay_composition_new (rectangle);
  gst_buffer_add_video_overlay_composition_meta (frame, composition);
  out = cover_frame (COVER_FILL, frame);
  fail_unless (gst_buffer_get_video_overlay_composition_meta (out)->overlay
               == composition);
  gst_video_overlay_composition_unref (composition);
  gst_video_overlay_rectangle_unref (rectangle);
  gst_buffer_unref (picture);
  cover_check_blue (out, 1, cover_box);
}
GST_END_TEST;

/* The whole way, in every format. */
GST_START_TEST (test_every_format)
{
  const TestFormat *format = &test_formats[__i__];
  GstHarness *harness = test_harness_of ("regioncover mode=fill margin=0.2");
  GstBuffer *frame = test_frame (format->name, COVER_WIDTH, COVER_HEIGHT, 1),
            *out;
  guint16 *samples;
  GstVideoInfo info;

  gst_harness_set_src_caps (
      harness, test_caps (format->name, COVER_WIDTH, COVER_HEIGHT));
  gst_buffer_add_video_region_of_interest_meta (frame, "x", 20, 30, 40, 25);
  out = test_push (harness, frame);
  gst_video_info_set_format (&info, gst_video_format_from_string (format->name),
      COVER_WIDTH, COVER_HEIGHT);
  samples = test_read_samples (format, &info, out);
  for (guint y = 25; y < 60; y++)
    for (guint x = 12; x < 68; x++)
      if (samples[(y * COVER_WIDTH + x) * (format->rgb ? 3 : 1)]
          >> (format->depth - 8) > 16)
        fail ("%s: (%u, %u) is not black", format->name, x, y);
  g_free (samples);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
regioncoverframes_suite (void)
{
  Suite *suite = suite_create ("regioncoverframes");
  TCase *tests = tcase_create ("regioncoverframes");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_strides);
  tcase_add_test (tests, test_refused);
  tcase_add_test (tests, test_read_only_memory);
  tcase_add_test (tests, test_several_pictures);
  tcase_add_test (tests, test_interlaced);
  tcase_add_test (tests, test_composition_stays);
  tcase_add_loop_test (tests, test_every_format, 0, test_n_formats);
  return suite;
}

TEST_MAIN (regioncoverframes_suite)
