/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Every format, and every way to lay it out, gives the same corners.
 */
#include "plain.h"

#define WIDTH  61
#define HEIGHT 47
#define SEED   5

/* What the detector says of the test picture with as many bits as the format
 * has. */
static GBytes *
plain_corners (const TestFormat *format, guint width, guint height)
{
  return plain_corners_of (plain_new (format, SEED, width, height));
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

/* The names of a structure's formats; the first is number `start` of ours. */
static guint
check_names (const GstStructure *structure, guint start)
{
  const GValue *formats = gst_structure_get_value (structure, "format");
  guint n = gst_value_list_get_size (formats);

  fail_unless (start + n <= test_n_formats);
  for (guint i = 0; i < n; i++)
    fail_unless_equals_string (
        g_value_get_string (gst_value_list_get_value (formats, i)),
        test_formats[start + i].name);
  return start + n;
}

/* How many structures of frames in a GPU's memory come first. Each of their
 * formats is one of ours. */
static guint
check_gpu_names (const GstCaps *caps)
{
  guint i = 0;

  for (; gst_caps_features_contains (
           gst_caps_get_features (caps, i), "memory:CUDAMemory");
       i++) {
    const GValue *formats =
        gst_structure_get_value (gst_caps_get_structure (caps, i), "format");

    for (guint k = 0; k < gst_value_list_get_size (formats); k++)
      test_format (g_value_get_string (gst_value_list_get_value (formats, k)));
  }
  return i;
}

/* Those of 8 bits without and with overlays, then the deep ones likewise. */
static void
check_template (GstHarness *harness, const gchar *name)
{
  GstPad *pad = gst_element_get_static_pad (harness->element, name);
  GstCaps *caps = gst_pad_get_pad_template_caps (pad);
  guint n_gpu = check_gpu_names (caps);

  fail_unless (n_gpu == 0 || n_gpu == 2);
  fail_unless_equals_int (gst_caps_get_size (caps), n_gpu + 4);
  for (guint s = n_gpu; s < n_gpu + 2; s++) {
    guint n = check_names (gst_caps_get_structure (caps, s), 0);

    n = check_names (gst_caps_get_structure (caps, s + 2), n);
    fail_unless_equals_int (n, test_n_formats);
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

/* Whether the luma, or red, green and blue, have one depth from 8 to 16. */
static gboolean
is_deep_enough (const GstVideoFormatInfo *info)
{
  guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (info, 0);

  if (GST_VIDEO_FORMAT_INFO_IS_RGB (info)
      && (GST_VIDEO_FORMAT_INFO_DEPTH (info, 1) != depth
          || GST_VIDEO_FORMAT_INFO_DEPTH (info, 2) != depth))
    return FALSE;
  return depth >= 8 && depth <= 16;
}

/* No tiles, no palette: the element should take these. */
static gboolean
is_candidate (const GstVideoFormatInfo *info)
{
  gboolean colors = GST_VIDEO_FORMAT_INFO_IS_GRAY (info)
                    || GST_VIDEO_FORMAT_INFO_IS_YUV (info)
                    || GST_VIDEO_FORMAT_INFO_IS_RGB (info);

  return colors && !GST_VIDEO_FORMAT_INFO_IS_TILED (info)
         && !GST_VIDEO_FORMAT_INFO_HAS_PALETTE (info) && is_deep_enough (info);
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

/* A frame of nothing but noise, also in the bits that mean nothing. */
static GstBuffer *
noise_frame (GstVideoInfo *info)
{
  GstBuffer *frame = gst_buffer_new_allocate (NULL, info->size, NULL);
  GstMapInfo map;

  gst_buffer_map (frame, &map, GST_MAP_WRITE);
  test_fill_noise (map.data, map.size);
  gst_buffer_unmap (frame, &map);
  return frame;
}

/* What GStreamer's own function for the format reads in the frame. */
static Plain
unpacked_frame (const TestFormat *format, GstVideoInfo *info, GstBuffer *buffer)
{
  Plain plain = plain_new (format, SEED, WIDTH, HEIGHT);
  guint bits = format->depth > 8 ? 16 : 8;
  guint16 row[4 * (WIDTH + 16)], *sample = plain.samples;
  GstVideoFrame frame;

  gst_video_frame_map (&frame, info, buffer, GST_MAP_READ);
  for (gint y = 0; y < HEIGHT; y++) {
    info->finfo->unpack_func (info->finfo, GST_VIDEO_PACK_FLAG_NONE, row,
        frame.data, info->stride, 0, y, WIDTH);
    for (guint x = 0; x < WIDTH; x++)
      for (guint c = 1; c <= plain.channels; c++)
        *sample++ = (guint16) ((bits == 8 ? ((guint8 *) row)[4 * x + c]
                                          : row[4 * x + c])
                               >> (bits - format->depth));
  }
  gst_video_frame_unmap (&frame);
  return plain;
}

GST_START_TEST (test_samples_are_what_gstreamer_reads)
{
  const TestFormat *format = &test_formats[__i__];
  GstHarness *harness = test_harness (format->name, WIDTH, HEIGHT);
  GstVideoInfo info;
  GstBuffer *frame;
  Plain plain;

  gst_video_info_set_format (
      &info, gst_video_format_from_string (format->name), WIDTH, HEIGHT);
  fail_unless_equals_int (
      GST_VIDEO_FORMAT_INFO_DEPTH (info.finfo, 0), format->depth);
  frame = noise_frame (&info);
  plain = unpacked_frame (format, &info, frame);
  test_same_corners (
      plain_corners_of (plain), test_corners_of (harness, frame));
  test_harness_free (harness);
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

    test_same_corners (plain_corners (format, width, height),
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

  test_same_corners (plain_corners (format, WIDTH, HEIGHT),
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
  test_same_corners (
      plain_corners (format, WIDTH, HEIGHT), test_corners_of (harness, frame));
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_crop)
{
  const TestFormat *format = &test_formats[__i__];
  GstHarness *harness = test_harness (format->name, 39, 31);
  GstBuffer *frame = padded_frame (format->name);
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);

  crop->x = 15;
  crop->y = 9;
  crop->width = 39;
  crop->height = 31;
  test_same_corners (
      plain_corners_of (plain_part (format, SEED, 15, 9, 39, 31)),
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
  test_same_corners (plain_corners (test_format ("NV12"), WIDTH, HEIGHT),
      test_corners_of (harness, split));
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
    test_same_corners (plain_corners (format, WIDTH, HEIGHT),
        test_corners_of (harness, frame));
    test_harness_free (harness);
  }
}
GST_END_TEST;

/* The luma of the RGB picture, by the formula of the docs. */
static Plain
plain_luma (const TestFormat *format)
{
  Plain plain = plain_new (format, SEED, WIDTH, HEIGHT);
  const guint16 *rgb = plain.samples;

  for (guint i = 0; i < WIDTH * HEIGHT; i++, rgb += 3)
    plain.samples[i] =
        (guint16) ((9798u * rgb[0] + 19235u * rgb[1] + 3735u * rgb[2] + 16384u)
                   >> 15);
  plain.channels = 1;
  return plain;
}

GST_START_TEST (test_gray_of_rgb)
{
  const TestFormat *format = &test_formats[__i__];
  GstBuffer *frame = test_frame (format->name, WIDTH, HEIGHT, SEED);
  GBytes *gray;

  if (format->rgb) {
    gray = corners_with_channels (format->name, gst_buffer_ref (frame), "gray");
    test_same_corners (
        g_bytes_ref (gray), plain_corners_of (plain_luma (format)));
    test_other_corners (gray, plain_corners (format, WIDTH, HEIGHT));
  }
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_channels_that_change_nothing)
{
  const TestFormat *format = &test_formats[__i__];
  GstBuffer *frame = test_frame (format->name, WIDTH, HEIGHT, SEED);

  test_same_corners (plain_corners (format, WIDTH, HEIGHT),
      corners_with_channels (format->name, gst_buffer_ref (frame), "color"));
  if (!format->rgb)
    test_same_corners (plain_corners (format, WIDTH, HEIGHT),
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
  tcase_add_loop_test (
      tests, test_samples_are_what_gstreamer_reads, 0, test_n_formats);
  tcase_add_loop_test (tests, test_format_and_size, 0, test_n_formats);
  tcase_add_loop_test (tests, test_padded_planes, 0, test_n_formats);
  tcase_add_loop_test (tests, test_larger_buffer, 0, test_n_formats);
  tcase_add_loop_test (tests, test_crop, 0, test_n_formats);
  tcase_add_test (tests, test_memory_of_each_plane);
  tcase_add_loop_test (tests, test_interlaced, 0, test_n_formats);
  tcase_add_loop_test (tests, test_gray_of_rgb, 0, test_n_formats);
  tcase_add_loop_test (
      tests, test_channels_that_change_nothing, 0, test_n_formats);
  return suite;
}

TEST_MAIN (formats_suite)
