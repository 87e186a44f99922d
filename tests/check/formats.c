/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Every format, and every way to lay it out, gives the same corners.
 */
#include "testing.h"

#include "harris.h"

#define WIDTH  61
#define HEIGHT 47
#define SEED   5

/* The corners of the same picture in the plainest format. */
static GBytes *
plain_corners (gboolean rgb, guint width, guint height)
{
  const gchar *format = rgb ? "RGB" : "GRAY8";
  GstHarness *harness = test_harness (format, width, height);
  GBytes *corners =
      test_corners_of (harness, test_frame (format, width, height, SEED));

  test_harness_free (harness);
  return corners;
}

static GBytes *
corners_with_channels (
    const gchar *format, GstBuffer *frame, const gchar *channels)
{
  GstHarness *harness = test_harness (format, WIDTH, HEIGHT);
  GBytes *corners;

  gst_util_set_object_arg (G_OBJECT (harness->element), "channels", channels);
  corners = test_corners_of (harness, frame);
  test_harness_free (harness);
  return corners;
}

/* The formats of the last two structures, with and without overlays, are ours.
 * Where there is one before them, it is that of frames in a GPU's memory, whose
 * formats are some of ours. */
static void
check_template (GstHarness *harness, const gchar *name)
{
  GstPad *pad = gst_element_get_static_pad (harness->element, name);
  GstCaps *caps = gst_pad_get_pad_template_caps (pad);

  guint there = gst_caps_get_size (caps) - 2;

  fail_unless (there <= 1);
  fail_unless_equals_int (
      gst_caps_features_contains (
          gst_caps_get_features (caps, 0), "memory:CUDAMemory"),
      there == 1);
  for (guint s = there; s < there + 2; s++) {
    const GValue *formats =
        gst_structure_get_value (gst_caps_get_structure (caps, s), "format");

    fail_unless_equals_int (gst_value_list_get_size (formats), test_n_formats);
    for (guint i = 0; i < test_n_formats; i++)
      fail_unless_equals_string (
          g_value_get_string (gst_value_list_get_value (formats, i)),
          test_formats[i].name);
  }
  gst_caps_unref (caps);
  gst_object_unref (pad);
}

GST_START_TEST (test_templates)
{
  GstHarness *harness = test_gray_harness ();

  check_template (harness, "sink");
  check_template (harness, "src");
  test_harness_free (harness);
}
GST_END_TEST;

/* 8 bits a sample, no tiles, no palette: the element should take these. */
static gboolean
is_candidate (const GstVideoFormatInfo *info)
{
  gboolean colors = GST_VIDEO_FORMAT_INFO_IS_GRAY (info)
                    || GST_VIDEO_FORMAT_INFO_IS_YUV (info)
                    || GST_VIDEO_FORMAT_INFO_IS_RGB (info);

  return colors && !GST_VIDEO_FORMAT_INFO_IS_TILED (info)
         && !GST_VIDEO_FORMAT_INFO_HAS_PALETTE (info)
         && GST_VIDEO_FORMAT_INFO_DEPTH (info, 0) == 8;
}

static gboolean
is_listed (const gchar *name)
{
  for (guint i = 0; i < test_n_formats; i++)
    if (g_str_equal (test_formats[i].name, name))
      return TRUE;
  return FALSE;
}

/* Fails when a new GStreamer has a format that the element could take. */
GST_START_TEST (test_no_format_is_forgotten)
{
  guint n;
  const GstVideoFormat *formats = gst_video_formats_raw (&n);

  for (guint i = 0; i < n; i++) {
    const GstVideoFormatInfo *info = gst_video_format_get_info (formats[i]);

    fail_unless (
        is_candidate (info) == is_listed (info->name), "%s", info->name);
  }
}
GST_END_TEST;

/* The detector itself, on samples that lie side by side. */
static GBytes *
core_corners (gboolean rgb)
{
  const TestFormat *format = test_format (rgb ? "RGB" : "GRAY8");
  const gsize offset[] = { 0 };
  const gint stride = (gint) format->step * WIDTH;
  guint8 *samples = g_malloc ((gsize) stride * HEIGHT);
  HarrisDetector *detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  VfImage image = { .width = WIDTH,
    .height = HEIGHT,
    .channels = rgb ? 3 : 1,
    .depth = 8,
    .word = 1 };
  const HarrisResult *result;
  HarrisParams params;
  GBytes *corners;

  test_fill_samples (samples, offset, &stride, format, WIDTH, HEIGHT, SEED);
  for (guint c = 0; c < image.channels; c++) {
    image.data[c] = samples + c;
    image.stride[c] = stride;
    image.step[c] = format->step;
  }
  harris_params_init (&params);
  result = harris_detect (detector, &params, &image, NULL, NULL);
  corners = g_bytes_new (
      result->corners, result->n_corners * sizeof *result->corners);
  harris_free (detector);
  g_free (samples);
  return corners;
}

GST_START_TEST (test_plain_formats_are_what_the_detector_says)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  test_same_corners (
      core_corners (FALSE), plain_corners (FALSE, WIDTH, HEIGHT));
  test_same_corners (core_corners (TRUE), plain_corners (TRUE, WIDTH, HEIGHT));
#endif
}
GST_END_TEST;

GST_START_TEST (test_format_and_size)
{
  static const guint sizes[][2] = { { 64, 48 }, { 61, 47 }, { 33, 64 },
    { 50, 23 } };
  const TestFormat *format = &test_formats[__i__];

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    guint width = sizes[i][0], height = sizes[i][1];
    GstHarness *harness = test_harness (format->name, width, height);
    GstBuffer *frame = test_frame (format->name, width, height, SEED);

    test_same_corners (plain_corners (format->rgb, width, height),
        test_corners_of (harness, frame));
    test_harness_free (harness);
  }
}
GST_END_TEST;

/* Planes with wide gaps around them, of strides that no default would have. */
static GstBuffer *
padded_frame (const gchar *name)
{
  gsize offset[GST_VIDEO_MAX_PLANES] = { 0 }, size = 84;
  gint stride[GST_VIDEO_MAX_PLANES] = { 0 };
  GstVideoInfo info;
  GstBuffer *frame;
  GstMapInfo map;

  gst_video_info_set_format (
      &info, gst_video_format_from_string (name), WIDTH, HEIGHT);
  for (guint plane = 0; plane < info.finfo->n_planes; plane++) {
    stride[plane] = info.stride[plane] + 20 + 4 * plane;
    offset[plane] = size;
    size += stride[plane] * HEIGHT + 52;
  }
  frame = gst_buffer_new_allocate (NULL, size, NULL);
  gst_buffer_map (frame, &map, GST_MAP_WRITE);
  test_fill_noise (map.data, map.size);
  test_fill_samples (
      map.data, offset, stride, test_format (name), WIDTH, HEIGHT, SEED);
  gst_buffer_unmap (frame, &map);
  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      info.finfo->format, WIDTH, HEIGHT, info.finfo->n_planes, offset, stride);
  return frame;
}

GST_START_TEST (test_padded_planes)
{
  const TestFormat *format = &test_formats[__i__];
  GstHarness *harness = test_harness (format->name, WIDTH, HEIGHT);

  test_same_corners (plain_corners (format->rgb, WIDTH, HEIGHT),
      test_corners_of (harness, padded_frame (format->name)));
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_larger_buffer)
{
  const TestFormat *format = &test_formats[__i__];
  GstHarness *harness = test_harness (format->name, WIDTH, HEIGHT);
  GstBuffer *frame = test_frame (format->name, WIDTH, HEIGHT, SEED);

  gst_buffer_append_memory (frame, gst_allocator_alloc (NULL, 4711, NULL));
  test_same_corners (plain_corners (format->rgb, WIDTH, HEIGHT),
      test_corners_of (harness, frame));
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_memory_of_each_plane)
{
  GstHarness *harness = test_harness ("NV12", WIDTH, HEIGHT);
  GstBuffer *frame = test_frame ("NV12", WIDTH, HEIGHT, SEED);
  GstVideoInfo info;
  GstBuffer *split;

  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_NV12, WIDTH, HEIGHT);
  split = gst_buffer_copy_region (
      frame, GST_BUFFER_COPY_MEMORY | GST_BUFFER_COPY_DEEP, 0, info.offset[1]);
  split = gst_buffer_append (split,
      gst_buffer_copy_region (frame,
          GST_BUFFER_COPY_MEMORY | GST_BUFFER_COPY_DEEP, info.offset[1], -1));
  gst_buffer_add_video_meta_full (split, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_NV12, WIDTH, HEIGHT, 2, info.offset, info.stride);
  fail_unless_equals_int (gst_buffer_n_memory (split), 2);
  gst_buffer_unref (frame);
  test_same_corners (
      plain_corners (FALSE, WIDTH, HEIGHT), test_corners_of (harness, split));
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_interlaced)
{
  static const gchar *const modes[] = { "interleaved", "mixed" };
  const TestFormat *format = &test_formats[__i__];

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++) {
    GstHarness *harness = test_harness (format->name, WIDTH, HEIGHT);
    GstBuffer *frame = test_frame (format->name, WIDTH, HEIGHT, SEED);
    GstCaps *caps = test_caps (format->name, WIDTH, HEIGHT);

    gst_caps_set_simple (caps, "interlace-mode", G_TYPE_STRING, modes[i], NULL);
    gst_harness_set_src_caps (harness, caps);
    GST_BUFFER_FLAG_SET (
        frame, GST_VIDEO_BUFFER_FLAG_INTERLACED | GST_VIDEO_BUFFER_FLAG_TFF);
    test_same_corners (plain_corners (format->rgb, WIDTH, HEIGHT),
        test_corners_of (harness, frame));
    test_harness_free (harness);
  }
}
GST_END_TEST;

/* The luma of the RGB picture, by the formula of the docs. */
static GstBuffer *
luma_frame (void)
{
  GstBuffer *frame = test_frame ("GRAY8", WIDTH, HEIGHT, 0);
  GstMapInfo map;

  gst_buffer_map (frame, &map, GST_MAP_WRITE);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      map.data[y * GST_ROUND_UP_4 (WIDTH) + x] =
          (guint8) ((9798 * test_sample (SEED, 0, x, y)
                        + 19235 * test_sample (SEED, 1, x, y)
                        + 3735 * test_sample (SEED, 2, x, y) + 16384)
                    >> 15);
  gst_buffer_unmap (frame, &map);
  return frame;
}

GST_START_TEST (test_gray_of_rgb)
{
  const TestFormat *format = &test_formats[__i__];
  GstBuffer *frame = test_frame (format->name, WIDTH, HEIGHT, SEED);
  GBytes *gray;

  if (format->rgb) {
    gray = corners_with_channels (format->name, gst_buffer_ref (frame), "gray");
    test_same_corners (g_bytes_ref (gray),
        corners_with_channels ("GRAY8", luma_frame (), "auto"));
    test_other_corners (gray, plain_corners (TRUE, WIDTH, HEIGHT));
  }
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_channels_that_change_nothing)
{
  const TestFormat *format = &test_formats[__i__];
  GstBuffer *frame = test_frame (format->name, WIDTH, HEIGHT, SEED);

  test_same_corners (plain_corners (format->rgb, WIDTH, HEIGHT),
      corners_with_channels (format->name, gst_buffer_ref (frame), "color"));
  if (!format->rgb)
    test_same_corners (plain_corners (FALSE, WIDTH, HEIGHT),
        corners_with_channels (format->name, gst_buffer_ref (frame), "gray"));
  gst_buffer_unref (frame);
}
GST_END_TEST;

static Suite *
formats_suite (void)
{
  Suite *suite = suite_create ("formats");
  TCase *tests = tcase_create ("formats");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_templates);
  tcase_add_test (tests, test_no_format_is_forgotten);
  tcase_add_test (tests, test_plain_formats_are_what_the_detector_says);
  tcase_add_loop_test (tests, test_format_and_size, 0, test_n_formats);
  tcase_add_loop_test (tests, test_padded_planes, 0, test_n_formats);
  tcase_add_loop_test (tests, test_larger_buffer, 0, test_n_formats);
  tcase_add_test (tests, test_memory_of_each_plane);
  tcase_add_loop_test (tests, test_interlaced, 0, test_n_formats);
  tcase_add_loop_test (tests, test_gray_of_rgb, 0, test_n_formats);
  tcase_add_loop_test (
      tests, test_channels_that_change_nothing, 0, test_n_formats);
  return suite;
}

TEST_MAIN (formats_suite)
