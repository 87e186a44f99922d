/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect's cascade: how it is named, found and changed.
 */
#include "foldertesting.h"
#include "haartesting.h"

GST_START_TEST (test_paths)
{
  GstHarness *harness = haar_harness ("");
  gchar *path = haar_cascade_path ("haarcascade_square.xml");
  gchar *other = haar_copy_square ("bright one.xml");

  haar_set_cascade (harness, path);
  haar_check_label (harness, "square");
  haar_check_cascade (harness, path);
  haar_set_cascade (harness, other);
  haar_check_label (harness, "bright one");
  haar_set_cascade (harness, "haarcascade_square.xml");
  haar_check_label (harness, "square");
  test_no_complaint (harness);
  g_free (path);
  g_free (other);
  test_harness_free (harness);
}
GST_END_TEST;

/* As in PATH, the first folder that has it counts. */
GST_START_TEST (test_folders_of_the_variable)
{
  gchar *path = haar_copy_square ("haarcascade_brick.xml");
  gchar *folder = g_path_get_dirname (path);
  gchar *list = g_strconcat ("/nowhere" G_SEARCHPATH_SEPARATOR_S,
      g_getenv ("VIDEO_FEATURES_CASCADES"), G_SEARCHPATH_SEPARATOR_S, folder,
      NULL);
  gchar *before = g_strdup (g_getenv ("VIDEO_FEATURES_CASCADES"));
  GstHarness *harness = haar_harness ("");

  g_setenv ("VIDEO_FEATURES_CASCADES", list, TRUE);
  haar_set_cascade (harness, "brick");
  haar_check_label (harness, "brick");
  test_no_complaint (harness);
  test_harness_free (harness);
  g_setenv ("VIDEO_FEATURES_CASCADES", before, TRUE);
  g_free (before);
  g_free (list);
  g_free (folder);
  g_free (path);
}
GST_END_TEST;

GST_START_TEST (test_labels)
{
  static const gchar *const labels[][2] = { { "eye", "eye" },
    { "eye_tree_eyeglasses", "eye" }, { "frontalcatface", "catface" },
    { "frontalcatface_extended", "catface" }, { "frontalface_alt", "face" },
    { "frontalface_alt2", "face" }, { "frontalface_alt_tree", "face" },
    { "frontalface_default", "face" }, { "fullbody", "fullbody" },
    { "lefteye_2splits", "lefteye" }, { "licence_plate_rus_16stages", "plate" },
    { "lowerbody", "lowerbody" }, { "profileface", "profileface" },
    { "righteye_2splits", "righteye" }, { "russian_plate_number", "plate" },
    { "smile", "smile" }, { "upperbody", "upperbody" } };
  GstHarness *harness = haar_harness ("");

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++) {
    gchar *name = g_strdup_printf ("haarcascade_%s.xml", labels[i][0]);
    gchar *path = haar_copy_square (name);

    haar_set_cascade (harness, path);
    haar_check_label (harness, labels[i][1]);
    g_free (path);
    g_free (name);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_label_property)
{
  GstHarness *harness = haar_harness ("label=brick");

  haar_check_label (harness, "brick");
  g_object_set (harness->element, "label", "Kopf \xe2\x98\xba", NULL);
  haar_check_label (harness, "Kopf \xe2\x98\xba");
  g_object_set (harness->element, "label", NULL, NULL);
  haar_check_label (harness, "square");
  g_object_set (harness->element, "label", "no UTF-8: \xff", NULL);
  haar_check_label (harness, "square");
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_changes_while_playing)
{
  GstHarness *harness = haar_harness ("min-neighbors=0");

  for (guint i = 0; i < 3; i++) {
    haar_set_cascade (harness, "hole");
    fail_unless_equals_int (haar_count (harness, SCENE_HEAD), 2);
    haar_set_cascade (harness, "square");
    fail_unless (haar_count (harness, SCENE_HEAD) > 2);
  }
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

static gint stop_setting;

static gpointer
set_without_end (gpointer element)
{
  static const gchar *const values[] = { "square", "hole", "nosuch", "" };

  for (guint i = 0; !g_atomic_int_get (&stop_setting); i++)
    g_object_set (element, "cascade", values[i % G_N_ELEMENTS (values)],
        "label", values[i % 3], NULL);
  return NULL;
}

/* An application's thread sets what the streaming thread reads. */
GST_START_TEST (test_set_by_another_thread)
{
  GstHarness *harness = haar_harness ("hold=true detect-every=2");
  GThread *thread;

  g_atomic_int_set (&stop_setting, FALSE);
  thread = g_thread_new ("setter", set_without_end, harness->element);
  for (guint i = 0; i < 50; i++) {
    GstBuffer *out = haar_push (harness, SCENE_HEAD, i * GST_MSECOND);

    fail_unless_equals_int (test_n_objects_metas (out), 1);
    gst_buffer_unref (out);
  }
  g_atomic_int_set (&stop_setting, TRUE);
  g_thread_join (thread);
  fail_unless_equals_int (test_count_messages (harness, GST_MESSAGE_ERROR), 0);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_empty_is_the_default)
{
  GstHarness *harness = haar_harness ("");

  haar_set_cascade (harness, "");
  haar_check_cascade (harness, "frontalface_alt");
  haar_set_cascade (harness, NULL);
  haar_check_cascade (harness, "frontalface_alt");
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
haarcascade_suite (void)
{
  Suite *suite = suite_create ("haarcascade");
  TCase *tests = tcase_create ("haarcascade");

  suite_add_tcase (suite, tests);
  tcase_add_checked_fixture (tests, test_folder_make, test_folder_remove);
  tcase_add_test (tests, test_paths);
  tcase_add_test (tests, test_folders_of_the_variable);
  tcase_add_test (tests, test_labels);
  tcase_add_test (tests, test_label_property);
  tcase_add_test (tests, test_changes_while_playing);
  tcase_add_test (tests, test_set_by_another_thread);
  tcase_add_test (tests, test_empty_is_the_default);
  return suite;
}

TEST_MAIN (haarcascade_suite)
