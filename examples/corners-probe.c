/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reads the corners of every frame in a pad probe, and prints how many there
 * are and which one is the strongest. Prints the messages that harriscorners
 * posts, limits it to a region, and changes a property while it plays.
 *
 *   corners-probe
 *   corners-probe filesrc location=street.mp4 ! decodebin ! videoconvert !
 *       harriscorners max-corners=50 updates=on-change ! fakesink
 *   corners-probe --roi=80,0,160,240 --change=15:max-corners=5
 *
 * The program needs one header of the plugin, and no library of it:
 *
 *   cc corners-probe.c -o corners-probe
 *       $(pkg-config --cflags --libs gst-video-features gstreamer-1.0)
 */
#include <gstcornersmeta.h>

#include <glib-unix.h>
#include <stdio.h>

#define DEFAULT_PIPELINE                                                       \
  "videotestsrc num-buffers=30 ! "                                             \
  "video/x-raw,width=320,height=240,framerate=30/1 ! harriscorners "           \
  "updates=on-change ! fakesink"

typedef struct {
  GstElement *pipeline;
  GMainLoop *loop;
  gboolean failed, interrupted;
  guint n_elements; /* how many harriscorners the pipeline has */

  /* Options. */
  gchar *roi, *change;
  guint change_at; /* frame; its property and value: */
  gchar **change_to;
} Program;

/* Of one harriscorners; its streaming thread's. */
typedef struct {
  const Program *program;
  GstElement *element;
  guint n_frames;
} Probe;

/* Two threads print: each line in one call. */
static void
print_corners (const GstCornersMeta *meta)
{
  GString *line = g_string_new (meta->source);

  g_string_append_printf (line, " %" GST_TIME_FORMAT " corners=%u",
      GST_TIME_ARGS (meta->pts), meta->count);
  /* The list is sorted: the first corner is the strongest. */
  if (meta->count > 0) {
    GstCorner corner = gst_corners_meta_get (meta, 0);

    g_string_append_printf (line, " strongest=(%g, %g) response=%g", corner.x,
        corner.y, corner.response);
  }
  g_print ("%s\n", line->str);
  g_string_free (line, TRUE);
}

/* In the streaming thread. A buffer may carry the corners of several
 * elements, if they keep each other's. What is set here counts from the next
 * frame on. */
static GstPadProbeReturn
on_buffer (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  Probe *probe = user_data;
  const Program *program = probe->program;
  GstCornersMeta meta;
  gpointer state = NULL;

  if (program->change_to && ++probe->n_frames == program->change_at)
    gst_util_set_object_arg (G_OBJECT (probe->element), program->change_to[0],
        program->change_to[1]);
  while (gst_corners_meta_next (buffer, &state, &meta))
    print_corners (&meta);
  return GST_PAD_PROBE_OK;
}

/* "x,y,width,height". */
static void
set_region (GstElement *element, const gchar *roi)
{
  guint x = 0, y = 0, width = 0, height = 0;

  sscanf (roi, "%u,%u,%u,%u", &x, &y, &width, &height);
  gst_util_set_object_arg (G_OBJECT (element), "roi-source", "rectangle");
  g_object_set (element, "roi-x", x, "roi-y", y, "roi-width", width,
      "roi-height", height, NULL);
}

static void
add_probe (const GValue *item, gpointer user_data)
{
  GstElement *element = g_value_get_object (item);
  GstElementFactory *factory = gst_element_get_factory (element);
  Program *program = user_data;
  Probe *probe;
  GstPad *pad;

  if (!factory || g_strcmp0 (GST_OBJECT_NAME (factory), "harriscorners") != 0)
    return;
  if (program->roi)
    set_region (element, program->roi);
  probe = g_new0 (Probe, 1);
  probe->program = program;
  probe->element = element;
  pad = gst_element_get_static_pad (element, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_buffer, probe, g_free);
  gst_object_unref (pad);
  program->n_elements++;
}

static gboolean
add_probes (Program *program)
{
  GstIterator *elements;

  if (!GST_IS_BIN (program->pipeline))
    return FALSE;
  elements = gst_bin_iterate_recurse (GST_BIN (program->pipeline));
  gst_iterator_foreach (elements, add_probe, program);
  gst_iterator_free (elements);
  return program->n_elements > 0;
}

static void
on_error (Program *program, GstMessage *message)
{
  GError *error = NULL;
  gchar *details = NULL;

  gst_message_parse_error (message, &error, &details);
  g_printerr ("%s: %s\n", GST_OBJECT_NAME (message->src), error->message);
  if (details)
    g_printerr ("%s\n", details);
  g_error_free (error);
  g_free (details);
  program->failed = TRUE;
  g_main_loop_quit (program->loop);
}

/* With updates=every-frame, on-change or on-object: the meta's fields, and
 * times. */
static void
on_corners (const GstStructure *structure)
{
  GstCornersMeta meta;
  guint64 running_time;

  if (gst_corners_meta_from_structure (structure, &meta)
      && gst_structure_get_uint64 (structure, "running-time", &running_time))
    g_print ("message from %s at %" GST_TIME_FORMAT ": corners=%u\n",
        meta.source, GST_TIME_ARGS (running_time), meta.count);
}

static gboolean
on_message (GstBus *bus, GstMessage *message, gpointer user_data)
{
  Program *program = user_data;

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_ERROR:
      on_error (program, message);
      break;
    case GST_MESSAGE_ELEMENT:
      if (gst_message_has_name (message, "harriscorners"))
        on_corners (gst_message_get_structure (message));
      break;
    case GST_MESSAGE_EOS:
      g_main_loop_quit (program->loop);
      break;
    default:
      break;
  }
  return G_SOURCE_CONTINUE;
}

/* The first Ctrl-C ends the stream, so that sinks can close their files; the
 * second one does not wait for that. */
static gboolean
on_interrupt (gpointer user_data)
{
  Program *program = user_data;

  if (program->interrupted
      || !gst_element_send_event (program->pipeline, gst_event_new_eos ()))
    g_main_loop_quit (program->loop);
  program->interrupted = TRUE;
  return G_SOURCE_CONTINUE;
}

static void
run (Program *program)
{
  GstBus *bus = gst_element_get_bus (program->pipeline);
  guint watch = gst_bus_add_watch (bus, on_message, program);
  guint interrupt = g_unix_signal_add (SIGINT, on_interrupt, program);

  program->loop = g_main_loop_new (NULL, FALSE);
  gst_element_set_state (program->pipeline, GST_STATE_PLAYING);
  g_main_loop_run (program->loop);
  gst_element_set_state (program->pipeline, GST_STATE_NULL);
  g_main_loop_unref (program->loop);
  g_source_remove (interrupt);
  g_source_remove (watch);
  gst_object_unref (bus);
}

/* The arguments are a launch line, as those of gst-launch-1.0. */
static GstElement *
new_pipeline (int argc, char **argv)
{
  GError *error = NULL;
  gchar *line =
      argc > 1 ? g_strjoinv (" ", argv + 1) : g_strdup (DEFAULT_PIPELINE);
  GstElement *pipeline =
      gst_parse_launch_full (line, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);

  g_free (line);
  if (error) {
    g_printerr ("This is no pipeline: %s\n", error->message);
    if (g_error_matches (
            error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_ELEMENT))
      g_printerr ("If it is harriscorners that is missing, set "
                  "GST_PLUGIN_PATH to the folder of the plugin.\n");
    g_error_free (error);
  }
  return pipeline;
}

/* "frame:property=value". */
static gboolean
parse_change (Program *program)
{
  gchar *rest = NULL;

  if (!program->change)
    return TRUE;
  program->change_at = (guint) g_ascii_strtoull (program->change, &rest, 10);
  if (program->change_at > 0 && *rest == ':')
    program->change_to = g_strsplit (rest + 1, "=", 2);
  if (program->change_to && g_strv_length (program->change_to) == 2)
    return TRUE;
  g_printerr ("--change wants FRAME:PROPERTY=VALUE, such as 15:sigma=2\n");
  return FALSE;
}

static gboolean
parse_options (Program *program, int *argc, char ***argv)
{
  const GOptionEntry entries[] = {
    { "roi", 0, 0, G_OPTION_ARG_STRING, &program->roi,
        "Look only in this rectangle, in pixels", "X,Y,WIDTH,HEIGHT" },
    { "change", 0, 0, G_OPTION_ARG_STRING, &program->change,
        "Set a property after this frame", "FRAME:PROPERTY=VALUE" },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  GOptionContext *context = g_option_context_new ("[LAUNCH LINE]");
  GError *error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  g_option_context_set_strict_posix (context, TRUE);
  if (!g_option_context_parse (context, argc, argv, &error))
    g_printerr ("%s\n", error->message);
  g_option_context_free (context);
  if (!error)
    return parse_change (program);
  g_error_free (error);
  return FALSE;
}

static void
clear_options (Program *program)
{
  g_free (program->roi);
  g_free (program->change);
  g_strfreev (program->change_to);
}

int
main (int argc, char **argv)
{
  Program program = { NULL };

  if (!parse_options (&program, &argc, &argv))
    return 1;
  program.pipeline = new_pipeline (argc, argv);
  if (!program.pipeline)
    return 1;
  if (add_probes (&program)) {
    run (&program);
  } else {
    g_printerr ("There is no harriscorners in this pipeline.\n");
    program.failed = TRUE;
  }
  gst_object_unref (program.pipeline);
  clear_options (&program);
  gst_deinit ();
  return program.failed ? 1 : 0;
}
