/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstfeaturedetector-private.h"

#include "times.h"

void
gst_feature_detector_reset_publisher (GstFeatureDetector *self)
{
  self->publisher.counted = FALSE;
  g_clear_pointer (&self->publisher.last, gst_structure_free);
}

/* A region that came with the buffer was found by an element whose metas stay.
 */
static void
make_room (GstFeatureDetector *self, GstBuffer *buffer, gboolean analysed)
{
  GstFeatureDetectorClass *klass = GST_FEATURE_DETECTOR_GET_CLASS (self);

  if (klass->take_over && klass->take_over (self, buffer, analysed))
    return;
  if (!self->good->keep_metas && self->good->roi.source != VF_ROI_SOURCE_META)
    klass->detach_all (self, buffer);
}

static gboolean
wants_message (GstFeatureDetector *self, guint count)
{
  VfPublisher *publisher = &self->publisher;
  gboolean changed = !publisher->counted || publisher->last_count != count;

  publisher->counted = TRUE;
  publisher->last_count = count;
  switch (self->good->updates) {
    case VF_UPDATES_EVERY_FRAME:
      return TRUE;
    case VF_UPDATES_ON_CHANGE:
      return changed;
    case VF_UPDATES_ON_OBJECT:
      return count > 0;
    default:
      return FALSE;
  }
}

static GstStructure *
new_message (
    GstFeatureDetector *self, GstBuffer *buffer, const GstStructure *fields)
{
  GstFeatureDetectorClass *klass = GST_FEATURE_DETECTOR_GET_CLASS (self);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  GstStructure *message = gst_structure_copy (fields);

  gst_structure_set_name (message, klass->message);
  gst_structure_set (message, "timestamp", G_TYPE_UINT64,
      GST_BUFFER_PTS (buffer), "stream-time", G_TYPE_UINT64,
      vf_stream_time (trans, buffer), "running-time", G_TYPE_UINT64,
      vf_running_time (trans, buffer), "duration", G_TYPE_UINT64,
      GST_BUFFER_DURATION (buffer), NULL);
  if (klass->fill_message)
    klass->fill_message (self, message);
  return message;
}

static void
post (GstFeatureDetector *self, GstBuffer *buffer, const GstStructure *fields)
{
  GstFeatureDetectorClass *klass = GST_FEATURE_DETECTOR_GET_CLASS (self);

  gst_element_post_message (
      GST_ELEMENT (self), gst_message_new_element (GST_OBJECT (self),
                              new_message (self, buffer, fields)));
  if (klass->posted)
    klass->posted (self, buffer);
}

void
gst_feature_detector_publish (
    GstFeatureDetector *self, GstBuffer *buffer, const VfImage *image)
{
  GstStructure *fields;
  guint count = 0;

  make_room (self, buffer, TRUE);
  fields = GST_FEATURE_DETECTOR_GET_CLASS (self)->attach (self, buffer, image);
  gst_structure_get_uint (fields, "count", &count);
  if (wants_message (self, count))
    post (self, buffer, fields);
  g_clear_pointer (&self->publisher.last, gst_structure_free);
  self->publisher.last = fields;
  gst_structure_set (fields, "held", G_TYPE_BOOLEAN, TRUE, NULL);
}

void
gst_feature_detector_publish_held (GstFeatureDetector *self, GstBuffer *buffer)
{
  const GstStructure *last = self->publisher.last;

  make_room (self, buffer, FALSE);
  if (self->good->hold && last)
    GST_FEATURE_DETECTOR_GET_CLASS (self)->attach_held (self, buffer, last);
}
