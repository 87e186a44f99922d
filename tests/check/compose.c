/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Markers that a sink composes: they go with the buffer, the pixels stay.
 */
#include "testing.h"

#define FEATURE GST_CAPS_FEATURE_META_GST_VIDEO_OVERLAY_COMPOSITION
#define RAW     "video/x-raw(memory:SystemMemory, " FEATURE ")"
#define SIZE    "width=64, height=48, framerate=25/1"

/* An element that draws, before a sink that takes the caps feature, the meta,
 * both or none. */
static GstHarness *
harness_before (gboolean takes_feature, gboolean takes_meta)
{
  GstHarness *harness = test_gray_harness ();

  if (takes_meta)
    gst_harness_add_propose_allocation_meta (
        harness, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, NULL);
  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
  gst_harness_set_sink_caps_str (
      harness, takes_feature ? RAW "; video/x-raw" : "video/x-raw");
  return harness;
}

static gboolean
has_feature (GstHarness *harness)
{
  GstCaps *caps = gst_pad_get_current_caps (harness->sinkpad);
  gboolean has =
      gst_caps_features_contains (gst_caps_get_features (caps, 0), FEATURE);

  gst_caps_unref (caps);
  return has;
}

/* The rectangles of the buffer's only composition; 0: there is none. */
static guint
n_rectangles (GstBuffer *buffer)
{
  GstVideoOverlayCompositionMeta *meta =
      gst_buffer_get_video_overlay_composition_meta (buffer);

  fail_unless (gst_buffer_get_n_meta (
                   buffer, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE)
               == (meta ? 1 : 0));
  return meta ? gst_video_overlay_composition_n_rectangles (meta->overlay) : 0;
}

static gboolean
is_changed (GstBuffer *buffer, guint seed)
{
  GstBuffer *plain = test_gray_frame (seed);
  GstMapInfo map;
  gboolean changed;

  gst_buffer_map (plain, &map, GST_MAP_READ);
  changed = gst_buffer_memcmp (buffer, 0, map.data, map.size) != 0;
  gst_buffer_unmap (plain, &map);
  gst_buffer_unref (plain);
  return changed;
}

/* Pushes two frames, so that what the first one asks for has happened. */
static GstBuffer *
second_frame (GstHarness *harness)
{
  gst_buffer_unref (test_push (harness, test_gray_frame (1)));
  return test_push (harness, test_gray_frame (1));
}

GST_START_TEST (test_sink_that_composes)
{
  GstHarness *harness = harness_before (TRUE, TRUE);

  for (guint i = 0; i < 3; i++) {
    GstBuffer *frame = test_gray_frame (i);
    GstBuffer *out = test_push (harness, gst_buffer_ref (frame));

    fail_unless (has_feature (harness));
    fail_unless (test_meta (out).count > 0);
    fail_unless_equals_int (n_rectangles (out), test_meta (out).count);
    fail_if (is_changed (out, i));
    fail_unless (
        gst_buffer_peek_memory (out, 0) == gst_buffer_peek_memory (frame, 0));
    gst_buffer_unref (frame);
    gst_buffer_unref (out);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_markers_lie_on_their_corners)
{
  GstHarness *harness = harness_before (TRUE, TRUE);
  GstBuffer *out;
  GstVideoOverlayCompositionMeta *overlay;
  GstCornersMeta meta;

  g_object_set (harness->element, "max-corners", 4, NULL);
  out = test_push (harness, test_gray_frame (1));
  overlay = gst_buffer_get_video_overlay_composition_meta (out);
  meta = test_meta (out);
  for (guint i = 0; i < meta.count; i++) {
    GstCorner corner = gst_corners_meta_get (&meta, i);
    gint x, y;
    guint w, h;

    gst_video_overlay_rectangle_get_render_rectangle (
        gst_video_overlay_composition_get_rectangle (overlay->overlay, i), &x,
        &y, &w, &h);
    fail_unless (w % 2 == 1 && w == h);
    fail_unless_equals_int (x + (gint) w / 2, (gint) corner.x);
    fail_unless_equals_int (y + (gint) h / 2, (gint) corner.y);
  }
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_sink_that_does_not)
{
  for (guint takes_meta = 0; takes_meta < 2; takes_meta++) {
    GstHarness *harness = harness_before (FALSE, takes_meta);
    GstBuffer *out = second_frame (harness);

    fail_if (has_feature (harness));
    fail_unless_equals_int (n_rectangles (out), 0);
    fail_unless (is_changed (out, 1));
    gst_buffer_unref (out);
    test_harness_free (harness);
  }
}
GST_END_TEST;

/* It takes the feature and not the meta: blended, and soon without it. */
GST_START_TEST (test_sink_of_two_minds)
{
  GstHarness *harness = harness_before (TRUE, FALSE);

  for (guint i = 0; i < 3; i++) {
    GstBuffer *out = test_push (harness, test_gray_frame (i));

    fail_unless (has_feature (harness) == (i == 0));
    fail_unless_equals_int (n_rectangles (out), 0);
    fail_unless (is_changed (out, i));
    gst_buffer_unref (out);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_draw_is_switched)
{
  GstHarness *harness = harness_before (TRUE, TRUE);

  for (guint i = 0; i < 3; i++) {
    GstBuffer *out;

    gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "none");
    out = test_push (harness, test_gray_frame (1));
    fail_if (has_feature (harness));
    fail_unless_equals_int (n_rectangles (out), 0);
    fail_if (is_changed (out, 1));
    gst_buffer_unref (out);

    gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
    out = test_push (harness, test_gray_frame (1));
    fail_unless (has_feature (harness));
    fail_unless (n_rectangles (out) > 0);
    fail_if (is_changed (out, 1));
    gst_buffer_unref (out);
  }
  test_harness_free (harness);
}
GST_END_TEST;

static GstVideoOverlayComposition *
add_composition (GstBuffer *frame)
{
  GstBuffer *pixels = gst_buffer_new_allocate (NULL, 4 * 4 * 4, NULL);
  GstVideoOverlayRectangle *rectangle;
  GstVideoOverlayComposition *composition;

  gst_buffer_memset (pixels, 0, 0xff, 4 * 4 * 4);
  gst_buffer_add_video_meta (pixels, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, 4, 4);
  rectangle = gst_video_overlay_rectangle_new_raw (
      pixels, 1, 1, 4, 4, GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);
  composition = gst_video_overlay_composition_new (rectangle);
  gst_buffer_add_video_overlay_composition_meta (frame, composition);
  gst_video_overlay_rectangle_unref (rectangle);
  gst_buffer_unref (pixels);
  return composition;
}

GST_START_TEST (test_composition_that_is_there)
{
  GstHarness *harness = harness_before (TRUE, TRUE);
  GstBuffer *frame = test_gray_frame (1), *out;
  GstVideoOverlayComposition *theirs = add_composition (frame);

  gst_harness_set_src_caps (
      harness, gst_caps_from_string (RAW ", format=GRAY8, " SIZE));
  out = test_push (harness, frame);
  fail_unless_equals_int (n_rectangles (out), test_meta (out).count + 1);
  fail_unless_equals_int (
      gst_video_overlay_composition_n_rectangles (theirs), 1);
  gst_video_overlay_composition_unref (theirs);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_composition_passes)
{
  GstHarness *harness = test_gray_harness ();
  GstBuffer *frame = test_gray_frame (1), *out;

  gst_harness_set_src_caps (
      harness, gst_caps_from_string (RAW ", format=GRAY8, " SIZE));
  gst_video_overlay_composition_unref (add_composition (frame));
  out = test_push (harness, frame);
  fail_unless (has_feature (harness));
  fail_unless_equals_int (n_rectangles (out), 1);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* A sink cannot be asked to compose thousands of pictures. */
GST_START_TEST (test_many_markers_are_one_picture)
{
  GstHarness *harness = harness_before (TRUE, TRUE);
  GstBuffer *out;

  gst_harness_set_src_caps (harness, test_caps ("GRAY8", 320, 240));
  gst_util_set_object_arg (G_OBJECT (harness->element), "suppression", "none");
  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  g_object_set (
      harness->element, "suppression-radius", 2, "max-corners", 0, NULL);
  out = test_push (harness, test_frame ("GRAY8", 320, 240, 1));
  fail_unless (test_meta (out).count > 1000);
  fail_unless_equals_int (n_rectangles (out), 1);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
compose_suite (void)
{
  Suite *suite = suite_create ("compose");
  TCase *tests = tcase_create ("compose");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_sink_that_composes);
  tcase_add_test (tests, test_markers_lie_on_their_corners);
  tcase_add_test (tests, test_sink_that_does_not);
  tcase_add_test (tests, test_sink_of_two_minds);
  tcase_add_test (tests, test_draw_is_switched);
  tcase_add_test (tests, test_composition_that_is_there);
  tcase_add_test (tests, test_composition_passes);
  tcase_add_test (tests, test_many_markers_are_one_picture);
  return suite;
}

TEST_MAIN (compose_suite)
