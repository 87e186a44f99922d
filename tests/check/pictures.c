/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "testing.h"

#define LUMA(name, step, at)                                                   \
  {                                                                            \
    name, step, { at, at, at }, { 0, 0, 0 }, FALSE                             \
  }
#define RGB(name, step, red, green, blue)                                      \
  {                                                                            \
    name, step, { red, green, blue }, { 0, 0, 0 }, TRUE                        \
  }
#define RGB_PLANES(name, red, green, blue)                                     \
  {                                                                            \
    name, 1, { 0, 0, 0 }, { red, green, blue }, TRUE                           \
  }

TestFormat test_formats[] = {
  LUMA ("GRAY8", 1, 0),
  LUMA ("I420", 1, 0),
  LUMA ("YV12", 1, 0),
  LUMA ("NV12", 1, 0),
  LUMA ("NV21", 1, 0),
  LUMA ("NV16", 1, 0),
  LUMA ("NV61", 1, 0),
  LUMA ("NV24", 1, 0),
  LUMA ("Y41B", 1, 0),
  LUMA ("Y42B", 1, 0),
  LUMA ("Y444", 1, 0),
  LUMA ("YUV9", 1, 0),
  LUMA ("YVU9", 1, 0),
  LUMA ("YUY2", 2, 0),
  LUMA ("UYVY", 2, 1),
  LUMA ("YVYU", 2, 0),
  LUMA ("VYUY", 2, 1),
  LUMA ("IYU1", 0, 0),
  LUMA ("IYU2", 3, 1),
  LUMA ("v308", 3, 0),
  LUMA ("AYUV", 4, 1),
  LUMA ("VUYA", 4, 2),
  LUMA ("A420", 1, 0),
  LUMA ("A422", 1, 0),
  LUMA ("A444", 1, 0),
  LUMA ("AV12", 1, 0),
  RGB ("RGB", 3, 0, 1, 2),
  RGB ("BGR", 3, 2, 1, 0),
  RGB ("RGBx", 4, 0, 1, 2),
  RGB ("BGRx", 4, 2, 1, 0),
  RGB ("xRGB", 4, 1, 2, 3),
  RGB ("xBGR", 4, 3, 2, 1),
  RGB ("RGBA", 4, 0, 1, 2),
  RGB ("BGRA", 4, 2, 1, 0),
  RGB ("ARGB", 4, 1, 2, 3),
  RGB ("ABGR", 4, 3, 2, 1),
  RGB ("RBGA", 4, 0, 2, 1),
  RGB_PLANES ("RGBP", 0, 1, 2),
  RGB_PLANES ("BGRP", 2, 1, 0),
  RGB_PLANES ("GBR", 2, 0, 1),
  RGB_PLANES ("GBRA", 2, 0, 1),
};
guint test_n_formats = G_N_ELEMENTS (test_formats);

void
test_formats_init (void)
{
  guint n = 0;

  for (guint i = 0; i < test_n_formats; i++)
    if (gst_video_format_from_string (test_formats[i].name)
        != GST_VIDEO_FORMAT_UNKNOWN)
      test_formats[n++] = test_formats[i];
  test_n_formats = n;
}

const TestFormat *
test_format (const gchar *name)
{
  for (guint i = 0; i < test_n_formats; i++)
    if (g_str_equal (test_formats[i].name, name))
      return &test_formats[i];
  g_assert_not_reached ();
}

static guint32
scramble (guint32 x)
{
  x = (x ^ (x >> 16)) * 0x7feb352dU;
  x = (x ^ (x >> 15)) * 0x846ca68bU;
  return x ^ (x >> 16);
}

guint8
test_sample (guint seed, guint channel, guint x, guint y)
{
  guint patch = x / 9 + 4096 * (y / 7);
  guint32 brightness = scramble (patch + scramble (3 * seed + channel + 1));
  guint32 noise = scramble (x + 16384 * y + scramble (seed + channel + 77));

  return (guint8) (brightness % 240 + noise % 12);
}

void
test_fill_noise (guint8 *data, gsize size)
{
  for (gsize i = 0; i < size; i++)
    data[i] = (guint8) scramble ((guint32) i + 12345);
}

gsize
test_sample_at (const TestFormat *format, const gsize *offset,
    const gint *stride, guint channel, guint x, guint y)
{
  guint plane = format->plane[channel];
  gsize row = offset[plane] + (gsize) y * stride[plane];

  /* IYU1 is U Y Y V Y Y. */
  if (format->step == 0)
    return row + x / 2 * 3 + 1 + x % 2;
  return row + x * format->step + format->at[channel];
}

void
test_fill_samples (guint8 *data, const gsize *offset, const gint *stride,
    const TestFormat *format, guint width, guint height, guint seed)
{
  guint n_channels = format->rgb ? 3 : 1;

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      for (guint c = 0; c < n_channels; c++)
        data[test_sample_at (format, offset, stride, c, x, y)] =
            test_sample (seed, c, x, y);
}

GstCaps *
test_caps (const gchar *format, guint width, guint height)
{
  return gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING, format,
      "width", G_TYPE_INT, (gint) width, "height", G_TYPE_INT, (gint) height,
      "framerate", GST_TYPE_FRACTION, 25, 1, NULL);
}

static GstBuffer *
frame_with_times (gsize size)
{
  GstBuffer *frame = gst_buffer_new_allocate (NULL, size, NULL);

  GST_BUFFER_PTS (frame) = 40 * GST_MSECOND;
  GST_BUFFER_DURATION (frame) = 40 * GST_MSECOND;
  return frame;
}

GstBuffer *
test_frame (const gchar *format, guint width, guint height, guint seed)
{
  GstVideoInfo info;
  GstBuffer *frame;
  GstMapInfo map;

  gst_video_info_set_format (
      &info, gst_video_format_from_string (format), width, height);
  frame = frame_with_times (info.size);
  gst_buffer_map (frame, &map, GST_MAP_WRITE);
  test_fill_noise (map.data, map.size);
  test_fill_samples (map.data, info.offset, info.stride, test_format (format),
      width, height, seed);
  gst_buffer_unmap (frame, &map);
  return frame;
}

GstBuffer *
test_gray_frame (guint seed)
{
  return test_frame ("GRAY8", TEST_WIDTH, TEST_HEIGHT, seed);
}

GstBuffer *
test_flat_frame (guint width, guint height)
{
  gsize size = GST_ROUND_UP_4 (width) * height;
  GstBuffer *frame = frame_with_times (size);

  gst_buffer_memset (frame, 0, 90, size);
  return frame;
}

gboolean
test_is_green_luma (guint8 luma)
{
  return luma >= 143 && luma <= 175;
}
