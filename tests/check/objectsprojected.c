/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects as regions of interest, which other elements read, and their removal.
 */
#include "objecttesting.h"

static gdouble
param (GstVideoRegionOfInterestMeta *region, const gchar *field)
{
  GstStructure *detection =
      gst_video_region_of_interest_meta_get_param (region, "detection");
  gdouble number;

  fail_unless (
      gst_structure_get_double (detection, field, &number), "%s", field);
  return number;
}

GST_START_TEST (test_regions)
{
  GstBuffer *frame = test_frame_with_two ();
  GstVideoRegionOfInterestMeta *face = test_region (frame, 0);
  GstVideoRegionOfInterestMeta *own_eye = test_region (frame, 1);

  fail_unless_equals_int (test_n_regions (frame, NULL), 2);
  fail_unless_equals_string (g_quark_to_string (face->roi_type), "face");
  fail_unless_equals_string (g_quark_to_string (own_eye->roi_type), "eye");
  fail_unless (face->id == 3 && face->parent_id == -1);
  fail_unless (own_eye->id == 4 && own_eye->parent_id == 3);
  fail_unless (face->x == 16 && face->y == 8 && face->w == 32 && face->h == 24);
  /* 14.5 to 20: even, then whole. */
  fail_unless (own_eye->x == 20 && own_eye->y == 14);
  fail_unless (own_eye->w == 6 && own_eye->h == 6);
  fail_unless (param (face, "confidence") == 0.75);
  fail_unless (param (face, "score") == 2.5);
  fail_unless (param (face, "x_min") == 0.25 && param (face, "x_max") == 0.75);
  fail_unless (param (face, "y_min") == 8 / 48.0);
  fail_unless (param (face, "y_max") == 32 / 48.0);
  fail_unless_equals_string (
      gst_structure_get_string (
          gst_video_region_of_interest_meta_get_param (own_eye, "detection"),
          "label"),
      "eye");
  gst_buffer_unref (frame);
}
GST_END_TEST;

/* Objects are in pixels of the crop, regions in those of the frame. */
GST_START_TEST (test_regions_of_a_crop)
{
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  const VfFoundObject face = test_face (2, 3, 16, 12, 1);
  GstBuffer *frame = test_gray_frame (1);
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);
  GstVideoRegionOfInterestMeta *region;

  crop->x = 14;
  crop->y = 9;
  crop->width = 30;
  crop->height = 20;
  test_add_objects (frame, &info, &face, 1);
  region = test_region (frame, 0);
  fail_unless (region->x == 16 && region->y == 12);
  fail_unless (param (region, "x_min") == 0.25);
  fail_unless (param (region, "y_max") == 0.5);
  gst_objects_meta_remove_all (frame, &info);
  fail_unless_equals_int (test_n_regions (frame, NULL), 0);
  gst_buffer_unref (frame);
}
GST_END_TEST;

static void
add_region (GstBuffer *frame, const gchar *type, guint x, guint y, gint id)
{
  gst_buffer_add_video_region_of_interest_meta (frame, type, x, y, 32, 24)->id =
      id;
}

GST_START_TEST (test_removal_spares_others)
{
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_frame_with_two ();

  add_region (frame, "face", 16, 8, 0);  /* an id is missing */
  add_region (frame, "face", 16, 8, 5);  /* another id */
  add_region (frame, "hat", 16, 8, 3);   /* another type */
  add_region (frame, "face", 16, 24, 3); /* another place */
  test_add_foreign_meta (frame, 1, 1, 12);
  fail_unless_equals_int (test_n_regions (frame, NULL), 6);
  gst_objects_meta_remove_all (frame, &info);
  fail_unless_equals_int (test_n_objects_metas (frame), 0);
  fail_unless_equals_int (test_n_regions (frame, NULL), 4);
  fail_unless_equals_int (test_n_regions (frame, "eye"), 0);
  fail_unless_equals_int (test_n_regions (frame, "hat"), 1);
  fail_unless_equals_int (test_n_metas (frame), 1);
  gst_objects_meta_remove_all (frame, &info);
  fail_unless_equals_int (test_n_regions (frame, NULL), 4);
  gst_buffer_unref (frame);
}
GST_END_TEST;

/* An id that regions cannot have is none. */
GST_START_TEST (test_removal_spares_regions_without_id)
{
  const VfFoundObject face = test_face (16, 8, 32, 24, G_MAXUINT);
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_gray_frame (1);

  test_add_objects (frame, &info, &face, 1);
  add_region (frame, "face", 16, 8, 0);
  gst_objects_meta_remove_all (frame, &info);
  fail_unless_equals_int (test_n_regions (frame, NULL), 2);
  gst_buffer_unref (frame);
}
GST_END_TEST;

/* A copy loses the parameters of regions: they must not be needed. */
GST_START_TEST (test_removal_from_a_copy)
{
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_frame_with_two ();
  GstBuffer *copy = gst_buffer_copy (frame);

  fail_unless_equals_int (test_n_regions (copy, NULL), 2);
  gst_objects_meta_remove_all (copy, &info);
  fail_unless_equals_int (test_n_regions (copy, NULL), 0);
  fail_unless_equals_int (test_n_regions (frame, NULL), 2);
  gst_buffer_unref (copy);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_broken_metas_are_removed)
{
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_gray_frame (1);

  for (guint i = 0; i < TEST_N_BROKEN; i++)
    test_add_broken_objects (frame, i);
  gst_objects_meta_remove_all (frame, &info);
  fail_unless (
      gst_buffer_get_custom_meta (frame, GST_OBJECTS_META_NAME) == NULL);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_largest_id)
{
  GstBuffer *frame = test_frame_with_two ();

  fail_unless_equals_int (gst_objects_meta_largest_id (frame), 4);
  add_region (frame, "face", 0, 0, 17);
  fail_unless_equals_int (gst_objects_meta_largest_id (frame), 17);
  add_region (frame, "face", 0, 0, -5);
  add_region (frame, "face", 0, 0, G_MAXINT);
  fail_unless_equals_int (gst_objects_meta_largest_id (frame), 17);
  gst_buffer_unref (frame);
}
GST_END_TEST;

static Suite *
objectsprojected_suite (void)
{
  Suite *suite = suite_create ("objectsprojected");
  TCase *tests = tcase_create ("objectsprojected");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_regions);
  tcase_add_test (tests, test_regions_of_a_crop);
  tcase_add_test (tests, test_removal_spares_others);
  tcase_add_test (tests, test_removal_spares_regions_without_id);
  tcase_add_test (tests, test_removal_from_a_copy);
  tcase_add_test (tests, test_broken_metas_are_removed);
  tcase_add_test (tests, test_largest_id);
  return suite;
}

TEST_MAIN (objectsprojected_suite)
