/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What regioncover costs: a frame of 1920 x 1080 pixels with one face of 300 x
 * 300, and one without, in a harness, on one thread. The processor's time.
 */
#include "testing.h"

#include "bench-times.h"

#define N_FRAMES 301

/* The median in microseconds. The frame goes round, so that nobody else has it
 * and it need not be copied. */
static gdouble
time_frames (const gchar *line, const gchar *format, gboolean face)
{
  GstHarness *harness = test_harness_of (line);
  GstBuffer *frame = test_frame (format, 1920, 1080, 1);
  gdouble times[N_FRAMES];

  gst_harness_set_src_caps (harness, test_caps (format, 1920, 1080));
  if (face)
    gst_buffer_add_video_region_of_interest_meta (
        frame, "face", 801, 333, 300, 300);
  for (guint i = 0; i < N_FRAMES; i++) {
    gint64 start = processor_ns ();

    frame = gst_harness_push_and_pull (harness, frame);
    times[i] = (gdouble) (processor_ns () - start) / 1000;
  }
  gst_buffer_unref (frame);
  test_harness_free (harness);
  return median_of (times, N_FRAMES);
}

int
main (int argc, char **argv)
{
  static const gchar *const formats[] = { "NV12", "RGBx", "P010_10LE", "v210" };
  static const gchar *const modes[] = { "pixelate", "blur", "fill" };

  gst_check_init (&argc, &argv);
  test_formats_init ();
  for (guint f = 0; f < G_N_ELEMENTS (formats); f++) {
    g_print ("%s: identity %.1f us, without a face %.1f us", formats[f],
        time_frames ("identity", formats[f], TRUE),
        time_frames ("regioncover margin=0", formats[f], FALSE));
    for (guint m = 0; m < G_N_ELEMENTS (modes); m++) {
      gchar *line = g_strdup_printf ("regioncover margin=0 mode=%s", modes[m]);
      gchar *ellipse = g_strconcat (line, " shape=ellipse", NULL);

      g_print (", %s %.0f us (ellipse %.0f us)", modes[m],
          time_frames (line, formats[f], TRUE),
          time_frames (ellipse, formats[f], TRUE));
      g_free (line);
      g_free (ellipse);
    }
    g_print ("\n");
  }
  return 0;
}
