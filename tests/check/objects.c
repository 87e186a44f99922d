/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is written for objects: the meta field by field, regions, messages.
 */
#include "objecttesting.h"

#include "objectsmessage.h"

static VfFoundObject
eye (guint id, gint parent_id)
{
  VfFoundObject object = test_face (20, 14.5, 6, 5.5, id);

  object.label = "eye";
  object.parent_id = parent_id;
  object.score = -1.25;
  object.confidence = 0;
  object.flags = GST_DETECTED_OBJECT_HELD | GST_DETECTED_OBJECT_STABLE_ID;
  return object;
}

/* A frame with a face and an eye of it. */
static GstBuffer *
frame_with_two (void)
{
  const VfFoundObject objects[] = { test_face (16, 8, 32, 24, 3), eye (4, 3) };
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_gray_frame (1);

  test_add_objects (frame, &info, objects, 2);
  return frame;
}

GST_START_TEST (test_registration)
{
  static const gchar *const tags[] = { GST_META_TAG_VIDEO_STR,
    GST_META_TAG_VIDEO_SIZE_STR, GST_META_TAG_VIDEO_ORIENTATION_STR };
  const GstMetaInfo *info = gst_meta_get_info (GST_OBJECTS_META_NAME);
  const gchar *const *found;

  fail_unless (info != NULL && gst_meta_info_is_custom (info));
  fail_unless_equals_string (GST_OBJECTS_META_NAME, "VideoFeaturesObjects");
  found = gst_meta_api_type_get_tags (info->api);
  fail_unless_equals_int (
      g_strv_length ((gchar **) found), G_N_ELEMENTS (tags));
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    fail_unless (g_strv_contains (found, tags[i]));
  gst_objects_meta_register ();
  fail_unless (gst_meta_get_info (GST_OBJECTS_META_NAME) == info);
}
GST_END_TEST;

static const struct {
  const gchar *name, *type;
} fields[] = {
  { "version", "guint" },
  { "source", "gchararray" },
  { "width", "guint" },
  { "height", "guint" },
  { "pts", "guint64" },
  { "held", "gboolean" },
  { "count", "guint" },
  { "stride", "guint" },
  { "objects", "GBytes" },
  { "labels", "GstValueArray" },
};

static const GstStructure *
structure_of (GstBuffer *buffer)
{
  return gst_custom_meta_get_structure (
      gst_buffer_get_custom_meta (buffer, GST_OBJECTS_META_NAME));
}

GST_START_TEST (test_fields_and_types)
{
  GstBuffer *frame = frame_with_two ();
  const GstStructure *structure = structure_of (frame);

  fail_unless (gst_structure_has_name (structure, GST_OBJECTS_META_NAME));
  fail_unless_equals_int (
      gst_structure_n_fields (structure), G_N_ELEMENTS (fields));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    fail_unless_equals_string (
        g_type_name (gst_structure_get_field_type (structure, fields[i].name)),
        fields[i].type);
  gst_buffer_unref (frame);
}
GST_END_TEST;

/* x, y, width, height, score; neighbors, id, flags, parent, little-endian. */
static const guint8 bytes_of_two[72] = { 0, 0, 0x80, 0x41, 0, 0, 0, 0x41, 0, 0,
  0, 0x42, 0, 0, 0xc0, 0x41, 0, 0, 0x20, 0x40, 5, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0,
  0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0xa0, 0x41, 0, 0, 0x68, 0x41, 0, 0, 0xc0,
  0x40, 0, 0, 0xb0, 0x40, 0, 0, 0xa0, 0xbf, 5, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0,
  3, 0, 0, 0 };

GST_START_TEST (test_bytes)
{
  GstBuffer *frame = frame_with_two ();
  const GValue *value =
      gst_structure_get_value (structure_of (frame), "objects");
  GBytes *bytes = g_value_get_boxed (value);
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  fail_unless_equals_int (size, sizeof bytes_of_two);
  for (gsize i = 0; i < size; i++)
    fail_unless_equals_int_hex (data[i], bytes_of_two[i]);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_values)
{
  GstBuffer *frame = frame_with_two ();
  GstObjectsMeta meta = test_objects (frame);
  GstDetectedObject object = gst_objects_meta_get (&meta, 1);

  fail_unless_equals_int (meta.version, 1);
  fail_unless_equals_string (meta.source, "finder");
  fail_unless_equals_int (meta.width, TEST_WIDTH);
  fail_unless_equals_int (meta.height, TEST_HEIGHT);
  fail_unless_equals_uint64 (meta.pts, 42);
  fail_unless (!meta.held);
  fail_unless_equals_int (meta.count, 2);
  fail_unless_equals_int (meta.stride, 36);
  fail_unless (object.x == 20 && object.y == 14.5f);
  fail_unless (object.width == 6 && object.height == 5.5f);
  fail_unless (object.score == -1.25f);
  fail_unless_equals_int (object.neighbors, 5);
  fail_unless_equals_int (object.id, 4);
  fail_unless_equals_int (object.flags, 3);
  fail_unless_equals_int (object.parent_id, 3);
  fail_unless_equals_string (object.label, "eye");
  fail_unless_equals_int (gst_objects_meta_get (&meta, 0).parent_id, -1);
  fail_unless_equals_string (gst_objects_meta_get (&meta, 0).label, "face");
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_nothing_found)
{
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_gray_frame (1);

  test_add_objects (frame, &info, NULL, 0);
  fail_unless_equals_int (test_objects (frame).count, 0);
  fail_unless_equals_int (test_objects (frame).stride, 36);
  fail_unless_equals_int (test_n_regions (frame, NULL), 0);
  fail_unless_equals_int (gst_objects_meta_largest_id (frame), 0);
  gst_buffer_unref (frame);
}
GST_END_TEST;

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
  GstBuffer *frame = frame_with_two ();
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
  GstBuffer *frame = frame_with_two ();

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
  GstBuffer *frame = frame_with_two ();
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
  GstBuffer *frame = frame_with_two ();

  fail_unless_equals_int (gst_objects_meta_largest_id (frame), 4);
  add_region (frame, "face", 0, 0, 17);
  fail_unless_equals_int (gst_objects_meta_largest_id (frame), 17);
  add_region (frame, "face", 0, 0, -5);
  add_region (frame, "face", 0, 0, G_MAXINT);
  fail_unless_equals_int (gst_objects_meta_largest_id (frame), 17);
  gst_buffer_unref (frame);
}
GST_END_TEST;

static guint
uint_of (const GstStructure *structure, const gchar *field)
{
  guint number;

  fail_unless (gst_structure_get_uint (structure, field, &number), "%s", field);
  return number;
}

static void
check_item (const GstStructure *item)
{
  gdouble score, confidence;
  gboolean held;

  fail_unless_equals_int (gst_structure_n_fields (item), 10);
  fail_unless_equals_int (uint_of (item, "x"), 20);
  fail_unless_equals_int (uint_of (item, "y"), 14);
  fail_unless_equals_int (uint_of (item, "width"), 6);
  fail_unless_equals_int (uint_of (item, "height"), 6);
  fail_unless_equals_int (uint_of (item, "neighbors"), 5);
  fail_unless_equals_int (uint_of (item, "id"), 4);
  fail_unless_equals_string (gst_structure_get_string (item, "label"), "eye");
  fail_unless (gst_structure_get_double (item, "score", &score));
  fail_unless (gst_structure_get_double (item, "confidence", &confidence));
  fail_unless (gst_structure_get_boolean (item, "held", &held));
  fail_unless (score == -1.25 && confidence == 0 && held);
}

GST_START_TEST (test_object_list)
{
  const VfFoundObject objects[] = { test_face (1, 2, 3, 4, 1), eye (4, 1) };
  GstStructure *message = gst_structure_new_empty ("haardetect");
  const GValue *list;

  vf_objects_message_add_list (message, objects, 2);
  list = gst_structure_get_value (message, "object-list");
  fail_unless (GST_VALUE_HOLDS_ARRAY (list));
  fail_unless_equals_int (gst_value_array_get_size (list), 2);
  check_item (gst_value_get_structure (gst_value_array_get_value (list, 1)));
  vf_objects_message_add_list (message, NULL, 0);
  list = gst_structure_get_value (message, "object-list");
  fail_unless_equals_int (gst_value_array_get_size (list), 0);
  gst_structure_free (message);
}
GST_END_TEST;

GST_START_TEST (test_message_of_facedetect)
{
  const VfFoundObject faces[] = { test_face (1, 2, 3, 4, 1),
    test_face (5.4, 6, 7, 8, 2) };
  GstStructure *message = vf_objects_message_new_facedetect (
      faces, 2, 100, 200, 300, GST_CLOCK_TIME_NONE);
  const GValue *list = gst_structure_get_value (message, "faces");
  const GstStructure *face;
  guint64 times[4];

  fail_unless (gst_structure_has_name (message, "facedetect"));
  fail_unless (gst_structure_get (message, "timestamp", G_TYPE_UINT64,
      &times[0], "stream-time", G_TYPE_UINT64, &times[1], "running-time",
      G_TYPE_UINT64, &times[2], "duration", G_TYPE_UINT64, &times[3], NULL));
  fail_unless (times[0] == 100 && times[1] == 200 && times[2] == 300);
  fail_unless (times[3] == GST_CLOCK_TIME_NONE);
  fail_unless (GST_VALUE_HOLDS_LIST (list));
  fail_unless_equals_int (gst_value_list_get_size (list), 2);
  face = gst_value_get_structure (gst_value_list_get_value (list, 1));
  fail_unless (gst_structure_has_name (face, "face"));
  fail_unless_equals_int (uint_of (face, "x"), 5);
  fail_unless_equals_int (uint_of (face, "y"), 6);
  fail_unless_equals_int (uint_of (face, "width"), 7);
  fail_unless_equals_int (uint_of (face, "height"), 8);
  gst_structure_free (message);
}
GST_END_TEST;

/* What is on the bus is read like what is on the buffer. */
GST_START_TEST (test_reading_a_message)
{
  const VfFoundObject face = test_face (1, 2, 3, 4, 1);
  GstStructure *message = test_object_fields (&face, 1);
  GstObjectsMeta meta;

  gst_structure_set_name (message, "haardetect");
  vf_objects_message_add_list (message, &face, 1);
  fail_unless (gst_objects_meta_from_structure (message, &meta));
  fail_unless_equals_int (meta.count, 1);
  fail_unless (gst_objects_meta_get (&meta, 0).y == 2);
  gst_structure_free (message);
}
GST_END_TEST;

static Suite *
objects_suite (void)
{
  Suite *suite = suite_create ("objects");
  TCase *tests = tcase_create ("objects");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_registration);
  tcase_add_test (tests, test_fields_and_types);
  tcase_add_test (tests, test_bytes);
  tcase_add_test (tests, test_values);
  tcase_add_test (tests, test_nothing_found);
  tcase_add_test (tests, test_regions);
  tcase_add_test (tests, test_regions_of_a_crop);
  tcase_add_test (tests, test_removal_spares_others);
  tcase_add_test (tests, test_removal_spares_regions_without_id);
  tcase_add_test (tests, test_removal_from_a_copy);
  tcase_add_test (tests, test_broken_metas_are_removed);
  tcase_add_test (tests, test_largest_id);
  tcase_add_test (tests, test_object_list);
  tcase_add_test (tests, test_message_of_facedetect);
  tcase_add_test (tests, test_reading_a_message);
  return suite;
}

TEST_MAIN (objects_suite)
