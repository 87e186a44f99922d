/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * draw=response and draw=histogram: what the detector has seen.
 */
#include "testing.h"

#define WIDTH  96
#define HEIGHT 80

static GstHarness *
harness_that_draws (
    const gchar *format, guint width, guint height, const gchar *draw)
{
  GstHarness *harness = test_harness (format, width, height);

  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", draw);
  return harness;
}

/* Left dark, right light, but for a square with four corners. */
static GstBuffer *
edge_and_square (void)
{
  GstBuffer *frame = test_frame ("RGB", WIDTH, HEIGHT, 0);
  GstMapInfo map;

  gst_buffer_map (frame, &map, GST_MAP_WRITE);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++) {
      gboolean light = x >= 70 || (x >= 20 && x < 40 && y >= 10 && y < 30);

      memset (map.data + (y * WIDTH + x) * 3, light ? 200 : 50, 3);
    }
  gst_buffer_unmap (frame, &map);
  return frame;
}

static GstBuffer *
draw (const gchar *what)
{
  GstHarness *harness = harness_that_draws ("RGB", WIDTH, HEIGHT, what);
  GstBuffer *out = test_push (harness, edge_and_square ());

  test_no_complaint (harness);
  test_harness_free (harness);
  return out;
}

static void
get_pixel (GstBuffer *frame, guint x, guint y, guint8 *rgb)
{
  gst_buffer_extract (frame, (y * WIDTH + x) * 3, rgb, 3);
}

/* Red above blue by so much; cold is below 0. */
static gint
warmth (GstBuffer *frame, guint x, guint y)
{
  guint8 rgb[3];

  get_pixel (frame, x, y, rgb);
  return rgb[0] - rgb[2];
}

static gboolean
is_changed (GstBuffer *frame, guint x, guint y)
{
  GstBuffer *plain = edge_and_square ();
  guint8 before[3], after[3];

  get_pixel (plain, x, y, before);
  get_pixel (frame, x, y, after);
  gst_buffer_unref (plain);
  return memcmp (before, after, 3) != 0;
}

GST_START_TEST (test_response)
{
  GstBuffer *out = draw ("response");

  fail_unless (warmth (out, 20, 10) > 40, "no warm corner");
  fail_unless (warmth (out, 39, 29) > 40, "no warm corner");
  fail_unless (warmth (out, 70, 50) < -40, "no cold edge");
  fail_unless (ABS (warmth (out, 85, 60)) < 20);
  fail_unless (is_changed (out, 5, 5) && is_changed (out, 90, 75));
  fail_unless (test_meta (out).count > 0);
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_histogram)
{
  GstBuffer *out = draw ("histogram");

  fail_unless (is_changed (out, 2, HEIGHT - 1));
  fail_unless (is_changed (out, WIDTH - 1, HEIGHT - 2));
  for (guint y = 0; y < HEIGHT / 2; y++)
    for (guint x = 0; x < WIDTH; x++)
      fail_if (is_changed (out, x, y));
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_all_at_once)
{
  GstBuffer *out = draw ("response+corners+histogram");
  GstBuffer *response = draw ("response");
  GstCornersMeta meta = test_meta (out);
  GstCorner corner = gst_corners_meta_get (&meta, 0);
  guint8 rgb[3];

  get_pixel (out, (guint) corner.x, (guint) corner.y, rgb);
  fail_unless (rgb[0] == 0 && rgb[1] == 255 && rgb[2] == 0);
  test_same_corners (test_corners (out), test_corners (response));
  gst_buffer_unref (response);
  gst_buffer_unref (out);
}
GST_END_TEST;

static const gchar *const everything = "response+corners+histogram";

GST_START_TEST (test_every_format)
{
  static const guint sizes[][2] = { { 64, 48 }, { 61, 47 }, { 1, 1 },
    { 300, 3 }, { 2, 60 } };
  const gchar *format = test_formats[__i__].name;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    guint width = sizes[i][0], height = sizes[i][1];
    GstHarness *harness =
        harness_that_draws (format, width, height, everything);

    gst_buffer_unref (
        test_push (harness, test_frame (format, width, height, 1)));
    test_no_complaint (harness);
    test_harness_free (harness);
  }
}
GST_END_TEST;

/* Nothing to see: no response, no region, not analysed. */
GST_START_TEST (test_frames_without)
{
  GstHarness *harness = harness_that_draws ("GRAY8", 64, 48, everything);

  gst_buffer_unref (test_push (harness, test_flat_frame (64, 48)));
  gst_util_set_object_arg (G_OBJECT (harness->element), "roi-source", "meta");
  gst_buffer_unref (test_push (harness, test_gray_frame (1)));
  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  gst_buffer_unref (test_push (harness, test_gray_frame (1)));
  g_object_set (harness->element, "detect-every", 9, NULL);
  gst_buffer_unref (test_push (harness, test_gray_frame (1)));
  gst_buffer_unref (test_push (harness, test_gray_frame (1)));
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_every_setting)
{
  static const gchar *const modes[] = { "rosin", "absolute", "relative" };
  static const guint bins[] = { 2, 3, 255, 65536 };
  GstHarness *harness = harness_that_draws ("GRAY8", 64, 48, everything);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    for (guint b = 0; b < G_N_ELEMENTS (bins); b++) {
      gst_util_set_object_arg (
          G_OBJECT (harness->element), "threshold-mode", modes[i]);
      g_object_set (harness->element, "bins", bins[b], NULL);
      gst_buffer_unref (test_push (harness, test_gray_frame (1)));
    }
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
heatmap_suite (void)
{
  Suite *suite = suite_create ("heatmap");
  TCase *tests = tcase_create ("heatmap");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_response);
  tcase_add_test (tests, test_histogram);
  tcase_add_test (tests, test_all_at_once);
  tcase_add_loop_test (tests, test_every_format, 0, test_n_formats);
  tcase_add_test (tests, test_frames_without);
  tcase_add_test (tests, test_every_setting);
  return suite;
}

TEST_MAIN (heatmap_suite)
