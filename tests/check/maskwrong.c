/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * mask-location: what is no picture is refused, and the last good one stays.
 */
#include "foldertesting.h"
#include "masktesting.h"

#include <sys/stat.h>
#include <unistd.h>

/* What is no picture. */
typedef struct {
  const gchar *name, *bytes; /* bytes NULL: no such file */
  gsize size;
  const gchar *word; /* of the complaint */
} Wrong;

static const Wrong wrongs[] = {
  { "missing.pgm", NULL, 0, "No such file" },
  { ".", NULL, 0, "not a regular file" },
  { "pipe", NULL, 0, "not a regular file" },
  { "empty.pgm", "", 0, "empty" },
  { "vast", "P5", 2, "larger than any" },
  { "text.txt", "what is this?", 13, "no binary PGM" },
  { "short.pgm", "P5 3 2 255\nabcde", 16, "need 6 bytes" },
  { "large.pgm", "P5 16385 1 255\n", 15, "1 to 16384" },
#if HAVE_PNG
  { "short.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16, "ends too soon" },
  { "mad.png", "\x89PNGabcdefghijklmnopqrstuvwxyz", 30, "PNG" },
#else
  { "any.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16, "without libpng" },
#endif
};

/* 4 GB of which nearly nothing is on the disk. */
static void
make_vast (const gchar *path)
{
  fail_unless_equals_int (truncate (path, (off_t) 1 << 32), 0);
}

static gchar *
make_wrong (const Wrong *wrong)
{
  gchar *path;

  if (wrong->bytes) {
    path = test_folder_write (wrong->name, wrong->bytes, (gssize) wrong->size);
    if (g_str_equal (wrong->name, "vast"))
      make_vast (path);
    return path;
  }
  path = test_folder_path (wrong->name);
  if (g_str_equal (wrong->name, "pipe"))
    mkfifo (path, 0600);
  return path;
}

static void
check_complaint (
    GstHarness *harness, GstMessageType type, const Wrong *wrong, gchar *path)
{
  const gchar *words[] = { "mask-location", path, "PGM, PPM or PNG",
    wrong->word, NULL };

  test_only_complaint (
      harness, type, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS, words);
}

static void
check_location (GstHarness *harness, const gchar *expected)
{
  gchar *location;

  g_object_get (harness->element, "mask-location", &location, NULL);
  fail_unless_equals_string (location, expected);
  g_free (location);
}

GST_START_TEST (test_wrong_at_start)
{
  const Wrong *wrong = &wrongs[__i__];
  gchar *path = make_wrong (wrong), *good = mask_write_pgm ("g.pgm", 2, 23, 17);
  GstHarness *harness = mask_harness (good);

  gst_element_set_state (harness->element, GST_STATE_READY);
  g_object_set (harness->element, "mask-location", path, NULL);
  for (guint i = 0; i < 2; i++) {
    fail_unless_equals_int (
        gst_element_set_state (harness->element, GST_STATE_PAUSED),
        GST_STATE_CHANGE_FAILURE);
    check_complaint (harness, GST_MESSAGE_ERROR, wrong, path);
    check_location (harness, path);
  }
  g_object_set (harness->element, "mask-location", good, NULL);
  mask_play_again (harness);
  g_bytes_unref (mask_corners_of (harness));
  test_no_complaint (harness);
  test_harness_free (harness);
  g_free (path);
  g_free (good);
}
GST_END_TEST;

GST_START_TEST (test_wrong_while_playing)
{
  const Wrong *wrong = &wrongs[__i__];
  gchar *path = make_wrong (wrong), *good = mask_write_pgm ("g.pgm", 2, 23, 17);
  GstHarness *harness = mask_harness (good);
  GBytes *before = mask_corners_of (harness);

  g_object_set (harness->element, "mask-location", path, NULL);
  test_same_corners (before, mask_corners_of (harness));
  check_complaint (harness, GST_MESSAGE_WARNING, wrong, path);
  check_location (harness, good);
  g_bytes_unref (mask_corners_of (harness));
  test_no_complaint (harness);
  test_harness_free (harness);
  g_free (path);
  g_free (good);
}
GST_END_TEST;

GST_START_TEST (test_wrong_without_a_good_one)
{
  const Wrong *wrong = &wrongs[0];
  gchar *path = make_wrong (wrong);
  GstHarness *harness = mask_harness (NULL);
  GBytes *before = mask_corners_of (harness);

  g_object_set (harness->element, "mask-location", path, NULL);
  test_same_corners (before, mask_corners_of (harness));
  check_complaint (harness, GST_MESSAGE_WARNING, wrong, path);
  check_location (harness, NULL);
  test_harness_free (harness);
  g_free (path);
}
GST_END_TEST;

static Suite *
maskwrong_suite (void)
{
  Suite *suite = suite_create ("maskwrong");
  TCase *tests = tcase_create ("maskwrong");
  gint n_wrong = G_N_ELEMENTS (wrongs);

  suite_add_tcase (suite, tests);
  tcase_add_checked_fixture (tests, test_folder_make, test_folder_remove);
  tcase_add_loop_test (tests, test_wrong_at_start, 0, n_wrong);
  tcase_add_loop_test (tests, test_wrong_while_playing, 0, n_wrong);
  tcase_add_test (tests, test_wrong_without_a_good_one);
  return suite;
}

TEST_MAIN (maskwrong_suite)
