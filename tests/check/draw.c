/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * draw=corners: a green cross on each corner, and nothing elsewhere.
 */
#include "testing.h"

#include <math.h>

/* How far a marker of the default size reaches from its corner: its arms, and
 * a rim. */
#define REACH 5

typedef struct {
  const TestFormat *format;
  GstVideoInfo info;
  guint16 *before, *after; /* samples */
} Drawn;

static GstHarness *
harness_that_draws (const gchar *format, guint width, guint height)
{
  GstHarness *harness = test_harness (format, width, height);

  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
  g_object_set (harness->element, "max-corners", 5, "keep-metas", TRUE, NULL);
  return harness;
}

/* Draws into the frame; the buffer is what came out. */
static GstBuffer *
draw (Drawn *drawn, const gchar *format, guint width, guint height,
    GstBuffer *frame)
{
  GstHarness *harness = harness_that_draws (format, width, height);
  GstBuffer *out;

  drawn->format = test_format (format);
  gst_video_info_set_format (
      &drawn->info, gst_video_format_from_string (format), width, height);
  drawn->before = test_read_samples (drawn->format, &drawn->info, frame);
  out = test_push (harness, frame);
  drawn->after = test_read_samples (drawn->format, &drawn->info, out);
  test_no_complaint (harness);
  test_harness_free (harness);
  return out;
}

static void
drawn_clear (Drawn *drawn)
{
  g_free (drawn->before);
  g_free (drawn->after);
}

static gsize
sample_at (const Drawn *drawn, guint x, guint y, guint channel)
{
  gsize pixel = (gsize) y * (guint) drawn->info.width + x;

  return drawn->format->rgb ? 3 * pixel + channel : pixel;
}

/* The highest 8 bits of a sample that came out. */
static guint8
after (const Drawn *drawn, guint x, guint y, guint channel)
{
  return (guint8) (drawn->after[sample_at (drawn, x, y, channel)]
                   >> (drawn->format->depth - 8));
}

static gboolean
is_green (const Drawn *drawn, guint x, guint y)
{
  guint8 first = after (drawn, x, y, 0);

  if (!drawn->format->rgb)
    return test_is_green_luma (first);
  return test_is_green (
      drawn->format, first, after (drawn, x, y, 1), after (drawn, x, y, 2));
}

static gboolean
is_near_a_corner (const GstCornersMeta *meta, gint x, gint y)
{
  for (guint i = 0; i < meta->count; i++) {
    GstCorner corner = gst_corners_meta_get (meta, i);

    if (ABS (x - (gint) corner.x) <= REACH
        && ABS (y - (gint) corner.y) <= REACH)
      return TRUE;
  }
  return FALSE;
}

static void
check_rest (const Drawn *drawn, const GstCornersMeta *meta)
{
  guint n_channels = drawn->format->rgb ? 3 : 1;

  for (guint y = 0; y < (guint) drawn->info.height; y++)
    for (guint x = 0; x < (guint) drawn->info.width; x++)
      for (guint c = 0; c < n_channels; c++) {
        gsize at = sample_at (drawn, x, y, c);

        if (!is_near_a_corner (meta, x, y))
          fail_unless (drawn->before[at] == drawn->after[at],
              "%s: %u, %u changed", drawn->format->name, x, y);
      }
}

GST_START_TEST (test_every_format)
{
  static const guint sizes[][2] = { { 64, 48 }, { 61, 47 }, { 33, 30 } };
  const gchar *format = test_formats[__i__].name;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    guint width = sizes[i][0], height = sizes[i][1];
    GstCornersMeta meta;
    GstBuffer *out;
    Drawn drawn;

    out = draw (
        &drawn, format, width, height, test_frame (format, width, height, 4));
    meta = test_meta (out);
    fail_unless (meta.count > 0);
    for (guint c = 0; c < meta.count; c++) {
      GstCorner corner = gst_corners_meta_get (&meta, c);

      fail_unless (is_green (&drawn, (guint) corner.x, (guint) corner.y),
          "%s: no marker on %g, %g", format, corner.x, corner.y);
    }
    check_rest (&drawn, &meta);
    gst_buffer_unref (out);
    drawn_clear (&drawn);
  }
}
GST_END_TEST;

/* A flat frame, on which foreign metas put what is drawn. */
static GstBuffer *
frame_without_corners (const gchar *format, guint width, guint height)
{
  GstBuffer *frame = test_frame (format, width, height, TEST_FLAT);

  if (test_format (format)->depth == 8)
    gst_buffer_memset (frame, 0, 90, gst_buffer_get_size (frame));
  return frame;
}

GST_START_TEST (test_edges)
{
  const gchar *format = test_formats[__i__].name;
  guint width = 37, height = 29;
  guint at[][2] = { { 0, 0 }, { width - 1, 0 }, { 0, height - 1 },
    { width - 1, height - 1 }, { 18, 0 }, { 0, 14 }, { width - 1, 15 } };
  GstBuffer *frame = frame_without_corners (format, width, height), *out;
  Drawn drawn;

  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    test_add_foreign_meta (frame, at[i][0], at[i][1], 12);
  out = draw (&drawn, format, width, height, frame);
  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    fail_unless (is_green (&drawn, at[i][0], at[i][1]), "%s: %u, %u", format,
        at[i][0], at[i][1]);
  fail_if (is_green (&drawn, 25, 20));
  gst_buffer_unref (out);
  drawn_clear (&drawn);
}
GST_END_TEST;

GST_START_TEST (test_places_outside)
{
  static const gfloat at[][2] = { { -6, 10 }, { 42, 10 }, { 10, -6 },
    { 10, 34 }, { -2e9f, 0 }, { 0, 2e9f }, { 1e6f, 1e6f }, { -INFINITY, 3 },
    { NAN, 20 } };
  const gchar *format = test_formats[__i__].name;
  guint width = 37, height = 29;
  GstBuffer *frame = frame_without_corners (format, width, height), *out;
  GstCornersMeta nothing = { .count = 0 };
  Drawn drawn;

  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    test_add_foreign_meta (frame, at[i][0], at[i][1], 12);
  out = draw (&drawn, format, width, height, frame);
  check_rest (&drawn, &nothing);
  gst_buffer_unref (out);
  drawn_clear (&drawn);
}
GST_END_TEST;

GST_START_TEST (test_fractions_go_to_the_nearest_pixel)
{
  GstBuffer *frame = frame_without_corners ("GRAY8", 64, 48), *out;
  Drawn drawn;

  test_add_foreign_meta (frame, 20.6f, 29.4f, 16);
  out = draw (&drawn, "GRAY8", 64, 48, frame);
  fail_unless (is_green (&drawn, 21, 29) && is_green (&drawn, 22, 29));
  fail_unless (is_green (&drawn, 21, 30));
  fail_if (is_green (&drawn, 20, 28));
  gst_buffer_unref (out);
  drawn_clear (&drawn);
}
GST_END_TEST;

GST_START_TEST (test_frames_smaller_than_a_marker)
{
  static const guint sizes[][2] = { { 1, 1 }, { 2, 1 }, { 1, 3 }, { 5, 5 },
    { 3, 20 } };
  const gchar *format = test_formats[__i__].name;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    guint width = sizes[i][0], height = sizes[i][1];
    GstBuffer *frame = frame_without_corners (format, width, height), *out;
    Drawn drawn;

    test_add_foreign_meta (frame, width / 2, height / 2, 12);
    out = draw (&drawn, format, width, height, frame);
    fail_unless (is_green (&drawn, width / 2, height / 2), "%s, %u x %u",
        format, width, height);
    gst_buffer_unref (out);
    drawn_clear (&drawn);
  }
}
GST_END_TEST;

GST_START_TEST (test_draw_while_playing)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *plain = test_push (harness, test_gray_frame (1)), *out;
  gsize size = TEST_WIDTH * TEST_HEIGHT;
  GstMapInfo map;

  gst_buffer_map (plain, &map, GST_MAP_READ);
  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
  out = test_push (harness, test_gray_frame (1));
  fail_unless (gst_buffer_memcmp (out, 0, map.data, size) != 0);
  test_same_corners (test_corners (plain), test_corners (out));
  gst_buffer_unref (out);
  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "none");
  out = test_push (harness, test_gray_frame (1));
  fail_unless (gst_buffer_memcmp (out, 0, map.data, size) == 0);
  gst_buffer_unref (out);
  gst_buffer_unmap (plain, &map);
  gst_buffer_unref (plain);
  test_harness_free (harness);
}
GST_END_TEST;

/* One frame without corners of its own, a foreign one at (30, 20). */
static GstBuffer *
push_corner (GstHarness *harness)
{
  GstBuffer *frame = frame_without_corners ("RGB", 64, 48);

  test_add_foreign_meta (frame, 30, 20, 12);
  return test_push (harness, frame);
}

static guint
pixel (GstBuffer *frame, guint x, guint y)
{
  guint8 rgb[3];

  gst_buffer_extract (frame, (y * 64 + x) * 3, rgb, 3);
  return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}

GST_START_TEST (test_color_and_radius)
{
  GstHarness *harness = harness_that_draws ("RGB", 64, 48);
  guint plain = 90 << 16 | 90 << 8 | 90;
  GstBuffer *out;

  g_object_set (
      harness->element, "draw-color", 0xff1020f0, "draw-radius", 12, NULL);
  out = push_corner (harness);
  fail_unless (pixel (out, 30, 20) == 0x1020f0);
  fail_unless (pixel (out, 41, 20) == 0x1020f0);
  fail_unless (pixel (out, 44, 20) == plain);
  gst_buffer_unref (out);
  g_object_set (harness->element, "draw-radius", 1, NULL);
  out = push_corner (harness);
  fail_unless (pixel (out, 30, 20) == 0x1020f0);
  fail_unless (pixel (out, 33, 20) == plain);
  gst_buffer_unref (out);
  g_object_set (harness->element, "draw-color", 0x00ffffff, NULL);
  out = push_corner (harness);
  fail_unless (pixel (out, 30, 20) == plain);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* GStreamer would end the process. */
GST_START_TEST (test_pixels_at_odd_addresses)
{
  static const gchar *const words[] = { "odd addresses", NULL };
  gsize offset[GST_VIDEO_MAX_PLANES] = { (gsize) __i__ };
  gint stride[GST_VIDEO_MAX_PLANES] = { 48 * 4 };
  GstHarness *harness = test_harness ("RGBx", 48, 8);
  GstBuffer *frame = gst_buffer_new_allocate (NULL, 48 * 4 * 8 + 4, NULL);

  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "histogram");
  gst_buffer_memset (frame, 0, 90, 48 * 4 * 8 + 4);
  gst_buffer_memset (frame, 48 * 4 * 4, 9, 80);
  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_RGBx, 48, 8, 1, offset, stride);
  fail_unless_equals_int (gst_harness_push (harness, frame),
      __i__ % 4 == 0 ? GST_FLOW_OK : GST_FLOW_ERROR);
  if (__i__ % 4 != 0)
    test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
        GST_RESOURCE_ERROR_WRITE, words);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
draw_suite (void)
{
  Suite *suite = suite_create ("draw");
  TCase *tests = tcase_create ("draw");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_every_format, 0, test_n_formats);
  tcase_add_loop_test (tests, test_edges, 0, test_n_formats);
  tcase_add_loop_test (tests, test_places_outside, 0, test_n_formats);
  tcase_add_test (tests, test_fractions_go_to_the_nearest_pixel);
  tcase_add_loop_test (
      tests, test_frames_smaller_than_a_marker, 0, test_n_formats);
  tcase_add_test (tests, test_draw_while_playing);
  tcase_add_test (tests, test_color_and_radius);
  tcase_add_loop_test (tests, test_pixels_at_odd_addresses, 0, 5);
  return suite;
}

TEST_MAIN (draw_suite)
