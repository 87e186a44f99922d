/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The installed header against structures that are newer, older or broken.
 */
#include "testing.h"

/* `n_bytes` of data, said to be `count` records of `stride` bytes. */
static GstStructure *
new_corners (guint count, guint stride, gsize n_bytes)
{
  guint8 *data = g_malloc0 (n_bytes);
  GstStructure *structure;
  GBytes *bytes;

  for (gsize i = 0; i + 12 <= n_bytes; i += MAX (stride, 12)) {
    GST_WRITE_FLOAT_LE (data + i, 10.5f);
    GST_WRITE_FLOAT_LE (data + i + 4, -3.25f);
    GST_WRITE_FLOAT_LE (data + i + 8, 1e20f);
  }
  bytes = g_bytes_new_take (data, n_bytes);
  structure = gst_structure_new ("VideoFeaturesCorners", "version", G_TYPE_UINT,
      1, "source", G_TYPE_STRING, "by-hand", "width", G_TYPE_UINT, 640,
      "height", G_TYPE_UINT, 480, "pts", G_TYPE_UINT64, G_GUINT64_CONSTANT (9),
      "held", G_TYPE_BOOLEAN, FALSE, "measure", G_TYPE_STRING, "harris",
      "threshold", G_TYPE_DOUBLE, 0.5, "count", G_TYPE_UINT, count, "stride",
      G_TYPE_UINT, stride, "corners", G_TYPE_BYTES, bytes, NULL);
  g_bytes_unref (bytes);
  return structure;
}

static gboolean
readable (guint count, guint stride, gsize n_bytes)
{
  GstStructure *structure = new_corners (count, stride, n_bytes);
  GstCornersMeta meta;
  gboolean ok = gst_corners_meta_from_structure (structure, &meta);

  for (guint i = 0; ok && i < meta.count; i++)
    fail_unless (gst_corners_meta_get (&meta, i).response == 1e20f);
  gst_structure_free (structure);
  return ok;
}

GST_START_TEST (test_good_sizes)
{
  fail_unless (readable (0, 12, 0));
  fail_unless (readable (1, 12, 12));
  fail_unless (readable (3, 12, 36));
  fail_unless (readable (2, 12, 35), "bytes after the last record");
  fail_unless (readable (0, 12, 7));
  fail_unless (readable (3, 16, 48), "records with a tail");
  fail_unless (readable (3, 100, 300), "records with a long tail");
}
GST_END_TEST;

GST_START_TEST (test_bad_sizes)
{
  fail_if (readable (1, 12, 11));
  fail_if (readable (4, 12, 47));
  fail_if (readable (1, 12, 0));
  fail_if (readable (3, 16, 47));
  fail_if (readable (1, 11, 100), "a stride too short for a corner");
  fail_if (readable (0, 0, 0), "no stride");
  fail_if (readable (1, 0, 12), "no stride");
  fail_if (readable (G_MAXUINT, 12, 36));
  fail_if (readable (G_MAXUINT, G_MAXUINT, 36));
  fail_if (readable (0x40000000, 16, 48), "the product is 0 in 32 bits");
}
GST_END_TEST;

GST_START_TEST (test_values)
{
  GstStructure *structure = new_corners (2, 12, 24);
  GstCornersMeta meta;
  GstCorner corner;

  gst_structure_set (structure, "novelty", G_TYPE_STRING, "?", "descriptors",
      G_TYPE_INT, 5, NULL);
  gst_structure_set_name (structure, "harriscorners");
  fail_unless (gst_corners_meta_from_structure (structure, &meta));
  fail_unless_equals_string (meta.source, "by-hand");
  fail_unless_equals_int (meta.width, 640);
  fail_unless_equals_int (meta.height, 480);
  fail_unless_equals_uint64 (meta.pts, 9);
  fail_unless (meta.threshold == 0.5 && !meta.held);
  fail_unless_equals_int (meta.count, 2);
  corner = gst_corners_meta_get (&meta, 1);
  fail_unless (corner.x == 10.5f && corner.y == -3.25f);
  gst_structure_free (structure);
}
GST_END_TEST;

static const gchar *const needed[] = { "version", "width", "height", "pts",
  "held", "threshold", "count", "stride" };

GST_START_TEST (test_missing_field)
{
  GstStructure *structure = new_corners (2, 12, 24);
  GstCornersMeta meta;

  gst_structure_remove_field (structure, needed[__i__]);
  fail_if (gst_corners_meta_from_structure (structure, &meta));
  gst_structure_free (structure);
}
GST_END_TEST;

GST_START_TEST (test_field_of_another_type)
{
  GstStructure *structure = new_corners (2, 12, 24);
  GstCornersMeta meta;

  gst_structure_set (structure, needed[__i__], G_TYPE_STRING, "12", NULL);
  fail_if (gst_corners_meta_from_structure (structure, &meta));
  gst_structure_free (structure);
}
GST_END_TEST;

GST_START_TEST (test_bad_bytes)
{
  GstStructure *structure = new_corners (1, 12, 12);
  GstCornersMeta meta;

  gst_structure_set (structure, "corners", G_TYPE_STRING, "0123456789ab", NULL);
  fail_if (gst_corners_meta_from_structure (structure, &meta));
  gst_structure_set (structure, "corners", G_TYPE_BYTES, NULL, NULL);
  fail_if (gst_corners_meta_from_structure (structure, &meta));
  gst_structure_set (structure, "count", G_TYPE_UINT, 0, NULL);
  fail_unless (gst_corners_meta_from_structure (structure, &meta));
  gst_structure_remove_field (structure, "corners");
  fail_if (gst_corners_meta_from_structure (structure, &meta));
  gst_structure_free (structure);
}
GST_END_TEST;

GST_START_TEST (test_other_version)
{
  GstStructure *structure = new_corners (1, 12, 12);
  GstCornersMeta meta;

  gst_structure_set (structure, "version", G_TYPE_UINT, 2, NULL);
  fail_if (gst_corners_meta_from_structure (structure, &meta));
  gst_structure_set (structure, "version", G_TYPE_UINT, 0, NULL);
  fail_if (gst_corners_meta_from_structure (structure, &meta));
  gst_structure_free (structure);
}
GST_END_TEST;

GST_START_TEST (test_iterator_skips_what_it_cannot_read)
{
  GstBuffer *buffer = gst_buffer_new ();
  GstCornersMeta meta;
  gpointer state = NULL;

  test_add_foreign_meta (buffer, 1, 1, 12);
  gst_structure_set (
      test_add_foreign_meta (buffer, 2, 2, 12), "count", G_TYPE_UINT, 99, NULL);
  gst_buffer_add_custom_meta (buffer, GST_CORNERS_META_NAME);
  gst_buffer_add_video_meta (
      buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_GRAY8, 4, 4);
  test_add_foreign_meta (buffer, 3, 3, 20);

  fail_unless (gst_corners_meta_next (buffer, &state, &meta));
  fail_unless (gst_corners_meta_get (&meta, 0).x == 1);
  fail_unless (gst_corners_meta_next (buffer, &state, &meta));
  fail_unless (gst_corners_meta_get (&meta, 0).x == 3);
  fail_if (gst_corners_meta_next (buffer, &state, &meta));
  gst_buffer_unref (buffer);
}
GST_END_TEST;

GST_START_TEST (test_no_metas)
{
  GstBuffer *buffer = gst_buffer_new ();
  GstCornersMeta meta;
  gpointer state = NULL;

  fail_if (gst_corners_meta_next (buffer, &state, &meta));
  gst_buffer_unref (buffer);
}
GST_END_TEST;

static Suite *
reader_suite (void)
{
  Suite *suite = suite_create ("reader");
  TCase *tests = tcase_create ("reader");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_good_sizes);
  tcase_add_test (tests, test_bad_sizes);
  tcase_add_test (tests, test_values);
  tcase_add_loop_test (tests, test_missing_field, 0, G_N_ELEMENTS (needed));
  tcase_add_loop_test (
      tests, test_field_of_another_type, 0, G_N_ELEMENTS (needed));
  tcase_add_test (tests, test_bad_bytes);
  tcase_add_test (tests, test_other_version);
  tcase_add_test (tests, test_iterator_skips_what_it_cannot_read);
  tcase_add_test (tests, test_no_metas);
  return suite;
}

TEST_MAIN (reader_suite)
