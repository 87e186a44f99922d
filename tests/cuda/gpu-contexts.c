/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Contexts: shared by the elements of a pipeline, adopted with a buffer, left
 * as they were; buffers from other places; and failures.
 */
#include "gpu-testing.h"
#include "recording.h"
#include "watchdog.h"

#include <dlfcn.h>

/* The context that the element would give to a neighbour; NULL: none. */
static gpointer
context_of (GstElement *element)
{
  GstPad *pad = gst_element_get_static_pad (element, "sink");
  GstQuery *query = gst_query_new_context (GST_CUDA_CONTEXT_TYPE);
  GstContext *context = NULL;
  GstCudaContext *cuda = NULL;
  gpointer handle = NULL;

  if (gst_pad_query (pad, query))
    gst_query_parse_context (query, &context);
  if (context
      && gst_structure_get (gst_context_get_structure (context),
          GST_CUDA_CONTEXT_TYPE, GST_TYPE_CUDA_CONTEXT, &cuda, NULL)) {
    handle = gst_cuda_context_get_handle (cuda);
    gst_object_unref (cuda);
  }
  gst_query_unref (query);
  gst_object_unref (pad);
  return handle;
}

static GstElement *
play (const gchar *line)
{
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (line, &error);

  fail_if (error, "%s: %s", line, error->message);
  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  fail_unless (gst_element_get_state (pipeline, NULL, NULL, 20 * GST_SECOND)
                   == GST_STATE_CHANGE_SUCCESS,
      "%s does not start", line);
  return pipeline;
}

static gpointer
context_in (GstElement *pipeline, const gchar *name)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);
  gpointer context = context_of (element);

  gst_object_unref (element);
  return context;
}

static void
stop (GstElement *pipeline)
{
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}

GST_START_TEST (test_shared_in_a_pipeline)
{
  GstElement *pipeline =
      play ("videotestsrc num-buffers=9 ! cudaupload name=a ! " GPU
            " ! harriscorners name=b ! harriscorners name=c ! "
            "featureoverlay name=d ! cudadownload ! fakesink");
  gpointer first = context_in (pipeline, "a");

  watch ("shared in a pipeline");
  fail_unless (first != NULL);
  fail_unless (context_in (pipeline, "b") == first);
  fail_unless (context_in (pipeline, "c") == first);
  fail_unless (context_in (pipeline, "d") == first);
  stop (pipeline);
}
GST_END_TEST;

/* Pipelines that know nothing of each other: the second costs no context. */
GST_START_TEST (test_shared_in_a_process)
{
  const gchar *line =
      "videotestsrc num-buffers=9 ! harriscorners name=d backend=cuda ! "
      "fakesink";
  GstElement *a = play (line), *b = play (line);

  watch ("shared in a process");
  fail_unless (context_in (a, "d") != NULL);
  fail_unless (context_in (a, "d") == context_in (b, "d"));
  stop (a);
  stop (b);
}
GST_END_TEST;

/* Takes the frame, which shows test picture `seed`. */
static void
check_corners (GstHarness *harness, GstBuffer *frame, guint seed)
{
  GBytes *corners = test_corners_of (harness, frame);

  if (gpu_is_fake () && is_active (harness, "cuda"))
    g_bytes_unref (corners);
  else
    test_same_corners (corners, expected_corners (seed));
}

GST_START_TEST (test_adopted)
{
  GstCudaContext *contexts[2] = { gst_cuda_context_new (0),
    gst_cuda_context_new (0) };
  GstHarness *harness = harness_on ("auto", -1, gpu_caps ());

  watch ("adopted");
  for (guint i = 0; i < 6; i++) {
    GstCudaContext *context = contexts[i / 2 % 2];

    check_corners (harness, gpu_frame (context, i), i);
    fail_unless (
        context_of (harness->element) == gst_cuda_context_get_handle (context));
  }
  test_no_complaint (harness);
  test_harness_free (harness);
  gst_object_unref (contexts[0]);
  gst_object_unref (contexts[1]);
}
GST_END_TEST;

/* Caps that promise what the buffers are not. */
GST_START_TEST (test_foreign_memory)
{
  GstHarness *harness = harness_on ("cuda", -1, gpu_caps ());

  watch ("foreign memory");
  check_corners (harness, test_frame ("NV12", WIDTH, HEIGHT, 3), 3);
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* GStreamer's library has no name for this one. */
static CUcontext
current_context (void)
{
  CUresult (*get_current) (CUcontext *) = (CUresult (*) (CUcontext *)) dlsym (
      dlopen ("libcuda.so.1", RTLD_LAZY), "cuCtxGetCurrent");
  CUcontext context = NULL;

  fail_unless_equals_int (get_current (&context), CUDA_SUCCESS);
  return context;
}

/* The element runs in our thread here: it leaves our context current. */
GST_START_TEST (test_current_context_stays)
{
  GstCudaContext *ours = gst_cuda_context_new (0);
  GstCudaContext *frames = gst_cuda_context_new (0);

  watch ("current context stays");
  for (guint i = 0; i < 2; i++) {
    CUcontext before;
    GstHarness *harness;

    if (i == 1)
      fail_unless (gst_cuda_context_push (ours));
    before = current_context ();
    harness = harness_on ("cuda", -1, gpu_caps ());
    g_object_set (harness->element, "draw", 1, NULL);
    fail_unless (current_context () == before);
    gst_buffer_unref (test_push (harness, gpu_frame (frames, 1)));
    fail_unless (current_context () == before);
    gst_buffer_unref (
        test_push (harness, test_frame ("NV12", WIDTH, HEIGHT, 2)));
    fail_unless (current_context () == before);
    test_harness_free (harness);
    fail_unless (current_context () == before);
    if (i == 1)
      fail_unless (gst_cuda_context_pop (NULL));
  }
  gst_object_unref (ours);
  gst_object_unref (frames);
}
GST_END_TEST;

static void
fail_at (guint call)
{
  gchar *text = g_strdup_printf ("%u", call);

  g_setenv ("VF_CUDA_FAIL", text, TRUE);
  g_free (text);
}

#define N_FRAMES 3

/* There is no ERROR on the bus; how many WARNINGs there are. */
static guint
count_warnings (GstHarness *harness)
{
  GstMessage *message;
  guint n = 0;

  while ((message = test_message (
              harness, GST_MESSAGE_ERROR | GST_MESSAGE_WARNING))) {
    fail_unless_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_WARNING);
    gst_message_unref (message);
    n++;
  }
  return n;
}

/* FALSE: no call failed, there are fewer of them. */
static gboolean
auto_goes_on (GstCudaContext *context, guint call)
{
  GstHarness *harness;
  guint n_warnings;

  fail_at (call);
  harness = harness_on ("auto", -1, gpu_caps ());
  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
  /* On the CPU from the start it takes no such frames. */
  for (guint i = 0; i < N_FRAMES && (i > 0 || is_active (harness, "cuda")); i++)
    check_corners (harness, gpu_frame (context, i), i);
  n_warnings = count_warnings (harness);
  fail_unless (n_warnings <= 1);
  test_harness_free (harness);
  return n_warnings == 1;
}

/* Whether the element starts; a harness gives up where one does not. */
static gboolean
starts (const gchar *backend)
{
  GstElement *element = gst_element_factory_make ("harriscorners", NULL);
  gboolean works;

  gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
  works = gst_element_set_state (element, GST_STATE_PAUSED)
          != GST_STATE_CHANGE_FAILURE;
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
  return works;
}

/* Corners, or an error: never silence. */
static void
cuda_says_so (GstCudaContext *context, guint call)
{
  GstHarness *harness;
  GstFlowReturn flow = GST_FLOW_OK;

  fail_at (call);
  if (!starts ("cuda"))
    return;
  harness = harness_on ("cuda", -1, gpu_caps ());
  for (guint i = 0; i < N_FRAMES && flow == GST_FLOW_OK; i++)
    flow = gst_harness_push (harness, gpu_frame (context, i));
  fail_unless ((test_count_messages (harness, GST_MESSAGE_ERROR) > 0)
               == (flow != GST_FLOW_OK));
  test_harness_free (harness);
}

GST_START_TEST (test_each_call_fails)
{
  GstCudaContext *context = gst_cuda_context_new (0);
  guint call = 1, n_failed = 0, in_a_row = 0;

  watch ("each call fails");
  /* A failure where nothing is lost by it is not told. */
  for (; in_a_row < 10; call++) {
    gboolean failed;

    watch ("call %u fails", call);
    failed = auto_goes_on (context, call);

    n_failed += failed;
    in_a_row = failed ? 0 : in_a_row + 1;
    cuda_says_so (context, call);
  }
  g_unsetenv ("VF_CUDA_FAIL");
  g_print ("%u calls failed, of %u\n", n_failed, call - 1);
  fail_unless (n_failed > 30);
  gst_object_unref (context);
}
GST_END_TEST;

static gint
count_gpus (void)
{
  gint count = 0;

  CuDeviceGetCount (&count);
  return count;
}

/* Frames of the other GPU: taken by an element that may have any, read by way
 * of the host by one that has its own. */
GST_START_TEST (test_two_gpus)
{
  GstCudaContext *contexts[2];

  watch ("two gpus");
  if (count_gpus () < 2) {
    g_print ("skipped: there is only one GPU\n");
    return;
  }
  for (guint i = 0; i < 2; i++)
    contexts[i] = gst_cuda_context_new (i);
  for (gint device = -1; device < 2; device++) {
    GstHarness *harness = harness_on ("cuda", device, gpu_caps ());

    gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
    for (guint i = 0; i < 6; i++)
      check_corners (harness, gpu_frame (contexts[i / 2 % 2], i), i);
    test_no_complaint (harness);
    test_harness_free (harness);
  }
  gst_object_unref (contexts[0]);
  gst_object_unref (contexts[1]);
}
GST_END_TEST;

GST_START_TEST (test_a_pipeline_on_each_gpu)
{
  GstElement *pipelines[2];

  watch ("a pipeline on each gpu");
  if (count_gpus () < 2) {
    g_print ("skipped: there is only one GPU\n");
    return;
  }
  for (gint i = 0; i < 2; i++) {
    gchar *line = g_strdup_printf (
        "videotestsrc num-buffers=300 ! cudaupload cuda-device-id=%d ! " GPU
        " ! harriscorners name=d backend=cuda cuda-device-id=%d ! fakesink",
        i, i);

    pipelines[i] = play (line);
    g_free (line);
  }
  fail_unless (context_in (pipelines[0], "d") != NULL);
  fail_unless (
      context_in (pipelines[0], "d") != context_in (pipelines[1], "d"));
  for (guint i = 0; i < 2; i++)
    gst_element_set_state (pipelines[i], GST_STATE_PLAYING);
  for (guint i = 0; i < 2; i++) {
    GstBus *bus = gst_element_get_bus (pipelines[i]);
    GstMessage *message = gst_bus_timed_pop_filtered (
        bus, 30 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);

    fail_unless (message != NULL, "the pipeline hangs");
    fail_unless_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_EOS);
    gst_message_unref (message);
    gst_object_unref (bus);
    stop (pipelines[i]);
  }
}
GST_END_TEST;

static Suite *
contexts_suite (void)
{
  Suite *suite = suite_create ("gpu-contexts");
  TCase *tests = tcase_create ("all");

  suite_add_tcase (suite, tests);
  if (!gpu_is_fake ())
    tcase_add_test (tests, test_shared_in_a_pipeline);
  tcase_add_test (tests, test_shared_in_a_process);
  tcase_add_test (tests, test_adopted);
  tcase_add_test (tests, test_foreign_memory);
  tcase_add_test (tests, test_current_context_stays);
  tcase_add_test (tests, test_each_call_fails);
  tcase_add_test (tests, test_two_gpus);
  if (!gpu_is_fake ())
    tcase_add_test (tests, test_a_pipeline_on_each_gpu);
  return suite;
}

int
main (int argc, char **argv)
{
  return gpu_main (argc, argv, contexts_suite);
}
