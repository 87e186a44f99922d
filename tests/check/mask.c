/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * mask-location: corners lie where a picture is not black.
 */
#include "foldertesting.h"
#include "masktesting.h"

#include <math.h>

#if HAVE_PNG
#include <png.h>
#endif

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

  return mask_is_white (laid->seed, x * laid->width / laid->frame_width,
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
  gchar *path = mask_write_pgm ("a.pgm", laid->seed, laid->width, laid->height);
  GstHarness *all = mask_harness (NULL), *masked = mask_harness (path);

  test_same_corners (
      filtered (mask_corners_of (all), laid), mask_corners_of (masked));
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
  gchar *path = mask_write_pgm ("a.pgm", laid->seed, laid->width, laid->height);
  GstHarness *all = mask_harness (NULL), *masked = mask_harness (path);

  limit_to_rectangle (all);
  limit_to_rectangle (masked);
  test_same_corners (
      filtered (mask_corners_of (all), laid), mask_corners_of (masked));
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

/* Outside of the regions, and in the mask. */
GST_START_TEST (test_with_inverted_regions)
{
  const Laid *laid = &laids[__i__];
  gchar *path = mask_write_pgm ("a.pgm", laid->seed, laid->width, laid->height);
  GstHarness *all = mask_harness (NULL), *masked = mask_harness (path);

  gst_util_set_object_arg (G_OBJECT (all->element), "roi-source", "meta");
  gst_util_set_object_arg (G_OBJECT (masked->element), "roi-source", "meta");
  g_object_set (all->element, "roi-invert", TRUE, NULL);
  g_object_set (masked->element, "roi-invert", TRUE, NULL);
  test_same_corners (
      filtered (test_corners_of (all, frame_with_regions ()), laid),
      test_corners_of (masked, frame_with_regions ()));
  /* Nothing to leave out, either way: the mask alone. */
  test_same_corners (
      filtered (test_corners_of (all, test_gray_frame (1)), laid),
      test_corners_of (masked, test_gray_frame (1)));
  gst_util_set_object_arg (G_OBJECT (masked->element), "roi-source", "all");
  test_same_corners (
      filtered (test_corners_of (all, test_gray_frame (1)), laid),
      test_corners_of (masked, test_gray_frame (1)));
  test_harness_free (all);
  test_harness_free (masked);
  g_free (path);
}
GST_END_TEST;

GST_START_TEST (test_with_regions_of_metas)
{
  const Laid *laid = &laids[__i__];
  gchar *path = mask_write_pgm ("a.pgm", laid->seed, laid->width, laid->height);
  GstHarness *all = mask_harness (NULL), *masked = mask_harness (path);

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
  gchar *path = mask_write_pgm ("a.pgm", laid.seed, laid.width, laid.height);
  GstHarness *harness = mask_harness_of_all ("GRAY8", 45, 37);
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
  path = test_folder_write ("left.ppm", file->str, (gssize) file->len);
  g_string_free (file, TRUE);
  return path;
}

static const gchar *const modes[] = { "rosin", "relative" };

/* A mask that is a rectangle: its pixels alone make the histogram and the
 * largest response. */
GST_START_TEST (test_threshold_is_that_of_the_mask)
{
  gchar *path = left_half ();
  GstHarness *masked = mask_harness (path), *cut = mask_harness (NULL);
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
  gchar *path = test_folder_write ("black.pgm", "P5 1 1 255\n\0", 12);
  GstHarness *harness = mask_harness (path);
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
  gchar *a = mask_write_pgm ("a.pgm", 1, TEST_WIDTH, TEST_HEIGHT);
  gchar *b = mask_write_pgm ("b.pgm", 2, 23, 17);
  GstHarness *harness = mask_harness (NULL);
  GBytes *all = mask_corners_of (harness);

  g_object_set (harness->element, "mask-location", a, NULL);
  test_same_corners (
      filtered (g_bytes_ref (all), &laids[0]), mask_corners_of (harness));
  g_object_set (harness->element, "mask-location", b, NULL);
  test_same_corners (
      filtered (g_bytes_ref (all), &laids[1]), mask_corners_of (harness));
  g_object_set (harness->element, "mask-location", "", NULL);
  test_same_corners (g_bytes_ref (all), mask_corners_of (harness));
  g_bytes_unref (all);
  test_no_complaint (harness);
  test_harness_free (harness);
  g_free (a);
  g_free (b);
}
GST_END_TEST;

/* A picture is read when the element starts and when the property is set, not
 * from frame to frame. */
GST_START_TEST (test_when_it_is_read)
{
  gchar *path = mask_write_pgm ("a.pgm", 1, TEST_WIDTH, TEST_HEIGHT);
  GstHarness *harness = mask_harness (path);
  GBytes *first = mask_corners_of (harness), *second;

  g_free (mask_write_pgm ("a.pgm", 2, 23, 17));
  test_same_corners (g_bytes_ref (first), mask_corners_of (harness));
  g_object_set (harness->element, "mask-location", path, NULL);
  second = mask_corners_of (harness);
  test_other_corners (g_bytes_ref (second), g_bytes_ref (first));
  g_free (mask_write_pgm ("a.pgm", 1, TEST_WIDTH, TEST_HEIGHT));
  gst_element_set_state (harness->element, GST_STATE_READY);
  mask_play_again (harness);
  test_same_corners (first, mask_corners_of (harness));
  g_bytes_unref (second);
  test_harness_free (harness);
  g_free (path);
}
GST_END_TEST;

#if HAVE_PNG
/* The same picture as a PGM and as a PNG. */
GST_START_TEST (test_png)
{
  gchar *pgm = mask_write_pgm ("a.pgm", 2, 23, 17),
        *path = test_folder_path ("a.png");
  guint8 samples[23 * 17];
  png_image image = { .version = PNG_IMAGE_VERSION,
    .width = 23,
    .height = 17,
    .format = PNG_FORMAT_GRAY };
  GstHarness *a = mask_harness (pgm), *b;

  for (guint i = 0; i < sizeof samples; i++)
    samples[i] = mask_is_white (2, i % 23, i / 23) ? 1 : 0;
  fail_unless (png_image_write_to_file (&image, path, 0, samples, 0, NULL));
  b = mask_harness (path);
  test_same_corners (mask_corners_of (a), mask_corners_of (b));
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
  gint n = G_N_ELEMENTS (laids);

  suite_add_tcase (suite, tests);
  tcase_add_checked_fixture (tests, test_folder_make, test_folder_remove);
  tcase_add_loop_test (tests, test_sizes, 0, n);
  tcase_add_loop_test (tests, test_with_a_rectangle, 0, n);
  tcase_add_loop_test (tests, test_with_regions_of_metas, 0, n);
  tcase_add_loop_test (tests, test_with_inverted_regions, 0, n);
  tcase_add_test (tests, test_with_a_crop);
  tcase_add_loop_test (tests, test_threshold_is_that_of_the_mask, 0, 2);
  tcase_add_test (tests, test_all_black);
  tcase_add_test (tests, test_changes_while_playing);
  tcase_add_test (tests, test_when_it_is_read);
#if HAVE_PNG
  tcase_add_test (tests, test_png);
#endif
  return suite;
}

TEST_MAIN (mask_suite)
