/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects as regions of interest: roi-source=meta.
 */
#include "objecttesting.h"

#include "regions.h"

#include <math.h>

typedef struct {
  GArray *rects, *ids;
} Found;

static Found
collect (GstBuffer *buffer, const gchar *type, VfRect picture)
{
  VfRoi roi = { .source = VF_ROI_SOURCE_META,
    .type = type ? g_quark_from_string (type) : 0 };
  Found found = { g_array_new (FALSE, FALSE, sizeof (VfRect)),
    g_array_new (FALSE, FALSE, sizeof (gint)) };

  fail_unless (
      vf_roi_collect_ids (&roi, buffer, picture, found.rects, found.ids));
  fail_unless_equals_int (found.rects->len, found.ids->len);
  return found;
}

static void
check_rect (const Found *found, guint i, VfRect expected, gint id)
{
  VfRect rect = g_array_index (found->rects, VfRect, i);

  fail_unless_equals_int (rect.x, expected.x);
  fail_unless_equals_int (rect.y, expected.y);
  fail_unless_equals_int (rect.width, expected.width);
  fail_unless_equals_int (rect.height, expected.height);
  fail_unless_equals_int (g_array_index (found->ids, gint, i), id);
}

static void
clear (Found *found)
{
  g_array_unref (found->rects);
  g_array_unref (found->ids);
}

static const VfRect whole = { 0, 0, TEST_WIDTH, TEST_HEIGHT };

static GstBuffer *
frame_with_faces (void)
{
  VfFoundObject faces[] = { test_face (5, 6, 20, 18, 3),
    test_face (30.4, 10.6, 20, 18, 7), test_face (8, 10, 6, 6, 8) };
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_gray_frame (1);

  faces[2].label = "eye";
  faces[2].parent_id = 3;
  test_add_objects (frame, &info, faces, 3);
  return frame;
}

/* Though each is on the buffer more than once. */
GST_START_TEST (test_objects_once)
{
  GstBuffer *frame = frame_with_faces ();
  Found found = collect (frame, NULL, whole);

  fail_unless_equals_int (found.rects->len, 3);
  check_rect (&found, 0, (VfRect){ 5, 6, 20, 18 }, 3);
  check_rect (&found, 1, (VfRect){ 30, 11, 20, 18 }, 7);
  check_rect (&found, 2, (VfRect){ 8, 10, 6, 6 }, 8);
  clear (&found);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_types)
{
  GstBuffer *frame = frame_with_faces ();
  Found found = collect (frame, "face", whole);

  fail_unless_equals_int (found.rects->len, 2);
  check_rect (&found, 1, (VfRect){ 30, 11, 20, 18 }, 7);
  clear (&found);
  found = collect (frame, "eye", whole);
  fail_unless_equals_int (found.rects->len, 1);
  check_rect (&found, 0, (VfRect){ 8, 10, 6, 6 }, 8);
  clear (&found);
  found = collect (frame, "ey", whole);
  fail_unless_equals_int (found.rects->len, 0);
  clear (&found);
  gst_buffer_unref (frame);
}
GST_END_TEST;

static GstVideoRegionOfInterestMeta *
add_region (GstBuffer *frame, const gchar *type, guint x, guint y)
{
  return gst_buffer_add_video_region_of_interest_meta (
      frame, type, x, y, 12, 10);
}

GST_START_TEST (test_regions_of_others)
{
  GstBuffer *frame = frame_with_faces ();
  Found found;

  add_region (frame, "face", 40, 35)->id = 12;
  add_region (frame, "face", 0, 38);
  add_region (frame, NULL, 1, 2);
  found = collect (frame, NULL, whole);
  fail_unless_equals_int (found.rects->len, 6);
  check_rect (&found, 3, (VfRect){ 40, 35, 12, 10 }, 12);
  check_rect (&found, 4, (VfRect){ 0, 38, 12, 10 }, -1);
  check_rect (&found, 5, (VfRect){ 1, 2, 12, 10 }, -1);
  clear (&found);
  found = collect (frame, "face", whole);
  fail_unless_equals_int (found.rects->len, 4);
  clear (&found);
  gst_buffer_unref (frame);
}
GST_END_TEST;

/* Two regions in the same place are two, where nothing of ours is there. */
GST_START_TEST (test_regions_alone)
{
  GstBuffer *frame = test_gray_frame (1);
  Found found;

  add_region (frame, "a", 3, 4)->id = 2;
  add_region (frame, "a", 3, 4)->id = 3;
  found = collect (frame, NULL, whole);
  fail_unless_equals_int (found.rects->len, 2);
  check_rect (&found, 0, (VfRect){ 3, 4, 12, 10 }, 2);
  check_rect (&found, 1, (VfRect){ 3, 4, 12, 10 }, 3);
  clear (&found);
  gst_buffer_unref (frame);
}
GST_END_TEST;

/* Objects have the crop's pixels, regions the frame's. */
GST_START_TEST (test_crop)
{
  const VfFoundObject face = test_face (1, 2, 12, 10, 4);
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_gray_frame (1);
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);
  VfRect part = { 10, 8, 30, 20 };
  Found found;

  crop->x = part.x;
  crop->y = part.y;
  crop->width = part.width;
  crop->height = part.height;
  test_add_objects (frame, &info, &face, 1);
  add_region (frame, "face", 5, 9);
  found = collect (frame, NULL, part);
  fail_unless_equals_int (found.rects->len, 2);
  check_rect (&found, 0, (VfRect){ 1, 2, 12, 10 }, 4);
  check_rect (&found, 1, (VfRect){ 0, 1, 7, 10 }, -1);
  clear (&found);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_odd_objects)
{
  static const gfloat none[][4] = { { 5, 5, 0, 9 }, { NAN, 5, 9, 9 },
    { 5, 5, NAN, 9 }, { INFINITY, 0, 5, 5 }, { 5, 5, -9, 9 },
    { -20, 5, 10, 10 }, { 1e20f, 0, 5, 5 } };
  Found found;

  for (guint i = 0; i < G_N_ELEMENTS (none); i++) {
    GstBuffer *frame = test_gray_frame (1);

    test_add_foreign_object (
        frame, none[i][0], none[i][1], none[i][2], none[i][3], 36);
    found = collect (frame, NULL, whole);
    fail_unless_equals_int (found.rects->len, 0);
    clear (&found);
    gst_buffer_unref (frame);
  }
}
GST_END_TEST;

GST_START_TEST (test_objects_that_stick_out)
{
  GstBuffer *frame = test_gray_frame (1);
  Found found;

  test_add_foreign_object (frame, -5, -6, 20, 18, 36);
  test_add_foreign_object (frame, 3, 4, INFINITY, 1e20f, 36);
  found = collect (frame, NULL, whole);
  fail_unless_equals_int (found.rects->len, 2);
  check_rect (&found, 0, (VfRect){ 0, 0, 15, 12 }, 9);
  check_rect (&found, 1, (VfRect){ 3, 4, G_MAXUINT, G_MAXUINT }, 9);
  clear (&found);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_ids_of_other_sources)
{
  VfRoi roi = { .source = VF_ROI_SOURCE_RECTANGLE, .rect = { 1, 2, 3, 0 } };
  Found found = { g_array_new (FALSE, FALSE, sizeof (VfRect)),
    g_array_new (FALSE, FALSE, sizeof (gint)) };
  GstBuffer *frame = frame_with_faces ();

  fail_unless (vf_roi_collect_ids (&roi, frame, whole, found.rects, found.ids));
  fail_unless_equals_int (found.rects->len, 1);
  check_rect (&found, 0, (VfRect){ 1, 2, 3, G_MAXUINT }, -1);
  roi.source = VF_ROI_SOURCE_ALL;
  fail_if (vf_roi_collect_ids (&roi, frame, whole, found.rects, found.ids));
  fail_unless_equals_int (found.ids->len, 0);
  clear (&found);
  gst_buffer_unref (frame);
}
GST_END_TEST;

static GBytes *
corners_of (GstBuffer *frame, const gchar *type)
{
  GstHarness *harness = test_gray_harness ();
  GBytes *corners;

  g_object_set (harness->element, "threshold", 0.0, "roi-type", type, NULL);
  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  gst_util_set_object_arg (G_OBJECT (harness->element), "roi-source", "meta");
  corners = test_corners_of (harness, frame);
  test_harness_free (harness);
  return corners;
}

/* Objects alone, as behind elements that lose regions, do as well as regions. */
GST_START_TEST (test_corners_in_objects)
{
  GstBuffer *objects = test_gray_frame (1), *regions = test_gray_frame (1);

  test_add_foreign_object (objects, 5, 6, 40, 30, 36);
  gst_buffer_add_video_region_of_interest_meta (regions, "face", 5, 6, 40, 30);
  test_same_corners (corners_of (gst_buffer_ref (objects), "face"),
      corners_of (regions, NULL));
  regions = test_gray_frame (1);
  gst_buffer_add_video_region_of_interest_meta (regions, "hat", 5, 6, 40, 30);
  test_other_corners (
      corners_of (objects, "face"), corners_of (regions, "face"));
}
GST_END_TEST;

static Suite *
objectsroi_suite (void)
{
  Suite *suite = suite_create ("objectsroi");
  TCase *tests = tcase_create ("objectsroi");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_objects_once);
  tcase_add_test (tests, test_types);
  tcase_add_test (tests, test_regions_of_others);
  tcase_add_test (tests, test_regions_alone);
  tcase_add_test (tests, test_crop);
  tcase_add_test (tests, test_odd_objects);
  tcase_add_test (tests, test_objects_that_stick_out);
  tcase_add_test (tests, test_ids_of_other_sources);
  tcase_add_test (tests, test_corners_in_objects);
  return suite;
}

TEST_MAIN (objectsroi_suite)
