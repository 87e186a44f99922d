/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect's cascade: how it is named, found, refused and changed.
 */
#include "haartesting.h"
#include "propertytesting.h"

#include <glib/gstdio.h>
#include <string.h>

static gchar *folder;

static void
make_folder (void)
{
  folder = g_dir_make_tmp ("cascades-XXXXXX", NULL);
}

static void
remove_folder (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const gchar *name;

  while ((name = g_dir_read_name (dir))) {
    gchar *path = g_build_filename (folder, name, NULL);

    g_remove (path);
    g_free (path);
  }
  g_dir_close (dir);
  g_rmdir (folder);
  g_free (folder);
}

/* Of the folder cascades. */
static gchar *
path_of (const gchar *name)
{
  return g_build_filename (g_getenv ("VIDEO_FEATURES_CASCADES"), name, NULL);
}

static gchar *
write_file (const gchar *name, const gchar *text)
{
  gchar *path = g_build_filename (folder, name, NULL);

  fail_unless (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* A copy of the cascade of squares. */
static gchar *
copy_square (const gchar *name)
{
  gchar *original = path_of ("haarcascade_square.xml"), *text, *path;

  fail_unless (g_file_get_contents (original, &text, NULL, NULL));
  path = write_file (name, text);
  g_free (text);
  g_free (original);
  return path;
}

static void
set_cascade (GstHarness *harness, const gchar *value)
{
  g_object_set (harness->element, "cascade", value, NULL);
}

static void
check_cascade (GstHarness *harness, const gchar *value)
{
  test_check_value (harness->element, "cascade", value);
}

/* Of the only object in a frame with a head. */
static gchar *
label_of (GstHarness *harness)
{
  GstBuffer *out = haar_push (harness, SCENE_HEAD, 0);
  GstObjectsMeta meta = test_objects (out);
  gchar *label;

  fail_unless_equals_int (meta.count, 1);
  label = g_strdup (gst_objects_meta_get (&meta, 0).label);
  gst_buffer_unref (out);
  return label;
}

static void
check_label (GstHarness *harness, const gchar *expected)
{
  gchar *label = label_of (harness);

  fail_unless_equals_string (label, expected);
  g_free (label);
}

GST_START_TEST (test_paths)
{
  GstHarness *harness = haar_harness ("");
  gchar *path = path_of ("haarcascade_square.xml");
  gchar *other = copy_square ("bright one.xml");

  set_cascade (harness, path);
  check_label (harness, "square");
  check_cascade (harness, path);
  set_cascade (harness, other);
  check_label (harness, "bright one");
  set_cascade (harness, "haarcascade_square.xml");
  check_label (harness, "square");
  test_no_complaint (harness);
  g_free (path);
  g_free (other);
  test_harness_free (harness);
}
GST_END_TEST;

/* As in PATH, the first folder that has it counts. */
GST_START_TEST (test_folders_of_the_variable)
{
  gchar *path = copy_square ("haarcascade_brick.xml");
  gchar *list = g_strconcat ("/nowhere" G_SEARCHPATH_SEPARATOR_S,
      g_getenv ("VIDEO_FEATURES_CASCADES"), G_SEARCHPATH_SEPARATOR_S, folder,
      NULL);
  gchar *before = g_strdup (g_getenv ("VIDEO_FEATURES_CASCADES"));
  GstHarness *harness = haar_harness ("");

  g_setenv ("VIDEO_FEATURES_CASCADES", list, TRUE);
  set_cascade (harness, "brick");
  check_label (harness, "brick");
  test_no_complaint (harness);
  test_harness_free (harness);
  g_setenv ("VIDEO_FEATURES_CASCADES", before, TRUE);
  g_free (before);
  g_free (list);
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
    gchar *path = copy_square (name);

    set_cascade (harness, path);
    check_label (harness, labels[i][1]);
    g_free (path);
    g_free (name);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_label_property)
{
  GstHarness *harness = haar_harness ("label=brick");

  check_label (harness, "brick");
  g_object_set (harness->element, "label", "Kopf \xe2\x98\xba", NULL);
  check_label (harness, "Kopf \xe2\x98\xba");
  g_object_set (harness->element, "label", NULL, NULL);
  check_label (harness, "square");
  g_object_set (harness->element, "label", "no UTF-8: \xff", NULL);
  check_label (harness, "square");
  test_harness_free (harness);
}
GST_END_TEST;

/* The files that are no cascades, and words of what is said of them. */
static const struct {
  const gchar *text;
  gint code;
  const gchar *words[4];
} wrongs[] = {
  { NULL, GST_RESOURCE_ERROR_NOT_FOUND, { "cascade is ", "bad.xml", NULL } },
  { "", GST_RESOURCE_ERROR_READ, { "cascade is ", "bad.xml", NULL } },
  { "<?xml version=\"1.0\"?>\n<opencv_storage>\n<cascade>\n",
      GST_RESOURCE_ERROR_READ, { "cascade is ", "bad.xml", NULL } },
  { "P5\n4 4\n255\n0123456789abcdef", GST_RESOURCE_ERROR_READ,
      { "cascade is ", "bad.xml", NULL } },
};

static gchar *
write_wrong (guint i)
{
  gchar *path = g_build_filename (folder, "bad.xml", NULL);

  if (wrongs[i].text)
    fail_unless (g_file_set_contents (path, wrongs[i].text, -1, NULL));
  return path;
}

static void
restart (GstHarness *harness)
{
  fail_unless (gst_element_set_state (harness->element, GST_STATE_PLAYING)
               != GST_STATE_CHANGE_FAILURE);
  gst_harness_push_event (harness, gst_event_new_stream_start ("again"));
  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", SCENE_WIDTH, SCENE_HEIGHT));
}

GST_START_TEST (test_wrong_at_start)
{
  GstHarness *harness = haar_harness ("");
  gchar *path = write_wrong ((guint) __i__);

  gst_element_set_state (harness->element, GST_STATE_READY);
  set_cascade (harness, path);
  fail_unless_equals_int (
      gst_element_set_state (harness->element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      wrongs[__i__].code, wrongs[__i__].words);

  /* It can be put right, and used. */
  set_cascade (harness, "square");
  restart (harness);
  check_label (harness, "square");
  test_no_complaint (harness);
  g_free (path);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_wrong_while_playing)
{
  GstHarness *harness = haar_harness ("");
  gchar *path = write_wrong ((guint) __i__);

  check_label (harness, "square");
  set_cascade (harness, path);
  check_label (harness, "square");
  test_only_complaint (harness, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR,
      wrongs[__i__].code, wrongs[__i__].words);
  check_cascade (harness, "square");
  check_label (harness, "square");
  test_no_complaint (harness);
  g_free (path);
  test_harness_free (harness);
}
GST_END_TEST;

static guint
line_of (const gchar *text, const gchar *at)
{
  guint line = 1;

  for (; text < at; text++)
    line += *text == '\n';
  return line;
}

/* A cascade whose width is no number; the line of that, to be freed. */
static gchar *
break_width (void)
{
  gchar *path = copy_square ("bad.xml"), *text, *at, *line;

  fail_unless (g_file_get_contents (path, &text, NULL, NULL));
  at = strstr (text, "<width>12");
  fail_unless (at != NULL);
  memcpy (at, "<width>xx", strlen ("<width>xx"));
  fail_unless (g_file_set_contents (path, text, -1, NULL));
  line = g_strdup_printf ("bad.xml:%u:", line_of (text, at));
  g_free (text);
  g_free (path);
  return line;
}

GST_START_TEST (test_line_of_the_mistake)
{
  gchar *line = break_width ();
  gchar *path = g_build_filename (folder, "bad.xml", NULL);
  const gchar *const words[] = { line, "width", NULL };
  GstHarness *harness = haar_harness ("");

  set_cascade (harness, path);
  check_label (harness, "square");
  test_only_complaint (harness, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_READ, words);
  g_free (line);
  g_free (path);
  test_harness_free (harness);
}
GST_END_TEST;

/* What to set, and what to install. */
GST_START_TEST (test_missing_name)
{
  static const gchar *const words[] = { "cascade is nosuchthing",
    "haarcascade_nosuchthing.xml", "opencv-data", "property cascade", "square",
    NULL };
  GstHarness *harness = haar_harness ("");

  gst_element_set_state (harness->element, GST_STATE_READY);
  set_cascade (harness, "nosuchthing");
  fail_unless_equals_int (
      gst_element_set_state (harness->element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_NOT_FOUND, words);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_devices_and_folders)
{
  static const gchar *const paths[] = { "/dev/zero", "/dev/null", "/", "." };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    GstHarness *harness = haar_harness ("");

    set_cascade (harness, paths[i]);
    check_label (harness, "square");
    fail_unless_equals_int (
        test_count_messages (harness, GST_MESSAGE_WARNING), 1);
    test_harness_free (harness);
  }
}
GST_END_TEST;

GST_START_TEST (test_changes_while_playing)
{
  GstHarness *harness = haar_harness ("min-neighbors=0");

  for (guint i = 0; i < 3; i++) {
    set_cascade (harness, "hole");
    fail_unless_equals_int (haar_count (harness, SCENE_HEAD), 2);
    set_cascade (harness, "square");
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

  set_cascade (harness, "");
  check_cascade (harness, "frontalface_alt");
  set_cascade (harness, NULL);
  check_cascade (harness, "frontalface_alt");
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
haarcascade_suite (void)
{
  Suite *suite = suite_create ("haarcascade");
  TCase *tests = tcase_create ("haarcascade");

  suite_add_tcase (suite, tests);
  tcase_add_checked_fixture (tests, make_folder, remove_folder);
  tcase_add_test (tests, test_paths);
  tcase_add_test (tests, test_folders_of_the_variable);
  tcase_add_test (tests, test_labels);
  tcase_add_test (tests, test_label_property);
  tcase_add_loop_test (tests, test_wrong_at_start, 0, G_N_ELEMENTS (wrongs));
  tcase_add_loop_test (
      tests, test_wrong_while_playing, 0, G_N_ELEMENTS (wrongs));
  tcase_add_test (tests, test_line_of_the_mistake);
  tcase_add_test (tests, test_missing_name);
  tcase_add_test (tests, test_devices_and_folders);
  tcase_add_test (tests, test_changes_while_playing);
  tcase_add_test (tests, test_set_by_another_thread);
  tcase_add_test (tests, test_empty_is_the_default);
  return suite;
}

TEST_MAIN (haarcascade_suite)
