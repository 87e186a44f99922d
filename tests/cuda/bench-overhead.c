/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What haardetect costs beside the detector, for a frame in the GPU's memory:
 * the same picture through the detector alone and through the element, blocks of
 * frames in turn, as they have contexts of their own.
 *   bench-overhead CASCADE.xml PICTURE.pgm...
 */
#include "gpu-testing.h"
#include "recording.h"

#include "bench-times.h"
#include "haar.h"
#include "memory.h"
#include "pnm.h"

#include <string.h>

#define N_BLOCKS 10
#define N_WARM   5
#define N_BLOCK  30 /* frames that count */
#define N_FRAMES (N_BLOCKS * N_BLOCK)

/* The picture as luma, with grey chroma. */
static GstBuffer *
nv12_of (const VfImage *image)
{
  GstVideoFrame frame;
  GstVideoInfo info;
  GstBuffer *buffer;

  gst_video_info_set_format (
      &info, GST_VIDEO_FORMAT_NV12, image->width, image->height);
  buffer = gst_buffer_new_allocate (NULL, info.size, NULL);
  gst_buffer_memset (buffer, 0, 128, info.size);
  g_assert_true (gst_video_frame_map (&frame, &info, buffer, GST_MAP_WRITE));
  for (guint y = 0; y < image->height; y++)
    memcpy ((guint8 *) GST_VIDEO_FRAME_PLANE_DATA (&frame, 0)
                + y * (gsize) GST_VIDEO_FRAME_PLANE_STRIDE (&frame, 0),
        image->data[0] + (gssize) y * image->stride[0], image->width);
  gst_video_frame_unmap (&frame);
  return buffer;
}

typedef struct {
  HaarDetector *detector;
  Cascade *cascade;
  VfImage image; /* in the GPU's memory */
} Alone;

static gdouble
time_detector (const Alone *alone)
{
  gint64 start = g_get_monotonic_time ();
  HaarParams params;

  haar_params_init (&params);
  g_assert_true (haar_detect (
      alone->detector, alone->cascade, &params, &alone->image, NULL, NULL));
  return (gdouble) (g_get_monotonic_time () - start) / 1000;
}

static gdouble
time_element (GstHarness *harness, GstBuffer *frame)
{
  GstBuffer *copy = gst_buffer_copy (frame);
  gint64 start = g_get_monotonic_time ();

  gst_buffer_unref (gst_harness_push_and_pull (harness, copy));
  return (gdouble) (g_get_monotonic_time () - start) / 1000;
}

static void
send (Alone *alone, const VfImage *image)
{
  gsize size = (gsize) image->height * (gsize) image->stride[0];
  gpointer memory;

  vf_context_push (haar_context (alone->detector));
  g_assert_cmpint (cudaMalloc (&memory, size), ==, cudaSuccess);
  g_assert_cmpint (
      cudaMemcpy (memory, image->data[0], size, cudaMemcpyHostToDevice), ==,
      cudaSuccess);
  vf_context_pop (haar_context (alone->detector));
  alone->image = *image;
  alone->image.data[0] = memory;
  alone->image.memory = VF_MEMORY_DEVICE;
}

static GstCaps *
gpu_caps_of (const VfImage *image)
{
  GstCaps *caps = test_caps ("NV12", image->width, image->height);

  gst_caps_set_features_simple (
      caps, gst_caps_features_from_string ("memory:CUDAMemory"));
  return caps;
}

static GstHarness *
harness_for (const gchar *cascade, const VfImage *image)
{
  gchar *line = g_strdup_printf ("haardetect backend=cuda cascade=%s", cascade);
  GstHarness *harness = gst_harness_new_parse (line);

  gst_harness_set_src_caps (harness, gpu_caps_of (image));
  g_free (line);
  return harness;
}

/* The place of a block's frame: those that warm up are written over. */
static guint
at (guint block, guint i)
{
  return block * N_BLOCK + (i < N_WARM ? 0 : i - N_WARM);
}

/* A copy in the GPU's memory. */
static GstBuffer *
upload (GstBuffer *here, const VfImage *image)
{
  GstHarness *harness = gst_harness_new_parse ("cudaupload");
  GstBuffer *there;

  gst_harness_set_src_caps (
      harness, test_caps ("NV12", image->width, image->height));
  gst_harness_set_sink_caps (harness, gpu_caps_of (image));
  there = gst_harness_push_and_pull (harness, here);
  gst_harness_teardown (harness);
  return there;
}

static void
bench (Alone *alone, const gchar *cascade, const gchar *path)
{
  PnmPicture *picture = pnm_load (path, NULL);
  gdouble detector[N_FRAMES], inside[N_FRAMES];
  gdouble detector_ms, element_ms;
  GstHarness *harness;
  GstBuffer *frame;

  g_assert_nonnull (picture);
  send (alone, &picture->image);
  harness = harness_for (cascade, &picture->image);
  frame = upload (nv12_of (&picture->image), &picture->image);
  for (guint block = 0; block < N_BLOCKS; block++) {
    for (guint i = 0; i < N_WARM + N_BLOCK; i++)
      detector[at (block, i)] = time_detector (alone);
    for (guint i = 0; i < N_WARM + N_BLOCK; i++)
      inside[at (block, i)] = time_element (harness, frame);
  }
  detector_ms = median_of (detector, N_FRAMES);
  element_ms = median_of (inside, N_FRAMES);
  g_print ("%s: detector %.3f ms, element %.3f ms: %+.1f %%\n", path,
      detector_ms, element_ms, 100 * (element_ms / detector_ms - 1));
  gst_buffer_unref (frame);
  gst_harness_teardown (harness);
  pnm_free (picture);
}

int
main (int argc, char **argv)
{
  Alone alone = { 0 };

  gst_init (&argc, &argv);
  if (argc < 3 || skip_without_gpu () || !gst_cuda_load_library ()) {
    g_print ("skipped: no cascade and picture, or no GPU\n");
    return 77;
  }
  gst_cuda_memory_init_once ();
  alone.detector = haar_new (VF_BACKEND_CUDA, 0, NULL);
  alone.cascade = cascade_load (argv[1], NULL);
  g_assert_true (alone.detector && alone.cascade);
  for (gint i = 2; i < argc; i++)
    bench (&alone, argv[1], argv[i]);
  cascade_unref (alone.cascade);
  haar_free (alone.detector);
  return 0;
}
