/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plain.h"

#include "harris.h"

Plain
plain_part (const TestFormat *format, guint seed, guint x0, guint y0,
    guint width, guint height)
{
  Plain plain = { width, height, format->rgb ? 3 : 1, format->depth, NULL };
  guint16 *sample = g_new (guint16, plain.channels * width * height);

  plain.samples = sample;
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      for (guint c = 0; c < plain.channels; c++)
        *sample++ = test_deep_sample (format, seed, c, x0 + x, y0 + y);
  return plain;
}

Plain
plain_new (const TestFormat *format, guint seed, guint width, guint height)
{
  return plain_part (format, seed, 0, 0, width, height);
}

/* As the element writes them down. */
static GBytes *
corners_of_result (const HarrisResult *result)
{
  gsize size = result->n_corners * 12;
  guint8 *bytes = g_malloc (size + 1);

  for (guint i = 0; i < result->n_corners; i++) {
    GST_WRITE_FLOAT_LE (bytes + 12 * i, result->corners[i].x);
    GST_WRITE_FLOAT_LE (bytes + 12 * i + 4, result->corners[i].y);
    GST_WRITE_FLOAT_LE (bytes + 12 * i + 8, result->corners[i].response);
  }
  return g_bytes_new_take (bytes, size);
}

static GBytes *
corners_of_image (const VfImage *image)
{
  HarrisDetector *detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  HarrisParams params;
  GBytes *corners;

  harris_params_init (&params);
  corners =
      corners_of_result (harris_detect (detector, &params, image, NULL, NULL));
  harris_free (detector);
  return corners;
}

GBytes *
plain_corners_of (Plain plain)
{
  VfImage image = { .width = plain.width,
    .height = plain.height,
    .channels = plain.channels,
    .depth = plain.depth,
    .word = 2,
    .big_endian = G_BYTE_ORDER == G_BIG_ENDIAN };
  GBytes *corners;

  for (guint c = 0; c < plain.channels; c++) {
    image.data[c] = (const guint8 *) (plain.samples + c);
    image.step[c] = 2 * plain.channels;
    image.stride[c] = image.step[c] * plain.width;
  }
  corners = corners_of_image (&image);
  g_free (plain.samples);
  return corners;
}
