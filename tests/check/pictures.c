/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "testing.h"

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

  if (seed == TEST_FLAT)
    return 90;
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

guint16
test_deep_sample (
    const TestFormat *format, guint seed, guint channel, guint x, guint y)
{
  guint more = format->depth - 8;
  guint32 noise = scramble (x + 16384 * y + scramble (seed + channel + 991));
  guint sample = (guint) test_sample (seed, channel, x, y) << more;

  if (seed == TEST_FLAT)
    return (guint16) sample;
  return (guint16) (sample | (noise & ((1u << more) - 1)));
}

/* Deep samples are written by GStreamer, which also says what the chroma and
 * alpha are: noise. */
static void
pack_row (gpointer *planes, const gint *stride, const TestFormat *format,
    guint width, guint y, guint seed)
{
  const GstVideoFormatInfo *info =
      gst_video_format_get_info (gst_video_format_from_string (format->name));
  guint16 *row = g_new (guint16, 4 * width);
  guint n_channels = format->rgb ? 3 : 1;

  test_fill_noise ((guint8 *) row, 8 * width);
  for (guint x = 0; x < width; x++)
    for (guint c = 0; c < n_channels; c++)
      row[4 * x + 1 + c] = (guint16) (test_deep_sample (format, seed, c, x, y)
                                      << (16 - format->depth));
  info->pack_func (info, GST_VIDEO_PACK_FLAG_NONE, row, 0, planes, stride,
      GST_VIDEO_CHROMA_SITE_UNKNOWN, (gint) y, (gint) width);
  g_free (row);
}

void
test_fill_samples (guint8 *data, const gsize *offset, const gint *stride,
    const TestFormat *format, guint width, guint height, guint seed)
{
  guint n_channels = format->rgb ? 3 : 1;
  gpointer planes[GST_VIDEO_MAX_PLANES];

  if (format->depth > 8) {
    for (guint i = 0; i < GST_VIDEO_MAX_PLANES; i++)
      planes[i] = data + offset[i];
    for (guint y = 0; y < height; y++)
      pack_row (planes, stride, format, width, y, seed);
    return;
  }
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      for (guint c = 0; c < n_channels; c++)
        data[test_sample_at (format, offset, stride, c, x, y)] =
            test_sample (seed, c, x, y);
}

/* Those of 8 bits by our own table, deeper ones by GStreamer. */
static void
read_row (const TestFormat *format, const GstVideoInfo *info,
    const guint8 *bytes, guint y, guint16 *samples)
{
  guint n_channels = format->rgb ? 3 : 1, width = (guint) info->width;
  guint16 *row = g_new (guint16, 4 * (width + 16));
  gpointer planes[GST_VIDEO_MAX_PLANES];

  for (guint i = 0; i < GST_VIDEO_MAX_PLANES; i++)
    planes[i] = (gpointer) (bytes + info->offset[i]);
  if (format->depth > 8)
    info->finfo->unpack_func (info->finfo, GST_VIDEO_PACK_FLAG_NONE, row,
        planes, info->stride, 0, (gint) y, (gint) width);
  for (guint x = 0; x < width; x++)
    for (guint c = 0; c < n_channels; c++)
      *samples++ = format->depth > 8
                       ? row[4 * x + 1 + c] >> (16 - format->depth)
                       : bytes[test_sample_at (
                           format, info->offset, info->stride, c, x, y)];
  g_free (row);
}

guint16 *
test_read_samples (
    const TestFormat *format, const GstVideoInfo *info, GstBuffer *frame)
{
  guint n_channels = format->rgb ? 3 : 1;
  guint16 *samples = g_new (guint16, n_channels * info->width * info->height);
  gpointer bytes;
  gsize size;

  gst_buffer_extract_dup (frame, 0, -1, &bytes, &size);
  for (guint y = 0; y < (guint) info->height; y++)
    read_row (
        format, info, bytes, y, samples + n_channels * y * (guint) info->width);
  g_free (bytes);
  return samples;
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

gboolean
test_is_green (const TestFormat *format, guint red, guint green, guint blue)
{
  guint slack = format->depth > 8 ? 2 : 0;

  return red <= slack && green >= 255 - slack && blue <= slack;
}
