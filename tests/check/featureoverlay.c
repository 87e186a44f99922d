/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The element featureoverlay: what it draws from the metas of a buffer.
 */
#include "overlaytesting.h"

#include "propertytesting.h"

#define GREEN 0x00ff00
#define RED   0xff0000

static gboolean
is_all_plain (GstBuffer *frame)
{
  for (guint y = 0; y < OVERLAY_HEIGHT; y++)
    for (guint x = 0; x < OVERLAY_WIDTH; x++)
      if (!overlay_is_plain (frame, x, y))
        return FALSE;
  return TRUE;
}

static GstBuffer *
frame_with_corner (void)
{
  GstBuffer *frame = overlay_plain_frame ("RGB");

  test_add_foreign_meta (frame, 40, 30, 12);
  return frame;
}

static GstBuffer *
frame_with_region (const gchar *type, guint x, guint y, guint w, guint h)
{
  GstBuffer *frame = overlay_plain_frame ("RGB");

  gst_buffer_add_video_region_of_interest_meta (frame, type, x, y, w, h);
  return frame;
}

GST_START_TEST (test_nothing_to_draw)
{
  GstBuffer *frame = overlay_plain_frame ("RGB");
  GstBuffer *out = overlay_draw ("", gst_buffer_ref (frame));

  fail_unless (is_all_plain (out));
  fail_unless (
      gst_buffer_peek_memory (out, 0) == gst_buffer_peek_memory (frame, 0));
  gst_buffer_unref (frame);
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_shared_memory_stays)
{
  GstBuffer *frame = frame_with_corner ();
  GstBuffer *out = overlay_draw ("", gst_buffer_ref (frame));

  fail_unless (is_all_plain (frame));
  fail_unless (overlay_pixel (out, 40, 30) == GREEN);
  fail_unless_equals_int (test_n_metas (out), 1);
  gst_buffer_unref (frame);
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_cross)
{
  GstBuffer *out = overlay_draw ("", frame_with_corner ());

  for (guint d = 0; d < 4; d++) {
    fail_unless (overlay_pixel (out, 40 + d, 30) == GREEN);
    fail_unless (overlay_pixel (out, 40 - d, 30) == GREEN);
    fail_unless (overlay_pixel (out, 40, 30 + d) == GREEN);
    fail_unless (overlay_pixel (out, 40, 30 - d) == GREEN);
  }
  fail_unless (
      overlay_is_plain (out, 46, 30) && overlay_is_plain (out, 40, 24));
  fail_unless (
      overlay_is_plain (out, 43, 33) && overlay_is_plain (out, 37, 27));
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_circle)
{
  GstBuffer *out =
      overlay_draw ("marker=circle radius=8", frame_with_corner ());

  fail_unless (overlay_pixel (out, 48, 30) == GREEN
               && overlay_pixel (out, 32, 30) == GREEN);
  fail_unless (overlay_pixel (out, 40, 38) == GREEN
               && overlay_pixel (out, 40, 22) == GREEN);
  fail_unless (
      overlay_is_plain (out, 40, 30) && overlay_is_plain (out, 43, 32));
  fail_unless (
      overlay_is_plain (out, 48, 38) && overlay_is_plain (out, 50, 30));
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_style)
{
  GstBuffer *red = overlay_draw ("color=0xffff0000", frame_with_corner ());
  GstBuffer *half = overlay_draw ("color=0x80ff0000", frame_with_corner ());
  GstBuffer *none = overlay_draw ("color=0x00ff0000", frame_with_corner ());
  GstBuffer *large = overlay_draw ("radius=20", frame_with_corner ());
  GstBuffer *thick = overlay_draw ("thickness=5", frame_with_corner ());

  fail_unless (overlay_pixel (red, 40, 30) == RED);
  fail_unless (ABS ((gint) (overlay_pixel (half, 40, 30) >> 16) - 172) <= 3);
  fail_unless (is_all_plain (none));
  fail_unless (overlay_pixel (large, 58, 30) == GREEN
               && overlay_is_plain (large, 62, 30));
  fail_unless (
      overlay_pixel (thick, 42, 32) == GREEN && overlay_is_plain (red, 42, 32));
  gst_buffer_unref (red);
  gst_buffer_unref (half);
  gst_buffer_unref (none);
  gst_buffer_unref (large);
  gst_buffer_unref (thick);
}
GST_END_TEST;

GST_START_TEST (test_box)
{
  GstBuffer *out =
      overlay_draw ("font-size=0", frame_with_region ("face", 20, 30, 40, 25));

  /* Next to a corner the sides' rims meet. */
  for (guint x = 22; x < 58; x++)
    fail_unless (overlay_pixel (out, x, 30) == GREEN
                 && overlay_pixel (out, x, 54) == GREEN);
  for (guint y = 32; y < 53; y++)
    fail_unless (overlay_pixel (out, 20, y) == GREEN
                 && overlay_pixel (out, 59, y) == GREEN);
  fail_unless (
      overlay_is_plain (out, 40, 40) && overlay_is_plain (out, 22, 32));
  fail_unless (
      overlay_is_plain (out, 18, 30) && overlay_is_plain (out, 61, 54));
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_region_types)
{
  static const struct {
    const gchar *types;
    gboolean drawn;
  } cases[] = {
    { "region-types=face", TRUE },
    { "region-types=eye", FALSE },
    { "region-types=\"eye, face\"", TRUE },
    { "region-types=\"\"", TRUE },
    { "region-types=fac", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstBuffer *out = overlay_draw (
        cases[i].types, frame_with_region ("face", 20, 30, 40, 25));

    fail_unless ((overlay_pixel (out, 20, 30) == GREEN) == cases[i].drawn, "%s",
        cases[i].types);
    fail_unless (is_all_plain (out) != cases[i].drawn);
    gst_buffer_unref (out);
  }
}
GST_END_TEST;

GST_START_TEST (test_odd_regions)
{
  static const guint odd[][4] = { { 0, 0, 0, 0 }, { 10, 10, 0, 5 },
    { 500, 10, 20, 20 }, { G_MAXUINT, G_MAXUINT, 9, 9 },
    { 3, 3, G_MAXUINT, G_MAXUINT }, { G_MAXINT, 0, G_MAXINT, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    gst_buffer_unref (overlay_draw ("thickness=16",
        frame_with_region ("x", odd[i][0], odd[i][1], odd[i][2], odd[i][3])));
  gst_buffer_unref (overlay_draw (
      "", frame_with_region ("edge", 0, 0, OVERLAY_WIDTH, OVERLAY_HEIGHT)));
  gst_buffer_unref (
      overlay_draw ("", frame_with_region ("edge", 90, 70, 40, 40)));
  gst_buffer_unref (overlay_draw ("", frame_with_region (NULL, 5, 5, 9, 9)));
}
GST_END_TEST;

GST_START_TEST (test_lines_thicker_than_the_region)
{
  GstBuffer *out = overlay_draw (
      "thickness=16 font-size=0", frame_with_region ("x", 40, 40, 3, 2));

  fail_unless (overlay_pixel (out, 41, 41) == GREEN);
  fail_unless (
      overlay_is_plain (out, 37, 40) && overlay_is_plain (out, 45, 40));
  fail_unless (
      overlay_is_plain (out, 41, 37) && overlay_is_plain (out, 41, 44));
  gst_buffer_unref (out);
}
GST_END_TEST;

/* Whether something is written above the box. */
static gboolean
has_label (const gchar *properties)
{
  GstBuffer *out =
      overlay_draw (properties, frame_with_region ("face", 20, 40, 40, 25));
  gboolean found = FALSE;

  for (guint y = 20; y < 36; y++)
    for (guint x = 20; x < 60; x++)
      found = found || !overlay_is_plain (out, x, y);
  gst_buffer_unref (out);
  return found;
}

GST_START_TEST (test_label)
{
  fail_unless (has_label ("") == HAVE_PANGO);
  fail_unless (has_label ("font-size=12") == HAVE_PANGO);
  fail_if (has_label ("font-size=0"));
}
GST_END_TEST;

GST_START_TEST (test_every_format)
{
  const TestFormat *format = &test_formats[__i__];
  GstHarness *harness = overlay_harness (format->name, "");
  GstBuffer *frame = overlay_plain_frame (format->name), *out;
  GstVideoInfo info;
  guint16 *samples, *pixel;

  test_add_foreign_meta (frame, 41, 31, 12);
  gst_buffer_add_video_region_of_interest_meta (frame, "", 5, 5, 9, 9);
  out = gst_harness_push_and_pull (harness, frame);
  gst_video_info_set_format (&info, gst_video_format_from_string (format->name),
      OVERLAY_WIDTH, OVERLAY_HEIGHT);
  samples = test_read_samples (format, &info, out);
  pixel = samples + (31 * OVERLAY_WIDTH + 41) * (format->rgb ? 3 : 1);
  for (guint c = 0; c < (format->rgb ? 3 : 1); c++)
    pixel[c] >>= format->depth - 8;
  if (format->rgb)
    fail_unless (test_is_green (format, pixel[0], pixel[1], pixel[2]));
  else
    fail_unless (test_is_green_luma ((guint8) pixel[0]), "%s", format->name);
  g_free (samples);
  gst_buffer_unref (out);
  gst_harness_teardown (harness);
}
GST_END_TEST;

GST_START_TEST (test_sink_that_composes)
{
  GstHarness *harness = overlay_harness ("RGB", "");
  GstBuffer *out;

  gst_harness_add_propose_allocation_meta (
      harness, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, NULL);
  gst_harness_set_sink_caps_str (harness,
      "video/x-raw(memory:SystemMemory, meta:GstVideoOverlayComposition)");
  out = gst_harness_push_and_pull (harness, frame_with_corner ());
  fail_unless (is_all_plain (out));
  fail_unless (gst_buffer_get_video_overlay_composition_meta (out) != NULL);
  gst_buffer_unref (out);
  gst_harness_teardown (harness);
}
GST_END_TEST;

GST_START_TEST (test_behind_harriscorners)
{
  GPtrArray *arrived = test_play (
      "videotestsrc num-buffers=4 ! video/x-raw,format=RGB ! harriscorners "
      "max-corners=5 ! featureoverlay color=0xffff0000 ! appsink name=out "
      "sync=false");

  fail_unless_equals_int (arrived->len, 4);
  for (guint i = 0; i < arrived->len; i++) {
    GstCornersMeta meta = test_meta (arrived->pdata[i]);
    GstCorner corner = gst_corners_meta_get (&meta, 0);
    guint8 rgb[3];

    gst_buffer_extract (arrived->pdata[i],
        ((gsize) corner.y * meta.width + (gsize) corner.x) * 3, rgb, 3);
    fail_unless (rgb[0] == 255 && rgb[1] == 0 && rgb[2] == 0);
  }
  g_ptr_array_unref (arrived);
}
GST_END_TEST;

static const TestProperty properties[] = {
  { "color", "guint", "4278255360", "255", 0, G_MAXUINT32, TRUE },
  { "marker", "GstFeatureOverlayMarker", "cross", "circle", 0, 0, FALSE },
  { "radius", "guint", "4", "7", 1, 64, TRUE },
  { "thickness", "guint", "1", "3", 1, 16, FALSE },
  { "font-size", "guint", "16", "0", 0, 256, FALSE },
  { "region-types", "gchararray", "", "face,eye", 0, 0, FALSE },
};

GST_START_TEST (test_properties)
{
  static const TestProperties table = { "featureoverlay", properties,
    G_N_ELEMENTS (properties) };

  test_properties_check (&table);
}
GST_END_TEST;

GST_START_TEST (test_region_types_are_tidied)
{
  GstElement *element =
      gst_object_ref_sink (gst_element_factory_make ("featureoverlay", NULL));
  gchar *types;

  g_object_set (element, "region-types", " face , eye", NULL);
  g_object_get (element, "region-types", &types, NULL);
  fail_unless_equals_string (types, "face,eye");
  g_free (types);
  gst_object_unref (element);
}
GST_END_TEST;

static Suite *
featureoverlay_suite (void)
{
  Suite *suite = suite_create ("featureoverlay");
  TCase *tests = tcase_create ("featureoverlay");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_nothing_to_draw);
  tcase_add_test (tests, test_shared_memory_stays);
  tcase_add_test (tests, test_cross);
  tcase_add_test (tests, test_circle);
  tcase_add_test (tests, test_style);
  tcase_add_test (tests, test_box);
  tcase_add_test (tests, test_region_types);
  tcase_add_test (tests, test_odd_regions);
  tcase_add_test (tests, test_lines_thicker_than_the_region);
  tcase_add_test (tests, test_label);
  tcase_add_loop_test (tests, test_every_format, 0, test_n_formats);
  tcase_add_test (tests, test_sink_that_composes);
  tcase_add_test (tests, test_behind_harriscorners);
  tcase_add_test (tests, test_properties);
  tcase_add_test (tests, test_region_types_are_tidied);
  return suite;
}

TEST_MAIN (featureoverlay_suite)
