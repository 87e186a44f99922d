/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gsthaardetect-private.h"

#include "cascadefile.h"
#include "gstobjectsmeta-private.h"
#include "objectsmessage.h"
#include "times.h"

static void
post_events (GstHaarDetect *self)
{
  if (self->good.tracking.events)
    haar_tracks_post (&self->list.tracks, GST_ELEMENT (self));
}

static void
reset (GstFeatureDetector *detector)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  haar_tracks_end (&self->list.tracks);
  post_events (self);
}

static gboolean
find_region (GstFeatureDetector *detector, GstBuffer *buffer, VfRect picture,
    GArray *rects)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  return vf_roi_collect_ids (
      &self->good.common.roi, buffer, picture, rects, self->ids);
}

/* A label that is no UTF-8 cannot be in a meta. */
static const gchar *
label_of (GstHaarDetect *self)
{
  const VfCascadeFile *file = GST_FEATURE_DETECTOR (self)->file.loaded;
  const gchar *label = g_quark_to_string (self->good.label);

  return label && g_utf8_validate (label, -1, NULL) ? label : file->label;
}

/* Puts the objects on the buffer. The fields of their meta. */
static GstStructure *
add_objects (GstHaarDetect *self, GstBuffer *buffer, const GstObjectsMeta *meta)
{
  GstStructure *fields = gst_structure_new_empty (GST_OBJECTS_META_NAME);
  const VfFoundObject *objects = haar_list_objects (&self->list);
  guint n = self->list.found->len;

  gst_objects_meta_fill (fields, meta, objects, n);
  gst_objects_meta_add (
      buffer, &GST_FEATURE_DETECTOR (self)->info, fields, objects, n);
  return fields;
}

static HaarSurroundings
surroundings_of (GstHaarDetect *self, const GstObjectsMeta *meta)
{
  HaarSurroundings surroundings = { meta->width, meta->height, NULL, NULL,
    NULL };

  if (self->good.common.roi.source == VF_ROI_SOURCE_META) {
    surroundings.rects = GST_FEATURE_DETECTOR (self)->rects;
    surroundings.ids = self->ids;
  }
  return surroundings;
}

static GstStructure *
attach (GstFeatureDetector *detector, GstBuffer *buffer, const VfImage *image)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  gchar *name = gst_element_get_name (self);
  VfTrackTimes times = { GST_BUFFER_PTS (buffer),
    vf_stream_time (trans, buffer), vf_running_time (trans, buffer) };
  GstObjectsMeta meta = {
    .source = name,
    .width = image->width,
    .height = image->height,
    .pts = GST_BUFFER_PTS (buffer),
  };
  HaarSurroundings surroundings = surroundings_of (self, &meta);
  GstStructure *fields;

  haar_list_fill (&self->list, self->result, buffer, label_of (self),
      &self->good.tracking, &surroundings, &times);
  post_events (self);
  fields = add_objects (self, buffer, &meta);
  g_free (name);
  return fields;
}

/* Other objects may be there than on the frame before. */
static void
attach_held (
    GstFeatureDetector *detector, GstBuffer *buffer, const GstStructure *fields)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);
  VfRect picture = vf_buffer_picture (buffer, &detector->info);
  HaarSurroundings surroundings;
  GstObjectsMeta meta;

  if (!gst_objects_meta_from_structure (fields, &meta))
    return;
  find_region (detector, buffer, picture, detector->rects);
  surroundings = surroundings_of (self, &meta);
  haar_list_hold (&self->list, buffer, &surroundings);
  gst_structure_free (add_objects (self, buffer, &meta));
}

static gboolean
take_over (GstFeatureDetector *detector, GstBuffer *buffer, gboolean analysed)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  if (analysed)
    return haar_list_take_over (
        &self->list, buffer, &detector->info, self->good.merge);
  return self->good.common.hold && detector->publisher.last
         && haar_list_take_off (&self->list, buffer, &detector->info);
}

static void
detach_all (GstFeatureDetector *detector, GstBuffer *buffer)
{
  gst_objects_meta_remove_all (buffer, &detector->info);
}

static void
fill_message (GstFeatureDetector *detector, GstStructure *message)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  vf_objects_message_add_list (
      message, haar_list_objects (&self->list), self->list.found->len);
}

static void
posted (GstFeatureDetector *detector, GstBuffer *buffer)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (detector);

  if (self->good.compatible_messages)
    gst_element_post_message (GST_ELEMENT (self),
        gst_message_new_element (GST_OBJECT (self),
            vf_objects_message_new_facedetect (haar_list_objects (&self->list),
                self->list.found->len, GST_BUFFER_PTS (buffer),
                vf_stream_time (trans, buffer), vf_running_time (trans, buffer),
                GST_BUFFER_DURATION (buffer))));
}

void
gst_haar_detect_install_objects (GstFeatureDetectorClass *klass)
{
  klass->find_region = find_region;
  klass->reset = reset;
  klass->take_over = take_over;
  klass->attach = attach;
  klass->attach_held = attach_held;
  klass->detach_all = detach_all;
  klass->fill_message = fill_message;
  klass->posted = posted;
}
