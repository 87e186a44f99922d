/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect: what is found in a frame, and what the buffer has of it then.
 */
#include "haartesting.h"

#include <string.h>

GST_START_TEST (test_objects_of_a_frame)
{
  GstHarness *harness = haar_harness ("name=finder");
  GstBuffer *out = haar_push (harness, SCENE_SQUARE | SCENE_HEAD, 42);
  GstObjectsMeta meta = test_objects (out);
  const VfFoundObject *const expected[] = { &scene_square, &scene_head };

  fail_unless_equals_string (meta.source, "finder");
  fail_unless_equals_int (meta.width, SCENE_WIDTH);
  fail_unless_equals_int (meta.height, SCENE_HEIGHT);
  fail_unless_equals_uint64 (meta.pts, 42);
  fail_unless (!meta.held);
  fail_unless_equals_int (meta.count, 2);
  for (guint i = 0; i < 2; i++) {
    GstDetectedObject object = gst_objects_meta_get (&meta, i);

    haar_check_place (&object, expected[i]);
    fail_unless_equals_float (object.score, 3);
    fail_unless (object.neighbors > 3);
    fail_unless_equals_int (object.id, i + 1);
    fail_unless_equals_int (object.flags, 0);
    fail_unless_equals_int (object.parent_id, -1);
    fail_unless_equals_string (object.label, "square");
  }
  test_no_complaint (harness);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* For elements that do not know our meta. The last stage's threshold is a
 * half: 3 is above it by 2.5. */
GST_START_TEST (test_projections)
{
  GstHarness *harness = haar_harness ("");
  GstBuffer *out = haar_push (harness, SCENE_SQUARE | SCENE_HEAD, 0);
  GstVideoRegionOfInterestMeta *region = test_region (out, 1);
  const GstStructure *detection =
      gst_video_region_of_interest_meta_get_param (region, "detection");
  gdouble confidence;

  fail_unless_equals_int (test_n_regions (out, "square"), 2);
  fail_unless_equals_int (region->id, 2);
  fail_unless_equals_int (region->x, (guint) scene_head.x);
  fail_unless_equals_int (region->h, (guint) scene_head.height);
  fail_unless (gst_structure_get_double (detection, "confidence", &confidence));
  fail_unless (ABS (confidence - 2.5 / 3.5) < 1e-6);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_nothing_found)
{
  GstHarness *harness = haar_harness ("");
  GstBuffer *out = haar_push (harness, SCENE_EMPTY, 0);

  fail_unless_equals_int (test_objects (out).count, 0);
  fail_unless_equals_int (test_n_regions (out, NULL), 0);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* A cascade's window is larger. */
GST_START_TEST (test_small_frames)
{
  static const guint sizes[][2] = { { 1, 1 }, { 11, 12 }, { 12, 11 },
    { 12, 12 }, { 1, 100 } };
  GstHarness *harness = haar_harness ("");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    guint width = sizes[i][0], height = sizes[i][1];
    GstBuffer *out;

    gst_harness_set_src_caps (harness, test_caps ("GRAY8", width, height));
    out = test_push (harness, test_flat_frame (width, height));
    fail_unless_equals_int (test_objects (out).count, 0);
    fail_unless_equals_int (test_objects (out).width, width);
    gst_buffer_unref (out);
  }
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_every_format)
{
  const gchar *format = test_formats[__i__].name;
  GstHarness *harness = test_harness_of ("haardetect cascade=square");
  GstBuffer *out;
  GstObjectsMeta meta;
  GstDetectedObject object;

  gst_harness_set_src_caps (
      harness, test_caps (format, SCENE_WIDTH, SCENE_HEIGHT));
  out = test_push (harness, scene_frame (format, SCENE_HEAD));
  meta = test_objects (out);
  fail_unless_equals_int (meta.count, 1);
  object = gst_objects_meta_get (&meta, 0);
  haar_check_place (&object, &scene_head);
  test_no_complaint (harness);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_other_caps_in_mid_stream)
{
  GstHarness *harness = haar_harness ("");
  static const gchar *const formats[] = { "NV12", "RGB", "GRAY16_LE", "GRAY8" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    GstBuffer *out;

    gst_harness_set_src_caps (
        harness, test_caps (formats[i], SCENE_WIDTH, SCENE_HEIGHT));
    out = test_push (harness, scene_frame (formats[i], SCENE_HEAD));
    fail_unless_equals_int (test_objects (out).count, 1);
    gst_buffer_unref (out);
    gst_harness_set_src_caps (harness, test_caps (formats[i], 20, 20));
    gst_buffer_unref (test_push (harness, test_frame (formats[i], 20, 20, 1)));
  }
  test_harness_free (harness);
}
GST_END_TEST;

/* Coordinates are relative to the part that a crop meta leaves. */
GST_START_TEST (test_crop_meta)
{
  GstHarness *harness = haar_harness ("");
  GstBuffer *frame = scene_gray (SCENE_SQUARE | SCENE_HEAD);
  GstVideoCropMeta *crop;
  GstDetectedObject object;
  GstObjectsMeta meta;

  gst_harness_set_src_caps (harness, test_caps ("GRAY8", 90, 90));
  gst_buffer_add_video_meta (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_GRAY8, SCENE_WIDTH, SCENE_HEIGHT);
  crop = gst_buffer_add_video_crop_meta (frame);
  crop->x = 20;
  crop->y = 10;
  crop->width = crop->height = 90;
  frame = test_push (harness, frame);
  meta = test_objects (frame);
  fail_unless_equals_int (meta.count, 1);
  fail_unless_equals_int (meta.width, 90);
  object = gst_objects_meta_get (&meta, 0);
  /* Of the whole frame the head is at 29, 18; windows lie two pixels apart. */
  fail_unless (ABS (object.x + 20 - scene_head.x) <= 6);
  fail_unless (ABS (object.y + 10 - scene_head.y) <= 6);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_frames_are_not_copied)
{
  GstHarness *harness = haar_harness ("");
  GstBuffer *frame = gst_buffer_ref (scene_gray (SCENE_HEAD));
  GstBuffer *out = test_push (harness, frame);

  fail_unless (
      gst_buffer_peek_memory (out, 0) == gst_buffer_peek_memory (frame, 0));
  gst_buffer_unref (frame);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* What each property lets through of the square and the head. */
GST_START_TEST (test_properties_count)
{
  static const struct {
    const gchar *properties;
    guint least, most;
  } cases[] = {
    { "", 2, 2 },
    { "max-objects=1", 1, 1 },
    { "min-neighbors=0", 10, 1000 },
    { "min-neighbors=1000", 0, 0 },
    { "min-size-width=40", 1, 1 },
    { "min-size-height=100", 0, 0 },
    { "max-size-width=40 max-size-height=40", 1, 1 },
    { "max-size-width=40", 2, 2 },
    { "min-confidence=0.71", 2, 2 },
    { "min-confidence=0.72", 0, 0 },
    { "scale-factor=10 min-neighbors=0", 0, 10 },
    { "roi-source=rectangle roi-x=100", 1, 1 },
    { "roi-source=rectangle roi-width=100", 1, 1 },
    { "roi-source=meta", 0, 0 },
    { "n-threads=1", 2, 2 },
    { "flip=true", 2, 2 },
    { "flip=true max-objects=1", 1, 1 },
    { "flip=true roi-source=rectangle roi-width=100", 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstHarness *harness = haar_harness (cases[i].properties);
    guint count = haar_count (harness, SCENE_SQUARE | SCENE_HEAD);

    fail_unless (count >= cases[i].least && count <= cases[i].most,
        "%s: %u objects", cases[i].properties, count);
    test_no_complaint (harness);
    test_harness_free (harness);
  }
}
GST_END_TEST;

GST_START_TEST (test_opencv_skip)
{
  GstHarness *harness = haar_harness ("min-neighbors=0");
  guint with = haar_count (harness, SCENE_HEAD), without;

  g_object_set (harness->element, "opencv-skip", FALSE, NULL);
  without = haar_count (harness, SCENE_HEAD);
  fail_unless (without > with, "%u and %u windows", without, with);
  test_harness_free (harness);
}
GST_END_TEST;

/* A square with something beside it, on one side. */
static GstBuffer *
frame_with_flag (gboolean mirrored)
{
  const ScenePlace place = { 60, 40 };
  GstBuffer *frame = scene_squares (&place, 1, 0);
  GstMapInfo map;

  gst_buffer_map (frame, &map, GST_MAP_WRITE);
  for (guint y = 40; y < 48; y++)
    memset (map.data + y * SCENE_WIDTH + 68, 100, 8);
  for (guint y = 0; y < SCENE_HEIGHT && mirrored; y++)
    for (guint x = 0; x < SCENE_WIDTH / 2; x++) {
      guint8 *left = map.data + y * SCENE_WIDTH + x;
      guint8 *right = map.data + y * SCENE_WIDTH + SCENE_WIDTH - 1 - x;
      guint8 luma = *left;

      *left = *right;
      *right = luma;
    }
  gst_buffer_unmap (frame, &map);
  return frame;
}

/* Whether there is one, and which. */
static gboolean
find_flag (GstHarness *harness, gboolean mirrored, GstDetectedObject *object)
{
  GstBuffer *out = test_push (harness, frame_with_flag (mirrored));
  GstObjectsMeta meta = test_objects (out);
  guint count = meta.count;

  fail_unless (count < 2, "%u objects", count);
  if (count > 0)
    *object = gst_objects_meta_get (&meta, 0);
  gst_buffer_unref (out);
  return count > 0;
}

GST_START_TEST (test_flip)
{
  GstHarness *harness = haar_harness ("cascade=flag");
  GstDetectedObject right, left;

  fail_unless (find_flag (harness, FALSE, &right));
  fail_if (find_flag (harness, TRUE, &left));
  g_object_set (harness->element, "flip", TRUE, NULL);
  fail_unless (find_flag (harness, TRUE, &left));
  fail_unless_equals_float (left.x, SCENE_WIDTH - right.x - right.width);
  fail_unless_equals_float (left.y, right.y);
  fail_unless_equals_float (left.width, right.width);
  fail_unless_equals_int (left.neighbors, right.neighbors);
  fail_unless (find_flag (harness, FALSE, &left));
  fail_unless_equals_float (left.x, right.x);
  g_object_set (harness->element, "flip", FALSE, NULL);
  fail_if (find_flag (harness, TRUE, &left));
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_region_outside)
{
  static const gchar *const words[] = { "roi-x=200", "no objects", NULL };
  GstHarness *harness = haar_harness ("roi-source=rectangle roi-x=200");

  fail_unless_equals_int (haar_count (harness, SCENE_HEAD), 0);
  test_only_complaint (harness, GST_MESSAGE_WARNING, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_SETTINGS, words);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
haar_suite (void)
{
  Suite *suite = suite_create ("haar");
  TCase *tests = tcase_create ("haar");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_objects_of_a_frame);
  tcase_add_test (tests, test_projections);
  tcase_add_test (tests, test_nothing_found);
  tcase_add_test (tests, test_small_frames);
  tcase_add_loop_test (tests, test_every_format, 0, (gint) test_n_formats);
  tcase_add_test (tests, test_other_caps_in_mid_stream);
  tcase_add_test (tests, test_crop_meta);
  tcase_add_test (tests, test_frames_are_not_copied);
  tcase_add_test (tests, test_properties_count);
  tcase_add_test (tests, test_opencv_skip);
  tcase_add_test (tests, test_flip);
  tcase_add_test (tests, test_region_outside);
  return suite;
}

TEST_MAIN (haar_suite)
