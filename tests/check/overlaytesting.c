/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "overlaytesting.h"

#define GROUND 90 /* of every sample before */

GstHarness *
overlay_harness (const gchar *format, const gchar *properties)
{
  gchar *launch = g_strconcat ("featureoverlay ", properties, NULL);
  GstHarness *harness = gst_harness_new_parse (launch);

  gst_harness_set_src_caps (
      harness, test_caps (format, OVERLAY_WIDTH, OVERLAY_HEIGHT));
  g_free (launch);
  return harness;
}

GstBuffer *
overlay_plain_frame (const gchar *format)
{
  GstBuffer *frame = test_frame (format, OVERLAY_WIDTH, OVERLAY_HEIGHT, 0);

  gst_buffer_memset (frame, 0, GROUND, -1);
  return frame;
}

GstBuffer *
overlay_draw (const gchar *properties, GstBuffer *frame)
{
  GstHarness *harness = overlay_harness ("RGB", properties);
  GstBuffer *out = gst_harness_push_and_pull (harness, frame);

  fail_unless (out != NULL);
  gst_harness_teardown (harness);
  return out;
}

guint
overlay_pixel (GstBuffer *frame, guint x, guint y)
{
  guint8 rgb[3];

  gst_buffer_extract (frame, (y * OVERLAY_WIDTH + x) * 3, rgb, 3);
  return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}

gboolean
overlay_is_plain (GstBuffer *frame, guint x, guint y)
{
  return overlay_pixel (frame, x, y) == (GROUND << 16 | GROUND << 8 | GROUND);
}
