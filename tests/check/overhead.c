/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the element costs beside the detector: the same 1080p frame, in turn
 * through the detector alone and through harriscorners in a harness, on one
 * thread. The processor's time, so that other programs do not count. Fails
 * above 5 %.
 */
#include "testing.h"

#include "harris.h"

#include <stdlib.h>
#include <time.h>

#define WIDTH    1920
#define HEIGHT   1080
#define N_FRAMES 101
#define LIMIT    1.05

static gint
compare (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

static gint64
processor_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static gdouble
median_ms (gint64 *times)
{
  qsort (times, N_FRAMES, sizeof *times, compare);
  return (gdouble) times[N_FRAMES / 2] / 1000000;
}

static gint64
time_detector (HarrisDetector *detector, const VfImage *image)
{
  HarrisParams params;
  gint64 start = processor_ns ();

  harris_params_init (&params);
  g_assert (harris_detect (detector, &params, image, NULL, NULL));
  return processor_ns () - start;
}

static gint64
time_element (GstHarness *harness, GstBuffer *frame)
{
  gint64 start = processor_ns ();

  gst_buffer_unref (gst_harness_push_and_pull (harness, frame));
  return processor_ns () - start;
}

/* Frames of the same pixels, each a buffer of its own. */
static GstBuffer *
frame_of (GstMemory *pixels)
{
  GstBuffer *frame = gst_buffer_new ();

  gst_buffer_append_memory (frame, gst_memory_ref (pixels));
  return frame;
}

static GstMemory *
new_pixels (const guint8 **data)
{
  guint8 *samples = g_malloc (WIDTH * HEIGHT);
  GRand *rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < WIDTH * HEIGHT; i++) {
    gboolean light = (i % WIDTH / 37 + i / WIDTH / 29) % 2;

    samples[i] = (guint8) (60 + 120 * light + g_rand_int_range (rand, 0, 20));
  }
  g_rand_free (rand);
  *data = samples;
  return gst_memory_new_wrapped (GST_MEMORY_FLAG_READONLY, samples,
      WIDTH * HEIGHT, 0, WIDTH * HEIGHT, samples, g_free);
}

int
main (int argc, char **argv)
{
  HarrisDetector *detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  gint64 alone[N_FRAMES], inside[N_FRAMES];
  gdouble detector_ms, element_ms;
  GstHarness *harness;
  GstMemory *pixels;
  VfImage image = { WIDTH, HEIGHT, 1, { NULL }, { WIDTH }, { 1 }, 8, 1, FALSE,
    { 0 }, VF_MEMORY_HOST };

  gst_init (&argc, &argv);
  harris_set_threads (detector, 1);
  pixels = new_pixels (&image.data[0]);
  harness = gst_harness_new_parse ("harriscorners backend=cpu n-threads=1");
  gst_harness_set_src_caps_str (harness,
      "video/x-raw,format=GRAY8,width=1920,height=1080,framerate=30/1");
  for (gint i = -3; i < N_FRAMES; i++) {
    gint64 a = time_detector (detector, &image);
    gint64 b = time_element (harness, frame_of (pixels));

    if (i >= 0) {
      alone[i] = a;
      inside[i] = b;
    }
  }
  detector_ms = median_ms (alone);
  element_ms = median_ms (inside);
  g_print ("1080p grey, medians of %d: detector %.2f ms, element %.2f ms: "
           "%+.1f %%\n",
      N_FRAMES, detector_ms, element_ms, 100 * (element_ms / detector_ms - 1));
  gst_harness_teardown (harness);
  gst_memory_unref (pixels);
  harris_free (detector);
  return element_ms <= LIMIT * detector_ms ? EXIT_SUCCESS : EXIT_FAILURE;
}
