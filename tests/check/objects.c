/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is written for objects: the meta field by field, and messages.
 */
#include "objecttesting.h"

#include "objectsmessage.h"

GST_START_TEST (test_registration)
{
  const GstMetaInfo *info = gst_meta_get_info (GST_OBJECTS_META_NAME);

  fail_unless_equals_string (GST_OBJECTS_META_NAME, "VideoFeaturesObjects");
  test_check_registration (GST_OBJECTS_META_NAME);
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
  GstBuffer *frame = test_frame_with_two ();
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
  GstBuffer *frame = test_frame_with_two ();
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
  GstBuffer *frame = test_frame_with_two ();
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
  const VfFoundObject objects[] = { test_face (1, 2, 3, 4, 1),
    test_eye (4, 1) };
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
  tcase_add_test (tests, test_object_list);
  tcase_add_test (tests, test_message_of_facedetect);
  tcase_add_test (tests, test_reading_a_message);
  return suite;
}

TEST_MAIN (objects_suite)
