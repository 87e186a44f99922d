/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Flips and crops of a frame move its corners, from GStreamer 1.28 on. Before,
 * they drop them.
 */
#include "testing.h"

#include "compat.h"

static void
check_moved (const gchar *launch, gfloat x, gfloat y)
{
  GstHarness *harness = gst_harness_new_parse (launch);
  GstBuffer *frame = test_gray_frame (1), *out;
  GstCornersMeta meta;
  GstCorner corner;

  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT));
  test_add_foreign_meta (frame, 10, 20, 12);
  out = gst_harness_push_and_pull (harness, frame);
  meta = test_meta (out);
  corner = gst_corners_meta_get (&meta, 0);
  fail_unless_equals_float (corner.x, x);
  fail_unless_equals_float (corner.y, y);
  gst_buffer_unref (out);
  gst_harness_teardown (harness);
}

GST_START_TEST (test_videoflip)
{
  check_moved ("videoflip method=horizontal-flip", TEST_WIDTH - 1 - 10, 20);
  check_moved ("videoflip method=vertical-flip", 10, TEST_HEIGHT - 1 - 20);
  check_moved (
      "videoflip method=rotate-180", TEST_WIDTH - 1 - 10, TEST_HEIGHT - 1 - 20);
  check_moved ("videoflip method=clockwise", TEST_HEIGHT - 1 - 20, 10);
}
GST_END_TEST;

GST_START_TEST (test_videocrop)
{
  check_moved ("videocrop left=4 top=8", 6, 12);
}
GST_END_TEST;

GST_START_TEST (test_videocrop_drops_what_it_cuts_off)
{
  GstHarness *harness = gst_harness_new_parse ("videocrop left=12");
  GstBuffer *frame = test_gray_frame (1), *out;

  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT));
  test_add_foreign_meta (frame, 10, 20, 12);
  out = gst_harness_push_and_pull (harness, frame);
  fail_unless_equals_int (test_meta (out).count, 0);
  gst_buffer_unref (out);
  gst_harness_teardown (harness);
}
GST_END_TEST;

static Suite *
flip_suite (void)
{
  Suite *suite = suite_create ("flip");
  TCase *tests = tcase_create ("flip");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_videoflip);
  tcase_add_test (tests, test_videocrop);
  tcase_add_test (tests, test_videocrop_drops_what_it_cuts_off);
  return suite;
}

#if VF_HAVE_MATRIX_TRANSFORM
TEST_MAIN (flip_suite)
#else
int
main (void)
{
  (void) flip_suite;
  g_print ("Skipped: before GStreamer 1.28 videoflip and videocrop do not move "
           "metas (this is %d.%d).\n",
      GST_VERSION_MAJOR, GST_VERSION_MINOR);
  return 77;
}
#endif
