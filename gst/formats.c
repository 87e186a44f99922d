/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "formats.h"

#include "gpuframes.h"
#include "overlaypad.h"

/* 8 bits, untiled, no palette: luma, or red, green and blue, can be read as
 * they lie. A test compares this list with what GStreamer has. */
static const gchar *const formats[] = { "GRAY8", "I420", "YV12", "NV12", "NV21",
  "NV16", "NV61", "NV24", "Y41B", "Y42B", "Y444", "YUV9", "YVU9", "YUY2",
  "UYVY", "YVYU", "VYUY", "IYU1", "IYU2", "v308", "AYUV", "VUYA", "A420",
  "A422", "A444", "AV12", "RGB", "BGR", "RGBx", "BGRx", "xRGB", "xBGR", "RGBA",
  "BGRA", "ARGB", "ABGR", "RBGA", "RGBP", "BGRP", "GBR", "GBRA", NULL };

/* The list without what this version of GStreamer does not know. */
static gchar *
known_formats (void)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; formats[i]; i++)
    if (gst_video_format_from_string (formats[i]) != GST_VIDEO_FORMAT_UNKNOWN)
      g_string_append_printf (list, "%s%s", list->len ? ", " : "", formats[i]);
  return g_string_free (list, FALSE);
}

void
vf_formats_add_pad_templates (GstElementClass *klass)
{
  gchar *list = known_formats ();
  GstCaps *caps =
      vf_gpu_caps_add_template (vf_overlay_pad_template (list), formats);

  gst_element_class_add_pad_template (
      klass, gst_pad_template_new ("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
  gst_element_class_add_pad_template (
      klass, gst_pad_template_new ("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
  gst_caps_unref (caps);
  g_free (list);
}
