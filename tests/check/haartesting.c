/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haartesting.h"

#include "foldertesting.h"
#include "propertytesting.h"

#include <string.h>

#define DARK   20
#define BRIGHT 220

const VfFoundObject scene_square = {
  .x = 112, .y = 11, .width = 26, .height = 26
};
const VfFoundObject scene_head = {
  .x = 29, .y = 18, .width = 76, .height = 76
};
const VfFoundObject scene_holes[2] = {
  { .x = 53, .y = 43, .width = 14, .height = 14 },
  { .x = 65, .y = 43, .width = 14, .height = 14 },
};

static void
fill (guint8 *pixels, guint x, guint y, guint width, guint height, guint8 luma)
{
  for (guint row = 0; row < height; row++)
    memset (pixels + (y + row) * SCENE_WIDTH + x, luma, width);
}

GstBuffer *
scene_gray (guint scene)
{
  gsize size = SCENE_WIDTH * SCENE_HEIGHT;
  guint8 *pixels = g_malloc (size);

  memset (pixels, DARK, size);
  if (scene & SCENE_SQUARE)
    fill (pixels, 120, 20, 8, 8, BRIGHT);
  if (scene & SCENE_HEAD) {
    fill (pixels, 50, 40, 32, 32, BRIGHT);
    fill (pixels, 58, 48, 4, 4, DARK);
    fill (pixels, 70, 48, 4, 4, DARK);
  }
  if (scene & SCENE_WALL) {
    fill (pixels, 0, 100, 100, 20, BRIGHT);
    fill (pixels, 40, 108, 4, 4, DARK);
  }
  return gst_buffer_new_wrapped (pixels, size);
}

GstBuffer *
scene_squares (const ScenePlace *places, guint n, GstClockTime pts)
{
  gsize size = SCENE_WIDTH * SCENE_HEIGHT;
  guint8 *pixels = g_malloc (size);
  GstBuffer *frame;

  memset (pixels, DARK, size);
  for (guint i = 0; i < n; i++)
    fill (pixels, places[i].x, places[i].y, 8, 8, BRIGHT);
  frame = gst_buffer_new_wrapped (pixels, size);
  GST_BUFFER_PTS (frame) = pts;
  return frame;
}

static GstVideoInfo
info_of (const gchar *format)
{
  GstVideoInfo info;

  gst_video_info_set_format (
      &info, gst_video_format_from_string (format), SCENE_WIDTH, SCENE_HEIGHT);
  return info;
}

GstBuffer *
scene_frame (const gchar *format, guint scene)
{
  GstVideoInfo from = info_of ("GRAY8"), to = info_of (format);
  GstBuffer *gray = scene_gray (scene);
  GstBuffer *frame = gst_buffer_new_allocate (NULL, to.size, NULL);
  GstVideoConverter *converter;
  GstVideoFrame in, out;

  gst_buffer_memset (frame, 0, 0, to.size);
  fail_unless (gst_video_frame_map (&in, &from, gray, GST_MAP_READ));
  fail_unless (gst_video_frame_map (&out, &to, frame, GST_MAP_WRITE));
  converter = gst_video_converter_new (&from, &to, NULL);
  fail_unless (converter != NULL, "no converter to %s", format);
  gst_video_converter_frame (converter, &in, &out);
  gst_video_converter_free (converter);
  gst_video_frame_unmap (&in);
  gst_video_frame_unmap (&out);
  gst_buffer_unref (gray);
  return frame;
}

GstHarness *
haar_harness (const gchar *properties)
{
  gchar *description =
      g_strconcat ("haardetect cascade=square ", properties, NULL);
  GstHarness *harness = test_harness_of (description);

  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", SCENE_WIDTH, SCENE_HEIGHT));
  g_free (description);
  return harness;
}

GstBuffer *
haar_push (GstHarness *harness, guint scene, GstClockTime pts)
{
  GstBuffer *frame = scene_gray (scene);

  GST_BUFFER_PTS (frame) = pts;
  return test_push (harness, frame);
}

guint
haar_count (GstHarness *harness, guint scene)
{
  GstBuffer *out = haar_push (harness, scene, GST_CLOCK_TIME_NONE);
  guint count = test_objects (out).count;

  gst_buffer_unref (out);
  return count;
}

GstObjectsMeta
haar_meta (GstBuffer *buffer, const gchar *source)
{
  GstObjectsMeta meta, found = { 0 };
  gpointer state = NULL;
  guint n = 0;

  while (gst_objects_meta_next (buffer, &state, &meta))
    if (g_str_equal (meta.source, source)) {
      found = meta;
      n++;
    }
  fail_unless_equals_int (n, 1);
  return found;
}

void
haar_check_place (const GstDetectedObject *found, const VfFoundObject *expected)
{
  fail_unless_equals_float (found->x, expected->x);
  fail_unless_equals_float (found->y, expected->y);
  fail_unless_equals_float (found->width, expected->width);
  fail_unless_equals_float (found->height, expected->height);
}

gchar *
haar_cascade_path (const gchar *name)
{
  return g_build_filename (g_getenv ("VIDEO_FEATURES_CASCADES"), name, NULL);
}

gchar *
haar_copy_square (const gchar *name)
{
  gchar *original = haar_cascade_path ("haarcascade_square.xml"), *text, *path;

  fail_unless (g_file_get_contents (original, &text, NULL, NULL));
  path = test_folder_write (name, text, -1);
  g_free (text);
  g_free (original);
  return path;
}

void
haar_set_cascade (GstHarness *harness, const gchar *value)
{
  g_object_set (harness->element, "cascade", value, NULL);
}

void
haar_check_cascade (GstHarness *harness, const gchar *value)
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

void
haar_check_label (GstHarness *harness, const gchar *expected)
{
  gchar *label = label_of (harness);

  fail_unless_equals_string (label, expected);
  g_free (label);
}
