/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstfeaturedetector-private.h"

#include "backendmessages.h"
#include "times.h"

GST_DEBUG_CATEGORY_STATIC (feature_detector_debug);
#define GST_CAT_DEFAULT feature_detector_debug

/* From one frame to the next, if they belong together. */
#define LONGEST_GAP GST_SECOND

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (
    GstFeatureDetector, gst_feature_detector, GST_TYPE_BASE_TRANSFORM,
    gst_type_mark_as_plugin_api (g_define_type_id, 0);
    GST_DEBUG_CATEGORY_INIT (feature_detector_debug, "featuredetector", 0,
        "what our detectors have in common"))

#define CLASS(self) GST_FEATURE_DETECTOR_GET_CLASS (self)

/* What is kept from one frame to the next. The sink's lateness outlives gaps in
 * the stream. */
static void
reset_history (GstFeatureDetector *self)
{
  gst_feature_detector_reset_publisher (self);
  GST_OBJECT_LOCK (self);
  vf_frame_gate_restart (&self->gate);
  GST_OBJECT_UNLOCK (self);
  if (CLASS (self)->reset)
    CLASS (self)->reset (self);
}

static void
reset_all (GstFeatureDetector *self)
{
  reset_history (self);
  self->last_pts = GST_CLOCK_TIME_NONE;
  GST_OBJECT_LOCK (self);
  vf_frame_gate_reset (&self->gate);
  GST_OBJECT_UNLOCK (self);
}

/* Nothing is known of any frame. */
static void
forget (GstFeatureDetector *self)
{
  GST_OBJECT_LOCK (self);
  memcpy (self->good, self->wanted, CLASS (self)->settings_size);
  self->n_frames = 0;
  GST_OBJECT_UNLOCK (self);
  self->info = (GstVideoInfo){ 0 };
  self->bad = NULL;
  self->region_empty = FALSE;
  self->too_large_said = FALSE;
  vf_overlay_pad_reset (&self->pad, GST_BASE_TRANSFORM (self));
  reset_all (self);
}

static gboolean
gst_feature_detector_start (GstBaseTransform *trans)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (trans);
  const GError *fallback;
  GError *error = NULL;

  forget (self);
  if (!gst_feature_detector_begin_settings (self))
    return FALSE;
  vf_gpu_frames_start (&self->pad.gpu, self->good->cuda_device_id);
  self->detector = gst_feature_detector_open (self, &error);
  if (!self->detector)
    goto no_backend;
  fallback = vf_detector_fallback (self->detector);
  if (fallback)
    vf_post_cpu_instead (GST_ELEMENT (self), fallback);
  gst_feature_detector_set_active (self, vf_detector_backend (self->detector));
  return TRUE;

  /* ERRORS */
no_backend:
  vf_post_no_backend (GST_ELEMENT (self), error);
  g_clear_error (&error);
  return FALSE;
}

static gboolean
gst_feature_detector_stop (GstBaseTransform *trans)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (trans);

  self->detector = NULL;
  CLASS (self)->close (self);
  vf_gpu_frames_stop (&self->pad.gpu);
  vf_scratch_free (&self->unpacked);
  gst_feature_detector_end_settings (self);
  reset_all (self);
  GST_OBJECT_LOCK (self);
  self->on_gpu = FALSE;
  GST_OBJECT_UNLOCK (self);
  gst_feature_detector_set_active (self, VF_BACKEND_AUTO);
  return TRUE;
}

/* Also called when only the overlay's feature comes or goes. */
static gboolean
gst_feature_detector_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (trans);
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
gst_feature_detector_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (trans);
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
    case GST_EVENT_EOS:
      reset_history (self);
      break;
    default:
      break;
  }
  return GST_BASE_TRANSFORM_CLASS (gst_feature_detector_parent_class)
      ->sink_event (trans, event);
}

static gboolean
gst_feature_detector_src_event (GstBaseTransform *trans, GstEvent *event)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (trans);

  if (GST_EVENT_TYPE (event) == GST_EVENT_QOS) {
    GST_OBJECT_LOCK (self);
    vf_frame_gate_qos (&self->gate, event);
    GST_OBJECT_UNLOCK (self);
  }
  vf_overlay_pad_src_event (&self->pad, trans, event);
  return GST_BASE_TRANSFORM_CLASS (gst_feature_detector_parent_class)
      ->src_event (trans, event);
}

static gboolean
is_due (GstFeatureDetector *self, GstBuffer *buffer)
{
  GstClockTime time = vf_running_time (GST_BASE_TRANSFORM (self), buffer);
  gboolean due;

  GST_OBJECT_LOCK (self);
  due = vf_frame_gate_open (
      &self->gate, self->good->detect_every, self->good->skip_late, time);
  GST_OBJECT_UNLOCK (self);
  return due;
}

/* Whether the stream goes on somewhere else. A queue that drops frames leaves a
 * discontinuity too, but no new start. */
static gboolean
jumps (GstFeatureDetector *self, GstBuffer *buffer)
{
  GstClockTime pts = GST_BUFFER_PTS (buffer), last = self->last_pts;

  self->last_pts = pts;
  if (!GST_BUFFER_IS_DISCONT (buffer))
    return FALSE;
  return !GST_CLOCK_TIME_IS_VALID (pts) || !GST_CLOCK_TIME_IS_VALID (last)
         || pts < last || pts - last > LONGEST_GAP;
}

/* FALSE: the buffer cannot be written to. */
static gboolean
draw (GstFeatureDetector *self, GstBuffer *buffer, const VfImage *image)
{
  VfOverlay *overlay = vf_overlay_new ();
  gboolean drawn = TRUE;

  CLASS (self)->draw (self, overlay, buffer, image);
  if (!vf_overlay_is_empty (overlay))
    drawn = vf_overlay_pad_draw (
        &self->pad, GST_BASE_TRANSFORM (self), buffer, &self->info, overlay);
  vf_overlay_free (overlay);
  return drawn;
}

static GstFlowReturn
gst_feature_detector_transform_ip (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (trans);
  VfImage image = { 0 };
  gboolean due;

  if (jumps (self, buffer))
    reset_history (self);
  gst_feature_detector_take_settings (self);
  due = is_due (self, buffer);
  if (!due)
    gst_feature_detector_publish_held (self, buffer);
  else if (!gst_feature_detector_analyse (self, buffer, &image))
    return GST_FLOW_ERROR;
  if (self->good->draw && !draw (self, buffer, due ? &image : NULL))
    goto no_draw;
  return GST_FLOW_OK;

  /* ERRORS */
no_draw:
  GST_ELEMENT_ERROR (self, RESOURCE, WRITE,
      ("The %s could not be drawn: a frame cannot be written to, its buffer is "
       "smaller than it says, or its pixels lie at odd addresses. Set "
       "draw=none.",
          CLASS (self)->what),
      (NULL));
  return GST_FLOW_ERROR;
}

static void
gst_feature_detector_finalize (GObject *object)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (object);

  vf_named_file_clear (&self->file, CLASS (self)->file_kind);
  g_array_unref (self->rects);
  vf_gpu_frames_clear (&self->pad.gpu);
  G_OBJECT_CLASS (gst_feature_detector_parent_class)->finalize (object);
}

static void
gst_feature_detector_class_init (GstFeatureDetectorClass *klass)
{
  GstBaseTransformClass *trans = GST_BASE_TRANSFORM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gst_feature_detector_finalize;
  gst_feature_detector_install_object (klass);
  gst_feature_detector_install_negotiation (klass);
  trans->start = GST_DEBUG_FUNCPTR (gst_feature_detector_start);
  trans->stop = GST_DEBUG_FUNCPTR (gst_feature_detector_stop);
  trans->set_caps = GST_DEBUG_FUNCPTR (gst_feature_detector_set_caps);
  trans->src_event = GST_DEBUG_FUNCPTR (gst_feature_detector_src_event);
  trans->sink_event = GST_DEBUG_FUNCPTR (gst_feature_detector_sink_event);
  trans->before_transform = GST_DEBUG_FUNCPTR (vf_sync_controlled);
  trans->transform_ip = GST_DEBUG_FUNCPTR (gst_feature_detector_transform_ip);
}

static void
gst_feature_detector_init (GstFeatureDetector *self)
{
  self->rects = g_array_new (FALSE, FALSE, sizeof (VfRect));
  vf_gpu_frames_init (&self->pad.gpu, GST_ELEMENT (self));
  reset_history (self);
}
