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
 * gst-launch-1.0 videotestsrc num-buffers=60 pattern=ball ! harriscorners
 * draw=corners ! videoconvert ! autovideosink
 * ]| Shows the corners of a moving ball.
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
#include "gstcornersmeta-private.h"
#include "harrisproperties.h"
#include "overlay.h"

#include <gst/video/video.h>

GST_DEBUG_CATEGORY_STATIC (harris_corners_debug);
#define GST_CAT_DEFAULT harris_corners_debug

#define CAPS                                                                   \
  GST_VIDEO_CAPS_MAKE (                                                        \
      "{ GRAY8, I420, YV12, NV12, NV21, YUY2, UYVY, RGB, BGR, RGBx, BGRx, "    \
      "xRGB, xBGR, RGBA, BGRA, ARGB, ABGR }")

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE (
    "sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (CAPS));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE (
    "src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS (CAPS));

struct _GstHarrisCorners {
  GstBaseTransform parent;

  /* Under the object lock. */
  HarrisSettings wanted; /* what the properties say */
  guint64 frames;        /* analysed since start() */
  HarrisResult last;     /* without its corners */
  VfBackendKind active;  /* AUTO: none, before start() */

  /* The streaming thread's. */
  HarrisDetector *detector;
  GstVideoInfo info;
  HarrisSettings good;   /* those of the last frame */
  gint64 last_count;     /* for updates=on-change; -1: there is none */
  gboolean region_empty; /* it has been said */
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
  gboolean known;

  GST_OBJECT_LOCK (self);
  known = harris_settings_set (&self->wanted, id, value);
  GST_OBJECT_UNLOCK (self);
  if (!known)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

/* With the object lock. */
static GstStructure *
new_stats (GstHarrisCorners *self)
{
  GstStructure *stats = gst_structure_new ("harriscorners-stats", "frames",
      G_TYPE_UINT64, self->frames, "corners", G_TYPE_UINT, self->last.n_corners,
      "threshold", G_TYPE_DOUBLE, self->last.threshold, "scratch-bytes",
      G_TYPE_UINT64, (guint64) self->last.scratch_bytes, NULL);

  for (guint i = 0; i < HARRIS_N_STAGES; i++) {
    gchar *name = g_strconcat ("time-", harris_stage_name (i), NULL);

    gst_structure_set (
        stats, name, G_TYPE_UINT64, self->last.stage_ns[i], NULL);
    g_free (name);
  }
  return stats;
}

static void
gst_harris_corners_get_property (
    GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (object);
  gboolean known = TRUE;

  GST_OBJECT_LOCK (self);
  if (id == prop_stats)
    g_value_take_boxed (value, new_stats (self));
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
  self->last_count = -1;
  self->region_empty = FALSE;
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
  self->frames = 0;
  self->last = (HarrisResult){ 0 };
  GST_OBJECT_UNLOCK (self);
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
  set_active (self, VF_BACKEND_AUTO);
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

static void
gst_harris_corners_before_transform (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstClockTime time = gst_segment_to_stream_time (
      &trans->segment, GST_FORMAT_TIME, GST_BUFFER_PTS (buffer));

  if (GST_CLOCK_TIME_IS_VALID (time))
    gst_object_sync_values (GST_OBJECT (trans), time);
}

/* Gives parameters that cannot be used their last good value. The object lock
 * is held. NULL, or what was wrong. */
static GError *
repair_wanted (GstHarrisCorners *self)
{
  HarrisParams *wanted = &self->wanted.params;
  const HarrisParams *good = &self->good.params;
  const HarrisParamInfo *bad;
  GError *error = NULL;

  while (!harris_params_check (wanted, &bad, error ? NULL : &error)) {
    gdouble value = harris_param_get (good, bad);

    if (harris_param_get (wanted, bad) == value)
      *wanted = *good;
    else
      harris_param_set (wanted, bad, value);
  }
  return error;
}

/* The settings of the frame that begins. */
static void
take_settings (GstHarrisCorners *self)
{
  GError *error;

  GST_OBJECT_LOCK (self);
  error = repair_wanted (self);
  self->good = self->wanted;
  GST_OBJECT_UNLOCK (self);
  if (error) {
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", error->message),
        ("The last good value stays."));
    g_error_free (error);
  }
}

/* All of the frame, or the rectangle; posts one WARNING when that is empty. */
static VfRect
frame_region (GstHarrisCorners *self, const VfImage *image)
{
  VfRect region = { 0, 0, image->width, image->height };
  gboolean empty;

  if (self->good.roi_source == HARRIS_ROI_SOURCE_RECTANGLE) {
    region = self->good.roi;
    region.width = region.width ? region.width : G_MAXUINT;
    region.height = region.height ? region.height : G_MAXUINT;
  }
  region = vf_rect_clip (region, image->width, image->height);
  empty = vf_rect_is_empty (region);
  if (empty && !self->region_empty)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("The region (roi-x=%u, roi-y=%u) lies outside the frame of %u x %u "
         "pixels: no corners.",
            self->good.roi.x, self->good.roi.y, image->width, image->height),
        (NULL));
  self->region_empty = empty;
  return region;
}

/* The luma plane, or red, green and blue, where they lie. */
static VfImage
frame_image (const GstVideoFrame *frame)
{
  VfImage image = {
    .width = GST_VIDEO_FRAME_WIDTH (frame),
    .height = GST_VIDEO_FRAME_HEIGHT (frame),
    .channels = GST_VIDEO_INFO_IS_RGB (&frame->info) ? 3 : 1,
  };

  for (guint c = 0; c < image.channels; c++) {
    image.data[c] = GST_VIDEO_FRAME_COMP_DATA (frame, c);
    image.stride[c] = GST_VIDEO_FRAME_COMP_STRIDE (frame, c);
    image.step[c] = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);
  }
  return image;
}

/* NULL, and an element ERROR is posted. */
static const HarrisResult *
detect (GstHarrisCorners *self, GstBuffer *buffer, VfImage *image)
{
  const HarrisResult *result;
  GError *error = NULL;
  GstVideoFrame frame;
  VfRect region;

  if (!gst_video_frame_map (&frame, &self->info, buffer,
          GST_MAP_READ | GST_VIDEO_FRAME_MAP_FLAG_NO_REF))
    goto no_map;
  *image = frame_image (&frame);
  region = frame_region (self, image);
  result = harris_detect (
      self->detector, &self->good.params, image, &region, &error);
  gst_video_frame_unmap (&frame);
  if (!result)
    goto failed;
  if (result->fallback) {
    vf_post_gpu_lost (GST_ELEMENT (self), result->fallback);
    set_active (self, harris_backend (self->detector));
  }
  return result;

  /* ERRORS */
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

static gboolean
wants_message (GstHarrisCorners *self, guint count)
{
  gboolean changed = self->last_count != count;

  self->last_count = count;
  switch (self->good.updates) {
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
post_message (GstHarrisCorners *self, GstBuffer *buffer,
    const GstCornersMeta *meta, GBytes *corners)
{
  const GstSegment *segment = &GST_BASE_TRANSFORM (self)->segment;
  GstClockTime pts = GST_BUFFER_PTS (buffer);
  GstStructure *structure = gst_structure_new ("harriscorners", "timestamp",
      G_TYPE_UINT64, pts, "stream-time", G_TYPE_UINT64,
      gst_segment_to_stream_time (segment, GST_FORMAT_TIME, pts),
      "running-time", G_TYPE_UINT64,
      gst_segment_to_running_time (segment, GST_FORMAT_TIME, pts), "duration",
      G_TYPE_UINT64, GST_BUFFER_DURATION (buffer), NULL);

  gst_corners_meta_fill (structure, meta, corners);
  gst_element_post_message (GST_ELEMENT (self),
      gst_message_new_element (GST_OBJECT (self), structure));
}

/* Attaches the corners, and posts them when the user wants it. */
static void
publish (GstHarrisCorners *self, GstBuffer *buffer, const VfImage *image,
    const HarrisResult *result)
{
  GBytes *corners = gst_corners_meta_pack (result->corners, result->n_corners);
  gchar *name = gst_object_get_name (GST_OBJECT (self));
  GstCornersMeta meta = {
    .source = name,
    .width = image->width,
    .height = image->height,
    .pts = GST_BUFFER_PTS (buffer),
    .measure = harris_param_nick ("measure", self->good.params.measure),
    .threshold = result->threshold,
  };

  if (!self->good.keep_metas)
    gst_corners_meta_remove_all (buffer);
  gst_corners_meta_add (buffer, &meta, corners);
  if (wants_message (self, result->n_corners))
    post_message (self, buffer, &meta, corners);
  g_bytes_unref (corners);
  g_free (name);
}

static void
update_stats (GstHarrisCorners *self, const HarrisResult *result)
{
  GST_OBJECT_LOCK (self);
  self->frames++;
  self->last = *result;
  GST_OBJECT_UNLOCK (self);
}

static GstFlowReturn
gst_harris_corners_transform_ip (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);
  const HarrisResult *result;
  VfImage image;

  if (GST_BUFFER_IS_DISCONT (buffer))
    reset_history (self);
  take_settings (self);
  result = detect (self, buffer, &image);
  if (!result)
    return GST_FLOW_ERROR;
  update_stats (self, result);
  publish (self, buffer, &image, result);
  GST_LOG_OBJECT (
      self, "%u corners, threshold %g", result->n_corners, result->threshold);
  if ((self->good.draw & HARRIS_DRAW_CORNERS)
      && !vf_overlay_draw_corners (buffer, &self->info))
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
gst_harris_corners_class_init (GstHarrisCornersClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);
  GstElementClass *element = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans = GST_BASE_TRANSFORM_CLASS (klass);

  object->set_property = gst_harris_corners_set_property;
  object->get_property = gst_harris_corners_get_property;
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

  gst_element_class_add_static_pad_template (element, &sink_template);
  gst_element_class_add_static_pad_template (element, &src_template);
  gst_element_class_set_static_metadata (element, "Harris corner detector",
      "Filter/Analyzer/Video",
      "Finds the Harris corners of every frame with an automatic threshold, "
      "and attaches them as metadata",
      "gst-video-features developers");

  trans->start = GST_DEBUG_FUNCPTR (gst_harris_corners_start);
  trans->stop = GST_DEBUG_FUNCPTR (gst_harris_corners_stop);
  trans->set_caps = GST_DEBUG_FUNCPTR (gst_harris_corners_set_caps);
  trans->sink_event = GST_DEBUG_FUNCPTR (gst_harris_corners_sink_event);
  trans->before_transform =
      GST_DEBUG_FUNCPTR (gst_harris_corners_before_transform);
  trans->transform_ip = GST_DEBUG_FUNCPTR (gst_harris_corners_transform_ip);
}

static void
gst_harris_corners_init (GstHarrisCorners *self)
{
  harris_settings_init (&self->wanted);
  reset_history (self);
}
