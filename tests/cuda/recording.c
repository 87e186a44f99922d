/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "recording.h"

#include <string.h>

#define LONGEST_RUN (20 * GST_SECOND)

typedef struct {
  Recording *recording;
  GstMemory *entered; /* with the buffer that is in the element */
} Watch;

static GstPadProbeReturn
on_entering (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Watch *watch = data;

  watch->entered = gst_buffer_peek_memory (GST_PAD_PROBE_INFO_BUFFER (info), 0);
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
on_leaving (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Watch *watch = data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstCaps *caps = gst_pad_get_current_caps (pad);

  if (gst_buffer_peek_memory (buffer, 0) != watch->entered)
    watch->recording->n_copied++;
  if (gst_caps_features_contains (
          gst_caps_get_features (caps, 0), "memory:CUDAMemory"))
    watch->recording->n_on_gpu++;
  if (test_n_metas (buffer) == 1)
    g_ptr_array_add (watch->recording->corners, test_corners (buffer));
  gst_caps_unref (caps);
  return GST_PAD_PROBE_OK;
}

static void
watch_element (GstElement *element, Watch *watch)
{
  GstPad *sink = gst_element_get_static_pad (element, "sink");
  GstPad *src = gst_element_get_static_pad (element, "src");

  gst_pad_add_probe (sink, GST_PAD_PROBE_TYPE_BUFFER, on_entering, watch, NULL);
  gst_pad_add_probe (src, GST_PAD_PROBE_TYPE_BUFFER, on_leaving, watch, NULL);
  gst_object_unref (sink);
  gst_object_unref (src);
}

/* FALSE: that was the last one. */
static gboolean
take_message (Recording *recording, GstMessage *message)
{
  const GstStructure *fields = gst_message_get_structure (message);

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_EOS:
      return FALSE;
    case GST_MESSAGE_ERROR:
      gst_message_parse_error (message, &recording->error, NULL);
      return FALSE;
    case GST_MESSAGE_WARNING:
      if (!recording->warning)
        gst_message_parse_warning (message, &recording->warning, NULL);
      return TRUE;
    default:
      if (gst_structure_has_name (fields, "harriscorners"))
        g_ptr_array_add (recording->messages,
            g_value_dup_boxed (gst_structure_get_value (fields, "corners")));
      return TRUE;
  }
}

/* Frames are taken when all is over: the sink must not wait for that. */
static void
let_sink_end (GstElement *pipeline)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "out");

  if (sink)
    g_object_set (sink, "wait-on-eos", FALSE, NULL);
  gst_clear_object (&sink);
}

static void
run (GstElement *pipeline, Recording *recording)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  gboolean goes_on = TRUE;

  let_sink_end (pipeline);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while (goes_on) {
    GstMessage *message = gst_bus_timed_pop_filtered (bus, LONGEST_RUN,
        GST_MESSAGE_EOS | GST_MESSAGE_ERROR | GST_MESSAGE_WARNING
            | GST_MESSAGE_ELEMENT);

    fail_unless (message != NULL, "the pipeline hangs");
    goes_on = take_message (recording, message);
    gst_message_unref (message);
  }
  gst_object_unref (bus);
}

static void
take_frames (GstElement *pipeline, Recording *recording)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  GstSample *sample = NULL;

  while (sink) {
    g_signal_emit_by_name (
        sink, "try-pull-sample", G_GUINT64_CONSTANT (0), &sample);
    if (!sample)
      break;
    g_ptr_array_add (recording->frames, sample);
  }
  gst_clear_object (&sink);
}

static void
add_probe (GstElement *pipeline, const gchar *name, GstPadProbeCallback probe)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);
  GstPad *pad = gst_element_get_static_pad (element, "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, probe, NULL, NULL);
  gst_object_unref (pad);
  gst_object_unref (element);
}

Recording *
record (const gchar *line)
{
  return record_with (line, NULL, NULL);
}

Recording *
record_with (const gchar *line, const gchar *name, GstPadProbeCallback probe)
{
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (line, &error), *element;
  Recording *recording = g_new0 (Recording, 1);
  Watch watch = { recording, NULL };

  fail_if (error, "%s: %s", line, error ? error->message : "");
  recording->corners =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  recording->messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  recording->frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gst_sample_unref);
  element = gst_bin_get_by_name (GST_BIN (pipeline), "d");
  watch_element (element, &watch);
  if (probe)
    add_probe (pipeline, name, probe);
  run (pipeline, recording);
  take_frames (pipeline, recording);
  if (g_object_class_find_property (
          G_OBJECT_GET_CLASS (element), "active-backend"))
    g_object_get (element, "active-backend", &recording->backend, NULL);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (element);
  gst_object_unref (pipeline);
  return recording;
}

void
recording_free (Recording *recording)
{
  g_ptr_array_unref (recording->corners);
  g_ptr_array_unref (recording->messages);
  g_ptr_array_unref (recording->frames);
  g_clear_error (&recording->error);
  g_clear_error (&recording->warning);
  g_free (recording->backend);
  g_free (recording);
}

static gsize
same_lists (const gchar *what, const GPtrArray *a, const GPtrArray *b)
{
  gsize n_bytes = 0;

  fail_unless (a->len == b->len, "%s: %u and %u lists", what, a->len, b->len);
  for (guint i = 0; i < a->len; i++) {
    fail_unless (
        g_bytes_equal (g_ptr_array_index (a, i), g_ptr_array_index (b, i)),
        "%s: the corners of frame %u differ", what, i);
    n_bytes += g_bytes_get_size (g_ptr_array_index (a, i));
  }
  return n_bytes;
}

void
recordings_same_corners (
    const gchar *what, const Recording *a, const Recording *b)
{
  gsize n_bytes = same_lists (what, a->corners, b->corners);

  fail_unless (n_bytes > 0, "%s: no corners", what);
  same_lists (what, a->messages, b->messages);
  g_print ("%s: %u frames, %" G_GSIZE_FORMAT " corners, %u messages\n", what,
      a->corners->len, n_bytes / 12, a->messages->len);
}

/* Check notes each assertion in a file: not one for every sample. */
static void
same_samples (
    const gchar *what, guint frame, GstVideoFrame *a, GstVideoFrame *b)
{
  const GstVideoFormatInfo *info = a->info.finfo;

  for (guint c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (a); c++) {
    gint step = GST_VIDEO_FRAME_COMP_PSTRIDE (a, c);
    gsize bytes = GST_VIDEO_FORMAT_INFO_DEPTH (info, c) > 8 ? 2 : 1;

    for (gint y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT (a, c); y++)
      for (gint x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH (a, c); x++) {
        const guint8 *p = (guint8 *) GST_VIDEO_FRAME_COMP_DATA (a, c)
                          + y * GST_VIDEO_FRAME_COMP_STRIDE (a, c) + x * step;
        const guint8 *q = (guint8 *) GST_VIDEO_FRAME_COMP_DATA (b, c)
                          + y * GST_VIDEO_FRAME_COMP_STRIDE (b, c) + x * step;

        if (memcmp (p, q, bytes) != 0)
          fail ("%s: frame %u, component %u of (%d, %d): %u, not %u", what,
              frame, c, x, y, p[0], q[0]);
      }
  }
}

void
recordings_same_pixels (
    const gchar *what, const Recording *a, const Recording *b)
{
  fail_unless (a->frames->len > 0, "%s: no frames", what);
  fail_unless (a->frames->len == b->frames->len, "%s: %u and %u frames", what,
      a->frames->len, b->frames->len);
  for (guint i = 0; i < a->frames->len; i++) {
    GstSample *samples[] = { a->frames->pdata[i], b->frames->pdata[i] };
    GstVideoFrame frames[2];

    for (guint k = 0; k < 2; k++) {
      GstVideoInfo info;

      fail_unless (
          gst_video_info_from_caps (&info, gst_sample_get_caps (samples[k])));
      fail_unless (gst_video_frame_map (
          &frames[k], &info, gst_sample_get_buffer (samples[k]), GST_MAP_READ));
    }
    same_samples (what, i, &frames[0], &frames[1]);
    gst_video_frame_unmap (&frames[0]);
    gst_video_frame_unmap (&frames[1]);
  }
}

gboolean
can_launch (const gchar *line)
{
  GError *error = NULL;
  GstElement *pipeline =
      gst_parse_launch_full (line, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);

  if (!pipeline)
    g_print ("skipped: %s: %s\n", line, error->message);
  g_clear_error (&error);
  if (!pipeline)
    return FALSE;
  gst_object_unref (pipeline);
  return TRUE;
}

/* Also without the frames of GStreamer's own elements there. */
int
skip_without_gpu (void)
{
  GstElement *element = gst_element_factory_make ("harriscorners", NULL);
  gboolean works;

  if (!element)
    return 77;
  gst_util_set_object_arg (G_OBJECT (element), "backend", "cuda");
  works = gst_element_set_state (element, GST_STATE_PAUSED)
          != GST_STATE_CHANGE_FAILURE;
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
  if (works
      && gst_registry_check_feature_version (
          gst_registry_get (), "cudaupload", 1, 22, 0))
    return 0;
  g_print ("skipped: %s\n",
      works ? "there is no element cudaupload" : "no GPU can be used here");
  return 77;
}
