/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect's cascade: what is refused, and what is said of it.
 */
#include "foldertesting.h"
#include "haartesting.h"

#include <string.h>

/* The files that are no cascades, and words of what is said of them. */
static const struct {
  const gchar *text;
  gint code;
  const gchar *words[4];
} wrongs[] = {
  { NULL, GST_RESOURCE_ERROR_NOT_FOUND,
      { "cascade is ", "bad.xml", "property cascade", NULL } },
  { "", GST_RESOURCE_ERROR_READ,
      { "cascade is ", "bad.xml", "property cascade", NULL } },
  { "<?xml version=\"1.0\"?>\n<opencv_storage>\n<cascade>\n",
      GST_RESOURCE_ERROR_READ,
      { "cascade is ", "bad.xml", "property cascade", NULL } },
  { "P5\n4 4\n255\n0123456789abcdef", GST_RESOURCE_ERROR_READ,
      { "cascade is ", "bad.xml", "property cascade", NULL } },
};

static gchar *
write_wrong (guint i)
{
  gchar *path = test_folder_path ("bad.xml");

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
  haar_set_cascade (harness, path);
  fail_unless_equals_int (
      gst_element_set_state (harness->element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      wrongs[__i__].code, wrongs[__i__].words);

  /* It can be put right, and used. */
  haar_set_cascade (harness, "square");
  restart (harness);
  haar_check_label (harness, "square");
  test_no_complaint (harness);
  g_free (path);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_wrong_while_playing)
{
  GstHarness *harness = haar_harness ("");
  gchar *path = write_wrong ((guint) __i__);

  haar_check_label (harness, "square");
  haar_set_cascade (harness, path);
  haar_check_label (harness, "square");
  test_only_complaint (harness, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR,
      wrongs[__i__].code, wrongs[__i__].words);
  haar_check_cascade (harness, "square");
  haar_check_label (harness, "square");
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
  gchar *path = haar_copy_square ("bad.xml"), *text, *at, *line;

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
  gchar *path = test_folder_path ("bad.xml");
  const gchar *const words[] = { line, "width", NULL };
  GstHarness *harness = haar_harness ("");

  haar_set_cascade (harness, path);
  haar_check_label (harness, "square");
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
  haar_set_cascade (harness, "nosuchthing");
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

    haar_set_cascade (harness, paths[i]);
    haar_check_label (harness, "square");
    fail_unless_equals_int (
        test_count_messages (harness, GST_MESSAGE_WARNING), 1);
    test_harness_free (harness);
  }
}
GST_END_TEST;

static Suite *
haarcascadewrong_suite (void)
{
  Suite *suite = suite_create ("haarcascadewrong");
  TCase *tests = tcase_create ("haarcascadewrong");

  suite_add_tcase (suite, tests);
  tcase_add_checked_fixture (tests, test_folder_make, test_folder_remove);
  tcase_add_loop_test (tests, test_wrong_at_start, 0, G_N_ELEMENTS (wrongs));
  tcase_add_loop_test (
      tests, test_wrong_while_playing, 0, G_N_ELEMENTS (wrongs));
  tcase_add_test (tests, test_line_of_the_mistake);
  tcase_add_test (tests, test_missing_name);
  tcase_add_test (tests, test_devices_and_folders);
  return suite;
}

TEST_MAIN (haarcascadewrong_suite)
