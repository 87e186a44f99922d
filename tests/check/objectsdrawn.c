/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What featureoverlay draws of objects.
 */
#include "objecttesting.h"
#include "overlaytesting.h"

#include "analytics.h"

#include <math.h>

static GstVideoInfo
frame_info (void)
{
  GstVideoInfo info;

  gst_video_info_set_format (
      &info, GST_VIDEO_FORMAT_RGB, OVERLAY_WIDTH, OVERLAY_HEIGHT);
  return info;
}

static gboolean
is_green (GstBuffer *frame, guint x, guint y)
{
  return overlay_pixel (frame, x, y) == 0x00ff00;
}

/* Takes both. */
static gboolean
look_alike (GstBuffer *a, GstBuffer *b)
{
  GstMapInfo map;
  gboolean same;

  fail_unless (gst_buffer_map (a, &map, GST_MAP_READ));
  same = gst_buffer_memcmp (b, 0, map.data, map.size) == 0;
  gst_buffer_unmap (a, &map);
  gst_buffer_unref (a);
  gst_buffer_unref (b);
  return same;
}

/* Takes both. */
static void
check_same_pixels (GstBuffer *a, GstBuffer *b)
{
  fail_unless (look_alike (a, b));
}

static void
add_region (GstBuffer *frame, const gchar *type, guint x, guint y)
{
  gst_buffer_add_video_region_of_interest_meta (frame, type, x, y, 40, 25);
}

static GstBuffer *
frame_with_region (void)
{
  GstBuffer *frame = overlay_plain_frame ("RGB");

  add_region (frame, "face", 20, 30);
  return frame;
}

static GstBuffer *
frame_with_face (gfloat x, gfloat y, gfloat width, gfloat height)
{
  GstBuffer *frame = overlay_plain_frame ("RGB");

  test_add_foreign_object (frame, x, y, width, height, 36);
  return frame;
}

/* As the detector puts it there, projections included. */
static GstBuffer *
frame_with_projected (gdouble x, gdouble y, gdouble width, gdouble height)
{
  const VfFoundObject face = test_face (x, y, width, height, 1);
  GstVideoInfo info = frame_info ();
  GstBuffer *frame = overlay_plain_frame ("RGB");

  test_add_objects (frame, &info, &face, 1);
  return frame;
}

GST_START_TEST (test_box)
{
  GstBuffer *out =
      overlay_draw ("font-size=0", frame_with_face (20, 30, 40, 25));

  for (guint x = 22; x < 58; x++)
    fail_unless (is_green (out, x, 30) && is_green (out, x, 54));
  for (guint y = 32; y < 53; y++)
    fail_unless (is_green (out, 20, y) && is_green (out, 59, y));
  fail_unless (
      overlay_is_plain (out, 40, 40) && overlay_is_plain (out, 22, 32));
  fail_unless (
      overlay_is_plain (out, 18, 30) && overlay_is_plain (out, 61, 54));
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_box_is_that_of_a_region)
{
  check_same_pixels (
      overlay_draw ("font-size=0", frame_with_face (20, 30, 40, 25)),
      overlay_draw ("font-size=0", frame_with_region ()));
  check_same_pixels (
      overlay_draw ("font-size=0", frame_with_face (19.6f, 30.4f, 40, 25)),
      overlay_draw ("font-size=0", frame_with_region ()));
}
GST_END_TEST;

static GstBuffer *
held_frame (guint flags)
{
  VfFoundObject face = test_face (20, 30, 40, 25, 1);
  GstVideoInfo info = frame_info ();
  GstBuffer *frame = overlay_plain_frame ("RGB");

  face.flags = flags;
  test_add_objects (frame, &info, &face, 1);
  return frame;
}

GST_START_TEST (test_held_objects_look_the_same)
{
  check_same_pixels (overlay_draw ("", held_frame (0)),
      overlay_draw ("", held_frame (GST_DETECTED_OBJECT_HELD)));
}
GST_END_TEST;

/* Half transparent lines would be darker where they are drawn twice. */
GST_START_TEST (test_drawn_once)
{
  static const gdouble places[][4] = { { 20, 30, 40, 25 },
    { 20.4, 29.7, 40.5, 25.2 } };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    const gdouble *p = places[i];
    GstBuffer *once = overlay_draw ("color=0x80ff0000 font-size=0",
        frame_with_face (
            (gfloat) p[0], (gfloat) p[1], (gfloat) p[2], (gfloat) p[3]));
    GstBuffer *projected = overlay_draw ("color=0x80ff0000 font-size=0",
        frame_with_projected (p[0], p[1], p[2], p[3]));

    fail_if (overlay_is_plain (once, 20, 40));
    check_same_pixels (once, projected);
  }
}
GST_END_TEST;

GST_START_TEST (test_regions_of_others_are_drawn_too)
{
  GstBuffer *frame = frame_with_projected (5, 5, 12, 12), *out;

  add_region (frame, "face", 40, 40);
  add_region (frame, "hat", 5, 5);
  out = overlay_draw ("font-size=0", frame);
  fail_unless (is_green (out, 10, 5) && is_green (out, 50, 40));
  fail_unless (is_green (out, 40, 5), "the hat is missing");
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_types)
{
  static const struct {
    const gchar *types;
    gboolean drawn;
  } cases[] = {
    { "region-types=face", TRUE },
    { "region-types=eye", FALSE },
    { "region-types=\"eye, face\"", TRUE },
    { "region-types=\"\"", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstBuffer *out =
        overlay_draw (cases[i].types, frame_with_projected (20, 30, 40, 25));

    fail_unless (
        is_green (out, 20, 40) == cases[i].drawn, "%s", cases[i].types);
    fail_unless (overlay_is_plain (out, 20, 40) != cases[i].drawn);
    gst_buffer_unref (out);
  }
}
GST_END_TEST;

static gboolean
has_label (const gchar *properties, GstBuffer *frame)
{
  GstBuffer *out = overlay_draw (properties, frame);
  gboolean found = FALSE;

  for (guint y = 12; y < 28; y++)
    for (guint x = 20; x < 60; x++)
      found = found || !overlay_is_plain (out, x, y);
  gst_buffer_unref (out);
  return found;
}

GST_START_TEST (test_label)
{
  fail_unless (has_label ("", frame_with_face (20, 30, 40, 25)) == HAVE_PANGO);
  fail_if (has_label ("font-size=0", frame_with_face (20, 30, 40, 25)));
}
GST_END_TEST;

static GstBuffer *
frame_with_score (gdouble score, gdouble confidence)
{
  VfFoundObject face = test_face (20, 40, 40, 25, 1);
  GstVideoInfo info = frame_info ();
  GstBuffer *frame = overlay_plain_frame ("RGB");

  face.score = score;
  face.confidence = confidence;
  test_add_objects (frame, &info, &face, 1);
  return frame;
}

/* It is the score that is written, not the projection's confidence. */
GST_START_TEST (test_score)
{
  fail_unless (look_alike (overlay_draw ("", frame_with_score (1.5, 0.5)),
      overlay_draw ("", frame_with_score (1.5, 0.9))));
  fail_if (HAVE_PANGO
           && look_alike (overlay_draw ("", frame_with_score (1.5, 0.5)),
               overlay_draw ("", frame_with_score (2.5, 0.5))));
}
GST_END_TEST;

/* The crop is the picture: its objects are at places of their own, regions at
 * those of the frame. */
static GstBuffer *
cropped (GstBuffer *frame)
{
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);

  crop->x = 10;
  crop->y = 20;
  crop->width = 80;
  crop->height = 50;
  return frame;
}

GST_START_TEST (test_crop)
{
  GstBuffer *frame = cropped (overlay_plain_frame ("RGB"));

  test_add_foreign_object (frame, 10, 10, 40, 25, 36);
  frame = overlay_draw ("font-size=0", frame);
  fail_unless (is_green (frame, 20, 40) && is_green (frame, 59, 40));
  check_same_pixels (
      frame, overlay_draw ("font-size=0", cropped (frame_with_region ())));
}
GST_END_TEST;

GST_START_TEST (test_odd_objects)
{
  static const gfloat odd[][4] = { { 0, 0, 0, 0 }, { 10, 10, 0, 5 },
    { NAN, 5, 9, 9 }, { 5, 5, NAN, 9 }, { INFINITY, 0, 5, 5 },
    { 0, 0, INFINITY, INFINITY }, { -1e30f, 5, 2e30f, 9 }, { 5, 5, -9, 9 },
    { 500, 10, 20, 20 } };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    check_same_pixels (overlay_plain_frame ("RGB"),
        overlay_draw ("thickness=16",
            frame_with_face (odd[i][0], odd[i][1], odd[i][2], odd[i][3])));
  gst_buffer_unref (overlay_draw ("", frame_with_face (-20, -20, 40, 40)));
  gst_buffer_unref (overlay_draw ("", frame_with_face (5, 5, 0.25f, 0.25f)));
}
GST_END_TEST;

static GstBuffer *
frame_with_analytics (void)
{
  const VfAnalyticsObject face = { .type = g_quark_from_string ("face"),
    .x = 20,
    .y = 30,
    .width = 40,
    .height = 25,
    .confidence = 0.5f };
  GstBuffer *frame = overlay_plain_frame ("RGB");

  vf_analytics_add (frame, &face, 1);
  return frame;
}

GST_START_TEST (test_analytics)
{
  GstBuffer *frame;

  if (!vf_analytics_available ())
    return;
  check_same_pixels (overlay_draw ("font-size=0", frame_with_analytics ()),
      overlay_draw ("font-size=0", frame_with_region ()));
  frame = frame_with_analytics ();
  add_region (frame, "face", 20, 30);
  check_same_pixels (overlay_draw ("color=0x80ff0000", frame),
      overlay_draw ("color=0x80ff0000", frame_with_analytics ()));
  fail_if (has_label ("region-types=eye", frame_with_analytics ()));
}
GST_END_TEST;

static Suite *
objectsdrawn_suite (void)
{
  Suite *suite = suite_create ("objectsdrawn");
  TCase *tests = tcase_create ("objectsdrawn");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_box);
  tcase_add_test (tests, test_box_is_that_of_a_region);
  tcase_add_test (tests, test_held_objects_look_the_same);
  tcase_add_test (tests, test_drawn_once);
  tcase_add_test (tests, test_regions_of_others_are_drawn_too);
  tcase_add_test (tests, test_types);
  tcase_add_test (tests, test_label);
  tcase_add_test (tests, test_score);
  tcase_add_test (tests, test_crop);
  tcase_add_test (tests, test_odd_objects);
  tcase_add_test (tests, test_analytics);
  return suite;
}

TEST_MAIN (objectsdrawn_suite)
