/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "formats.h"

#include "gpuframes.h"
#include "overlaypad.h"

/* Untiled, no palette. A test compares these lists with what GStreamer has. */
static const gchar *const formats_of_8_bits[] = { "GRAY8", "I420", "YV12",
  "NV12", "NV21", "NV16", "NV61", "NV24", "Y41B", "Y42B", "Y444", "YUV9",
  "YVU9", "YUY2", "UYVY", "YVYU", "VYUY", "IYU1", "IYU2", "v308", "AYUV",
  "VUYA", "A420", "A422", "A444", "AV12", "RGB", "BGR", "RGBx", "BGRx", "xRGB",
  "xBGR", "RGBA", "BGRA", "ARGB", "ABGR", "RBGA", "RGBP", "BGRP", "GBR", "GBRA",
  NULL };

static const gchar *const deep_formats[] = { "GRAY16_LE", "GRAY16_BE",
  "GRAY10_LE16", "GRAY10_LE32", "P010_10LE", "P010_10BE", "P012_LE", "P012_BE",
  "P016_LE", "P016_BE", "NV12_10LE32", "NV12_10LE40", "NV16_10LE32",
  "NV16_10LE40", "I420_10LE", "I420_10BE", "I420_12LE", "I420_12BE",
  "I422_10LE", "I422_10BE", "I422_12LE", "I422_12BE", "Y444_10LE", "Y444_10BE",
  "Y444_12LE", "Y444_12BE", "Y444_16LE", "Y444_16BE", "A420_10LE", "A420_10BE",
  "A420_12LE", "A420_12BE", "A420_16LE", "A420_16BE", "A422_10LE", "A422_10BE",
  "A422_12LE", "A422_12BE", "A422_16LE", "A422_16BE", "A444_10LE", "A444_10BE",
  "A444_12LE", "A444_12BE", "A444_16LE", "A444_16BE", "Y210", "Y212_LE",
  "Y212_BE", "Y216_LE", "Y216_BE", "v210", "v216", "UYVP", "Y410", "Y412_LE",
  "Y412_BE", "Y416_LE", "Y416_BE", "AYUV64", "r210", "RGB10A2_LE", "BGR10A2_LE",
  "RGB10x2_LE", "BGR10x2_LE", "ARGB64", "ARGB64_LE", "ARGB64_BE", "ABGR64_LE",
  "ABGR64_BE", "RGBA64_LE", "RGBA64_BE", "BGRA64_LE", "BGRA64_BE", "GBR_10LE",
  "GBR_10BE", "GBR_12LE", "GBR_12BE", "GBR_16LE", "GBR_16BE", "GBRA_10LE",
  "GBRA_10BE", "GBRA_12LE", "GBRA_12BE", NULL };

/* The list without what this version of GStreamer does not know. */
static gchar *
known (const gchar *const *formats)
{
  GString *list = g_string_new (NULL);

  for (; *formats; formats++)
    if (gst_video_format_from_string (*formats) != GST_VIDEO_FORMAT_UNKNOWN)
      g_string_append_printf (list, "%s%s", list->len ? ", " : "", *formats);
  return g_string_free (list, FALSE);
}

static GstCaps *
template_of (const gchar *const *formats)
{
  gchar *list = known (formats);
  GstCaps *caps = vf_overlay_pad_template (list);

  g_free (list);
  return caps;
}

/* Frames in the GPU's memory come first: what can be there should stay there.
 * Deep formats come after those of 8 bits: a source that can do all, such as
 * videotestsrc, takes its own favourite of the first structure. */
void
vf_formats_add_pad_templates (GstElementClass *klass)
{
  GstCaps *caps = vf_gpu_template (formats_of_8_bits);

  caps = gst_caps_merge (caps, vf_gpu_template (deep_formats));
  caps = gst_caps_merge (caps, template_of (formats_of_8_bits));
  caps = gst_caps_merge (caps, template_of (deep_formats));
  gst_element_class_add_pad_template (
      klass, gst_pad_template_new ("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
  gst_element_class_add_pad_template (
      klass, gst_pad_template_new ("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
  gst_caps_unref (caps);
}
