/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "masktesting.h"

#include "foldertesting.h"

gboolean
mask_is_white (guint seed, guint x, guint y)
{
  guint patch = (x / 5 + 3) * (y / 4 + 7) * (seed + 11);

  return (patch ^ patch >> 3) % 5 < 3;
}

gchar *
mask_write_pgm (const gchar *name, guint seed, guint width, guint height)
{
  GString *file = g_string_new (NULL);
  gchar *path;

  g_string_printf (file, "P5 %u %u 255\n", width, height);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      g_string_append_c (file, mask_is_white (seed, x, y) ? 1 : 0);
  path = test_folder_write (name, file->str, (gssize) file->len);
  g_string_free (file, TRUE);
  return path;
}

GstHarness *
mask_harness_of_all (const gchar *format, guint width, guint height)
{
  GstHarness *harness = test_harness (format, width, height);

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  g_object_set (harness->element, "threshold", 10.0, "max-corners", 0,
      "suppression-radius", 1, NULL);
  return harness;
}

GstHarness *
mask_harness (const gchar *location)
{
  GstHarness *harness = mask_harness_of_all ("GRAY8", TEST_WIDTH, TEST_HEIGHT);

  g_object_set (harness->element, "mask-location", location, NULL);
  return harness;
}

GBytes *
mask_corners_of (GstHarness *harness)
{
  return test_corners_of (harness, test_gray_frame (1));
}

void
mask_play_again (GstHarness *harness)
{
  gst_element_set_state (harness->element, GST_STATE_PLAYING);
  gst_harness_push_event (harness, gst_event_new_stream_start ("again"));
  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT));
}
