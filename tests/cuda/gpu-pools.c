/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pools that run dry, copies of frames that others have too, and calls of
 * GStreamer's CUDA library that fail.
 */
#include "gpu-testing.h"
#include "watchdog.h"

/* More than are kept. */
#define N_COPIES 12
#define N_FRAMES 3

/* Of the driver, for these frames. */
#define MAX_CALLS 80

/* An element that keeps a frame would stop a source that has no more. */
GST_START_TEST (test_pool_of_one)
{
  GstCudaContext *context = gst_cuda_context_new (0);
  GstBufferPool *pool = gpu_pool (context, 1);
  GstBufferPoolAcquireParams at_once = {
    .flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT,
  };
  GstHarness *harness = harness_on ("cuda", -1, gpu_caps ());

  watch ("pool of one");
  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *frame = NULL;

    fail_unless_equals_int (
        gst_buffer_pool_acquire_buffer (pool, &frame, &at_once), GST_FLOW_OK);
    gst_buffer_unref (test_push (harness, frame));
  }
  test_no_complaint (harness);
  test_harness_free (harness);
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
  gst_object_unref (context);
}
GST_END_TEST;

/* Draws a box on a frame that we keep. */
static GstBuffer *
draw_on_copy (GstHarness *harness, GstBuffer *frame)
{
  GstBuffer *copy = gst_buffer_copy (frame);

  gst_buffer_add_video_region_of_interest_meta (copy, "face", 20, 30, 90, 71);
  return test_push (harness, copy);
}

static gboolean
is_among (GstBuffer *buffer, GstMemory *const *memory, guint n)
{
  for (guint i = 0; i < n; i++)
    if (gst_buffer_peek_memory (buffer, 0) == memory[i])
      return TRUE;
  return FALSE;
}

GST_START_TEST (test_copies)
{
  GstCudaContext *context = gst_cuda_context_new (0);
  GstHarness *harness = gst_harness_new ("featureoverlay");
  GstBuffer *frame = gpu_frame (context, 1), *out[N_COPIES];
  GstMemory *memory[N_COPIES + 1] = { gst_buffer_peek_memory (frame, 0) };

  watch ("copies");
  gst_harness_set_src_caps (harness, gpu_caps ());
  for (guint i = 0; i < N_COPIES; i++) {
    out[i] = draw_on_copy (harness, frame);
    fail_if (is_among (out[i], memory, i + 1), "copy %u", i);
    memory[i + 1] = gst_buffer_peek_memory (out[i], 0);
    fail_unless (gst_is_cuda_memory (memory[i + 1]));
    fail_unless (gst_buffer_is_all_memory_writable (out[i]));
  }
  for (guint i = 0; i < N_COPIES; i++)
    gst_buffer_unref (out[i]);
  /* Those that were kept are used again; no new memory is ever made then. */
  for (guint i = 0; i < N_COPIES; i++) {
    out[0] = draw_on_copy (harness, frame);
    fail_unless (is_among (out[0], memory + 1, N_COPIES));
    gst_buffer_unref (out[0]);
  }
  gst_buffer_unref (frame);
  gst_harness_teardown (harness);
  gst_object_unref (context);
}
GST_END_TEST;

static void
fail_driver (guint call, const gchar *way)
{
  gchar *text = g_strdup_printf ("%u %s", call, way);

  g_setenv ("FAKE_DRIVER_FAIL", text, TRUE);
  g_free (text);
}

/* Frames of which we have a copy each, so that they are copied for drawing. */
static gboolean
pass_frames (
    GstHarness *harness, GstCudaContext *context, guint call, const gchar *way)
{
  GstBuffer *frames[N_FRAMES];
  GstFlowReturn flow = GST_FLOW_OK;
  guint n_errors;

  for (guint i = 0; i < N_FRAMES; i++)
    frames[i] = gpu_frame (context, i);
  fail_driver (call, way);
  for (guint i = 0; i < N_FRAMES && flow == GST_FLOW_OK; i++) {
    GstBuffer *copy = gst_buffer_copy (frames[i]);

    gst_buffer_add_video_region_of_interest_meta (copy, "face", 20, 30, 90, 71);
    flow = gst_harness_push (harness, copy);
  }
  g_unsetenv ("FAKE_DRIVER_FAIL");
  for (guint i = 0; i < N_FRAMES; i++)
    gst_buffer_unref (frames[i]);
  n_errors = test_count_messages (harness, GST_MESSAGE_ERROR);
  fail_unless ((n_errors > 0) == (flow != GST_FLOW_OK), "call %u %s: flow %s",
      call, way, gst_flow_get_name (flow));
  return n_errors > 0;
}

/* Elements that look at frames and draw on them. */
static GstHarness *
new_harness (const gchar *backend)
{
  gchar *line = g_strdup_printf (
      "harriscorners backend=%s draw=corners ! featureoverlay", backend);
  GstHarness *harness = gst_harness_new_parse (line);
  GstBus *bus = gst_bus_new ();

  gst_element_set_bus (harness->element, bus);
  gst_object_unref (bus);
  gst_harness_set_src_caps (harness, gpu_caps ());
  g_free (line);
  return harness;
}

/* Each call of the driver fails in turn, alone or with all that follow: there
 * are frames, or an ERROR. */
GST_START_TEST (test_driver_fails)
{
  static const gchar *const ways[] = { "once", "on" };
  static const gchar *const backends[] = { "auto", "cuda" };
  GstCudaContext *context = gst_cuda_context_new (0);
  const gchar *backend = backends[__i__ / 2], *way = ways[__i__ % 2];
  guint n_errors = 0;
  gboolean failed = FALSE;

  for (guint call = 1; call <= MAX_CALLS; call++) {
    GstHarness *harness = new_harness (backend);

    watch ("backend=%s: call %u of the driver fails, %s", backend, call, way);
    failed = pass_frames (harness, context, call, way);
    n_errors += failed;
    test_harness_free (harness);
  }
  g_print ("backend=%s, %s: %u errors\n", backend, way, n_errors);
  fail_if (failed, "there are more than %u calls", MAX_CALLS);
  if (__i__ % 2 == 1)
    fail_unless (n_errors > 10);
  gst_object_unref (context);
}
GST_END_TEST;

static Suite *
pools_suite (void)
{
  Suite *suite = suite_create ("gpu-pools");
  TCase *tests = tcase_create ("all");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_pool_of_one);
  tcase_add_test (tests, test_copies);
  if (gpu_is_fake ())
    tcase_add_loop_test (tests, test_driver_fails, 0, 4);
  return suite;
}

int
main (int argc, char **argv)
{
  return gpu_main (argc, argv, pools_suite);
}
