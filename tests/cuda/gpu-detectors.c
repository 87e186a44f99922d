/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Both detectors behind one upload; and every call of CUDA fails in turn while
 * one of them starts and runs, on frames of the host and on frames in a GPU's
 * memory: backend=cuda is an element ERROR, backend=auto one WARNING and the
 * CPU's lists.
 */
#include "gpu-testing.h"
#include "haartesting.h"
#include "watchdog.h"

#define N_FRAMES 4

/* More than any of them needs. */
#define MOST_CALLS 400

typedef struct {
  const gchar *element; /* as in gst-launch-1.0 */
  const gchar *meta, *list;
  gboolean on_gpu;
  guint n_warnings; /* with backend=auto */
} Case;

static const Case cases[] = {
  { "harriscorners", "VideoFeaturesCorners", "corners", FALSE, 1 },
  { "harriscorners", "VideoFeaturesCorners", "corners", TRUE, 1 },
  { "haardetect cascade=square", "VideoFeaturesObjects", "objects", FALSE, 1 },
  { "haardetect cascade=square", "VideoFeaturesObjects", "objects", TRUE, 1 },

};

static const guint scenes[N_FRAMES] = { SCENE_SQUARE, SCENE_HEAD | SCENE_WALL,
  SCENE_HEAD | SCENE_SQUARE, SCENE_SQUARE };

/* Stays while the program runs: else each element would make and free one. */
static GstCudaContext *context;

/* Of the host, and there. */
static GstBuffer *frames[2][N_FRAMES];

/* An element and all that it has said. */
typedef struct {
  GstBus *bus;
  GstHarness *harness; /* NULL: it does not start */
  gboolean on_gpu;     /* its frames: those that start on the CPU take none */
} Run;

static GstCaps *
caps_of (gboolean on_gpu)
{
  GstCaps *caps = test_caps ("NV12", SCENE_WIDTH, SCENE_HEIGHT);

  if (on_gpu)
    gst_caps_set_features_simple (
        caps, gst_caps_features_from_string ("memory:CUDAMemory"));
  return caps;
}

static Run
start (const Case *c, const gchar *backend)
{
  gchar *line = g_strdup_printf ("%s backend=%s", c->element, backend);
  GstElement *element = gst_object_ref_sink (gst_parse_launch (line, NULL));
  Run run = { gst_bus_new (), NULL, FALSE };

  gst_element_set_bus (element, run.bus);
  if (gst_element_set_state (element, GST_STATE_PAUSED)
      != GST_STATE_CHANGE_FAILURE) {
    run.harness = gst_harness_new_with_element (element, "sink", "src");
    run.on_gpu = c->on_gpu && is_active (run.harness, "cuda");
    gst_harness_set_src_caps (run.harness, caps_of (run.on_gpu));
  } else {
    gst_element_set_state (element, GST_STATE_NULL);
  }
  gst_object_unref (element);
  g_free (line);
  return run;
}

static void
end (Run *run)
{
  gst_bus_set_flushing (run->bus, TRUE);
  gst_object_unref (run->bus);
  if (run->harness)
    gst_harness_teardown (run->harness);
}

/* The same memory each time, as what is kept goes by where a frame lies. */
static GstBuffer *
frame_of (const Run *run, guint i)
{
  return gst_buffer_copy (frames[run->on_gpu][i]);
}

static GBytes *
list_of (const Case *c, GstBuffer *buffer)
{
  GstCustomMeta *meta = gst_buffer_get_custom_meta (buffer, c->meta);
  const GValue *list;

  fail_unless (meta != NULL);
  list =
      gst_structure_get_value (gst_custom_meta_get_structure (meta), c->list);
  return g_value_dup_boxed (list);
}

/* Kernels of our own driver find nothing. */
static void
check_list (const Case *c, GstBuffer *buffer, GBytes *expected)
{
  GBytes *list = list_of (c, buffer);

  fail_unless (gpu_is_fake () || g_bytes_equal (list, expected));
  g_bytes_unref (list);
}

/* Those that the CPU finds; some. */
static void
expect (const Case *c, GBytes *lists[N_FRAMES])
{
  Run run = start (c, "cpu");

  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *out = test_push (run.harness, frame_of (&run, i));

    lists[i] = list_of (c, out);
    fail_unless (g_bytes_get_size (lists[i]) > 0);
    gst_buffer_unref (out);
  }
  end (&run);
}

static void
fail_call (guint call)
{
  gchar *text = g_strdup_printf ("%u", call);

  g_setenv ("VF_CUDA_FAIL", text, TRUE);
  g_free (text);
}

/* What the message says of the GPU. */
static void
check_text (GstMessage *message)
{
  GError *error = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, NULL);
  else
    gst_message_parse_warning (message, &error, NULL);
  fail_unless (error->domain == GST_LIBRARY_ERROR
               || error->domain == GST_RESOURCE_ERROR);
  fail_unless (
      strstr (error->message, "GPU") || strstr (error->message, "CUDA"), "%s",
      error->message);
  g_error_free (error);
}

/* How many ERRORs and WARNINGs there are, all of that type. */
static guint
complaints (const Run *run, GstMessageType type)
{
  const GstMessageType both = GST_MESSAGE_ERROR | GST_MESSAGE_WARNING;
  GstMessage *message;
  guint n = 0;

  for (; (message = gst_bus_pop_filtered (run->bus, both)); n++) {
    fail_unless_equals_int (GST_MESSAGE_TYPE (message), type);
    check_text (message);
    gst_message_unref (message);
  }
  return n;
}

/* FALSE: the call was not reached. */
static gboolean
cuda_fails (const Case *c, guint call)
{
  GstFlowReturn flow = GST_FLOW_OK;
  gboolean failed;
  Run run;

  fail_call (call);
  run = start (c, "cuda");
  for (guint i = 0; run.harness && flow == GST_FLOW_OK && i < N_FRAMES; i++)
    flow = gst_harness_push (run.harness, frame_of (&run, i));
  failed = !run.harness || flow != GST_FLOW_OK;
  fail_unless_equals_int (complaints (&run, GST_MESSAGE_ERROR), failed);
  end (&run);
  return failed;
}

static void
auto_goes_on (const Case *c, guint call, GBytes *lists[N_FRAMES])
{
  Run run;

  fail_call (call);
  run = start (c, "auto");
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *out = test_push (run.harness, frame_of (&run, i));
    GBytes *list = list_of (c, out);

    if (!gpu_is_fake () || is_active (run.harness, "cpu"))
      fail_unless (
          g_bytes_equal (list, lists[i]), "call %u, frame %u", call, i);
    g_bytes_unref (list);
    gst_buffer_unref (out);
  }
  fail_unless (is_active (run.harness, "cpu"));
  fail_unless_equals_int (
      complaints (&run, GST_MESSAGE_WARNING), c->n_warnings);
  end (&run);
}

GST_START_TEST (test_each_call)
{
  const Case *c = &cases[__i__];
  GBytes *lists[N_FRAMES];
  guint call = 1;

  g_unsetenv ("VF_CUDA_FAIL");
  expect (c, lists);
  for (; call < MOST_CALLS; call++) {
    watch ("%s, on a GPU: %d, call %u", c->element, c->on_gpu, call);
    if (!cuda_fails (c, call))
      break;
    auto_goes_on (c, call, lists);
  }
  g_print ("%s, %s: %u calls\n", c->element,
      c->on_gpu ? "frames on the GPU" : "frames of the host", call - 1);
  fail_unless (call > 20 && call < MOST_CALLS);
  for (guint i = 0; i < N_FRAMES; i++)
    g_bytes_unref (lists[i]);
}
GST_END_TEST;

static void
open_context (void)
{
  context = gst_cuda_context_new (0);
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *frame = scene_frame ("NV12", scenes[i]);

    frames[0][i] = gst_buffer_ref (frame);
    frames[1][i] = gpu_upload (context, frame, SCENE_WIDTH, SCENE_HEIGHT);
  }
}

static void
close_context (void)
{
  for (guint i = 0; i < N_FRAMES; i++) {
    gst_buffer_unref (frames[0][i]);
    gst_buffer_unref (frames[1][i]);
  }
  gst_object_unref (context);
}

/* The frame stays where it is, and has the lists of both. */
GST_START_TEST (test_both)
{
  GBytes *corners[N_FRAMES], *objects[N_FRAMES];
  GstHarness *harness;

  watch ("both");
  g_unsetenv ("VF_CUDA_FAIL");
  expect (&cases[0], corners);
  expect (&cases[2], objects);
  harness = gst_harness_new_parse (
      "harriscorners backend=cuda ! haardetect backend=cuda cascade=square");
  gst_harness_set_src_caps (harness, caps_of (TRUE));
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *in = gst_buffer_copy (frames[TRUE][i]);
    GstMemory *memory = gst_buffer_peek_memory (in, 0);
    GstBuffer *out = test_push (harness, in);

    fail_unless (gst_buffer_peek_memory (out, 0) == memory);
    check_list (&cases[0], out, corners[i]);
    check_list (&cases[2], out, objects[i]);
    gst_buffer_unref (out);
    g_bytes_unref (corners[i]);
    g_bytes_unref (objects[i]);
  }
  gst_harness_teardown (harness);
}
GST_END_TEST;

static Suite *
detectors_suite (void)
{
  Suite *suite = suite_create ("gpu-detectors");
  TCase *tests = tcase_create ("all");

  suite_add_tcase (suite, tests);
  tcase_add_unchecked_fixture (tests, open_context, close_context);
  tcase_add_test (tests, test_both);
  tcase_add_loop_test (tests, test_each_call, 0, G_N_ELEMENTS (cases));
  return suite;
}

int
main (int argc, char **argv)
{
  return gpu_main (argc, argv, detectors_suite);
}
