/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "conformance.h"

#include "gstcornersmeta.h"

#include <stdio.h>
#include <stdlib.h>

#define SKIPPED 77

static void
skip (const gchar *reason)
{
  printf ("Skipped: %s\n", reason);
  exit (SKIPPED);
}

static gboolean
is_there (const gchar *element)
{
  GstElementFactory *factory = gst_element_factory_find (element);

  if (factory)
    gst_object_unref (factory);
  return factory != NULL;
}

gchar *
conformance_start (
    int *argc, char ***argv, const gchar *name, const gchar *const *elements)
{
  const gchar *data = g_getenv ("VF_TEST_DATA");

  if (!data || !*data)
    skip ("VF_TEST_DATA does not name the folder of the ground truth");
  gst_init (argc, argv);
  for (; *elements; elements++)
    if (!is_there (*elements)) {
      printf ("There is no element %s. ", *elements);
      skip ("an element is missing");
    }
  return g_build_filename (data, name, NULL);
}

static GArray *
points_of (GstBuffer *buffer)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));
  gpointer state = NULL;
  GstCornersMeta meta;

  if (!gst_corners_meta_next (buffer, &state, &meta))
    g_error ("the frame was not analysed");
  for (guint i = 0; i < meta.count; i++) {
    GstCorner corner = gst_corners_meta_get (&meta, i);
    Point point = { corner.x, corner.y, corner.response };

    g_array_append_val (points, point);
  }
  return points;
}

static void
send (GstElement *pipeline, GstBuffer *frame)
{
  GstElement *in = gst_bin_get_by_name (GST_BIN (pipeline), "in");
  GstFlowReturn flow;

  g_signal_emit_by_name (in, "push-buffer", frame, &flow);
  g_signal_emit_by_name (in, "end-of-stream", &flow);
  gst_object_unref (in);
}

/* Why there was no frame. */
static void
fail_on_error (GstElement *pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  GError *error = NULL;

  if (message)
    gst_message_parse_error (message, &error, NULL);
  g_error ("no frame came out: %s", error ? error->message : "end of stream");
}

GArray *
conformance_play (const gchar *description, GstBuffer *frame)
{
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (description, &error), *out;
  GstSample *sample = NULL;
  GArray *points;

  if (error)
    g_error ("%s: %s", description, error->message);
  out = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  if (frame)
    send (pipeline, frame);
  g_signal_emit_by_name (out, "pull-sample", &sample);
  if (!sample)
    fail_on_error (pipeline);
  points = points_of (gst_sample_get_buffer (sample));
  gst_sample_unref (sample);
  gst_object_unref (out);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  return points;
}
