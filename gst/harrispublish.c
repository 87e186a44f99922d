/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harrispublish.h"

#include "gstcornersmeta-private.h"
#include "times.h"

void
harris_publisher_reset (HarrisPublisher *publisher)
{
  publisher->counted = FALSE;
  g_clear_pointer (&publisher->last, gst_structure_free);
}

static GstStructure *
new_fields (GstElement *element, const HarrisSettings *settings,
    GstBuffer *buffer, guint width, guint height, const HarrisResult *result)
{
  GBytes *corners = gst_corners_meta_pack (result->corners, result->n_corners);
  gchar *name = gst_element_get_name (element);
  GstStructure *fields = gst_structure_new_empty (GST_CORNERS_META_NAME);
  GstCornersMeta meta = {
    .source = name,
    .width = width,
    .height = height,
    .pts = GST_BUFFER_PTS (buffer),
    .measure = harris_param_nick ("measure", settings->params.measure),
    .threshold = result->threshold,
  };

  gst_corners_meta_fill (fields, &meta, corners);
  g_bytes_unref (corners);
  g_free (name);
  return fields;
}

static void
attach (const HarrisSettings *settings, GstBuffer *buffer,
    const GstStructure *fields)
{
  if (!settings->keep_metas && settings->roi.source != VF_ROI_SOURCE_META)
    gst_corners_meta_remove_all (buffer);
  if (fields)
    gst_corners_meta_add (buffer, fields);
}

static gboolean
wants_message (
    HarrisPublisher *publisher, const HarrisSettings *settings, guint count)
{
  gboolean changed = !publisher->counted || publisher->last_count != count;

  publisher->counted = TRUE;
  publisher->last_count = count;
  switch (settings->updates) {
    case HARRIS_UPDATES_EVERY_FRAME:
      return TRUE;
    case HARRIS_UPDATES_ON_CHANGE:
      return changed;
    case HARRIS_UPDATES_ON_OBJECT:
      return count > 0;
    default:
      return FALSE;
  }
}

static void
post (GstBaseTransform *element, GstBuffer *buffer, const GstStructure *fields)
{
  GstStructure *message = gst_structure_copy (fields);

  gst_structure_set_name (message, "harriscorners");
  gst_structure_set (message, "timestamp", G_TYPE_UINT64,
      GST_BUFFER_PTS (buffer), "stream-time", G_TYPE_UINT64,
      vf_stream_time (element, buffer), "running-time", G_TYPE_UINT64,
      vf_running_time (element, buffer), "duration", G_TYPE_UINT64,
      GST_BUFFER_DURATION (buffer), NULL);
  gst_element_post_message (GST_ELEMENT (element),
      gst_message_new_element (GST_OBJECT (element), message));
}

void
harris_publish (HarrisPublisher *publisher, GstBaseTransform *element,
    const HarrisSettings *settings, GstBuffer *buffer, guint width,
    guint height, const HarrisResult *result)
{
  GstStructure *fields = new_fields (
      GST_ELEMENT (element), settings, buffer, width, height, result);

  attach (settings, buffer, fields);
  if (wants_message (publisher, settings, result->n_corners))
    post (element, buffer, fields);
  g_clear_pointer (&publisher->last, gst_structure_free);
  publisher->last = fields;
  gst_structure_set (fields, "held", G_TYPE_BOOLEAN, TRUE, NULL);
}

void
harris_publish_held (HarrisPublisher *publisher, const HarrisSettings *settings,
    GstBuffer *buffer)
{
  attach (settings, buffer, settings->hold ? publisher->last : NULL);
}
