/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The properties backend, active-backend and cuda-device-id. TEST_MACHINE says
 * what the plugin finds: `none` of the troubles below, with a runtime of CUDA
 * of our own whose kernels do nothing, or one of them. Unset: any machine.
 */
#include "testing.h"

#include <string.h>

typedef struct {
  const gchar *name;
  gboolean warns; /* auto warns: a GPU is there but cannot be used */
  const gchar *words[4];
} Trouble;

static const Trouble troubles[] = {
  { "not-built", FALSE, { "no CUDA", "-Dcuda=enabled", "backend=cpu" } },
  { "no-driver", FALSE, { "no NVIDIA driver", "install", "backend=cpu" } },
  { "no-device", FALSE, { "no GPU", "nvidia-smi", "backend=cpu" } },
  { "old-driver", TRUE, { "too old", "update", "backend=cpu" } },
  { "unsupported", TRUE, { "5.2", "cuda-architectures", "backend=cpu" } },
  { "no-memory", TRUE, { "no memory left", "nvidia-smi", "backend=cpu" } },
};

static const Trouble *trouble;
static gboolean fake_works;

static gchar *
active_backend (GstElement *element)
{
  gchar *name;

  g_object_get (element, "active-backend", &name, NULL);
  return name;
}

static void
check_active (GstElement *element, const gchar *expected)
{
  gchar *name = active_backend (element);

  fail_unless_equals_string (name, expected);
  g_free (name);
}

/* Whose start is the same. */
static const gchar *const elements[] = { "harriscorners",
  "haardetect cascade=square" };
#define N_ELEMENTS G_N_ELEMENTS (elements)

/* A harness that has not started, so that properties can be set. */
static GstHarness *
idle_harness (const gchar *description, const gchar *backend)
{
  GstElement *element =
      gst_object_ref_sink (gst_parse_launch (description, NULL));
  GstHarness *harness = gst_harness_new_empty ();
  GstBus *bus = gst_bus_new ();

  gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
  gst_element_set_bus (element, bus);
  gst_object_unref (bus);
  harness->element = element;
  return harness;
}

static void
idle_harness_free (GstHarness *harness)
{
  GstElement *element = harness->element;
  GstBus *bus = gst_element_get_bus (element);

  gst_bus_set_flushing (bus, TRUE);
  gst_object_unref (bus);
  gst_element_set_state (element, GST_STATE_NULL);
  harness->element = NULL;
  gst_object_unref (element);
  gst_harness_teardown (harness);
}

/* A playing one with the caps of test_gray_frame(). */
static GstHarness *
playing_harness (const gchar *backend)
{
  GstElement *element = gst_element_factory_make ("harriscorners", NULL);
  GstHarness *harness;
  GstBus *bus = gst_bus_new ();

  gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
  gst_element_set_bus (element, bus);
  harness = gst_harness_new_with_element (element, "sink", "src");
  gst_object_unref (bus);
  gst_object_unref (element);
  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT));
  return harness;
}

GST_START_TEST (test_defaults)
{
  GstElement *element = gst_element_factory_make ("harriscorners", NULL);
  gint backend, device;

  g_object_get (element, "backend", &backend, "cuda-device-id", &device, NULL);
  fail_unless_equals_int (backend, 0);
  fail_unless_equals_int (device, -1);
  check_active (element, NULL);
  gst_object_unref (element);
}
GST_END_TEST;

GST_START_TEST (test_cpu)
{
  GstHarness *harness = idle_harness (elements[__i__], "cpu");

  for (guint i = 0; i < 2; i++) {
    fail_unless (gst_element_set_state (harness->element, GST_STATE_PAUSED)
                 != GST_STATE_CHANGE_FAILURE);
    check_active (harness->element, "cpu");
    gst_element_set_state (harness->element, GST_STATE_READY);
    check_active (harness->element, NULL);
  }
  test_no_complaint (harness);
  idle_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_cuda_says_why_not)
{
  GstHarness *harness = idle_harness (elements[__i__], "cuda");

  fail_unless_equals_int (
      gst_element_set_state (harness->element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_INIT, trouble->words);
  check_active (harness->element, NULL);
  idle_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_auto_takes_the_cpu)
{
  GstHarness *harness = idle_harness (elements[__i__], "auto");

  fail_unless (gst_element_set_state (harness->element, GST_STATE_PAUSED)
               != GST_STATE_CHANGE_FAILURE);
  check_active (harness->element, "cpu");
  if (trouble->warns)
    test_only_complaint (harness, GST_MESSAGE_WARNING, GST_LIBRARY_ERROR,
        GST_LIBRARY_ERROR_INIT, trouble->words);
  else
    test_no_complaint (harness);
  idle_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_active)
{
  static const gchar *const backends[] = { "auto", "cuda" };

  for (guint i = 0; i < G_N_ELEMENTS (backends); i++) {
    GstHarness *harness = idle_harness (elements[__i__], backends[i]);

    gst_element_set_state (harness->element, GST_STATE_PAUSED);
    check_active (harness->element, "cuda");
    gst_element_set_state (harness->element, GST_STATE_READY);
    check_active (harness->element, NULL);
    test_no_complaint (harness);
    idle_harness_free (harness);
  }
}
GST_END_TEST;

GST_START_TEST (test_no_such_device)
{
  static const gchar *const words[] = { "no GPU 7", "cuda-device-id", NULL };
  GstHarness *harness = idle_harness (elements[__i__], "cuda");

  g_object_set (harness->element, "cuda-device-id", 7, NULL);
  fail_unless_equals_int (
      gst_element_set_state (harness->element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_INIT, words);
  idle_harness_free (harness);
}
GST_END_TEST;

#define MANY_FRAMES 20

/* A call of CUDA between the second frame and the last one. */
static void
fail_in_mid_stream (void)
{
  g_setenv ("VF_CUDA_FAIL", "70", TRUE);
}

GST_START_TEST (test_cuda_fails_in_mid_stream)
{
  static const gchar *const words[] = { "CUDA failed", NULL };
  GstHarness *harness;
  GstFlowReturn flow = GST_FLOW_OK;
  guint n = 0;

  fail_in_mid_stream ();
  harness = playing_harness ("cuda");
  for (; flow == GST_FLOW_OK && n < MANY_FRAMES; n++)
    flow = gst_harness_push (harness, test_gray_frame (n));
  fail_unless_equals_int (flow, GST_FLOW_ERROR);
  fail_unless (n > 2);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_FAILED, words);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_auto_goes_on_in_mid_stream)
{
  static const gchar *const words[] = { "GPU has failed", "CUDA failed", "CPU",
    NULL };
  GstHarness *harness, *cpu = playing_harness ("cpu");
  guint n_on_cpu = 0;

  fail_in_mid_stream ();
  harness = playing_harness ("auto");
  check_active (harness->element, "cuda");
  for (guint n = 0; n < MANY_FRAMES; n++) {
    GBytes *corners = test_corners_of (harness, test_gray_frame (n));
    GBytes *expected = test_corners_of (cpu, test_gray_frame (n));
    gchar *active = active_backend (harness->element);

    if (g_str_equal (active, "cpu")) {
      n_on_cpu++;
      test_same_corners (corners, expected);
    } else {
      g_bytes_unref (corners);
      g_bytes_unref (expected);
    }
    g_free (active);
  }
  fail_unless (n_on_cpu > 0 && n_on_cpu < MANY_FRAMES - 1);
  check_active (harness->element, "cpu");
  test_only_complaint (harness, GST_MESSAGE_WARNING, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_FAILED, words);
  test_harness_free (harness);
  test_harness_free (cpu);
}
GST_END_TEST;

static Suite *
backend_suite (void)
{
  Suite *suite = suite_create ("backend");
  TCase *tests = tcase_create ("all");
  const gchar *machine = g_getenv ("TEST_MACHINE");

  for (guint i = 0; i < G_N_ELEMENTS (troubles); i++)
    if (g_strcmp0 (machine, troubles[i].name) == 0)
      trouble = &troubles[i];
  fake_works = g_strcmp0 (machine, "none") == 0;
  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_defaults);
  tcase_add_loop_test (tests, test_cpu, 0, N_ELEMENTS);
  if (trouble) {
    tcase_add_loop_test (tests, test_cuda_says_why_not, 0, N_ELEMENTS);
    tcase_add_loop_test (tests, test_auto_takes_the_cpu, 0, N_ELEMENTS);
  }
  if (fake_works) {
    tcase_add_loop_test (tests, test_active, 0, N_ELEMENTS);
    tcase_add_loop_test (tests, test_no_such_device, 0, N_ELEMENTS);
    tcase_add_test (tests, test_cuda_fails_in_mid_stream);
    tcase_add_test (tests, test_auto_goes_on_in_mid_stream);
  }
  return suite;
}

TEST_MAIN (backend_suite)
