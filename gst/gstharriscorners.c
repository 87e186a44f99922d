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
 * gstcornersmeta.h reads it. The frames themselves pass unchanged and
 * uncopied, unless #harriscorners:draw asks for markers.
 *
 * With #harriscorners:updates, an element message named "harriscorners" with
 * the same fields is posted on the bus.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=60 pattern=pinwheel
 * horizontal-speed=3 ! harriscorners draw=corners ! videoconvert !
 * autovideosink
 * ]| Shows the corners of a moving pattern.
 * |[
 * gst-launch-1.0 -m videotestsrc num-buffers=3 ! harriscorners
 * updates=every-frame ! fakesink
 * ]| Prints the messages of three frames.
 *
 * Since: 0.1
 */
#include "config.h"

#include "gstharriscorners.h"

#include "backendmessages.h"
#include "error.h"
#include "formats.h"
#include "framegate.h"
#include "frames.h"
#include "harrisdraw.h"
#include "harrispublish.h"
#include "harrisstats.h"
#include "overlaypad.h"
#include "times.h"

GST_DEBUG_CATEGORY_STATIC (harris_corners_debug);
#define GST_CAT_DEFAULT harris_corners_debug

struct _GstHarrisCorners {
  GstBaseTransform parent;

  /* Under the object lock. */
  HarrisSettings wanted; /* what the properties say */
  HarrisStats stats;
  VfBackendKind active; /* AUTO: none, before start() */

  VfFrameGate gate;

  /* The streaming thread's. */
  HarrisDetector *detector;
  GstVideoInfo info;
  HarrisSettings good; /* those of the last frame */
  HarrisPublisher publisher;
  VfOverlayPad pad;
  GByteArray *copy;      /* of pixels that cannot be read where they lie */
  GArray *rects;         /* VfRect; of the frame's region */
  gboolean region_empty; /* it has been said, and likewise: */
  gboolean settings_bad;
  gboolean too_large_said;
};

G_DEFINE_TYPE (GstHarrisCorners, gst_harris_corners, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (harriscorners, "harriscorners",
    GST_RANK_NONE, GST_TYPE_HARRIS_CORNERS,
    GST_DEBUG_CATEGORY_INIT (
        harris_corners_debug, "harriscorners", 0, "Harris corners"))

static guint prop_stats, prop_active_backend;

static void
gst_harris_corners_set_property (
    GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (object);
  gboolean known, redraw;
  guint draw;

  GST_OBJECT_LOCK (self);
  draw = self->wanted.draw;
  known = harris_settings_set (&self->wanted, id, value);
  redraw = draw != self->wanted.draw;
  self->pad.refused = self->pad.refused && !redraw;
  GST_OBJECT_UNLOCK (self);
  if (redraw)
    gst_base_transform_reconfigure_src (GST_BASE_TRANSFORM (self));
  if (!known)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
gst_harris_corners_get_property (
    GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (object);
  gboolean known = TRUE;

  GST_OBJECT_LOCK (self);
  if (id == prop_stats)
    g_value_take_boxed (value, harris_stats_to_structure (&self->stats));
  else if (id == prop_active_backend)
    g_value_set_static_string (value, self->active == VF_BACKEND_AUTO
                                          ? NULL
                                          : vf_backend_name (self->active));
  else
    known = harris_settings_get (&self->wanted, id, value);
  GST_OBJECT_UNLOCK (self);
  if (!known)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

/* What is kept from one frame to the next. */
static void
reset_history (GstHarrisCorners *self)
{
  harris_publisher_reset (&self->publisher);
  self->region_empty = FALSE;
  GST_OBJECT_LOCK (self);
  vf_frame_gate_reset (&self->gate);
  GST_OBJECT_UNLOCK (self);
}

static void
set_active (GstHarrisCorners *self, VfBackendKind active)
{
  GST_OBJECT_LOCK (self);
  self->active = active;
  GST_OBJECT_UNLOCK (self);
  g_object_notify (G_OBJECT (self), "active-backend");
}

static gboolean
gst_harris_corners_start (GstBaseTransform *trans)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);
  GError *error = NULL;

  GST_OBJECT_LOCK (self);
  self->good = self->wanted;
  self->stats = (HarrisStats){ 0 };
  GST_OBJECT_UNLOCK (self);
  self->pad = (VfOverlayPad){ 0 };
  self->settings_bad = FALSE;
  self->too_large_said = FALSE;
  reset_history (self);
  if (!harris_params_check (&self->good.params, NULL, &error))
    goto bad_settings;
  self->detector =
      harris_new (self->good.backend, self->good.cuda_device_id, &error);
  if (!self->detector)
    goto no_backend;
  if (harris_fallback (self->detector))
    vf_post_cpu_instead (GST_ELEMENT (self), harris_fallback (self->detector));
  set_active (self, harris_backend (self->detector));
  return TRUE;

  /* ERRORS */
bad_settings:
  GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS, ("%s", error->message), (NULL));
  g_clear_error (&error);
  return FALSE;
no_backend:
  vf_post_no_backend (GST_ELEMENT (self), error);
  g_clear_error (&error);
  return FALSE;
}

static gboolean
gst_harris_corners_stop (GstBaseTransform *trans)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);

  g_clear_pointer (&self->detector, harris_free);
  g_clear_pointer (&self->copy, g_byte_array_unref);
  reset_history (self);
  set_active (self, VF_BACKEND_AUTO);
  return TRUE;
}

static GstCaps *
gst_harris_corners_transform_caps (GstBaseTransform *trans,
    GstPadDirection direction, GstCaps *caps, GstCaps *filter)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);
  gboolean offer;

  GST_OBJECT_LOCK (self);
  offer = self->wanted.draw != HARRIS_DRAW_NONE && !self->pad.refused;
  GST_OBJECT_UNLOCK (self);
  return vf_overlay_pad_transform_caps (direction, caps, filter, offer);
}

/* Pixels outside a crop would be searched in vain: upstream crops itself. */
static gboolean
gst_harris_corners_propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  guint i;

  if (!GST_BASE_TRANSFORM_CLASS (gst_harris_corners_parent_class)
           ->propose_allocation (trans, decide_query, query))
    return FALSE;
  if (gst_query_find_allocation_meta (query, GST_VIDEO_CROP_META_API_TYPE, &i))
    gst_query_remove_nth_allocation_meta (query, i);
  return TRUE;
}

static gboolean
gst_harris_corners_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);

  if (!gst_video_info_from_caps (&self->info, incaps))
    goto bad_caps;
  if (self->info.width > VF_IMAGE_MAX_SIDE
      || self->info.height > VF_IMAGE_MAX_SIDE)
    goto too_large;
  vf_overlay_pad_renegotiated (&self->pad);
  reset_history (self);
  if (self->good.params.channels == HARRIS_CHANNELS_COLOR
      && !GST_VIDEO_INFO_IS_RGB (&self->info))
    GST_INFO_OBJECT (self, "channels=color: %s has no RGB; its luma is used",
        GST_VIDEO_INFO_NAME (&self->info));
  return TRUE;

  /* ERRORS */
bad_caps:
  GST_ERROR_OBJECT (self, "no video in caps %" GST_PTR_FORMAT, incaps);
  return FALSE;
too_large:
  /* Upstream tries the same caps again and again. */
  if (self->too_large_said)
    return FALSE;
  self->too_large_said = TRUE;
  GST_ELEMENT_ERROR (self, STREAM, FORMAT,
      ("Frames of %d x %d pixels are too large: width and height must be from "
       "1 to %d. Put videoscale or videocrop before this element.",
          self->info.width, self->info.height, VF_IMAGE_MAX_SIDE),
      (NULL));
  return FALSE;
}

static gboolean
gst_harris_corners_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);
  const GstSegment *segment;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_FLUSH_STOP:
    case GST_EVENT_STREAM_START:
      reset_history (self);
      break;
    case GST_EVENT_SEGMENT:
      gst_event_parse_segment (event, &segment);
      if ((segment->rate < 0) != (trans->segment.rate < 0))
        reset_history (self);
      break;
    default:
      break;
  }
  return GST_BASE_TRANSFORM_CLASS (gst_harris_corners_parent_class)
      ->sink_event (trans, event);
}

static gboolean
gst_harris_corners_src_event (GstBaseTransform *trans, GstEvent *event)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);

  if (GST_EVENT_TYPE (event) == GST_EVENT_QOS) {
    GST_OBJECT_LOCK (self);
    vf_frame_gate_qos (&self->gate, event);
    GST_OBJECT_UNLOCK (self);
  }
  return GST_BASE_TRANSFORM_CLASS (gst_harris_corners_parent_class)
      ->src_event (trans, event);
}

/* The settings of the frame that begins. A controller may set a bad value for
 * every frame: that is said once. */
static void
take_settings (GstHarrisCorners *self)
{
  GError *error;

  GST_OBJECT_LOCK (self);
  error = harris_settings_repair (&self->wanted, &self->good);
  self->good = self->wanted;
  GST_OBJECT_UNLOCK (self);
  if (error && !self->settings_bad)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", error->message),
        ("The last good value stays."));
  self->settings_bad = error != NULL;
  g_clear_error (&error);
}

/* Posts one WARNING while the rectangle lies outside the frames. */
static void
check_rectangle (GstHarrisCorners *self, const VfImage *image)
{
  VfRect rect = self->good.roi.rect;
  gboolean empty = self->good.roi.source == VF_ROI_SOURCE_RECTANGLE
                   && (rect.x >= image->width || rect.y >= image->height);

  if (empty && !self->region_empty)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("The region (roi-x=%u, roi-y=%u) lies outside the frame of %u x %u "
         "pixels: no corners.",
            rect.x, rect.y, image->width, image->height),
        (NULL));
  self->region_empty = empty;
}

/* NULL: the whole frame. */
static const VfRegion *
frame_region (GstHarrisCorners *self, GstBuffer *buffer, VfRegion *region)
{
  if (!vf_roi_collect (&self->good.roi, buffer, self->rects))
    return NULL;
  region->rects = (const VfRect *) self->rects->data;
  region->n_rects = self->rects->len;
  return region;
}

/* NULL, and an element ERROR is posted. */
static const HarrisResult *
detect (GstHarrisCorners *self, GstBuffer *buffer, VfImage *image)
{
  const HarrisResult *result;
  GError *error = NULL;
  GstVideoFrame frame;
  VfRegion region;

  if (!gst_video_frame_map (&frame, &self->info, buffer,
          GST_MAP_READ | GST_VIDEO_FRAME_MAP_FLAG_NO_REF))
    goto no_map;
  if (!vf_frame_is_whole (&frame))
    goto not_whole;
  *image = vf_frame_image (&frame, &self->copy);
  vf_image_crop (image, buffer);
  check_rectangle (self, image);
  result = harris_detect (self->detector, &self->good.params, image,
      frame_region (self, buffer, &region), &error);
  gst_video_frame_unmap (&frame);
  if (!result)
    goto failed;
  if (result->fallback) {
    vf_post_gpu_lost (GST_ELEMENT (self), result->fallback);
    set_active (self, harris_backend (self->detector));
  }
  return result;

  /* ERRORS */
not_whole:
  gst_video_frame_unmap (&frame);
no_map:
  GST_ELEMENT_ERROR (self, RESOURCE, READ,
      ("A buffer could not be read as a frame of %d x %d %s pixels.",
          self->info.width, self->info.height,
          GST_VIDEO_INFO_NAME (&self->info)),
      ("size %" G_GSIZE_FORMAT, gst_buffer_get_size (buffer)));
  return NULL;
failed:
  if (g_error_matches (error, VF_ERROR, VF_ERROR_MEMORY))
    GST_ELEMENT_ERROR (
        self, RESOURCE, NO_SPACE_LEFT, ("%s", error->message), (NULL));
  else
    GST_ELEMENT_ERROR (self, LIBRARY, FAILED, ("%s", error->message), (NULL));
  g_error_free (error);
  return NULL;
}

static void
update_stats (GstHarrisCorners *self, const HarrisResult *result)
{
  GST_OBJECT_LOCK (self);
  self->stats.frames++;
  self->stats.last = *result;
  GST_OBJECT_UNLOCK (self);
}

static gboolean
is_due (GstHarrisCorners *self, GstBuffer *buffer)
{
  GstClockTime time = vf_running_time (GST_BASE_TRANSFORM (self), buffer);
  gboolean due;

  GST_OBJECT_LOCK (self);
  due = vf_frame_gate_open (
      &self->gate, self->good.detect_every, self->good.skip_late, time);
  GST_OBJECT_UNLOCK (self);
  return due;
}

/* NULL, and an element ERROR is posted. */
static const HarrisResult *
analyse (GstHarrisCorners *self, GstBuffer *buffer, VfImage *image)
{
  const HarrisResult *result;

  harris_want_planes (self->detector,
      (self->good.draw & (HARRIS_DRAW_RESPONSE | HARRIS_DRAW_HISTOGRAM)) != 0);
  result = detect (self, buffer, image);
  if (!result)
    return NULL;
  update_stats (self, result);
  harris_publish (&self->publisher, GST_BASE_TRANSFORM (self), &self->good,
      buffer, image->width, image->height, result);
  GST_LOG_OBJECT (
      self, "%u corners, threshold %g", result->n_corners, result->threshold);
  return result;
}

static GstFlowReturn
gst_harris_corners_transform_ip (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);
  const HarrisResult *result = NULL;
  VfImage image = { 0 };

  if (GST_BUFFER_IS_DISCONT (buffer))
    reset_history (self);
  take_settings (self);
  if (!is_due (self, buffer))
    harris_publish_held (&self->publisher, &self->good, buffer);
  else if (!(result = analyse (self, buffer, &image)))
    return GST_FLOW_ERROR;
  if (self->good.draw
      && !harris_draw (
          &self->pad, trans, &self->good, buffer, &self->info, &image, result))
    goto no_draw;
  return GST_FLOW_OK;

  /* ERRORS */
no_draw:
  GST_ELEMENT_ERROR (self, RESOURCE, WRITE,
      ("The corners could not be drawn: a frame cannot be written to. Set "
       "draw=none."),
      (NULL));
  return GST_FLOW_ERROR;
}

static void
gst_harris_corners_finalize (GObject *object)
{
  g_array_unref (GST_HARRIS_CORNERS (object)->rects);
  G_OBJECT_CLASS (gst_harris_corners_parent_class)->finalize (object);
}

static void
gst_harris_corners_class_init (GstHarrisCornersClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);
  GstElementClass *element = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans = GST_BASE_TRANSFORM_CLASS (klass);

  object->set_property = gst_harris_corners_set_property;
  object->get_property = gst_harris_corners_get_property;
  object->finalize = gst_harris_corners_finalize;
  prop_stats = harris_properties_install (object);
  g_object_class_install_property (object, prop_stats,
      g_param_spec_boxed ("stats", "Statistics",
          "frames analysed, and of the last one: corners, threshold, "
          "scratch-bytes, time-<stage> in nanoseconds",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  prop_active_backend = prop_stats + 1;
  g_object_class_install_property (object, prop_active_backend,
      g_param_spec_string ("active-backend", "Active backend",
          "Where corners are found now: cpu or cuda; NULL before the start",
          NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  vf_formats_add_pad_templates (element);
  gst_element_class_set_static_metadata (element, "Harris corner detector",
      "Filter/Analyzer/Video",
      "Finds the Harris corners of every frame with an automatic threshold, "
      "and attaches them as metadata",
      "gst-video-features developers");

  trans->start = GST_DEBUG_FUNCPTR (gst_harris_corners_start);
  trans->stop = GST_DEBUG_FUNCPTR (gst_harris_corners_stop);
  trans->set_caps = GST_DEBUG_FUNCPTR (gst_harris_corners_set_caps);
  trans->transform_caps = GST_DEBUG_FUNCPTR (gst_harris_corners_transform_caps);
  trans->propose_allocation =
      GST_DEBUG_FUNCPTR (gst_harris_corners_propose_allocation);
  trans->src_event = GST_DEBUG_FUNCPTR (gst_harris_corners_src_event);
  trans->sink_event = GST_DEBUG_FUNCPTR (gst_harris_corners_sink_event);
  trans->before_transform = GST_DEBUG_FUNCPTR (vf_sync_controlled);
  trans->transform_ip = GST_DEBUG_FUNCPTR (gst_harris_corners_transform_ip);
}

static void
gst_harris_corners_init (GstHarrisCorners *self)
{
  harris_settings_init (&self->wanted);
  self->rects = g_array_new (FALSE, FALSE, sizeof (VfRect));
  reset_history (self);
}
