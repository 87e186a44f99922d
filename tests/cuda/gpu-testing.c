/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gpu-testing.h"

#include "recording.h"

static GstCaps *
caps_of (guint width, guint height)
{
  GstCaps *caps = gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING,
      "NV12", "width", G_TYPE_INT, (gint) width, "height", G_TYPE_INT,
      (gint) height, "framerate", GST_TYPE_FRACTION, 25, 1, NULL);

  gst_caps_set_features_simple (
      caps, gst_caps_features_from_string ("memory:CUDAMemory"));
  return caps;
}

GstCaps *
gpu_caps (void)
{
  return caps_of (WIDTH, HEIGHT);
}

static GstBufferPool *
pool_of (GstCudaContext *context, guint width, guint height, guint most)
{
  GstBufferPool *pool = gst_cuda_buffer_pool_new (context);
  GstStructure *config = gst_buffer_pool_get_config (pool);
  GstCaps *caps = caps_of (width, height);

  gst_buffer_pool_config_set_params (config, caps, width * height * 2, 0, most);
  fail_unless (gst_buffer_pool_set_config (pool, config));
  fail_unless (gst_buffer_pool_set_active (pool, TRUE));
  gst_caps_unref (caps);
  return pool;
}

GstBufferPool *
gpu_pool (GstCudaContext *context, guint most)
{
  return pool_of (context, WIDTH, HEIGHT, most);
}

GstBuffer *
gpu_upload (GstCudaContext *context, GstBuffer *here, guint width, guint height)
{
  GstBufferPool *pool = pool_of (context, width, height, 0);
  GstBuffer *there;
  GstVideoFrame from, to;
  GstVideoInfo info;

  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_NV12, width, height);
  fail_unless_equals_int (
      gst_buffer_pool_acquire_buffer (pool, &there, NULL), GST_FLOW_OK);
  fail_unless (gst_video_frame_map (&from, &info, here, GST_MAP_READ));
  fail_unless (gst_video_frame_map (&to, &info, there, GST_MAP_WRITE));
  fail_unless (gst_video_frame_copy (&to, &from));
  gst_video_frame_unmap (&from);
  gst_video_frame_unmap (&to);
  gst_buffer_unref (here);
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
  return there;
}

GstBuffer *
gpu_frame (GstCudaContext *context, guint seed)
{
  return gpu_upload (
      context, test_frame ("NV12", WIDTH, HEIGHT, seed), WIDTH, HEIGHT);
}

GstHarness *
harness_on (const gchar *backend, gint device, GstCaps *caps)
{
  GstElement *element = gst_element_factory_make ("harriscorners", NULL);
  GstHarness *harness;
  GstBus *bus = gst_bus_new ();

  gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
  g_object_set (element, "cuda-device-id", device, NULL);
  gst_element_set_bus (element, bus);
  gst_object_unref (bus);
  harness = gst_harness_new_with_element (element, "sink", "src");
  gst_object_unref (element);
  gst_harness_set_src_caps (harness, caps);
  return harness;
}

GBytes *
expected_corners (guint seed)
{
  GstHarness *cpu = harness_on ("cpu", -1, test_caps ("NV12", WIDTH, HEIGHT));
  GBytes *corners =
      test_corners_of (cpu, test_frame ("NV12", WIDTH, HEIGHT, seed));

  test_harness_free (cpu);
  return corners;
}

gboolean
is_active (GstHarness *harness, const gchar *backend)
{
  gboolean is;
  gchar *active;

  g_object_get (harness->element, "active-backend", &active, NULL);
  is = g_strcmp0 (active, backend) == 0;
  g_free (active);
  return is;
}

int
gpu_main (int argc, char **argv, TestSuite suite)
{
  int skipped;

  g_setenv ("CK_FORK", "no", TRUE);
  gst_init (&argc, &argv);
  skipped = skip_without_gpu ();
  if (skipped || !gst_cuda_load_library ())
    return 77;
  gst_cuda_memory_init_once ();
  return test_main (argc, argv, suite);
}

gboolean
gpu_is_fake (void)
{
  return g_getenv ("FAKE_DRIVER") != NULL;
}
