/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/**
 * SECTION:element-harriscorners
 * @title: harriscorners
 * @short_description: finds Harris corners and attaches them as metadata
 *
 * Finds the corners of every frame with an automatic threshold, and attaches
 * them to the buffer as a #GstCustomMeta named VideoFeaturesCorners; the header
 * gstcornersmeta.h reads it. The frames themselves pass unchanged and uncopied,
 * unless #harriscorners:draw asks for markers. Frames in the memory of an NVIDIA
 * GPU stay there.
 *
 * Corners lie anywhere in the frame, or where #harriscorners:roi-source,
 * #harriscorners:roi-invert and #harriscorners:mask-location say. Frames have samples of 8 to 16 bits, all of
 * which count.
 *
 * With #harriscorners:updates, an element message named "harriscorners" with
 * the same fields is posted on the bus.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=60 pattern=pinwheel horizontal-speed=3 ! harriscorners draw=corners ! videoconvert ! autovideosink
 * ]| Shows the corners of a moving pattern.
 * |[
 * gst-launch-1.0 -m videotestsrc num-buffers=3 ! harriscorners updates=every-frame ! fakesink
 * ]| Prints the messages of three frames.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=60 ! harriscorners max-corners=96 grid-columns=4 grid-rows=3 min-distance=8 draw=corners ! videoconvert ! autovideosink
 * ]| Corners from all over the frame, none of them close to another.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=60 ! harriscorners channels=gray gradient=sobel3 window-type=box filter-length=3 measure=min-eigen threshold-mode=relative threshold=0.01 suppression-radius=1 min-distance=10 draw=corners ! videoconvert ! autovideosink
 * ]| The corners of OpenCV's goodFeaturesToTrack, but for the frame's border.
 *
 * Since: 0.1
 */
#include "config.h"

#include "gstharriscorners.h"

#include "formats.h"
#include "gstcornersmeta-private.h"
#include "harrisenums.h"
#include "harrispictures.h"
#include "harrisproperties.h"
#include "markers.h"
#include "maskfile.h"
#include "properties.h"

GST_DEBUG_CATEGORY (harris_corners_debug);
#define GST_CAT_DEFAULT harris_corners_debug

struct _GstHarrisCorners {
  GstFeatureDetector parent;

  /* As the base class says. */
  HarrisSettings asked, wanted, good;

  HarrisResult stats; /* under the object lock; what it points to is not read */

  /* The streaming thread's. */
  HarrisDetector *core;       /* NULL: the element has not started */
  const HarrisResult *result; /* of this frame */
  gboolean color_said;
};

G_DEFINE_TYPE (GstHarrisCorners, gst_harris_corners, GST_TYPE_FEATURE_DETECTOR)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (
    harriscorners, "harriscorners", GST_RANK_NONE, GST_TYPE_HARRIS_CORNERS,
    gst_corners_meta_register ();
    GST_DEBUG_CATEGORY_INIT (
        harris_corners_debug, "harriscorners", 0, "Harris corners"))

static gboolean
gst_harris_corners_begin (GstFeatureDetector *detector, GError **error)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (detector);

  GST_OBJECT_LOCK (self);
  self->stats = (HarrisResult){ 0 };
  GST_OBJECT_UNLOCK (self);
  self->color_said = FALSE;
  return harris_params_check (&self->good.params, NULL, error);
}

static VfDetector *
gst_harris_corners_open (
    GstFeatureDetector *detector, VfContext *context, GError **error)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (detector);
  const VfSettings *settings = &self->good.common;

  if (context)
    self->core = harris_new_in (settings->backend, context, error);
  else
    self->core =
        harris_new (settings->backend, settings->cuda_device_id, error);
  return self->core ? harris_base (self->core) : NULL;
}

static void
gst_harris_corners_close (GstFeatureDetector *detector)
{
  g_clear_pointer (&GST_HARRIS_CORNERS (detector)->core, harris_free);
}

static GError *
gst_harris_corners_repair (GstFeatureDetector *detector, const gchar **bad)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (detector);

  return harris_settings_repair (&self->wanted, &self->asked, &self->good, bad);
}

static void
gst_harris_corners_begin_frame (GstFeatureDetector *detector)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (detector);

  detector->mask = detector->file.loaded;
  if (self->good.params.channels == HARRIS_CHANNELS_COLOR && !self->color_said
      && !GST_VIDEO_INFO_IS_RGB (&detector->info)) {
    GST_INFO_OBJECT (self, "channels=color: %s has no RGB; its luma is used",
        GST_VIDEO_INFO_NAME (&detector->info));
    self->color_said = TRUE;
  }
}

static gboolean
gst_harris_corners_detect (GstFeatureDetector *detector, const VfImage *image,
    const VfRegion *region, const GError **fallback, GError **error)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (detector);

  harris_want_planes (self->core,
      (self->good.common.draw & (HARRIS_DRAW_RESPONSE | HARRIS_DRAW_HISTOGRAM))
          != 0);
  self->result =
      harris_detect (self->core, &self->good.params, image, region, error);
  if (!self->result)
    return FALSE;
  *fallback = self->result->fallback;
  GST_LOG_OBJECT (self, "%u corners, threshold %g", self->result->n_corners,
      self->result->threshold);
  return TRUE;
}

static void
gst_harris_corners_count (GstFeatureDetector *detector)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (detector);

  self->stats = *self->result;
}

static const gchar *
stage_name (guint stage)
{
  return harris_stage_name (stage);
}

static void
gst_harris_corners_fill_stats (
    GstFeatureDetector *detector, GstStructure *stats)
{
  const HarrisResult *last = &GST_HARRIS_CORNERS (detector)->stats;

  gst_structure_set (stats, "corners", G_TYPE_UINT, last->n_corners,
      "threshold", G_TYPE_DOUBLE, last->threshold, NULL);
  gst_feature_detector_fill_times (
      stats, last->scratch_bytes, stage_name, last->stage_ns, HARRIS_N_STAGES);
}

static GstStructure *
gst_harris_corners_attach (
    GstFeatureDetector *detector, GstBuffer *buffer, const VfImage *image)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (detector);
  const HarrisResult *result = self->result;
  GBytes *corners = gst_corners_meta_pack (result->corners, result->n_corners);
  gchar *name = gst_element_get_name (self);
  GstStructure *fields = gst_structure_new_empty (GST_CORNERS_META_NAME);
  GstCornersMeta meta = {
    .source = name,
    .width = image->width,
    .height = image->height,
    .pts = GST_BUFFER_PTS (buffer),
    .measure = harris_param_nick ("measure", self->good.params.measure),
    .threshold = result->threshold,
  };

  gst_corners_meta_fill (fields, &meta, corners);
  gst_corners_meta_add (buffer, fields);
  g_bytes_unref (corners);
  g_free (name);
  return fields;
}

static void
gst_harris_corners_attach_held (
    GstFeatureDetector *detector, GstBuffer *buffer, const GstStructure *fields)
{
  gst_corners_meta_add (buffer, fields);
}

static void
gst_harris_corners_detach_all (GstFeatureDetector *detector, GstBuffer *buffer)
{
  gst_corners_meta_remove_all (buffer);
}

static void
gst_harris_corners_draw (GstFeatureDetector *detector, VfOverlay *overlay,
    GstBuffer *buffer, const VfImage *image)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (detector);
  VfMarkerStyle style = VF_MARKER_STYLE_DEFAULT;
  guint draw = self->good.common.draw;

  style.color = self->good.common.draw_color;
  style.radius = self->good.draw_radius;
  if (image && (draw & HARRIS_DRAW_RESPONSE))
    harris_pictures_add_response (
        overlay, self->result, image->width, image->height);
  if (draw & HARRIS_DRAW_CORNERS)
    vf_markers_add_corners (overlay, buffer, &style);
  if (image && (draw & HARRIS_DRAW_HISTOGRAM))
    harris_pictures_add_histogram (
        overlay, self->result, image->width, image->height, style.color);
}

static void
install_properties (GstFeatureDetectorClass *klass)
{
  harris_properties_install (klass);
  gst_feature_detector_install_common (klass, harris_draw_type (),
      "frames analysed, and of the last one: corners, threshold, "
      "scratch-bytes, time-<stage> in nanoseconds");
  gst_feature_detector_install_file (klass,
      g_param_spec_string ("mask-location", "Mask location",
          "Path of a PGM, PPM or PNG picture, laid over the frame whatever its "
          "size: corners lie where its luma is above 0; empty: anywhere",
          NULL, VF_TUNABLE),
      &vf_mask_file);
}

static void
install_methods (GstFeatureDetectorClass *klass)
{
  klass->begin = gst_harris_corners_begin;
  klass->open = gst_harris_corners_open;
  klass->close = gst_harris_corners_close;
  klass->repair = gst_harris_corners_repair;
  klass->begin_frame = gst_harris_corners_begin_frame;
  klass->detect = gst_harris_corners_detect;
  klass->count = gst_harris_corners_count;
  klass->fill_stats = gst_harris_corners_fill_stats;
  klass->attach = gst_harris_corners_attach;
  klass->attach_held = gst_harris_corners_attach_held;
  klass->detach_all = gst_harris_corners_detach_all;
  klass->draw = gst_harris_corners_draw;
}

static void
gst_harris_corners_class_init (GstHarrisCornersClass *klass)
{
  GstElementClass *element = GST_ELEMENT_CLASS (klass);
  GstFeatureDetectorClass *detector = GST_FEATURE_DETECTOR_CLASS (klass);

  detector->what = "corners";
  detector->message = "harriscorners";
  detector->settings_size = sizeof (HarrisSettings);
  install_methods (detector);
  install_properties (detector);
  vf_formats_add_pad_templates (element);
  gst_element_class_set_static_metadata (element, "Harris corner detector",
      "Filter/Analyzer/Video",
      "Finds the Harris corners of every frame with an automatic threshold, "
      "and attaches them as metadata",
      "gst-video-features developers");
}

static void
gst_harris_corners_init (GstHarrisCorners *self)
{
  GstFeatureDetector *detector = GST_FEATURE_DETECTOR (self);

  harris_settings_init (&self->asked);
  self->wanted = self->asked;
  detector->asked = &self->asked.common;
  detector->wanted = &self->wanted.common;
  detector->good = &self->good.common;
}
