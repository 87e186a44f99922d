/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * mask-location: corners lie where a picture is not black.
 */
#include "testing.h"

#include <glib/gstdio.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#if HAVE_PNG
#include <png.h>
#endif

static gchar *folder;

static void
make_folder (void)
{
  folder = g_dir_make_tmp ("mask-XXXXXX", NULL);
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

static gchar *
path_of (const gchar *name)
{
  return g_build_filename (folder, name, NULL);
}

static gchar *
write_file (const gchar *name, const gchar *bytes, gssize size)
{
  gchar *path = path_of (name);

  fail_unless (g_file_set_contents (path, bytes, size, NULL));
  return path;
}

/* Patches in disorder, about half of them white. */
static gboolean
is_white (guint seed, guint x, guint y)
{
  guint patch = (x / 5 + 3) * (y / 4 + 7) * (seed + 11);

  return (patch ^ patch >> 3) % 5 < 3;
}

/* The path of a PGM of width x height pixels of is_white(). */
static gchar *
pgm_mask (const gchar *name, guint seed, guint width, guint height)
{
  GString *file = g_string_new (NULL);
  gchar *path;

  g_string_printf (file, "P5 %u %u 255\n", width, height);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      g_string_append_c (file, is_white (seed, x, y) ? 1 : 0);
  path = write_file (name, file->str, (gssize) file->len);
  g_string_free (file, TRUE);
  return path;
}

/* All corners, by a threshold that does not depend on the region. */
static GstHarness *
harness_of_all (const gchar *format, guint width, guint height)
{
  GstHarness *harness = test_harness (format, width, height);

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  g_object_set (harness->element, "threshold", 10.0, "max-corners", 0,
      "suppression-radius", 1, NULL);
  return harness;
}

static GstHarness *
masked_harness (const gchar *location)
{
  GstHarness *harness = harness_of_all ("GRAY8", TEST_WIDTH, TEST_HEIGHT);

  g_object_set (harness->element, "mask-location", location, NULL);
  return harness;
}

static GBytes *
corners_of_frame (GstHarness *harness)
{
  return test_corners_of (harness, test_gray_frame (1));
}

/* The mask's size, and what it is laid over. */
typedef struct {
  guint seed, width, height;
  guint frame_width, frame_height;
} Laid;

static gboolean
lies_in (const Laid *laid, const guint8 *record)
{
  guint x = (guint) GST_READ_FLOAT_LE (record);
  guint y = (guint) GST_READ_FLOAT_LE (record + 4);

  return is_white (laid->seed, x * laid->width / laid->frame_width,
      y * laid->height / laid->frame_height);
}

/* Takes the list, and leaves those in the mask; some must go, some stay. */
static GBytes *
filtered (GBytes *all, const Laid *laid)
{
  GByteArray *kept = g_byte_array_new ();
  gsize size;
  const guint8 *data = g_bytes_get_data (all, &size);

  for (gsize at = 0; at < size; at += 12)
    if (lies_in (laid, data + at))
      g_byte_array_append (kept, data + at, 12);
  fail_unless (kept->len > 0 && kept->len < size);
  g_bytes_unref (all);
  return g_byte_array_free_to_bytes (kept);
}

static const Laid laids[] = {
  { 1, TEST_WIDTH, TEST_HEIGHT, TEST_WIDTH, TEST_HEIGHT },
  { 2, 23, 17, TEST_WIDTH, TEST_HEIGHT },
  { 3, 8, 100, TEST_WIDTH, TEST_HEIGHT },
  { 4, 200, 131, TEST_WIDTH, TEST_HEIGHT },
};

GST_START_TEST (test_sizes)
{
  const Laid *laid = &laids[__i__];
  gchar *path = pgm_mask ("a.pgm", laid->seed, laid->width, laid->height);
  GstHarness *all = masked_harness (NULL), *masked = masked_harness (path);

  test_same_corners (
      filtered (corners_of_frame (all), laid), corners_of_frame (masked));
  test_no_complaint (masked);
  test_harness_free (all);
  test_harness_free (masked);
  g_free (path);
}
GST_END_TEST;

static void
limit_to_rectangle (GstHarness *harness)
{
  gst_util_set_object_arg (
      G_OBJECT (harness->element), "roi-source", "rectangle");
  g_object_set (harness->element, "roi-x", 7, "roi-y", 5, "roi-width", 40,
      "roi-height", 31, NULL);
}

GST_START_TEST (test_with_a_rectangle)
{
  const Laid *laid = &laids[__i__];
  gchar *path = pgm_mask ("a.pgm", laid->seed, laid->width, laid->height);
  GstHarness *all = masked_harness (NULL), *masked = masked_harness (path);

  limit_to_rectangle (all);
  limit_to_rectangle (masked);
  test_same_corners (
      filtered (corners_of_frame (all), laid), corners_of_frame (masked));
  test_harness_free (all);
  test_harness_free (masked);
  g_free (path);
}
GST_END_TEST;

static GstBuffer *
frame_with_regions (void)
{
  GstBuffer *frame = test_gray_frame (1);

  gst_buffer_add_video_region_of_interest_meta (frame, "a", 3, 4, 40, 20);
  gst_buffer_add_video_region_of_interest_meta (frame, "b", 20, 15, 60, 60);
  return frame;
}

GST_START_TEST (test_with_regions_of_metas)
{
  const Laid *laid = &laids[__i__];
  gchar *path = pgm_mask ("a.pgm", laid->seed, laid->width, laid->height);
  GstHarness *all = masked_harness (NULL), *masked = masked_harness (path);

  gst_util_set_object_arg (G_OBJECT (all->element), "roi-source", "meta");
  gst_util_set_object_arg (G_OBJECT (masked->element), "roi-source", "meta");
  test_same_corners (
      filtered (test_corners_of (all, frame_with_regions ()), laid),
      test_corners_of (masked, frame_with_regions ()));
  test_harness_free (all);
  test_harness_free (masked);
  g_free (path);
}
GST_END_TEST;

static GstBuffer *
cropped_frame (void)
{
  GstBuffer *frame = test_gray_frame (1);
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);

  gst_buffer_add_video_meta (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_GRAY8, TEST_WIDTH, TEST_HEIGHT);
  crop->x = 11;
  crop->y = 6;
  crop->width = 45;
  crop->height = 37;
  return frame;
}

/* The mask is laid over the picture that the crop leaves. */
GST_START_TEST (test_with_a_crop)
{
  Laid laid = { 5, 30, 30, 45, 37 };
  gchar *path = pgm_mask ("a.pgm", laid.seed, laid.width, laid.height);
  GstHarness *harness = harness_of_all ("GRAY8", 45, 37);
  GBytes *all = test_corners_of (harness, cropped_frame ());

  g_object_set (harness->element, "mask-location", path, NULL);
  test_same_corners (
      filtered (all, &laid), test_corners_of (harness, cropped_frame ()));
  test_harness_free (harness);
  g_free (path);
}
GST_END_TEST;

/* Left of column 30 white, in whatever kind of file. */
static gchar *
left_half (void)
{
  GString *file = g_string_new ("P6 64 1 65535\n");
  gchar *path;

  for (guint x = 0; x < TEST_WIDTH; x++)
    for (guint byte = 0; byte < 6; byte++)
      g_string_append_c (file, x < 30 && byte == 3 ? 1 : 0);
  path = write_file ("left.ppm", file->str, (gssize) file->len);
  g_string_free (file, TRUE);
  return path;
}

static const gchar *const modes[] = { "rosin", "relative" };

/* A mask that is a rectangle: its pixels alone make the histogram and the
 * largest response. */
GST_START_TEST (test_threshold_is_that_of_the_mask)
{
  gchar *path = left_half ();
  GstHarness *masked = masked_harness (path), *cut = masked_harness (NULL);
  GstHarness *harnesses[] = { masked, cut };
  GstBuffer *a, *b;

  for (guint i = 0; i < 2; i++) {
    gst_util_set_object_arg (
        G_OBJECT (harnesses[i]->element), "threshold-mode", modes[__i__]);
    g_object_set (harnesses[i]->element, "threshold", 0.05, NULL);
  }
  gst_util_set_object_arg (G_OBJECT (cut->element), "roi-source", "rectangle");
  g_object_set (cut->element, "roi-width", 30, NULL);
  a = test_push (masked, test_gray_frame (1));
  b = test_push (cut, test_gray_frame (1));
  fail_unless (test_meta (a).threshold == test_meta (b).threshold);
  test_same_corners (test_corners (a), test_corners (b));
  gst_buffer_unref (a);
  gst_buffer_unref (b);
  test_harness_free (masked);
  test_harness_free (cut);
  g_free (path);
}
GST_END_TEST;

GST_START_TEST (test_all_black)
{
  gchar *path = write_file ("black.pgm", "P5 1 1 255\n\0", 12);
  GstHarness *harness = masked_harness (path);
  GstBuffer *out = test_push (harness, test_gray_frame (1));

  fail_unless_equals_int (test_meta (out).count, 0);
  fail_unless (isnan (test_meta (out).threshold));
  test_no_complaint (harness);
  gst_buffer_unref (out);
  test_harness_free (harness);
  g_free (path);
}
GST_END_TEST;

GST_START_TEST (test_changes_while_playing)
{
  gchar *a = pgm_mask ("a.pgm", 1, TEST_WIDTH, TEST_HEIGHT);
  gchar *b = pgm_mask ("b.pgm", 2, 23, 17);
  GstHarness *harness = masked_harness (NULL);
  GBytes *all = corners_of_frame (harness);

  g_object_set (harness->element, "mask-location", a, NULL);
  test_same_corners (
      filtered (g_bytes_ref (all), &laids[0]), corners_of_frame (harness));
  g_object_set (harness->element, "mask-location", b, NULL);
  test_same_corners (
      filtered (g_bytes_ref (all), &laids[1]), corners_of_frame (harness));
  g_object_set (harness->element, "mask-location", "", NULL);
  test_same_corners (g_bytes_ref (all), corners_of_frame (harness));
  g_bytes_unref (all);
  test_no_complaint (harness);
  test_harness_free (harness);
  g_free (a);
  g_free (b);
}
GST_END_TEST;

static void
play_again (GstHarness *harness)
{
  gst_element_set_state (harness->element, GST_STATE_PLAYING);
  gst_harness_push_event (harness, gst_event_new_stream_start ("again"));
  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT));
}

/* A picture is read when the element starts and when the property is set, not
 * from frame to frame. */
GST_START_TEST (test_when_it_is_read)
{
  gchar *path = pgm_mask ("a.pgm", 1, TEST_WIDTH, TEST_HEIGHT);
  GstHarness *harness = masked_harness (path);
  GBytes *first = corners_of_frame (harness), *second;

  g_free (pgm_mask ("a.pgm", 2, 23, 17));
  test_same_corners (g_bytes_ref (first), corners_of_frame (harness));
  g_object_set (harness->element, "mask-location", path, NULL);
  second = corners_of_frame (harness);
  test_other_corners (g_bytes_ref (second), g_bytes_ref (first));
  g_free (pgm_mask ("a.pgm", 1, TEST_WIDTH, TEST_HEIGHT));
  gst_element_set_state (harness->element, GST_STATE_READY);
  play_again (harness);
  test_same_corners (first, corners_of_frame (harness));
  g_bytes_unref (second);
  test_harness_free (harness);
  g_free (path);
}
GST_END_TEST;

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
    path = write_file (wrong->name, wrong->bytes, (gssize) wrong->size);
    if (g_str_equal (wrong->name, "vast"))
      make_vast (path);
    return path;
  }
  path = path_of (wrong->name);
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
  gchar *path = make_wrong (wrong), *good = pgm_mask ("g.pgm", 2, 23, 17);
  GstHarness *harness = masked_harness (good);

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
  play_again (harness);
  g_bytes_unref (corners_of_frame (harness));
  test_no_complaint (harness);
  test_harness_free (harness);
  g_free (path);
  g_free (good);
}
GST_END_TEST;

GST_START_TEST (test_wrong_while_playing)
{
  const Wrong *wrong = &wrongs[__i__];
  gchar *path = make_wrong (wrong), *good = pgm_mask ("g.pgm", 2, 23, 17);
  GstHarness *harness = masked_harness (good);
  GBytes *before = corners_of_frame (harness);

  g_object_set (harness->element, "mask-location", path, NULL);
  test_same_corners (before, corners_of_frame (harness));
  check_complaint (harness, GST_MESSAGE_WARNING, wrong, path);
  check_location (harness, good);
  g_bytes_unref (corners_of_frame (harness));
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
  GstHarness *harness = masked_harness (NULL);
  GBytes *before = corners_of_frame (harness);

  g_object_set (harness->element, "mask-location", path, NULL);
  test_same_corners (before, corners_of_frame (harness));
  check_complaint (harness, GST_MESSAGE_WARNING, wrong, path);
  check_location (harness, NULL);
  test_harness_free (harness);
  g_free (path);
}
GST_END_TEST;

#if HAVE_PNG
/* The same picture as a PGM and as a PNG. */
GST_START_TEST (test_png)
{
  gchar *pgm = pgm_mask ("a.pgm", 2, 23, 17), *path = path_of ("a.png");
  guint8 samples[23 * 17];
  png_image image = { .version = PNG_IMAGE_VERSION,
    .width = 23,
    .height = 17,
    .format = PNG_FORMAT_GRAY };
  GstHarness *a = masked_harness (pgm), *b;

  for (guint i = 0; i < sizeof samples; i++)
    samples[i] = is_white (2, i % 23, i / 23) ? 1 : 0;
  fail_unless (png_image_write_to_file (&image, path, 0, samples, 0, NULL));
  b = masked_harness (path);
  test_same_corners (corners_of_frame (a), corners_of_frame (b));
  test_no_complaint (b);
  test_harness_free (a);
  test_harness_free (b);
  g_free (pgm);
  g_free (path);
}
GST_END_TEST;
#endif

static Suite *
mask_suite (void)
{
  Suite *suite = suite_create ("mask");
  TCase *tests = tcase_create ("mask");
  gint n = G_N_ELEMENTS (laids), n_wrong = G_N_ELEMENTS (wrongs);

  suite_add_tcase (suite, tests);
  tcase_add_checked_fixture (tests, make_folder, remove_folder);
  tcase_add_loop_test (tests, test_sizes, 0, n);
  tcase_add_loop_test (tests, test_with_a_rectangle, 0, n);
  tcase_add_loop_test (tests, test_with_regions_of_metas, 0, n);
  tcase_add_test (tests, test_with_a_crop);
  tcase_add_loop_test (tests, test_threshold_is_that_of_the_mask, 0, 2);
  tcase_add_test (tests, test_all_black);
  tcase_add_test (tests, test_changes_while_playing);
  tcase_add_test (tests, test_when_it_is_read);
  tcase_add_loop_test (tests, test_wrong_at_start, 0, n_wrong);
  tcase_add_loop_test (tests, test_wrong_while_playing, 0, n_wrong);
  tcase_add_test (tests, test_wrong_without_a_good_one);
#if HAVE_PNG
  tcase_add_test (tests, test_png);
#endif
  return suite;
}

TEST_MAIN (mask_suite)
