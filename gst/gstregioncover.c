/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/**
 * SECTION:element-regioncover
 * @title: regioncover
 * @short_description: hides faces, or whatever else the metadata of a buffer
 *   points at
 *
 * Pixelates, blurs or fills the objects that are on a buffer, whoever found
 * them: those of haardetect, held ones too; those of the frame's analytics
 * (GStreamer 1.24 and newer); and every #GstVideoRegionOfInterestMeta. The
 * metadata stays. Frames without any pass as they are; when no frame of a stream
 * had any, nor a detector's word that it found none, a WARNING says so at the end.
 *
 * It hides what was found, no more: a face that no detector reported stays to be
 * seen. A frame that should be covered and cannot be is an error, and is not
 * passed on. What is drawn over the picture later, such as a
 * #GstVideoOverlayCompositionMeta, is left alone.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 v4l2src ! videoconvert ! haardetect smooth=true hold-frames=25 scale-factor=1.1 ! regioncover ! videoconvert ! autovideosink
 * ]| Faces before a camera, in blocks.
 *
 * Since: 0.1
 */
#include "config.h"

#include "gstregioncover.h"

#include "backend.h"
#include "boxes.h"
#include "coverboxes.h"
#include "coverframe.h"
#include "formats.h"
#include "frames.h"
#include "gpuframes.h"
#include "gstobjectsmeta-private.h"
#include "properties.h"
#include "times.h"

GST_DEBUG_CATEGORY (region_cover_debug);
#define GST_CAT_DEFAULT region_cover_debug

struct _GstRegionCover {
  GstBaseTransform parent;

  CoverSettings settings; /* under the object lock */

  /* The streaming thread's. */
  GstVideoInfo info;
  VfLayout layout;
  VfCoverWork work;
  VfGpuFrames gpu;

  /* Since the start, or the last end of a stream. */
  gboolean has_passed;   /* a frame */
  gboolean was_searched; /* there was one with regions, or with none found */
};

G_DEFINE_TYPE (GstRegionCover, gst_region_cover, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (
    regioncover, "regioncover", GST_RANK_NONE, GST_TYPE_REGION_COVER,
    gst_objects_meta_register ();
    GST_DEBUG_CATEGORY_INIT (
        region_cover_debug, "regioncover", 0, "Region cover"))

static void
gst_region_cover_set_property (
    GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  GstRegionCover *self = GST_REGION_COVER (object);

  GST_OBJECT_LOCK (self);
  if (!vf_property_set (&self->settings, pspec, value))
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  GST_OBJECT_UNLOCK (self);
}

static void
gst_region_cover_get_property (
    GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GstRegionCover *self = GST_REGION_COVER (object);

  GST_OBJECT_LOCK (self);
  if (!vf_property_get (&self->settings, pspec, value))
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  GST_OBJECT_UNLOCK (self);
}

static GstCaps *
gst_region_cover_transform_caps (GstBaseTransform *trans,
    GstPadDirection direction, GstCaps *caps, GstCaps *filter)
{
  GstCaps *taken = vf_gpu_caps_possible (caps);
  GstCaps *filtered;

  if (!filter)
    return taken;
  filtered = gst_caps_intersect_full (filter, taken, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref (taken);
  return filtered;
}

static gboolean
gst_region_cover_query (
    GstBaseTransform *trans, GstPadDirection direction, GstQuery *query)
{
  GstRegionCover *self = GST_REGION_COVER (trans);

  return vf_gpu_query (
      &self->gpu, trans, gst_region_cover_parent_class, direction, query);
}

static void
gst_region_cover_set_context (GstElement *element, GstContext *context)
{
  vf_cuda_bridge_set_context (
      GST_REGION_COVER (element)->gpu.bridge, context, VF_DEVICE_ANY);
  GST_ELEMENT_CLASS (gst_region_cover_parent_class)
      ->set_context (element, context);
}

/* Regions tell of the first picture of a buffer only. */
static gboolean
has_hidden_pictures (const GstVideoInfo *info)
{
  return GST_VIDEO_INFO_INTERLACE_MODE (info) == GST_VIDEO_INTERLACE_MODE_FIELDS
         || (GST_VIDEO_INFO_VIEWS (info) > 1
             && GST_VIDEO_INFO_MULTIVIEW_MODE (info)
                    == GST_VIDEO_MULTIVIEW_MODE_SEPARATED);
}

static gboolean
gst_region_cover_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstRegionCover *self = GST_REGION_COVER (trans);

  if (!gst_video_info_from_caps (&self->info, incaps))
    return FALSE;
  if (has_hidden_pictures (&self->info))
    goto hidden_pictures;
  vf_layout_init_color (&self->layout, self->info.finfo);
  return TRUE;

  /* ERRORS */
hidden_pictures:
  GST_ELEMENT_ERROR (self, STREAM, FORMAT,
      ("Buffers of several views or fields cannot be covered: regions tell of "
       "the first one only. Put a glviewconvert or an interleaving element "
       "before this one."),
      (NULL));
  return FALSE;
}

static gboolean
gst_region_cover_propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  gboolean answered = GST_BASE_TRANSFORM_CLASS (gst_region_cover_parent_class)
                          ->propose_allocation (trans, decide_query, query);

  return vf_gpu_propose_allocation (&GST_REGION_COVER (trans)->gpu, query, NULL)
         || answered;
}

static gboolean
gst_region_cover_start (GstBaseTransform *trans)
{
  GstRegionCover *self = GST_REGION_COVER (trans);

  self->has_passed = self->was_searched = FALSE;
  vf_gpu_frames_start (&self->gpu, VF_DEVICE_ANY);
  return TRUE;
}

static gboolean
gst_region_cover_stop (GstBaseTransform *trans)
{
  GstRegionCover *self = GST_REGION_COVER (trans);

  vf_gpu_frames_stop (&self->gpu);
  vf_cover_work_free (&self->work);
  return TRUE;
}

/* Whoever forgets the detector, or has it behind, would take the result for
 * covered. */
static void
say_if_not_searched (GstRegionCover *self)
{
  if (self->has_passed && !self->was_searched)
    GST_ELEMENT_WARNING (self, STREAM, FAILED,
        ("Nothing was covered: no frame had an object or a region on it. Put a "
         "detector, such as haardetect, right before this element."),
        (NULL));
  self->has_passed = self->was_searched = FALSE;
}

static gboolean
gst_region_cover_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    say_if_not_searched (GST_REGION_COVER (trans));
  return GST_BASE_TRANSFORM_CLASS (gst_region_cover_parent_class)
      ->sink_event (trans, event);
}

static CoverSettings
get_settings (GstRegionCover *self)
{
  CoverSettings settings;

  GST_OBJECT_LOCK (self);
  settings = self->settings;
  GST_OBJECT_UNLOCK (self);
  return settings;
}

/* What of the buffer's frame must be covered: VfCovers, or NULL. */
static GArray *
find_covers (GstRegionCover *self, GstBuffer *buffer)
{
  VfRect picture = vf_buffer_picture (buffer, &self->info);
  VfRect whole = vf_buffer_frame (buffer, &self->info);
  VfCoverFrame frame =
      vf_cover_frame_sized (&self->layout, whole.width, whole.height);
  GArray *boxes = vf_boxes_of (buffer, picture);
  CoverSettings settings = get_settings (self);
  GArray *covers;

  self->has_passed = TRUE;
  self->was_searched |=
      boxes->len > 0
      || gst_buffer_get_custom_meta (buffer, GST_OBJECTS_META_NAME);
  covers = boxes->len > 0
               ? cover_boxes (boxes, picture, &frame, &settings, &self->info)
               : NULL;
  g_array_unref (boxes);
  return covers;
}

static gboolean
cover (GstRegionCover *self, GstBuffer *buffer, const GArray *covers)
{
  switch (vf_gpu_cover_frame (
      &self->gpu, buffer, &self->info, &self->layout, covers)) {
    case VF_DRAWN:
      return TRUE;
    case VF_NOT_DRAWN_HERE:
      return vf_cover_buffer (
          &self->layout, &self->info, buffer, covers, &self->work);
    default:
      return FALSE;
  }
}

static GstFlowReturn
gst_region_cover_transform_ip (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstRegionCover *self = GST_REGION_COVER (trans);
  GArray *covers = find_covers (self, buffer);
  gboolean covered = !covers || cover (self, buffer, covers);

  g_clear_pointer (&covers, g_array_unref);
  if (!covered)
    goto not_covered;
  return GST_FLOW_OK;

  /* ERRORS */
not_covered:
  GST_ELEMENT_ERROR (self, RESOURCE, WRITE,
      ("A frame cannot be covered, and is not passed on: it cannot be written "
       "to, its buffer is smaller than it says, there is no memory, or the GPU "
       "has failed."),
      (NULL));
  return GST_FLOW_ERROR;
}

static void
gst_region_cover_finalize (GObject *object)
{
  GstRegionCover *self = GST_REGION_COVER (object);

  vf_gpu_frames_clear (&self->gpu);
  vf_cover_work_free (&self->work);
  G_OBJECT_CLASS (gst_region_cover_parent_class)->finalize (object);
}

static void
gst_region_cover_class_init (GstRegionCoverClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);
  GstElementClass *element = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans = GST_BASE_TRANSFORM_CLASS (klass);

  object->set_property = gst_region_cover_set_property;
  object->get_property = gst_region_cover_get_property;
  object->finalize = gst_region_cover_finalize;
  cover_properties_install (object);

  vf_formats_add_pad_templates (element);
  gst_element_class_set_static_metadata (element, "Region cover",
      "Filter/Effect/Video",
      "Hides the faces, and whatever else a detector before it has found: "
      "pixelates, blurs or fills every object and region on a buffer",
      "gst-video-features developers");

  trans->start = GST_DEBUG_FUNCPTR (gst_region_cover_start);
  trans->stop = GST_DEBUG_FUNCPTR (gst_region_cover_stop);
  element->set_context = GST_DEBUG_FUNCPTR (gst_region_cover_set_context);
  trans->query = GST_DEBUG_FUNCPTR (gst_region_cover_query);
  trans->sink_event = GST_DEBUG_FUNCPTR (gst_region_cover_sink_event);
  trans->set_caps = GST_DEBUG_FUNCPTR (gst_region_cover_set_caps);
  trans->transform_caps = GST_DEBUG_FUNCPTR (gst_region_cover_transform_caps);
  trans->propose_allocation =
      GST_DEBUG_FUNCPTR (gst_region_cover_propose_allocation);
  trans->before_transform = GST_DEBUG_FUNCPTR (vf_sync_controlled);
  trans->transform_ip = GST_DEBUG_FUNCPTR (gst_region_cover_transform_ip);
}

static void
gst_region_cover_init (GstRegionCover *self)
{
  cover_settings_init (&self->settings);
  vf_gpu_frames_init (&self->gpu, GST_ELEMENT (self));
}
