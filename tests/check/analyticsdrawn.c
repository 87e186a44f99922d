/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * GStreamer's objectdetectionoverlay draws our objects. It leaks in 1.26, hence
 * a program of its own, in which leaks do not count.
 */
#include "objecttesting.h"

#include "analytics.h"

static GstBuffer *
frame_with_face (void)
{
  const VfFoundObject face = test_face (12, 20, 30, 18, 7);
  GstBuffer *frame = test_frame ("RGB", TEST_WIDTH, TEST_HEIGHT, TEST_FLAT);
  GstVideoInfo info;

  gst_video_info_set_format (
      &info, GST_VIDEO_FORMAT_RGB, TEST_WIDTH, TEST_HEIGHT);
  test_add_objects (frame, &info, &face, 1);
  return frame;
}

static GstBuffer *
draw (void)
{
  GstHarness *harness =
      gst_harness_new_parse ("objectdetectionoverlay draw-labels=false "
                             "object-detection-outline-color=0xff00ff00");
  GstBuffer *out;

  gst_harness_set_src_caps (
      harness, test_caps ("RGB", TEST_WIDTH, TEST_HEIGHT));
  out = gst_harness_push_and_pull (harness, frame_with_face ());
  fail_unless (out != NULL);
  gst_harness_teardown (harness);
  return out;
}

static gboolean
is_green (GstBuffer *frame, guint x, guint y)
{
  guint8 rgb[3];

  gst_buffer_extract (frame, (y * TEST_WIDTH + x) * 3, rgb, 3);
  return rgb[1] > rgb[0] + 40 && rgb[1] > rgb[2] + 40;
}

static gboolean
is_green_near (GstBuffer *frame, guint x, guint y)
{
  for (guint dy = 0; dy < 3; dy++)
    for (guint dx = 0; dx < 3; dx++)
      if (is_green (frame, x + dx - 1, y + dy - 1))
        return TRUE;
  return FALSE;
}

GST_START_TEST (test_the_box_is_drawn)
{
  GstBuffer *out = draw ();

  for (guint x = 14; x < 40; x++)
    fail_unless (is_green_near (out, x, 20) && is_green_near (out, x, 37));
  for (guint y = 22; y < 36; y++)
    fail_unless (is_green_near (out, 12, y) && is_green_near (out, 41, y));
  fail_if (is_green_near (out, 27, 29) || is_green_near (out, 5, 10));
  gst_buffer_unref (out);
}
GST_END_TEST;

static Suite *
analyticsdrawn_suite (void)
{
  Suite *suite = suite_create ("analyticsdrawn");
  TCase *tests = tcase_create ("analyticsdrawn");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_the_box_is_drawn);
  return suite;
}

int
main (int argc, char **argv)
{
  GstElementFactory *factory;

  gst_init (&argc, &argv);
  factory = gst_element_factory_find ("objectdetectionoverlay");
  if (!factory || !vf_analytics_available ()) {
    g_print ("Skipped: built without gstreamer-analytics-1.0, or there is no "
             "objectdetectionoverlay (GStreamer 1.24).\n");
    return 77;
  }
  gst_object_unref (factory);
  return test_main (argc, argv, analyticsdrawn_suite);
}
