/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What an element costs beside its detector: the same 1080p frame, in turn
 * through the detector alone and through the element in a harness, on one
 * thread. The processor's time, so that other programs do not count. Fails
 * above 5 %.
 */
#include "testing.h"

#include "bench-times.h"
#include "haar.h"
#include "harris.h"

#include <string.h>

#define WIDTH       1920
#define HEIGHT      1080
#define MOST_FRAMES 101
#define LIMIT       1.05

/* A detection of the picture. */
typedef void (*Detect) (gpointer detector, const VfImage *image);

static void
detect_corners (gpointer detector, const VfImage *image)
{
  HarrisParams params;

  harris_params_init (&params);
  g_assert (harris_detect (detector, &params, image, NULL, NULL));
}

typedef struct {
  HaarDetector *detector;
  Cascade *cascade;
} Faces;

static void
detect_faces (gpointer data, const VfImage *image)
{
  Faces *faces = data;
  HaarParams params;

  haar_params_init (&params);
  g_assert (haar_detect (
      faces->detector, faces->cascade, &params, image, NULL, NULL));
}

static gdouble
time_detector (Detect detect, gpointer detector, const VfImage *image)
{
  gint64 start = processor_ns ();

  detect (detector, image);
  return (gdouble) (processor_ns () - start) / 1000000;
}

static gdouble
time_element (GstHarness *harness, GstBuffer *frame)
{
  gint64 start = processor_ns ();

  gst_buffer_unref (gst_harness_push_and_pull (harness, frame));
  return (gdouble) (processor_ns () - start) / 1000000;
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

/* By so many frames. FALSE: the element takes too long. */
static gboolean
check (const gchar *launch, Detect detect, gpointer detector, gint n)
{
  gdouble alone[MOST_FRAMES], inside[MOST_FRAMES];
  gdouble detector_ms, element_ms;
  GstHarness *harness = gst_harness_new_parse (launch);
  VfImage image = { WIDTH, HEIGHT, 1, { NULL }, { WIDTH }, { 1 }, 8, 1, FALSE,
    { 0 }, VF_MEMORY_HOST };
  GstMemory *pixels = new_pixels (&image.data[0]);

  gst_harness_set_src_caps_str (harness,
      "video/x-raw,format=GRAY8,width=1920,height=1080,framerate=30/1");
  for (gint i = -3; i < n; i++) {
    gdouble a = time_detector (detect, detector, &image);
    gdouble b = time_element (harness, frame_of (pixels));

    if (i >= 0) {
      alone[i] = a;
      inside[i] = b;
    }
  }
  detector_ms = median_of (alone, (guint) n);
  element_ms = median_of (inside, (guint) n);
  g_print (
      "%.*s, 1080p grey, medians of %d: detector %.2f ms, element %.2f ms: "
      "%+.1f %%\n",
      (gint) strcspn (launch, " "), launch, n, detector_ms, element_ms,
      100 * (element_ms / detector_ms - 1));
  gst_harness_teardown (harness);
  gst_memory_unref (pixels);
  return element_ms <= LIMIT * detector_ms;
}

static gboolean
check_corners (void)
{
  HarrisDetector *detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  gboolean good;

  harris_set_threads (detector, 1);
  good = check ("harriscorners backend=cpu n-threads=1", detect_corners,
      detector, MOST_FRAMES);
  harris_free (detector);
  return good;
}

/* A cascade that is not there is left out. */
static gboolean
check_faces (const gchar *path)
{
  Faces faces = { NULL, cascade_load (path, NULL) };
  gchar *launch = g_strdup_printf (
      "haardetect backend=cpu n-threads=1 cascade=\"%s\"", path);
  gboolean good = TRUE;

  if (faces.cascade) {
    faces.detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
    haar_set_threads (faces.detector, 1);
    good = check (launch, detect_faces, &faces, 21);
    haar_free (faces.detector);
  } else {
    g_print ("haardetect: no %s\n", path);
  }
  cascade_unref (faces.cascade);
  g_free (launch);
  return good;
}

/* Takes the path of a cascade. */
int
main (int argc, char **argv)
{
  gboolean good;

  gst_init (&argc, &argv);
  good = check_corners ();
  if (argc > 1)
    good &= check_faces (argv[1]);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
