/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the GPU draws, pixel by pixel on the CPU, is what GStreamer blends: in
 * every format that frames in a GPU's memory can have, with pictures of any
 * alpha that overlap and stick out.
 */
#include "blend-on-host.h"
#include "canvas.h"
#include "overlay.h"
#include "testing.h"

#include <string.h>

#define WIDTH  61
#define HEIGHT 45

static const gchar *const formats[] = { "NV12", "NV21", "I420", "YV12", "Y42B",
  "Y444", "YUY2", "UYVY", "RGBA", "BGRA", "RGBx", "BGRx", "ARGB", "ABGR", "RGB",
  "BGR", "RGBP", "BGRP", "GBR", "GBRA", "GRAY8", "P010_10LE", "P016_LE",
  "I420_10LE", "I422_10LE", "I422_12LE", "Y444_16LE" };

static guint32
random_color (GRand *rand)
{
  static const guint32 alphas[] = { 0, 0xff, 0xdf, 0x80, 1, 0xfe };
  guint32 alpha = alphas[g_rand_int_range (rand, 0, G_N_ELEMENTS (alphas))];

  return alpha << 24 | (g_rand_int (rand) & 0xffffff);
}

static VfOverlay *
random_overlay (GRand *rand, guint n)
{
  VfOverlay *overlay = vf_overlay_new ();
  GstBuffer *picture = NULL;

  for (guint i = 0; i < n; i++) {
    if (i % 3 == 0) {
      guint width = (guint) g_rand_int_range (rand, 1, 20);
      guint height = (guint) g_rand_int_range (rand, 1, 12);
      guint32 *pixels = g_new (guint32, width * height);

      for (guint k = 0; k < width * height; k++)
        pixels[k] = random_color (rand);
      gst_clear_buffer (&picture);
      picture = vf_picture_new (pixels, width, height);
    }
    vf_overlay_add (overlay, picture, g_rand_int_range (rand, -12, WIDTH + 3),
        g_rand_int_range (rand, -12, HEIGHT + 3));
  }
  gst_clear_buffer (&picture);
  return overlay;
}

static void
blend_ours (GstVideoFrame *frame, const VfOverlay *overlay)
{
  VfCanvas canvas = vf_frame_canvas (frame);
  VfPatches *patches =
      vf_overlay_patches (overlay, 0, 0, canvas.width, canvas.height);

  fail_unless (patches != NULL);
  blend_on_host (&canvas, patches);
  vf_patches_free (patches);
}

static void
blend_theirs (GstVideoFrame *frame, const VfOverlay *overlay)
{
  GstVideoOverlayComposition *composition =
      vf_overlay_compose (overlay, 0, 0, WIDTH, HEIGHT);

  fail_unless (gst_video_overlay_composition_blend (composition, frame));
  gst_video_overlay_composition_unref (composition);
}

static gchar *
compare (const GstVideoFrame *a, const GstVideoFrame *b)
{
  const GstVideoFormatInfo *info = a->info.finfo;

  for (guint c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (a); c++) {
    gsize bytes = GST_VIDEO_FORMAT_INFO_DEPTH (info, c) > 8 ? 2 : 1;

    for (gint y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT (a, c); y++)
      for (gint x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH (a, c); x++) {
        gsize at = y * GST_VIDEO_FRAME_COMP_STRIDE (a, c)
                   + x * GST_VIDEO_FRAME_COMP_PSTRIDE (a, c);
        const guint8 *p = (guint8 *) GST_VIDEO_FRAME_COMP_DATA (a, c) + at;
        const guint8 *q = (guint8 *) GST_VIDEO_FRAME_COMP_DATA (b, c) + at;

        if (memcmp (p, q, bytes) != 0)
          return g_strdup_printf ("component %u of (%d, %d): %02x %02x, not "
                                  "%02x %02x",
              c, x, y, p[0], p[bytes - 1], q[0], q[bytes - 1]);
      }
  }
  return NULL;
}

/* Words have no bits beside their sample. */
static void
clean (guint8 *data, gsize size, const GstVideoFormatInfo *info)
{
  guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (info, 0);
  guint mask = ((1u << depth) - 1) << GST_VIDEO_FORMAT_INFO_SHIFT (info, 0);

  for (gsize i = 0; depth > 8 && i + 1 < size; i += 2) {
    data[i] &= mask & 0xff;
    data[i + 1] &= mask >> 8;
  }
}

static void
check_format (const gchar *name, GRand *rand, guint n)
{
  GstVideoInfo info;
  GstBuffer *ours, *theirs, *before;
  GstVideoFrame a, b;
  GstMapInfo map;
  VfOverlay *overlay = random_overlay (rand, n);
  gchar *difference;

  gst_video_info_set_format (
      &info, gst_video_format_from_string (name), WIDTH, HEIGHT);
  before = gst_buffer_new_allocate (NULL, info.size, NULL);
  gst_buffer_map (before, &map, GST_MAP_WRITE);
  test_fill_noise (map.data, map.size);
  clean (map.data, map.size, info.finfo);
  gst_buffer_unmap (before, &map);
  ours = gst_buffer_copy_deep (before);
  theirs = gst_buffer_copy_deep (before);
  gst_video_frame_map (&a, &info, ours, GST_MAP_READWRITE);
  gst_video_frame_map (&b, &info, theirs, GST_MAP_READWRITE);
  blend_ours (&a, overlay);
  blend_theirs (&b, overlay);
  difference = compare (&a, &b);
  fail_if (difference, "%s: %s", name, difference);
  fail_unless (gst_buffer_memcmp (before, 0, b.map[0].data, info.size) != 0);
  gst_video_frame_unmap (&a);
  gst_video_frame_unmap (&b);
  gst_buffer_unref (before);
  gst_buffer_unref (ours);
  gst_buffer_unref (theirs);
  vf_overlay_free (overlay);
}

GST_START_TEST (test_as_gstreamer_blends)
{
  GRand *rand = g_rand_new_with_seed (1);
  const gchar *name = formats[__i__];

  fail_unless (vf_canvas_has_format (gst_video_format_from_string (name)));
  for (guint i = 0; i < 20; i++)
    check_format (name, rand, 10 + 3 * i);
  g_rand_free (rand);
}
GST_END_TEST;

/* So many that they are merged first. */
GST_START_TEST (test_merged)
{
  GRand *rand = g_rand_new_with_seed (2);

  check_format ("NV12", rand, 3000);
  check_format ("BGRA", rand, 3000);
  g_rand_free (rand);
}
GST_END_TEST;

GST_START_TEST (test_other_formats)
{
  fail_if (vf_canvas_has_format (GST_VIDEO_FORMAT_BGR10A2_LE));
  fail_if (vf_canvas_has_format (GST_VIDEO_FORMAT_P010_10BE));
}
GST_END_TEST;

static Suite *
blend_suite (void)
{
  Suite *suite = suite_create ("blend");
  TCase *tests = tcase_create ("all");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (
      tests, test_as_gstreamer_blends, 0, G_N_ELEMENTS (formats));
  tcase_add_test (tests, test_merged);
  tcase_add_test (tests, test_other_formats);
  return suite;
}

TEST_MAIN (blend_suite)
