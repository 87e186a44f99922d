/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/**
 * SECTION:element-haardetect
 * @title: haardetect
 * @short_description: finds faces, or what a Haar cascade was trained for, and
 *   attaches them as metadata
 *
 * Searches every frame for what a cascade of OpenCV's format was trained for,
 * by the method of Viola and Jones, with OpenCV's results, and attaches what it
 * finds to the buffer: as a #GstCustomMeta named VideoFeaturesObjects, which
 * the header gstobjectsmeta.h reads; and for other elements as a
 * #GstVideoRegionOfInterestMeta for each object, from GStreamer 1.24 on as
 * analytics too. The frames themselves pass unchanged and uncopied, unless
 * #haardetect:draw asks for boxes.
 *
 * Cascades come with OpenCV (in Debian, with the package opencv-data); their
 * names are values of #haardetect:cascade, as is the path of any other.
 *
 * Several of them may stand in series: one looks into what another has found
 * (#haardetect:roi-source), or adds to it (#haardetect:merge). Cascades for one
 * side only, such as profileface, find the other with #haardetect:flip.
 *
 * With #haardetect:smooth objects are followed: ids stay from frame to frame,
 * boxes are steady, and #haardetect:events tells of objects that come and go.
 *
 * With #haardetect:updates, an element message named "haardetect" with the same
 * fields is posted on the bus, and with #haardetect:compatible-messages one that
 * programs made for the element facedetect understand.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 v4l2src ! videoconvert ! haardetect draw=objects ! videoconvert ! autovideosink
 * ]| Boxes around the faces that a camera sees.
 * |[
 * gst-launch-1.0 v4l2src ! videoconvert ! haardetect ! haardetect cascade=eye roi-source=meta roi-type=face draw=objects ! videoconvert ! autovideosink
 * ]| Eyes too, which are looked for in faces only.
 * |[
 * gst-launch-1.0 -m v4l2src ! videoconvert ! haardetect smooth=true events=true ! featureoverlay ! videoconvert ! autovideosink
 * ]| Steady boxes, and a message for each face that comes or goes.
 * |[
 * gst-launch-1.0 -m videotestsrc num-buffers=3 ! haardetect updates=every-frame ! fakesink
 * ]| Prints the messages of three frames, in which there is no face.
 *
 * Since: 0.1
 */
#include "config.h"

#include "gsthaardetect.h"

#include "cascadefile.h"
#include "formats.h"
#include "gstobjectsmeta-private.h"
#include "haarlist.h"
#include "haarproperties.h"
#include "markers.h"
#include "objectsmessage.h"
#include "properties.h"
#include "times.h"

GST_DEBUG_CATEGORY_STATIC (haar_detect_debug);
#define GST_CAT_DEFAULT haar_detect_debug

enum {
  CASCADE = GST_FEATURE_DETECTOR_OWN,
};

struct _GstHaarDetect {
  GstFeatureDetector parent;

  /* As the base class says. */
  HaarSettings asked, wanted, good;

  HaarResult stats; /* under the object lock; what it points to is not read */
  VfNamedFile cascade; /* a part of it, as it says; a VfCascadeFile */

  /* The streaming thread's. */
  HaarDetector *core;       /* NULL: the element has not started */
  const HaarResult *result; /* of this frame */
  GArray *ids;              /* gint; of the region's rectangles */
  HaarList list;
  gboolean unused_said; /* that settings are not used */
};

G_DEFINE_TYPE (GstHaarDetect, gst_haar_detect, GST_TYPE_FEATURE_DETECTOR)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (
    haardetect, "haardetect", GST_RANK_NONE, GST_TYPE_HAAR_DETECT,
    gst_objects_meta_register ();
    GST_DEBUG_CATEGORY_INIT (
        haar_detect_debug, "haardetect", 0, "Haar cascades"))

static void
post_events (GstHaarDetect *self)
{
  if (self->good.tracking.events)
    haar_tracks_post (&self->list.tracks, GST_ELEMENT (self));
}

static void
gst_haar_detect_reset (GstFeatureDetector *detector)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  haar_tracks_end (&self->list.tracks);
  post_events (self);
}

static gboolean
gst_haar_detect_begin (GstFeatureDetector *detector, GError **error)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);
  GMutex *lock = GST_OBJECT_GET_LOCK (self);

  GST_OBJECT_LOCK (self);
  self->stats = (HaarResult){ 0 };
  GST_OBJECT_UNLOCK (self);
  haar_tracks_restart (&self->list.tracks);
  self->unused_said = FALSE;
  vf_named_file_close (&self->cascade, &vf_cascade_file, lock);
  return haar_settings_check (&self->good, error)
         && vf_named_file_update (
             &self->cascade, &vf_cascade_file, lock, error);
}

static VfDetector *
gst_haar_detect_open (
    GstFeatureDetector *detector, VfContext *context, GError **error)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);
  const VfSettings *settings = &self->good.common;

  if (context)
    self->core = haar_new_in (settings->backend, context, error);
  else
    self->core = haar_new (settings->backend, settings->cuda_device_id, error);
  return self->core ? haar_base (self->core) : NULL;
}

static void
gst_haar_detect_close (GstFeatureDetector *detector)
{
  g_clear_pointer (&GST_HAAR_DETECT (detector)->core, haar_free);
}

static void
gst_haar_detect_end (GstFeatureDetector *detector)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  vf_named_file_close (
      &self->cascade, &vf_cascade_file, GST_OBJECT_GET_LOCK (self));
}

static GError *
gst_haar_detect_repair (GstFeatureDetector *detector, const gchar **bad)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  return haar_settings_repair (&self->wanted, &self->asked, &self->good, bad);
}

static void
take_cascade (GstHaarDetect *self)
{
  GError *error = NULL;

  haar_tracks_begin_frame (&self->list.tracks);
  if (vf_named_file_update (
          &self->cascade, &vf_cascade_file, GST_OBJECT_GET_LOCK (self), &error))
    return;
  GST_OBJECT_LOCK (self);
  vf_named_file_restore (&self->cascade);
  GST_OBJECT_UNLOCK (self);
  gst_feature_detector_warn (GST_FEATURE_DETECTOR (self), error, "cascade");
}

/* Nobody sets them without wanting something of them. */
static void
say_unused (GstHaarDetect *self)
{
  const gchar *unused =
      haar_settings_unused (&self->good, haar_backend (self->core));

  if (unused && !self->unused_said)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", unused), (NULL));
  self->unused_said = unused != NULL;
}

static void
gst_haar_detect_begin_frame (GstFeatureDetector *detector)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  take_cascade (self);
  say_unused (self);
}

static gboolean
gst_haar_detect_find_region (GstFeatureDetector *detector, GstBuffer *buffer,
    VfRect picture, GArray *rects)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  return vf_roi_collect_ids (
      &self->good.common.roi, buffer, picture, rects, self->ids);
}

static gboolean
gst_haar_detect_detect (GstFeatureDetector *detector, const VfImage *image,
    const VfRegion *region, const GError **fallback, GError **error)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);
  const VfCascadeFile *file = self->cascade.loaded;

  self->result = haar_detect (
      self->core, file->cascade, &self->good.params, image, region, error);
  if (!self->result)
    return FALSE;
  *fallback = self->result->fallback;
  GST_LOG_OBJECT (self, "%u objects of %u windows", self->result->n_objects,
      self->result->n_windows);
  return TRUE;
}

static void
gst_haar_detect_count (GstFeatureDetector *detector)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  self->stats = *self->result;
}

static const gchar *
stage_name (guint stage)
{
  return haar_stage_name (stage);
}

static void
gst_haar_detect_fill_stats (GstFeatureDetector *detector, GstStructure *stats)
{
  const HaarResult *last = &GST_HAAR_DETECT (detector)->stats;

  gst_structure_set (stats, "objects", G_TYPE_UINT, last->n_objects, "windows",
      G_TYPE_UINT, last->n_windows, NULL);
  gst_feature_detector_fill_times (
      stats, last->scratch_bytes, stage_name, last->stage_ns, HAAR_N_STAGES);
}

/* A label that is no UTF-8 cannot be in a meta. */
static const gchar *
label_of (GstHaarDetect *self)
{
  const VfCascadeFile *file = self->cascade.loaded;
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
gst_haar_detect_attach (
    GstFeatureDetector *detector, GstBuffer *buffer, const VfImage *image)
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
gst_haar_detect_attach_held (
    GstFeatureDetector *detector, GstBuffer *buffer, const GstStructure *fields)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);
  VfRect picture = vf_buffer_picture (buffer, &detector->info);
  HaarSurroundings surroundings;
  GstObjectsMeta meta;

  if (!gst_objects_meta_from_structure (fields, &meta))
    return;
  gst_haar_detect_find_region (detector, buffer, picture, detector->rects);
  surroundings = surroundings_of (self, &meta);
  haar_list_hold (&self->list, buffer, &surroundings);
  gst_structure_free (add_objects (self, buffer, &meta));
}

static gboolean
gst_haar_detect_take_over (
    GstFeatureDetector *detector, GstBuffer *buffer, gboolean analysed)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  if (analysed)
    return haar_list_take_over (
        &self->list, buffer, &detector->info, self->good.merge);
  return self->good.common.hold && detector->publisher.last
         && haar_list_take_off (&self->list, buffer, &detector->info);
}

static void
gst_haar_detect_detach_all (GstFeatureDetector *detector, GstBuffer *buffer)
{
  gst_objects_meta_remove_all (buffer, &detector->info);
}

static void
gst_haar_detect_fill_message (
    GstFeatureDetector *detector, GstStructure *message)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  vf_objects_message_add_list (
      message, haar_list_objects (&self->list), self->list.found->len);
}

static void
gst_haar_detect_posted (GstFeatureDetector *detector, GstBuffer *buffer)
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

static void
gst_haar_detect_draw (GstFeatureDetector *detector, VfOverlay *overlay,
    GstBuffer *buffer, const VfImage *image)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);
  VfMarkerStyle style = VF_MARKER_STYLE_DEFAULT;

  style.color = self->good.common.draw_color;
  style.font_size = 0;
  if (self->good.common.draw & HAAR_DRAW_OBJECTS)
    vf_markers_add_objects (overlay, buffer, &style, NULL);
}

static void
gst_haar_detect_set_property (
    GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  GstHaarDetect *self = GST_HAAR_DETECT (object);
  const gchar *cascade;

  if (id != CASCADE) {
    G_OBJECT_CLASS (gst_haar_detect_parent_class)
        ->set_property (object, id, value, spec);
    return;
  }
  cascade = g_value_get_string (value);
  GST_OBJECT_LOCK (self);
  vf_named_file_set (
      &self->cascade, cascade && *cascade ? cascade : VF_CASCADE_DEFAULT);
  GST_OBJECT_UNLOCK (self);
}

static void
gst_haar_detect_get_property (
    GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  GstHaarDetect *self = GST_HAAR_DETECT (object);

  if (id != CASCADE) {
    G_OBJECT_CLASS (gst_haar_detect_parent_class)
        ->get_property (object, id, value, spec);
    return;
  }
  GST_OBJECT_LOCK (self);
  g_value_set_string (value, self->cascade.wanted);
  GST_OBJECT_UNLOCK (self);
}

static void
gst_haar_detect_finalize (GObject *object)
{
  GstHaarDetect *self = GST_HAAR_DETECT (object);

  vf_named_file_clear (&self->cascade, &vf_cascade_file);
  g_array_unref (self->ids);
  haar_list_clear (&self->list);
  G_OBJECT_CLASS (gst_haar_detect_parent_class)->finalize (object);
}

static void
install_properties (GstFeatureDetectorClass *klass)
{
  g_object_class_install_property (G_OBJECT_CLASS (klass), CASCADE,
      g_param_spec_string ("cascade", "Cascade",
          "What is looked for: the path of a Haar cascade, or the name of one "
          "of OpenCV's, such as eye, found in the folders of the environment "
          "variable " VF_CASCADE_PATH_VARIABLE " or where OpenCV installs them",
          VF_CASCADE_DEFAULT, VF_TUNABLE));
  haar_properties_install (klass);
  gst_feature_detector_install_common (klass, haar_draw_type (),
      "frames analysed, and of the last one: objects, windows that passed the "
      "cascade, scratch-bytes, time-<stage> in nanoseconds");
}

static void
install_methods (GstFeatureDetectorClass *klass)
{
  klass->begin = gst_haar_detect_begin;
  klass->open = gst_haar_detect_open;
  klass->close = gst_haar_detect_close;
  klass->end = gst_haar_detect_end;
  klass->repair = gst_haar_detect_repair;
  klass->begin_frame = gst_haar_detect_begin_frame;
  klass->reset = gst_haar_detect_reset;
  klass->find_region = gst_haar_detect_find_region;
  klass->detect = gst_haar_detect_detect;
  klass->count = gst_haar_detect_count;
  klass->fill_stats = gst_haar_detect_fill_stats;
  klass->take_over = gst_haar_detect_take_over;
  klass->attach = gst_haar_detect_attach;
  klass->attach_held = gst_haar_detect_attach_held;
  klass->detach_all = gst_haar_detect_detach_all;
  klass->fill_message = gst_haar_detect_fill_message;
  klass->posted = gst_haar_detect_posted;
  klass->draw = gst_haar_detect_draw;
}

static void
gst_haar_detect_class_init (GstHaarDetectClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);
  GstElementClass *element = GST_ELEMENT_CLASS (klass);
  GstFeatureDetectorClass *detector = GST_FEATURE_DETECTOR_CLASS (klass);

  object->set_property = gst_haar_detect_set_property;
  object->get_property = gst_haar_detect_get_property;
  object->finalize = gst_haar_detect_finalize;
  detector->what = "objects";
  detector->message = "haardetect";
  detector->settings_size = sizeof (HaarSettings);
  install_methods (detector);
  install_properties (detector);
  vf_formats_add_pad_templates (element);
  gst_element_class_set_static_metadata (element, "Haar cascade detector",
      "Filter/Analyzer/Video",
      "Finds faces, or what a Haar cascade was trained for, in every frame, "
      "and "
      "attaches them as metadata",
      "gst-video-features developers");
}

static void
gst_haar_detect_init (GstHaarDetect *self)
{
  GstFeatureDetector *detector = GST_FEATURE_DETECTOR (self);

  haar_settings_init (&self->asked);
  self->wanted = self->asked;
  detector->asked = &self->asked.common;
  detector->wanted = &self->wanted.common;
  detector->good = &self->good.common;
  self->ids = g_array_new (FALSE, FALSE, sizeof (gint));
  haar_list_init (&self->list);
  vf_named_file_set (&self->cascade, VF_CASCADE_DEFAULT);
}
