/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The installed header, featureoverlay and roi-source=meta against objects
 * metas that are newer, older or broken.
 */
#include "objecttesting.h"

/* The labels of `n` objects. */
static void
set_labels (GstStructure *structure, guint n)
{
  GValue labels = G_VALUE_INIT;

  gst_value_array_init (&labels, n);
  for (guint i = 0; i < n; i++) {
    GValue label = G_VALUE_INIT;

    g_value_init (&label, G_TYPE_STRING);
    g_value_set_string (&label, "face");
    gst_value_array_append_and_take_value (&labels, &label);
  }
  gst_structure_take_value (structure, "labels", &labels);
}

/* `n_bytes` of data, said to be `count` records of `stride` bytes. */
static GstStructure *
new_objects (guint count, guint stride, gsize n_bytes, guint n_labels)
{
  guint8 *data = g_malloc0 (n_bytes), record[36] = { 0 };
  GBytes *bytes;
  GstStructure *structure;

  GST_WRITE_FLOAT_LE (record, 10.5f);
  GST_WRITE_UINT32_LE (record + 24, 77);
  GST_WRITE_UINT32_LE (record + 32, (guint32) -1);
  for (gsize i = 0; i + 36 <= n_bytes; i += MAX (stride, 36))
    memcpy (data + i, record, 36);
  bytes = g_bytes_new_take (data, n_bytes);
  structure = gst_structure_new ("VideoFeaturesObjects", "version", G_TYPE_UINT,
      1, "source", G_TYPE_STRING, "by-hand", "width", G_TYPE_UINT, 640,
      "height", G_TYPE_UINT, 480, "pts", G_TYPE_UINT64, G_GUINT64_CONSTANT (9),
      "held", G_TYPE_BOOLEAN, FALSE, "count", G_TYPE_UINT, count, "stride",
      G_TYPE_UINT, stride, "objects", G_TYPE_BYTES, bytes, NULL);
  set_labels (structure, n_labels);
  g_bytes_unref (bytes);
  return structure;
}

static gboolean
readable (guint count, guint stride, gsize n_bytes, guint n_labels)
{
  GstStructure *structure = new_objects (count, stride, n_bytes, n_labels);
  GstObjectsMeta meta;
  gboolean ok = gst_objects_meta_from_structure (structure, &meta);

  for (guint i = 0; ok && i < meta.count; i++) {
    GstDetectedObject object = gst_objects_meta_get (&meta, i);

    fail_unless (object.x == 10.5f && object.id == 77);
    fail_unless (object.parent_id == -1);
    fail_unless_equals_string (object.label, "face");
  }
  gst_structure_free (structure);
  return ok;
}

GST_START_TEST (test_good_sizes)
{
  fail_unless (readable (0, 36, 0, 0));
  fail_unless (readable (1, 36, 36, 1));
  fail_unless (readable (3, 36, 108, 3));
  fail_unless (readable (2, 36, 107, 2), "bytes after the last record");
  fail_unless (readable (2, 36, 72, 5), "labels after the last");
  fail_unless (readable (3, 40, 120, 3), "records with a tail");
  fail_unless (readable (3, 101, 303, 3), "records at odd addresses");
}
GST_END_TEST;

GST_START_TEST (test_bad_sizes)
{
  fail_if (readable (1, 36, 35, 1));
  fail_if (readable (4, 36, 143, 4));
  fail_if (readable (1, 36, 0, 1));
  fail_if (readable (3, 40, 119, 3));
  fail_if (readable (1, 35, 100, 1), "a stride too short for an object");
  fail_if (readable (0, 0, 0, 0), "no stride");
  fail_if (readable (G_MAXUINT, 36, 108, 3));
  fail_if (readable (G_MAXUINT, G_MAXUINT, 108, 3));
  fail_if (readable (0x10000000, 48, 96, 3), "the product is 0 in 32 bits");
  fail_if (readable (3, 36, 108, 2), "a label is missing");
  fail_if (readable (1, 36, 36, 0), "no label");
}
GST_END_TEST;

static const gchar *const needed[] = { "version", "source", "width", "height",
  "pts", "held", "count", "stride", "objects", "labels" };

GST_START_TEST (test_missing_field)
{
  GstStructure *structure = new_objects (2, 36, 72, 2);
  GstObjectsMeta meta;

  gst_structure_remove_field (structure, needed[__i__]);
  fail_if (gst_objects_meta_from_structure (structure, &meta));
  gst_structure_free (structure);
}
GST_END_TEST;

GST_START_TEST (test_field_of_another_type)
{
  GstStructure *structure = new_objects (2, 36, 72, 2);
  GstObjectsMeta meta;

  gst_structure_set (structure, needed[__i__], G_TYPE_INT, 2, NULL);
  fail_if (gst_objects_meta_from_structure (structure, &meta));
  gst_structure_free (structure);
}
GST_END_TEST;

GST_START_TEST (test_other_version)
{
  GstStructure *structure = new_objects (1, 36, 36, 1);
  GstObjectsMeta meta;

  gst_structure_set (structure, "version", G_TYPE_UINT, 2, NULL);
  fail_if (gst_objects_meta_from_structure (structure, &meta));
  gst_structure_free (structure);
}
GST_END_TEST;

GST_START_TEST (test_unknown_fields)
{
  GstStructure *structure = new_objects (1, 36, 36, 1);
  GstObjectsMeta meta;

  gst_structure_set (structure, "novelty", G_TYPE_STRING, "?", NULL);
  gst_structure_set_name (structure, "haardetect");
  fail_unless (gst_objects_meta_from_structure (structure, &meta));
  fail_unless_equals_string (meta.source, "by-hand");
  fail_unless_equals_uint64 (meta.pts, 9);
  gst_structure_free (structure);
}
GST_END_TEST;

GST_START_TEST (test_labels_that_are_none)
{
  GstStructure *structure = new_objects (1, 36, 36, 1);
  GValue labels = G_VALUE_INIT, number = G_VALUE_INIT;
  GstObjectsMeta meta;

  gst_value_array_init (&labels, 1);
  g_value_init (&number, G_TYPE_INT);
  g_value_set_int (&number, 12345);
  gst_value_array_append_and_take_value (&labels, &number);
  gst_structure_take_value (structure, "labels", &labels);
  fail_unless (gst_objects_meta_from_structure (structure, &meta));
  fail_unless_equals_string (gst_objects_meta_get (&meta, 0).label, "");
  gst_structure_free (structure);
}
GST_END_TEST;

GST_START_TEST (test_iterator_skips_what_it_cannot_read)
{
  GstBuffer *buffer = gst_buffer_new ();
  GstObjectsMeta meta;
  gpointer state = NULL;

  test_add_foreign_object (buffer, 1, 1, 5, 5, 36);
  gst_structure_set (test_add_foreign_object (buffer, 2, 2, 5, 5, 36), "count",
      G_TYPE_UINT, 99, NULL);
  gst_buffer_add_custom_meta (buffer, GST_OBJECTS_META_NAME);
  test_add_foreign_meta (buffer, 1, 1, 12);
  test_add_foreign_object (buffer, 3, 3, 5, 5, 44);

  fail_unless (gst_objects_meta_next (buffer, &state, &meta));
  fail_unless (gst_objects_meta_get (&meta, 0).x == 1);
  fail_unless (gst_objects_meta_next (buffer, &state, &meta));
  fail_unless (gst_objects_meta_get (&meta, 0).x == 3);
  fail_if (gst_objects_meta_next (buffer, &state, &meta));
  gst_buffer_unref (buffer);
}
GST_END_TEST;

/* Every object can be read to its last byte and letter. */
static guint
read_all (GstBuffer *buffer)
{
  GstObjectsMeta meta;
  gpointer state = NULL;
  guint n = 0;

  while (gst_objects_meta_next (buffer, &state, &meta))
    for (guint i = 0; i < meta.count; i++)
      n += 1 + (guint) (strlen (gst_objects_meta_get (&meta, i).label) / 1000);
  return n;
}

GST_START_TEST (test_reading_broken_metas)
{
  guint n_read = 0;

  for (guint i = 0; i < TEST_N_BROKEN; i++) {
    GstBuffer *frame = test_gray_frame (1), *copy;

    test_add_broken_objects (frame, i);
    copy = gst_buffer_copy (frame);
    n_read += read_all (frame);
    fail_unless_equals_int (read_all (copy), read_all (frame));
    gst_buffer_unref (copy);
    gst_buffer_unref (frame);
  }
  fail_unless (n_read > TEST_N_BROKEN / 4 && n_read < TEST_N_BROKEN);
}
GST_END_TEST;

static const gchar *const elements[] = { "featureoverlay thickness=16",
  "regioncover mode=blur", "harriscorners roi-source=meta",
  "harriscorners roi-source=meta roi-type=face",
  "videoscale ! capsfilter caps=video/x-raw,width=33,height=25",
  "videoflip video-direction=90r", "videocrop left=3 top=7" };

/* One after the other, and all on one frame. */
GST_START_TEST (test_elements_and_broken_metas)
{
  GstHarness *harness = gst_harness_new_parse (elements[__i__]);

  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT));
  for (guint i = 0; i <= TEST_N_BROKEN; i++) {
    GstBuffer *frame = test_gray_frame (1);

    if (i < TEST_N_BROKEN)
      test_add_broken_objects (frame, i);
    else
      for (guint k = 0; k < TEST_N_BROKEN; k++)
        test_add_broken_objects (frame, k);
    frame = gst_harness_push_and_pull (harness, frame);
    fail_unless (frame != NULL);
    read_all (frame);
    gst_buffer_unref (frame);
  }
  gst_harness_teardown (harness);
}
GST_END_TEST;

static Suite *
objectsreader_suite (void)
{
  Suite *suite = suite_create ("objectsreader");
  TCase *tests = tcase_create ("objectsreader");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_good_sizes);
  tcase_add_test (tests, test_bad_sizes);
  tcase_add_loop_test (tests, test_missing_field, 0, G_N_ELEMENTS (needed));
  tcase_add_loop_test (
      tests, test_field_of_another_type, 0, G_N_ELEMENTS (needed));
  tcase_add_test (tests, test_other_version);
  tcase_add_test (tests, test_unknown_fields);
  tcase_add_test (tests, test_labels_that_are_none);
  tcase_add_test (tests, test_iterator_skips_what_it_cannot_read);
  tcase_add_test (tests, test_reading_broken_metas);
  tcase_add_loop_test (
      tests, test_elements_and_broken_metas, 0, G_N_ELEMENTS (elements));
  return suite;
}

TEST_MAIN (objectsreader_suite)
