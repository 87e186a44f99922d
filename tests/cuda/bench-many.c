/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Many pipelines of 1080p in one process, on one GPU: frames a second, the
 * longest that one of them waited for a frame, and the GPU's memory. Their
 * sources push the same few frames again and again, so that neither decoding
 * nor a bus is what is measured with frames on the GPU. For harriscorners, or
 * what --element says; with --cpu on the CPU. With --both: corners and faces
 * behind one cudaupload, and each alone.
 */
#include <cuda_runtime_api.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>
#include <stdlib.h>

#define N_FRAMES  8
#define WARM_UP   (300 * 1000) /* microseconds */
#define LAST_FAST (100 * 1000) /* microseconds: a longer wait is a stall */

static gint milliseconds = 1000; /* that frames are counted for */
static gint only;                /* so many pipelines; 0: 1, 4, 16 and 64 */
static const gchar *element = "harriscorners", *drawn = "corners";
static const gchar *picture; /* a PGM or PPM; NULL: a test pattern */
static gboolean on_cpu, both;

typedef struct {
  GstElement *pipeline;
  GPtrArray *frames;
  guint next;
  gint64 last, longest; /* microseconds */
  guint n_frames;
} Branch;

/* From where frames come, and the elements that take them; %s is the one. */
typedef struct {
  const gchar *what, *way, *elements;
} Way;

static gchar *
source_line (void)
{
  if (picture)
    return g_strdup_printf ("filesrc location=%s ! pnmdec ! videoconvert ! "
                            "video/x-raw,format=NV12",
        picture);
  return g_strdup_printf (
      "videotestsrc num-buffers=%u pattern=spokes horizontal-speed=7 ! "
      "video/x-raw,format=NV12,width=1920,height=1080",
      N_FRAMES);
}

/* The way with the element in the place of %s. */
static gchar *
with_element (const gchar *way)
{
  GString *text = g_string_new (way);

  g_string_replace (text, "%s", element, 0);
  return g_string_free (text, FALSE);
}

/* A few frames from this source, with their caps. */
static GPtrArray *
make_frames (const gchar *way, GstCaps **caps)
{
  gchar *source = source_line (), *through = with_element (way);
  gchar *line = g_strdup_printf ("%s ! %s appsink name=out sync=false "
                                 "max-buffers=0",
      source, through);
  GstElement *pipeline = gst_parse_launch (line, NULL);
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  GPtrArray *frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gst_buffer_unref);
  GstSample *sample;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  for (;;) {
    g_signal_emit_by_name (
        sink, "try-pull-sample", (guint64) (20 * GST_SECOND), &sample);
    if (!sample)
      break;
    g_ptr_array_add (frames, gst_buffer_ref (gst_sample_get_buffer (sample)));
    gst_caps_replace (caps, gst_sample_get_caps (sample));
    gst_sample_unref (sample);
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (sink);
  gst_object_unref (pipeline);
  g_free (line);
  g_free (through);
  g_free (source);
  return frames;
}

static void
push (GstElement *source, guint size, gpointer data)
{
  Branch *branch = data;
  GstBuffer *frame = gst_buffer_copy (
      g_ptr_array_index (branch->frames, branch->next++ % branch->frames->len));

  GST_BUFFER_PTS (frame) = branch->next * GST_SECOND / 1000;
  gst_app_src_push_buffer (GST_APP_SRC (source), frame);
}

static GstPadProbeReturn
count (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Branch *branch = data;
  gint64 now = g_get_monotonic_time ();

  /* The first frames make what the others use. */
  if (branch->n_frames++ > 10)
    branch->longest = MAX (branch->longest, now - branch->last);
  branch->last = now;
  return GST_PAD_PROBE_OK;
}

static void
start (Branch *branch, GPtrArray *frames, GstCaps *caps, const gchar *elements)
{
  gchar *detectors = with_element (elements);
  gchar *line = g_strdup_printf (
      "appsrc name=in format=time ! %s ! fakesink name=d sync=false",
      detectors);
  GstElement *source, *sink;
  GstPad *pad;

  branch->pipeline = gst_parse_launch (line, NULL);
  branch->frames = frames;
  source = gst_bin_get_by_name (GST_BIN (branch->pipeline), "in");
  sink = gst_bin_get_by_name (GST_BIN (branch->pipeline), "d");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, count, branch, NULL);
  g_object_set (source, "caps", caps, NULL);
  g_signal_connect (source, "need-data", G_CALLBACK (push), branch);
  gst_element_set_state (branch->pipeline, GST_STATE_PAUSED);
  gst_object_unref (pad);
  gst_object_unref (sink);
  gst_object_unref (source);
  g_free (line);
  g_free (detectors);
}

static guint64
used_memory (void)
{
  size_t left = 0, all = 0;

  return cudaMemGetInfo (&left, &all) == cudaSuccess ? all - left : 0;
}

/* All pause before any of them goes: memory of the GPU comes and goes fast only
 * while nothing runs there. */
static void
set_states (const Branch *branches, guint n, GstState state)
{
  for (guint i = 0; i < n; i++)
    gst_element_set_state (branches[i].pipeline, state);
  for (guint i = 0; i < n; i++)
    gst_element_get_state (branches[i].pipeline, NULL, NULL, 10 * GST_SECOND);
}

/* No figures of pipelines that do not run. */
static void
end_if_failed (const Branch *branch)
{
  GstBus *bus = gst_element_get_bus (branch->pipeline);
  GstMessage *message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  GError *error = NULL;

  if (message) {
    gst_message_parse_error (message, &error, NULL);
    g_printerr ("%s\n", error->message);
    exit (EXIT_FAILURE);
  }
  gst_object_unref (bus);
}

static void
bench (guint n, const gchar *what, GPtrArray *frames, GstCaps *caps,
    const gchar *elements)
{
  Branch *branches = g_new0 (Branch, n);
  guint64 before = used_memory (), used;
  guint n_before = 0, n_after = 0, least = G_MAXUINT;
  gint64 longest = 0, begin, end;

  for (guint i = 0; i < n; i++)
    start (&branches[i], frames, caps, elements);
  set_states (branches, n, GST_STATE_PAUSED);
  set_states (branches, n, GST_STATE_PLAYING);
  g_usleep (WARM_UP);
  for (guint i = 0; i < n; i++) {
    end_if_failed (&branches[i]);
    n_before += branches[i].n_frames;
  }
  begin = g_get_monotonic_time ();
  g_usleep (milliseconds * 1000ul);
  end = g_get_monotonic_time ();
  for (guint i = 0; i < n; i++) {
    n_after += branches[i].n_frames;
    least = MIN (least, branches[i].n_frames);
    longest = MAX (longest, branches[i].longest);
  }
  used = used_memory () - before;
  set_states (branches, n, GST_STATE_PAUSED);
  set_states (branches, n, GST_STATE_NULL);
  g_print ("| %s | %u | %.0f | %u | %.1f | %s | %.0f |\n", what, n,
      (n_after - n_before) * 1e6 / (end - begin), least, longest / 1e3,
      longest > LAST_FAST ? "yes" : "no", used / 1048576.0);
  for (guint i = 0; i < n; i++)
    gst_object_unref (branches[i].pipeline);
  g_free (branches);
}

static gboolean
read_options (int *argc, char ***argv)
{
  const GOptionEntry entries[] = {
    { "milliseconds", 0, 0, G_OPTION_ARG_INT, &milliseconds,
        "Count each number of pipelines' frames for N", "N" },
    { "pipelines", 0, 0, G_OPTION_ARG_INT, &only,
        "N pipelines; 0: 1, 4, 16 and 64", "N" },
    { "element", 0, 0, G_OPTION_ARG_STRING, &element,
        "What is in the pipelines, as for gst-launch-1.0", "TEXT" },
    { "drawn", 0, 0, G_OPTION_ARG_STRING, &drawn, "What it draws", "FLAG" },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &picture,
        "A PGM or PPM file instead of a test pattern", "FILE" },
    { "cpu", 0, 0, G_OPTION_ARG_NONE, &on_cpu, "On the CPU", NULL },
    { "both", 0, 0, G_OPTION_ARG_NONE, &both,
        "Corners and faces behind one upload, and each alone", NULL },
    { NULL },
  };
  GOptionContext *context = g_option_context_new ("- many pipelines");
  GError *error = NULL;
  gboolean done;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  done = g_option_context_parse (context, argc, argv, &error);
  if (done && milliseconds <= 0) {
    g_printerr ("--milliseconds: %d is not above 0\n", milliseconds);
    done = FALSE;
  }
  if (error)
    g_printerr ("%s\n", error->message);
  g_clear_error (&error);
  g_option_context_free (context);
  return done;
}

static void
bench_way (const Way *way)
{
  static const guint counts[] = { 1, 4, 16, 64 };
  GstCaps *caps = NULL;
  GPtrArray *frames = make_frames (way->way, &caps);

  for (guint i = 0; frames->len > 0 && i < G_N_ELEMENTS (counts); i++)
    if (only == 0 || i == 0)
      bench (only ? (guint) only : counts[i], way->what, frames, caps,
          way->elements);
  if (frames->len == 0)
    g_print ("skipped: %s\n", way->what);
  g_ptr_array_unref (frames);
  gst_clear_caps (&caps);
}

#define UPLOAD "cudaupload ! video/x-raw(memory:CUDAMemory) ! "

static void
bench_element (void)
{
  gchar *drawing = g_strdup_printf ("%%s backend=cuda draw=%s", drawn);
  const Way ways[] = {
    { "on the GPU", UPLOAD, "%s backend=cuda" },
    { "on the GPU, drawn", UPLOAD, drawing },
    { "from the host, pinned", "%s backend=cuda !", "%s backend=cuda" },
    { "from the host", "", "%s backend=cuda" },
  };
  const Way cpu = { "on the CPU", "", "%s backend=cpu" };

  if (on_cpu)
    bench_way (&cpu);
  for (guint w = 0; !on_cpu && w < G_N_ELEMENTS (ways); w++)
    bench_way (&ways[w]);
  g_free (drawing);
}

/* With its defaults. */
static void
bench_both (void)
{
  static const Way ways[] = {
    { "corners and faces, one upload", "",
        UPLOAD "harriscorners backend=cuda ! haardetect backend=cuda" },
    { "corners and faces, from the host", "",
        "harriscorners backend=cuda ! haardetect backend=cuda" },
    { "corners, one upload", "", UPLOAD "harriscorners backend=cuda" },
    { "faces, one upload", "", UPLOAD "haardetect backend=cuda" },
    { "corners, from the host", "", "harriscorners backend=cuda" },
    { "faces, from the host", "", "haardetect backend=cuda" },
  };

  for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
    bench_way (&ways[w]);
}

int
main (int argc, char **argv)
{
  gint n_gpus = 0;

  if (!read_options (&argc, &argv))
    return EXIT_FAILURE;
  if (cudaGetDeviceCount (&n_gpus) != cudaSuccess || n_gpus == 0) {
    g_print ("skipped: there is no GPU\n");
    return 77;
  }
  g_print ("1920 x 1080, NV12\n"
           "| frames | pipelines | frames/s | fewest of one | longest wait, ms "
           "| stalls | GPU memory, MiB |\n"
           "|---|---:|---:|---:|---:|---|---:|\n");
  if (both)
    bench_both ();
  else
    bench_element ();
  return 0;
}
