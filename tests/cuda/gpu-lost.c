/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A GPU that is lost in mid-stream: another program in the same context goes
 * wrong, and from then on every call there fails. Frames in its memory are lost
 * too: an element ERROR, whatever the backend. A program of its own, since the
 * context does not come back.
 */
#include "gpu-testing.h"
#include "recording.h"
#include "watchdog.h"

static const gchar trap[] = ".version 7.0\n"
                            ".target sm_75\n"
                            ".address_size 64\n"
                            ".visible .entry break_it () { trap; }\n";

static void
break_context (gpointer handle)
{
  GstCudaContext *context = gst_cuda_context_new_wrapped (handle, 0);
  CUmodule module;
  CUfunction function;

  fail_unless (gst_cuda_context_push (context));
  fail_unless_equals_int (CuModuleLoadData (&module, trap), CUDA_SUCCESS);
  fail_unless_equals_int (
      CuModuleGetFunction (&function, module, "break_it"), CUDA_SUCCESS);
  CuLaunchKernel (function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL);
  fail_unless (CuStreamSynchronize (NULL) != CUDA_SUCCESS);
  gst_cuda_context_pop (NULL);
  gst_object_unref (context);
}

static GstPadProbeReturn
on_buffer (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  static guint n;
  GstBuffer *buffer =
      gst_buffer_make_writable (GST_PAD_PROBE_INFO_BUFFER (info));
  GstMemory *memory = gst_buffer_peek_memory (buffer, 0);

  gst_buffer_add_video_region_of_interest_meta (buffer, "face", 20, 30, 90, 71);
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  if (++n == 5)
    break_context (
        gst_cuda_context_get_handle (GST_CUDA_MEMORY_CAST (memory)->context));
  return GST_PAD_PROBE_OK;
}

/* What argv[1] says: of harriscorners; or "cover", for regioncover, which lets
 * no frame pass uncovered. */
static const gchar *backend = "auto";

GST_START_TEST (test_lost)
{
  gboolean covers = g_str_equal (backend, "cover");
  gchar *line = g_strdup_printf (
      "videotestsrc num-buffers=20 ! cudaupload name=u ! "
      "video/x-raw(memory:CUDAMemory) ! %s%s name=d ! fakesink",
      covers ? "regioncover" : "harriscorners backend=", covers ? "" : backend);
  Recording *recording;

  watch ("lost, backend=%s", backend);
  recording = record_with (line, "u", on_buffer);
  fail_unless (recording->error != NULL, "no error was posted");
  g_print ("%s: %s\n", g_quark_to_string (recording->error->domain),
      recording->error->message);
  fail_unless_equals_int (recording->n_on_gpu, 4);
  recording_free (recording);
  g_free (line);
}
GST_END_TEST;

static Suite *
lost_suite (void)
{
  Suite *suite = suite_create ("gpu-lost");
  TCase *tests = tcase_create ("all");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_lost);
  return suite;
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    backend = argv[1];
  return gpu_main (argc, argv, lost_suite);
}
