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

#include "gsthaardetect-private.h"

#include "cascadefile.h"
#include "formats.h"
#include "gstobjectsmeta-private.h"
#include "markers.h"
#include "properties.h"

GST_DEBUG_CATEGORY_STATIC (haar_detect_debug);
#define GST_CAT_DEFAULT haar_detect_debug

G_DEFINE_TYPE (GstHaarDetect, gst_haar_detect, GST_TYPE_FEATURE_DETECTOR)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (
    haardetect, "haardetect", GST_RANK_NONE, GST_TYPE_HAAR_DETECT,
    gst_objects_meta_register ();
    GST_DEBUG_CATEGORY_INIT (
        haar_detect_debug, "haardetect", 0, "Haar cascades"))

static gboolean
gst_haar_detect_begin (GstFeatureDetector *detector, GError **error)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  GST_OBJECT_LOCK (self);
  self->stats = (HaarResult){ 0 };
  GST_OBJECT_UNLOCK (self);
  haar_tracks_restart (&self->list.tracks);
  self->unused_said = FALSE;
  return haar_settings_check (&self->good, error);
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

static GError *
gst_haar_detect_repair (GstFeatureDetector *detector, const gchar **bad)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);

  return haar_settings_repair (&self->wanted, &self->asked, &self->good, bad);
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

  haar_tracks_begin_frame (&self->list.tracks);
  say_unused (self);
}

static gboolean
gst_haar_detect_detect (GstFeatureDetector *detector, const VfImage *image,
    const VfRegion *region, const GError **fallback, GError **error)
{
  GstHaarDetect *self = GST_HAAR_DETECT (detector);
  const VfCascadeFile *file = GST_FEATURE_DETECTOR (self)->file.loaded;

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
gst_haar_detect_finalize (GObject *object)
{
  GstHaarDetect *self = GST_HAAR_DETECT (object);

  g_array_unref (self->ids);
  haar_list_clear (&self->list);
  G_OBJECT_CLASS (gst_haar_detect_parent_class)->finalize (object);
}

static void
install_properties (GstFeatureDetectorClass *klass)
{
  gst_feature_detector_install_file (klass,
      g_param_spec_string ("cascade", "Cascade",
          "What is looked for: the path of a Haar cascade, or the name of one "
          "of OpenCV's, such as eye, found in the folders of the environment "
          "variable " VF_CASCADE_PATH_VARIABLE " or where OpenCV installs them",
          VF_CASCADE_DEFAULT, VF_TUNABLE),
      &vf_cascade_file);
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
  klass->repair = gst_haar_detect_repair;
  klass->begin_frame = gst_haar_detect_begin_frame;
  klass->detect = gst_haar_detect_detect;
  klass->count = gst_haar_detect_count;
  klass->fill_stats = gst_haar_detect_fill_stats;
  klass->draw = gst_haar_detect_draw;
  gst_haar_detect_install_objects (klass);
}

static void
gst_haar_detect_class_init (GstHaarDetectClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);
  GstElementClass *element = GST_ELEMENT_CLASS (klass);
  GstFeatureDetectorClass *detector = GST_FEATURE_DETECTOR_CLASS (klass);

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
  vf_named_file_set (&detector->file, VF_CASCADE_DEFAULT);
}
