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
 * Corners lie anywhere in the frame, or where #harriscorners:roi-source and
 * #harriscorners:mask-location say. Frames have samples of 8 to 16 bits, all of
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

#include "gstharriscorners-private.h"

#include "backendmessages.h"
#include "formats.h"
#include "gstcornersmeta-private.h"
#include "harrisdraw.h"
#include "times.h"

GST_DEBUG_CATEGORY (harris_corners_debug);
#define GST_CAT_DEFAULT harris_corners_debug

/* From one frame to the next, if they belong together. */
#define LONGEST_GAP GST_SECOND

G_DEFINE_TYPE (GstHarrisCorners, gst_harris_corners, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (
    harriscorners, "harriscorners", GST_RANK_NONE, GST_TYPE_HARRIS_CORNERS,
    gst_corners_meta_register ();
    GST_DEBUG_CATEGORY_INIT (
        harris_corners_debug, "harriscorners", 0, "Harris corners"))

/* What is kept from one frame to the next. The sink's lateness outlives gaps in
 * the stream. */
static void
reset_history (GstHarrisCorners *self)
{
  harris_publisher_reset (&self->publisher);
  GST_OBJECT_LOCK (self);
  vf_frame_gate_restart (&self->gate);
  GST_OBJECT_UNLOCK (self);
}

static void
reset_all (GstHarrisCorners *self)
{
  reset_history (self);
  self->last_pts = GST_CLOCK_TIME_NONE;
  GST_OBJECT_LOCK (self);
  vf_frame_gate_reset (&self->gate);
  GST_OBJECT_UNLOCK (self);
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
  self->info = (GstVideoInfo){ 0 };
  self->bad = NULL;
  self->region_empty = FALSE;
  self->too_large_said = FALSE;
  self->color_said = FALSE;
  vf_overlay_pad_reset (&self->pad, trans);
  reset_all (self);
  vf_mask_file_close (&self->mask, GST_OBJECT_GET_LOCK (self));
  if (!harris_params_check (&self->good.params, NULL, &error)
      || !vf_mask_file_update (&self->mask, GST_OBJECT_GET_LOCK (self), &error))
    goto bad_settings;
  vf_gpu_frames_start (&self->pad.gpu, self->good.cuda_device_id);
  self->detector = gst_harris_corners_new_detector (self, &error);
  if (!self->detector)
    goto no_backend;
  if (harris_fallback (self->detector))
    vf_post_cpu_instead (GST_ELEMENT (self), harris_fallback (self->detector));
  gst_harris_corners_set_active (self, harris_backend (self->detector));
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
  vf_gpu_frames_stop (&self->pad.gpu);
  vf_scratch_free (&self->unpacked);
  vf_mask_file_close (&self->mask, GST_OBJECT_GET_LOCK (self));
  reset_all (self);
  GST_OBJECT_LOCK (self);
  self->on_gpu = FALSE;
  GST_OBJECT_UNLOCK (self);
  gst_harris_corners_set_active (self, VF_BACKEND_AUTO);
  return TRUE;
}

/* Also called when only the overlay's feature comes or goes. */
static gboolean
gst_harris_corners_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);
  GstVideoInfo info;

  if (!gst_video_info_from_caps (&info, incaps))
    goto bad_caps;
  if (info.width > VF_IMAGE_MAX_SIDE || info.height > VF_IMAGE_MAX_SIDE)
    goto too_large;
  vf_overlay_pad_renegotiated (&self->pad);
  if (!self->info.finfo || !gst_video_info_is_equal (&info, &self->info)) {
    reset_history (self);
    self->region_empty = FALSE;
  }
  self->info = info;
  GST_OBJECT_LOCK (self);
  self->on_gpu = vf_gpu_caps_are (incaps, 0);
  GST_OBJECT_UNLOCK (self);
  vf_layout_init (&self->layout, info.finfo);
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
          info.width, info.height, VF_IMAGE_MAX_SIDE),
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
      reset_all (self);
      break;
    case GST_EVENT_SEGMENT:
      gst_event_parse_segment (event, &segment);
      if ((segment->rate < 0) != (trans->segment.rate < 0))
        reset_all (self);
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
  vf_overlay_pad_src_event (&self->pad, trans, event);
  return GST_BASE_TRANSFORM_CLASS (gst_harris_corners_parent_class)
      ->src_event (trans, event);
}

static void
warn_of_settings (
    GstHarrisCorners *self, const GError *error, const gchar *property)
{
  GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", error->message),
      ("The last good value stays."));
  g_object_notify (G_OBJECT (self), property);
}

static void
take_mask (GstHarrisCorners *self)
{
  GError *error = NULL;

  if (vf_mask_file_update (&self->mask, GST_OBJECT_GET_LOCK (self), &error))
    return;
  GST_OBJECT_LOCK (self);
  vf_mask_file_restore (&self->mask);
  GST_OBJECT_UNLOCK (self);
  warn_of_settings (self, error, "mask-location");
  g_error_free (error);
}

/* The settings of the frame that begins. A controller may set the same property
 * to bad values for many frames: that is said once. */
static void
take_settings (GstHarrisCorners *self)
{
  const HarrisParamInfo *bad, *before = self->bad;
  HarrisParams asked;
  GError *error;

  GST_OBJECT_LOCK (self);
  asked = self->wanted.params;
  error = harris_settings_repair (&self->wanted, &self->good, &bad);
  harris_params_follow (&self->asked.params, &asked, &self->wanted.params);
  self->good = self->wanted;
  GST_OBJECT_UNLOCK (self);
  self->bad = bad;
  if (error && bad != before)
    warn_of_settings (self, error, bad->name);
  g_clear_error (&error);
  take_mask (self);
  if (self->good.params.channels == HARRIS_CHANNELS_COLOR && !self->color_said
      && !GST_VIDEO_INFO_IS_RGB (&self->info)) {
    GST_INFO_OBJECT (self, "channels=color: %s has no RGB; its luma is used",
        GST_VIDEO_INFO_NAME (&self->info));
    self->color_said = TRUE;
  }
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

/* Whether the stream goes on somewhere else. A queue that drops frames leaves a
 * discontinuity too, but no new start. */
static gboolean
jumps (GstHarrisCorners *self, GstBuffer *buffer)
{
  GstClockTime pts = GST_BUFFER_PTS (buffer), last = self->last_pts;

  self->last_pts = pts;
  if (!GST_BUFFER_IS_DISCONT (buffer))
    return FALSE;
  return !GST_CLOCK_TIME_IS_VALID (pts) || !GST_CLOCK_TIME_IS_VALID (last)
         || pts < last || pts - last > LONGEST_GAP;
}

static GstFlowReturn
gst_harris_corners_transform_ip (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (trans);
  const HarrisResult *result = NULL;
  VfImage image = { 0 };

  if (jumps (self, buffer))
    reset_history (self);
  take_settings (self);
  if (!is_due (self, buffer))
    harris_publish_held (&self->publisher, &self->good, buffer);
  else if (!(result = gst_harris_corners_analyse (self, buffer, &image)))
    return GST_FLOW_ERROR;
  if (self->good.draw
      && !harris_draw (
          &self->pad, trans, &self->good, buffer, &self->info, &image, result))
    goto no_draw;
  return GST_FLOW_OK;

  /* ERRORS */
no_draw:
  GST_ELEMENT_ERROR (self, RESOURCE, WRITE,
      ("The corners could not be drawn: a frame cannot be written to, its "
       "buffer is smaller than it says, or its pixels lie at odd addresses. "
       "Set "
       "draw=none."),
      (NULL));
  return GST_FLOW_ERROR;
}

static void
gst_harris_corners_finalize (GObject *object)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (object);

  g_array_unref (self->rects);
  vf_gpu_frames_clear (&self->pad.gpu);
  vf_mask_file_clear (&self->mask);
  G_OBJECT_CLASS (gst_harris_corners_parent_class)->finalize (object);
}

static void
gst_harris_corners_class_init (GstHarrisCornersClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);
  GstElementClass *element = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans = GST_BASE_TRANSFORM_CLASS (klass);

  object->finalize = gst_harris_corners_finalize;
  gst_harris_corners_install_properties (object);

  vf_formats_add_pad_templates (element);
  gst_element_class_set_static_metadata (element, "Harris corner detector",
      "Filter/Analyzer/Video",
      "Finds the Harris corners of every frame with an automatic threshold, "
      "and attaches them as metadata",
      "gst-video-features developers");

  gst_harris_corners_install_negotiation (klass);
  trans->start = GST_DEBUG_FUNCPTR (gst_harris_corners_start);
  trans->stop = GST_DEBUG_FUNCPTR (gst_harris_corners_stop);
  trans->set_caps = GST_DEBUG_FUNCPTR (gst_harris_corners_set_caps);
  trans->src_event = GST_DEBUG_FUNCPTR (gst_harris_corners_src_event);
  trans->sink_event = GST_DEBUG_FUNCPTR (gst_harris_corners_sink_event);
  trans->before_transform = GST_DEBUG_FUNCPTR (vf_sync_controlled);
  trans->transform_ip = GST_DEBUG_FUNCPTR (gst_harris_corners_transform_ip);
}

static void
gst_harris_corners_init (GstHarrisCorners *self)
{
  harris_settings_init (&self->asked);
  self->wanted = self->asked;
  self->rects = g_array_new (FALSE, FALSE, sizeof (VfRect));
  vf_gpu_frames_init (&self->pad.gpu, GST_ELEMENT (self));
  reset_history (self);
}
