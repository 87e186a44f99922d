/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Frames that are a part of a larger picture, as GstVideoCropMeta has it.
 */
#include "testing.h"

#define LEFT   14
#define TOP    9
#define WIDTH  40
#define HEIGHT 32

/* Whether upstream is told that it may send this meta. */
static gboolean
is_proposed (GType api)
{
  GstHarness *harness = test_gray_harness ();
  GstCaps *caps = test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT);
  GstQuery *query = gst_query_new_allocation (caps, TRUE);
  gboolean proposed;

  gst_harness_add_propose_allocation_meta (
      harness, GST_VIDEO_META_API_TYPE, NULL);
  gst_harness_add_propose_allocation_meta (
      harness, GST_VIDEO_CROP_META_API_TYPE, NULL);
  fail_unless (gst_pad_peer_query (harness->srcpad, query));
  proposed = gst_query_find_allocation_meta (query, api, NULL);
  gst_query_unref (query);
  gst_caps_unref (caps);
  test_harness_free (harness);
  return proposed;
}

GST_START_TEST (test_what_is_proposed)
{
  fail_unless (is_proposed (GST_VIDEO_META_API_TYPE));
  fail_if (is_proposed (GST_VIDEO_CROP_META_API_TYPE));
}
GST_END_TEST;

GST_START_TEST (test_nothing_is_added_to_an_empty_proposal)
{
  GstHarness *harness = test_gray_harness ();
  GstCaps *caps = test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT);
  GstQuery *query = gst_query_new_allocation (caps, TRUE);

  gst_pad_peer_query (harness->srcpad, query);
  fail_unless_equals_int (gst_query_get_n_allocation_metas (query), 0);
  gst_query_unref (query);
  gst_caps_unref (caps);
  test_harness_free (harness);
}
GST_END_TEST;

static GstHarness *
harness_of_the_part (void)
{
  GstHarness *harness = test_harness ("GRAY8", WIDTH, HEIGHT);

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  g_object_set (harness->element, "threshold", 1e6, "max-corners", 0, NULL);
  return harness;
}

static GstBuffer *
frame_with_crop_meta (void)
{
  GstBuffer *frame = test_gray_frame (1);
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);

  gst_buffer_add_video_meta (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_GRAY8, TEST_WIDTH, TEST_HEIGHT);
  crop->x = LEFT;
  crop->y = TOP;
  crop->width = WIDTH;
  crop->height = HEIGHT;
  return frame;
}

/* The part as a frame of its own. */
static GstBuffer *
cut_frame (void)
{
  GstBuffer *frame = test_frame ("GRAY8", WIDTH, HEIGHT, 0);
  GstMapInfo map;

  gst_buffer_map (frame, &map, GST_MAP_WRITE);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      map.data[y * WIDTH + x] = test_sample (1, 0, LEFT + x, TOP + y);
  gst_buffer_unmap (frame, &map);
  return frame;
}

static gboolean
has_corner (const GstCornersMeta *meta, GstCorner wanted)
{
  for (guint i = 0; i < meta->count; i++) {
    GstCorner corner = gst_corners_meta_get (meta, i);

    if (corner.x == wanted.x && corner.y == wanted.y
        && corner.response == wanted.response)
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_deep_inside (GstCorner corner)
{
  return corner.x >= 8 && corner.y >= 8 && corner.x < WIDTH - 8
         && corner.y < HEIGHT - 8;
}

GST_START_TEST (test_crop_meta)
{
  GstHarness *harness = harness_of_the_part ();
  GstBuffer *cropped = test_push (harness, frame_with_crop_meta ());
  GstBuffer *cut = test_push (harness, cut_frame ());
  GstCornersMeta a = test_meta (cropped), b = test_meta (cut);
  guint n_inside = 0;

  fail_unless_equals_int (a.width, WIDTH);
  fail_unless_equals_int (a.height, HEIGHT);
  for (guint i = 0; i < a.count; i++) {
    GstCorner corner = gst_corners_meta_get (&a, i);

    fail_unless (corner.x >= 0 && corner.x < WIDTH);
    fail_unless (corner.y >= 0 && corner.y < HEIGHT);
  }
  for (guint i = 0; i < b.count; i++) {
    GstCorner corner = gst_corners_meta_get (&b, i);

    if (!is_deep_inside (corner))
      continue;
    n_inside++;
    fail_unless (has_corner (&a, corner), "no %g, %g", corner.x, corner.y);
  }
  fail_unless (n_inside > 0);
  gst_buffer_unref (cropped);
  gst_buffer_unref (cut);
  test_harness_free (harness);
}
GST_END_TEST;

static const gchar *const drawers[] = {
  "harriscorners threshold-mode=absolute threshold=1e6 draw=corners "
  "draw-radius=1",
  "harriscorners threshold-mode=absolute threshold=1e6 ! "
  "featureoverlay radius=1",
};

/* Markers are at the corners in the frame, also beyond the crop's own size. */
GST_START_TEST (test_drawing_in_the_part)
{
  GstHarness *harness = gst_harness_new_parse (drawers[__i__]);
  guint n_beyond = 0;
  GstBuffer *out;
  GstCornersMeta meta;

  gst_harness_set_caps (harness, test_caps ("GRAY8", WIDTH, HEIGHT),
      test_caps ("GRAY8", WIDTH, HEIGHT));
  out = test_push (harness, frame_with_crop_meta ());
  meta = test_meta (out);
  for (guint i = 0; i < meta.count; i++) {
    GstCorner corner = gst_corners_meta_get (&meta, i);
    gsize x = LEFT + (gsize) corner.x, y = TOP + (gsize) corner.y;
    guint8 luma;

    gst_buffer_extract (out, y * TEST_WIDTH + x, &luma, 1);
    fail_unless (test_is_green_luma (luma), "no marker on the corner");
    n_beyond += x > WIDTH + 2 || y > HEIGHT + 2;
  }
  fail_unless (n_beyond > 0);
  gst_buffer_unref (out);
  gst_harness_teardown (harness);
}
GST_END_TEST;

static Suite *
crop_suite (void)
{
  Suite *suite = suite_create ("crop");
  TCase *tests = tcase_create ("crop");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_what_is_proposed);
  tcase_add_test (tests, test_nothing_is_added_to_an_empty_proposal);
  tcase_add_test (tests, test_crop_meta);
  tcase_add_loop_test (
      tests, test_drawing_in_the_part, 0, G_N_ELEMENTS (drawers));
  return suite;
}

TEST_MAIN (crop_suite)
