/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Harnesses, corners and messages. The pictures are in pictures.c.
 */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#define COMPLAINTS (GST_MESSAGE_ERROR | GST_MESSAGE_WARNING)

GstHarness *
test_harness_of (const gchar *description)
{
  GstElement *element = gst_parse_launch (description, NULL);
  GstHarness *harness = gst_harness_new_with_element (
      gst_object_ref_sink (element), "sink", "src");
  GstBus *bus = gst_bus_new ();

  gst_object_unref (element);

  gst_element_set_bus (harness->element, bus);
  gst_object_unref (bus);
  return harness;
}

GstHarness *
test_harness (const gchar *format, guint width, guint height)
{
  GstHarness *harness = test_harness_of ("harriscorners");

  gst_harness_set_src_caps (harness, test_caps (format, width, height));
  return harness;
}

void
test_harness_free (GstHarness *harness)
{
  GstBus *bus = gst_element_get_bus (harness->element);

  /* Messages hold the element, and the element holds the bus. */
  gst_bus_set_flushing (bus, TRUE);
  gst_object_unref (bus);
  gst_harness_teardown (harness);
}

GstHarness *
test_gray_harness (void)
{
  return test_harness ("GRAY8", TEST_WIDTH, TEST_HEIGHT);
}

GstBuffer *
test_push (GstHarness *harness, GstBuffer *frame)
{
  GstBuffer *out;

  fail_unless_equals_int (gst_harness_push (harness, frame), GST_FLOW_OK);
  out = gst_harness_try_pull (harness);
  fail_unless (out != NULL, "no buffer came out");
  return out;
}

void
test_check_registration (const gchar *name)
{
  static const gchar *const tags[] = { GST_META_TAG_VIDEO_STR,
    GST_META_TAG_VIDEO_SIZE_STR, GST_META_TAG_VIDEO_ORIENTATION_STR };
  const GstMetaInfo *info = gst_meta_get_info (name);
  const gchar *const *found;

  fail_unless (info != NULL && gst_meta_info_is_custom (info));
  found = gst_meta_api_type_get_tags (info->api);
  fail_unless_equals_int (
      g_strv_length ((gchar **) found), G_N_ELEMENTS (tags));
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    fail_unless (g_strv_contains (found, tags[i]));
}

guint
test_n_metas (GstBuffer *buffer)
{
  GstCornersMeta meta;
  gpointer state = NULL;
  guint n = 0;

  while (gst_corners_meta_next (buffer, &state, &meta))
    n++;
  return n;
}

GstCornersMeta
test_meta (GstBuffer *buffer)
{
  GstCornersMeta meta;
  gpointer state = NULL;

  fail_unless_equals_int (test_n_metas (buffer), 1);
  fail_unless (gst_corners_meta_next (buffer, &state, &meta));
  return meta;
}

const GstStructure *
test_structure (GstBuffer *buffer)
{
  GstCustomMeta *meta =
      gst_buffer_get_custom_meta (buffer, GST_CORNERS_META_NAME);

  fail_unless (meta != NULL, "no corner meta");
  return gst_custom_meta_get_structure (meta);
}

GBytes *
test_corners (GstBuffer *buffer)
{
  const GValue *value;

  fail_unless_equals_int (test_n_metas (buffer), 1);
  value = gst_structure_get_value (test_structure (buffer), "corners");
  return g_value_dup_boxed (value);
}

GBytes *
test_corners_of (GstHarness *harness, GstBuffer *frame)
{
  GstBuffer *out = test_push (harness, frame);
  GBytes *corners = test_corners (out);

  gst_buffer_unref (out);
  return corners;
}

void
test_same_corners (GBytes *a, GBytes *b)
{
  fail_unless (g_bytes_get_size (a) > 0, "no corners to compare");
  fail_unless (g_bytes_equal (a, b), "the corners differ");
  g_bytes_unref (a);
  g_bytes_unref (b);
}

void
test_other_corners (GBytes *a, GBytes *b)
{
  fail_if (g_bytes_equal (a, b), "the corners are the same");
  g_bytes_unref (a);
  g_bytes_unref (b);
}

GstMessage *
test_message (GstHarness *harness, GstMessageType types)
{
  GstBus *bus = gst_element_get_bus (harness->element);
  GstMessage *message = gst_bus_pop_filtered (bus, types);

  gst_object_unref (bus);
  return message;
}

guint
test_count_messages (GstHarness *harness, GstMessageType types)
{
  GstMessage *message;
  guint n = 0;

  for (; (message = test_message (harness, types)) != NULL; n++)
    gst_message_unref (message);
  return n;
}

void
test_check_complaint (
    GstMessage *message, GQuark domain, gint code, const gchar *const *words)
{
  GError *error = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, NULL);
  else
    gst_message_parse_warning (message, &error, NULL);
  fail_unless (g_error_matches (error, domain, code), "%s", error->message);
  for (; *words; words++)
    fail_unless (strstr (error->message, *words) != NULL,
        "\"%s\" does not name %s", error->message, *words);
  g_error_free (error);
  gst_message_unref (message);
}

void
test_only_complaint (GstHarness *harness, GstMessageType type, GQuark domain,
    gint code, const gchar *const *words)
{
  GstMessage *message = test_message (harness, COMPLAINTS);

  fail_unless (message != NULL, "nothing was posted");
  fail_unless_equals_string (
      GST_MESSAGE_TYPE_NAME (message), gst_message_type_get_name (type));
  fail_unless (GST_MESSAGE_SRC (message) == (GstObject *) harness->element);
  test_check_complaint (message, domain, code, words);
  test_no_complaint (harness);
}

void
test_no_complaint (GstHarness *harness)
{
  fail_unless_equals_int (test_count_messages (harness, COMPLAINTS), 0);
}

void
test_check_time (
    const GstStructure *structure, const gchar *name, guint64 expected)
{
  guint64 time;

  fail_unless (
      gst_structure_get_uint64 (structure, name, &time), "no %s", name);
  fail_unless_equals_uint64 (time, expected);
}

static void
fail_on_error (GstElement *pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_timed_pop_filtered (bus, 0, GST_MESSAGE_ERROR);
  GError *error = NULL;

  gst_object_unref (bus);
  if (!message)
    return;
  gst_message_parse_error (message, &error, NULL);
  fail ("%s", error->message);
}

GPtrArray *
test_pull_all (GstElement *pipeline, const gchar *sink_name)
{
  GPtrArray *arrived =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gst_buffer_unref);
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), sink_name);

  for (;;) {
    GstSample *sample = NULL;

    g_signal_emit_by_name (sink, "pull-sample", &sample);
    if (!sample)
      break;
    g_ptr_array_add (arrived, gst_buffer_ref (gst_sample_get_buffer (sample)));
    gst_sample_unref (sample);
  }
  fail_on_error (pipeline);
  gst_object_unref (sink);
  return arrived;
}

GPtrArray *
test_play (const gchar *description)
{
  GstElement *pipeline = gst_parse_launch (description, NULL);
  GPtrArray *arrived;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  arrived = test_pull_all (pipeline, "out");
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  return arrived;
}

GstStructure *
test_add_foreign_meta (GstBuffer *buffer, gfloat x, gfloat y, guint stride)
{
  GstCustomMeta *meta =
      gst_buffer_add_custom_meta (buffer, GST_CORNERS_META_NAME);
  GstStructure *structure = gst_custom_meta_get_structure (meta);
  guint8 *record = g_malloc (stride);
  GBytes *corners;

  memset (record, 0xA5, stride);
  GST_WRITE_FLOAT_LE (record, x);
  GST_WRITE_FLOAT_LE (record + 4, y);
  GST_WRITE_FLOAT_LE (record + 8, 7.0f);
  corners = g_bytes_new_take (record, stride);
  gst_structure_set (structure, "version", G_TYPE_UINT, 1, "source",
      G_TYPE_STRING, "foreign", "width", G_TYPE_UINT, TEST_WIDTH, "height",
      G_TYPE_UINT, TEST_HEIGHT, "pts", G_TYPE_UINT64, G_GUINT64_CONSTANT (42),
      "held", G_TYPE_BOOLEAN, TRUE, "measure", G_TYPE_STRING, "harris",
      "threshold", G_TYPE_DOUBLE, 5.0, "count", G_TYPE_UINT, 1, "stride",
      G_TYPE_UINT, stride, "corners", G_TYPE_BYTES, corners, "novelty",
      G_TYPE_STRING, "unknown to us", NULL);
  g_bytes_unref (corners);
  return structure;
}

int
test_main (int argc, char **argv, TestSuite suite)
{
  GstElement *element;

  gst_check_init (&argc, &argv);
  test_formats_init ();
  /* Loads the plugin before any test forks. */
  element = gst_element_factory_make ("harriscorners", NULL);
  if (!element) {
    fprintf (stderr, "no element harriscorners: is GST_PLUGIN_PATH set?\n");
    return 1;
  }
  gst_object_unref (element);
  /* Not the number of failures: 77 of them would read as a skip. */
  return gst_check_run_suite (suite (), argv[0], argv[0]) == 0 ? 0 : 1;
}
