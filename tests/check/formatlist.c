/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The formats that the element takes.
 */
#include "testing.h"

#define LUMA(name, step, at)                                                   \
  {                                                                            \
    name, step, { at, at, at }, { 0, 0, 0 }, FALSE, 8                          \
  }
#define RGB(name, step, red, green, blue)                                      \
  {                                                                            \
    name, step, { red, green, blue }, { 0, 0, 0 }, TRUE, 8                     \
  }
#define RGB_PLANES(name, red, green, blue)                                     \
  {                                                                            \
    name, 1, { 0, 0, 0 }, { red, green, blue }, TRUE, 8                        \
  }
#define DEEP(name, depth)                                                      \
  {                                                                            \
    name, 0, { 0, 0, 0 }, { 0, 0, 0 }, FALSE, depth                            \
  }
#define DEEP_RGB(name, depth)                                                  \
  {                                                                            \
    name, 0, { 0, 0, 0 }, { 0, 0, 0 }, TRUE, depth                             \
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
  DEEP ("GRAY16_LE", 16),
  DEEP ("GRAY16_BE", 16),
  DEEP ("GRAY10_LE16", 10),
  DEEP ("GRAY10_LE32", 10),
  DEEP ("P010_10LE", 10),
  DEEP ("P010_10BE", 10),
  DEEP ("P012_LE", 12),
  DEEP ("P012_BE", 12),
  DEEP ("P016_LE", 16),
  DEEP ("P016_BE", 16),
  DEEP ("NV12_10LE32", 10),
  DEEP ("NV12_10LE40", 10),
  DEEP ("NV16_10LE32", 10),
  DEEP ("NV16_10LE40", 10),
  DEEP ("I420_10LE", 10),
  DEEP ("I420_10BE", 10),
  DEEP ("I420_12LE", 12),
  DEEP ("I420_12BE", 12),
  DEEP ("I422_10LE", 10),
  DEEP ("I422_10BE", 10),
  DEEP ("I422_12LE", 12),
  DEEP ("I422_12BE", 12),
  DEEP ("Y444_10LE", 10),
  DEEP ("Y444_10BE", 10),
  DEEP ("Y444_12LE", 12),
  DEEP ("Y444_12BE", 12),
  DEEP ("Y444_16LE", 16),
  DEEP ("Y444_16BE", 16),
  DEEP ("A420_10LE", 10),
  DEEP ("A420_10BE", 10),
  DEEP ("A420_12LE", 12),
  DEEP ("A420_12BE", 12),
  DEEP ("A420_16LE", 16),
  DEEP ("A420_16BE", 16),
  DEEP ("A422_10LE", 10),
  DEEP ("A422_10BE", 10),
  DEEP ("A422_12LE", 12),
  DEEP ("A422_12BE", 12),
  DEEP ("A422_16LE", 16),
  DEEP ("A422_16BE", 16),
  DEEP ("A444_10LE", 10),
  DEEP ("A444_10BE", 10),
  DEEP ("A444_12LE", 12),
  DEEP ("A444_12BE", 12),
  DEEP ("A444_16LE", 16),
  DEEP ("A444_16BE", 16),
  DEEP ("Y210", 10),
  DEEP ("Y212_LE", 12),
  DEEP ("Y212_BE", 12),
  DEEP ("Y216_LE", 16),
  DEEP ("Y216_BE", 16),
  DEEP ("v210", 10),
  DEEP ("v216", 16),
  DEEP ("UYVP", 10),
  DEEP ("Y410", 10),
  DEEP ("Y412_LE", 12),
  DEEP ("Y412_BE", 12),
  DEEP ("Y416_LE", 16),
  DEEP ("Y416_BE", 16),
  DEEP ("AYUV64", 16),
  DEEP_RGB ("r210", 10),
  DEEP_RGB ("RGB10A2_LE", 10),
  DEEP_RGB ("BGR10A2_LE", 10),
  DEEP_RGB ("RGB10x2_LE", 10),
  DEEP_RGB ("BGR10x2_LE", 10),
  DEEP_RGB ("ARGB64", 16),
  DEEP_RGB ("ARGB64_LE", 16),
  DEEP_RGB ("ARGB64_BE", 16),
  DEEP_RGB ("ABGR64_LE", 16),
  DEEP_RGB ("ABGR64_BE", 16),
  DEEP_RGB ("RGBA64_LE", 16),
  DEEP_RGB ("RGBA64_BE", 16),
  DEEP_RGB ("BGRA64_LE", 16),
  DEEP_RGB ("BGRA64_BE", 16),
  DEEP_RGB ("GBR_10LE", 10),
  DEEP_RGB ("GBR_10BE", 10),
  DEEP_RGB ("GBR_12LE", 12),
  DEEP_RGB ("GBR_12BE", 12),
  DEEP_RGB ("GBR_16LE", 16),
  DEEP_RGB ("GBR_16BE", 16),
  DEEP_RGB ("GBRA_10LE", 10),
  DEEP_RGB ("GBRA_10BE", 10),
  DEEP_RGB ("GBRA_12LE", 12),
  DEEP_RGB ("GBRA_12BE", 12),
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
