/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sizes and formats: what is taken, what is refused, and changes between them.
 */
#include "testing.h"

#include <gmodule.h>

#define LARGEST 16384

static guint
count_for (const gchar *format, guint width, guint height)
{
  GstHarness *harness = test_harness (format, width, height);
  GstBuffer *out = test_push (harness, test_frame (format, width, height, 1));
  GstCornersMeta meta = test_meta (out);

  fail_unless_equals_int (meta.width, width);
  fail_unless_equals_int (meta.height, height);
  test_no_complaint (harness);
  gst_buffer_unref (out);
  test_harness_free (harness);
  return meta.count;
}

GST_START_TEST (test_small_frames)
{
  static const guint sizes[][2] = { { 1, 1 }, { 1, 2 }, { 2, 1 }, { 3, 3 },
    { 1, 40 }, { 40, 1 } };
  const gchar *format = test_formats[__i__].name;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    count_for (format, sizes[i][0], sizes[i][1]);
  fail_unless_equals_int (count_for (format, 1, 1), 0);
}
GST_END_TEST;

GST_START_TEST (test_largest_frames)
{
  count_for ("GRAY8", LARGEST, 1);
  count_for ("GRAY8", 2, LARGEST);
  count_for ("YUY2", LARGEST, 3);
}
GST_END_TEST;

/* The caps come again with every try, and so may the ERROR. */
static void
check_too_large (GstHarness *harness)
{
  static const gchar *const words[] = { "16384", "too large", "16385", NULL };
  GstMessage *message = test_message (harness, GST_MESSAGE_ERROR);

  fail_unless (message != NULL);
  test_count_messages (harness, GST_MESSAGE_ERROR);
  test_check_complaint (
      message, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT, words);
}

GST_START_TEST (test_too_large)
{
  static const guint sizes[][2] = { { LARGEST + 1, 1 }, { 1, LARGEST + 1 },
    { LARGEST + 1, LARGEST + 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    GstHarness *harness = test_gray_harness ();

    gst_harness_set_src_caps (
        harness, test_caps ("GRAY8", sizes[i][0], sizes[i][1]));
    fail_unless_equals_int (
        gst_harness_push (harness, gst_buffer_new_allocate (NULL, 64, NULL)),
        GST_FLOW_NOT_NEGOTIATED);
    check_too_large (harness);
    test_harness_free (harness);
  }
}
GST_END_TEST;

static const struct {
  const gchar *format;
  guint width, height;
} stream[] = {
  { "GRAY8", 64, 48 },
  { "RGB", 33, 47 },
  { "NV12", 80, 60 },
  { "YUY2", 31, 31 },
  { "BGRx", 80, 60 },
  { "GRAY8", 1, 1 },
  { "I420", 65, 49 },
  { "GRAY8", 64, 48 },
};

static GBytes *
corners_at_once (guint i)
{
  GstHarness *harness =
      test_harness (stream[i].format, stream[i].width, stream[i].height);
  GBytes *corners = test_corners_of (harness,
      test_frame (stream[i].format, stream[i].width, stream[i].height, 1));

  test_harness_free (harness);
  return corners;
}

GST_START_TEST (test_other_caps_in_mid_stream)
{
  GstHarness *harness = test_gray_harness ();

  for (guint i = 0; i < G_N_ELEMENTS (stream); i++) {
    const gchar *format = stream[i].format;
    guint width = stream[i].width, height = stream[i].height;
    GBytes *expected = corners_at_once (i), *found;

    gst_harness_set_src_caps (harness, test_caps (format, width, height));
    found = test_corners_of (harness, test_frame (format, width, height, 1));
    fail_unless (
        g_bytes_equal (expected, found), "%s %u x %u", format, width, height);
    g_bytes_unref (expected);
    g_bytes_unref (found);
  }
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_caps_pass_unchanged)
{
  GstHarness *harness = test_gray_harness ();
  GstCaps *in = gst_caps_from_string (
      "video/x-raw, format=I420, width=64, height=48, framerate=30000/1001, "
      "pixel-aspect-ratio=12/11, interlace-mode=interleaved, "
      "field-order=top-field-first, colorimetry=bt709, chroma-site=mpeg2, "
      "novelty=7");
  GstCaps *out;

  gst_harness_set_src_caps (harness, gst_caps_ref (in));
  g_bytes_unref (test_corners_of (harness, test_frame ("I420", 64, 48, 1)));
  out = gst_pad_get_current_caps (harness->sinkpad);
  fail_unless (gst_caps_is_equal (in, out));
  gst_caps_unref (in);
  gst_caps_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

#define SIZE "width=64, height=48, framerate=25/1"

static const gchar *const refused[] = {
  "video/x-raw, format=RGB16, " SIZE,
  "video/x-raw, format=BGR15, " SIZE,
  "video/x-raw, format=RGB8P, " SIZE,
  "video/x-raw, format=NV12_4L4, " SIZE,
  "video/x-raw, format=NV12_10BE_8L128, " SIZE,
  "video/x-raw(memory:CUDAMemory), format=NV12, " SIZE,
  "video/x-raw(memory:DMABuf), format=NV12, " SIZE,
  "video/x-raw(format:Interlaced), format=NV12, "
  "interlace-mode=alternate, " SIZE,
  "video/x-bayer, format=bggr, " SIZE,
  "image/jpeg, " SIZE,
};

GST_START_TEST (test_refused)
{
  GstHarness *harness = test_gray_harness ();
  GstCaps *caps = gst_caps_from_string (refused[__i__]);
  GstQuery *query = gst_query_new_accept_caps (caps);
  gboolean accepted = TRUE;

  fail_unless (gst_pad_peer_query (harness->srcpad, query));
  gst_query_parse_accept_caps_result (query, &accepted);
  fail_if (accepted, "%s", refused[__i__]);
  gst_query_unref (query);
  gst_harness_set_src_caps (harness, caps);
  fail_unless_equals_int (
      gst_harness_push (harness, test_gray_frame (1)), GST_FLOW_NOT_NEGOTIATED);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_alternate_without_its_feature)
{
  GstHarness *harness = test_gray_harness ();

  gst_harness_set_src_caps (harness,
      gst_caps_from_string (
          "video/x-raw, format=NV12, interlace-mode=alternate, " SIZE));
  fail_unless_equals_int (
      gst_harness_push (harness, test_gray_frame (1)), GST_FLOW_NOT_NEGOTIATED);
  test_harness_free (harness);
}
GST_END_TEST;

static const gsize short_sizes[] = { 0, 1, 64, 64 * 47, 64 * 48 - 1 };

GST_START_TEST (test_buffer_too_small)
{
  static const gchar *const words[] = { "64 x 48", "GRAY8", "takes 3072",
    NULL };
  gsize size = short_sizes[__i__];
  GstHarness *harness = test_gray_harness ();
  GstBuffer *frame =
      size ? gst_buffer_new_allocate (NULL, size, NULL) : gst_buffer_new ();

  fail_unless_equals_int (gst_harness_push (harness, frame), GST_FLOW_ERROR);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_READ, words);
  test_harness_free (harness);
}
GST_END_TEST;

/* Where a broken video meta says that rows begin; all of them reach beyond the
 * 64 x 48 bytes that there are. */
static const struct {
  gsize offset;
  gint stride;
} beyond[] = { { 100000, 64 }, { 0, 1 << 20 }, { 0, 65 }, { 1, 64 }, { 0, -64 },
  { 47 * 64 - 1, -64 } };

GST_START_TEST (test_video_meta_beyond_the_buffer)
{
  static const gchar *const words[] = { "64 x 48", "GRAY8", NULL };
  gsize offset[GST_VIDEO_MAX_PLANES] = { beyond[__i__].offset };
  gint stride[GST_VIDEO_MAX_PLANES] = { beyond[__i__].stride };
  GstHarness *harness = test_gray_harness ();
  GstBuffer *frame = test_gray_frame (1);

  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_GRAY8, 64, 48, 1, offset, stride);
  fail_unless_equals_int (gst_harness_push (harness, frame), GST_FLOW_ERROR);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_READ, words);
  test_harness_free (harness);
}
GST_END_TEST;

/* A video meta that tells of fewer pixels than the caps, or of another format. */
static const struct {
  GstVideoFormat format;
  guint width, height;
} others[] = { { GST_VIDEO_FORMAT_GRAY8, 63, 48 },
  { GST_VIDEO_FORMAT_GRAY8, 64, 47 }, { GST_VIDEO_FORMAT_NV12, 64, 48 } };

GST_START_TEST (test_video_meta_of_another_frame)
{
  static const gchar *const words[] = { "64 x 48", "GRAY8", NULL };
  GstHarness *harness = test_gray_harness ();
  GstBuffer *frame = gst_buffer_new_allocate (NULL, 64 * 72, NULL);

  gst_buffer_memset (frame, 0, 16, 64 * 72);
  gst_buffer_add_video_meta (frame, GST_VIDEO_FRAME_FLAG_NONE,
      others[__i__].format, others[__i__].width, others[__i__].height);
  fail_unless_equals_int (gst_harness_push (harness, frame), GST_FLOW_ERROR);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_READ, words);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_segment_in_bytes)
{
  GstHarness *harness = test_gray_harness ();
  GstSegment segment;

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "updates", "every-frame");
  gst_segment_init (&segment, GST_FORMAT_BYTES);
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  fail_unless_equals_int (
      test_count_messages (harness, GST_MESSAGE_ELEMENT), 1);
  test_harness_free (harness);
}
GST_END_TEST;

/* A source that can do everything does not choose 16 bits. */
GST_START_TEST (test_eight_bits_come_first)
{
  GstElement *pipeline = gst_parse_launch (
      "videotestsrc num-buffers=1 ! harriscorners name=found ! fakesink", NULL);
  GstElement *found = gst_bin_get_by_name (GST_BIN (pipeline), "found");
  GstPad *pad = gst_element_get_static_pad (found, "sink");
  GstVideoInfo info;
  GstCaps *caps;

  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  fail_unless_equals_int (
      gst_element_get_state (pipeline, NULL, NULL, GST_CLOCK_TIME_NONE),
      GST_STATE_CHANGE_SUCCESS);
  caps = gst_pad_get_current_caps (pad);
  fail_unless (gst_video_info_from_caps (&info, caps));
  fail_unless_equals_int (GST_VIDEO_INFO_COMP_DEPTH (&info, 0), 8);
  gst_caps_unref (caps);
  gst_object_unref (pad);
  gst_object_unref (found);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}
GST_END_TEST;

/* The last row of the last plane is not there. */
GST_START_TEST (test_last_row_missing)
{
  const gchar *name = test_formats[__i__].name;
  const gchar *words[] = { "64 x 48", name, NULL };
  GstHarness *harness = test_harness (name, 64, 48);
  GstBuffer *frame = test_frame (name, 64, 48, 1);
  GstVideoInfo info;

  gst_video_info_set_format (
      &info, gst_video_format_from_string (name), 64, 48);
  gst_buffer_resize (
      frame, 0, info.size - (gsize) info.stride[info.finfo->n_planes - 1]);
  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      info.finfo->format, 64, 48, info.finfo->n_planes, info.offset,
      info.stride);
  fail_unless_equals_int (gst_harness_push (harness, frame), GST_FLOW_ERROR);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_READ, words);
  test_harness_free (harness);
}
GST_END_TEST;

static gboolean
has_driver (void)
{
  GModule *driver = g_module_open ("libcuda.so.1", G_MODULE_BIND_LAZY);

  if (driver)
    g_module_close (driver);
  return driver != NULL;
}

static gboolean
offers_gpu_frames (GstElement *element, const gchar *name)
{
  GstPad *pad = gst_element_get_static_pad (element, name);
  GstCaps *wanted =
      gst_caps_from_string ("video/x-raw(memory:CUDAMemory),format=NV12");
  GstCaps *all = gst_pad_query_caps (pad, NULL);
  GstCaps *some = gst_pad_query_caps (pad, wanted);
  gboolean offers =
      gst_caps_can_intersect (all, wanted) || !gst_caps_is_empty (some);

  gst_caps_unref (wanted);
  gst_caps_unref (all);
  gst_caps_unref (some);
  gst_object_unref (pad);
  return offers;
}

static void
check_offers_none (GstElement *element)
{
  static const GstState states[] = { GST_STATE_NULL, GST_STATE_READY,
    GST_STATE_PAUSED, GST_STATE_NULL };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
    gst_element_set_state (element, states[i]);
    fail_if (offers_gpu_frames (element, "sink"), "state %d", states[i]);
    fail_if (offers_gpu_frames (element, "src"), "state %d", states[i]);
  }
  gst_object_unref (element);
}

/* The template has them wherever the plugin is built, as the registry keeps it
 * for machines of all kinds. */
GST_START_TEST (test_frames_in_a_gpu_want_the_gpu)
{
  GstElement *element = gst_element_factory_make ("harriscorners", NULL);

  gst_util_set_object_arg (G_OBJECT (element), "backend", "cpu");
  check_offers_none (element);
  if (has_driver ())
    return;
  check_offers_none (gst_element_factory_make ("harriscorners", NULL));
  check_offers_none (gst_element_factory_make ("featureoverlay", NULL));
  check_offers_none (gst_element_factory_make ("regioncover", NULL));
}
GST_END_TEST;

/* A video meta may name a frame that no memory holds, in a format whose rows
 * GStreamer alone can measure. */
GST_START_TEST (test_video_meta_of_a_vast_frame)
{
  static const gchar *const words[] = { "v210", NULL };
  GstHarness *harness = test_harness ("v210", 48, 8);
  GstBuffer *frame = gst_buffer_new_allocate (NULL, 2000, NULL);
  gsize offset[GST_VIDEO_MAX_PLANES] = { 0 };
  gint stride[GST_VIDEO_MAX_PLANES] = { 128 };

  gst_buffer_memset (frame, 0, 16, 2000);
  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_v210, 357913936, 8, 1, offset, stride);
  fail_unless_equals_int (gst_harness_push (harness, frame), GST_FLOW_ERROR);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_READ, words);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
caps_suite (void)
{
  Suite *suite = suite_create ("caps");
  TCase *tests = tcase_create ("caps");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_small_frames, 0, test_n_formats);
  tcase_add_loop_test (tests, test_last_row_missing, 0, test_n_formats);
  tcase_add_test (tests, test_largest_frames);
  tcase_add_test (tests, test_eight_bits_come_first);
  tcase_add_test (tests, test_frames_in_a_gpu_want_the_gpu);
  tcase_add_test (tests, test_too_large);
  tcase_add_test (tests, test_video_meta_of_a_vast_frame);
  tcase_add_test (tests, test_other_caps_in_mid_stream);
  tcase_add_test (tests, test_caps_pass_unchanged);
  tcase_add_loop_test (tests, test_refused, 0, G_N_ELEMENTS (refused));
  tcase_add_test (tests, test_alternate_without_its_feature);
  tcase_add_loop_test (
      tests, test_buffer_too_small, 0, G_N_ELEMENTS (short_sizes));
  tcase_add_loop_test (
      tests, test_video_meta_beyond_the_buffer, 0, G_N_ELEMENTS (beyond));
  tcase_add_loop_test (
      tests, test_video_meta_of_another_frame, 0, G_N_ELEMENTS (others));
  tcase_add_test (tests, test_segment_in_bytes);
  return suite;
}

TEST_MAIN (caps_suite)
