/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/**
 * SECTION:element-featureoverlay
 * @title: featureoverlay
 * @short_description: draws the corners, objects and regions that are on a
 *   buffer
 *
 * Draws what the metadata of a buffer says, whoever put it there: a marker on
 * every corner of harriscorners, and a box with a label around every object of
 * haardetect, every object of the frame's analytics (GStreamer 1.24 and newer)
 * and every #GstVideoRegionOfInterestMeta; what several of these tell of is
 * drawn once. Where a sink composes overlays itself, the pixels stay as they
 * are; elsewhere the overlay is blended into them.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=60 pattern=pinwheel horizontal-speed=3 ! harriscorners ! featureoverlay marker=circle radius=6 color=0xffffff00 ! videoconvert ! autovideosink
 * ]| Yellow circles around the corners.
 *
 * Since: 0.1
 */
#include "config.h"

#include "gstfeatureoverlay.h"

#include "backend.h"
#include "boxes.h"
#include "formats.h"
#include "frames.h"
#include "gstcornersmeta-private.h"
#include "gstobjectsmeta-private.h"
#include "labels.h"
#include "markers.h"
#include "overlaypad.h"
#include "properties.h"
#include "times.h"

GST_DEBUG_CATEGORY_STATIC (feature_overlay_debug);
#define GST_CAT_DEFAULT feature_overlay_debug

static const VfMarkerStyle default_style = VF_MARKER_STYLE_DEFAULT;

enum {
  PROP_COLOR = 1,
  PROP_MARKER,
  PROP_RADIUS,
  PROP_THICKNESS,
  PROP_FONT_SIZE,
  PROP_REGION_TYPES,
};

struct _GstFeatureOverlay {
  GstBaseTransform parent;

  /* Under the object lock. */
  VfMarkerStyle style;
  gchar **region_types; /* NULL: all */

  /* The streaming thread's. */
  GstVideoInfo info;
  VfOverlayPad pad;
};

G_DEFINE_TYPE (GstFeatureOverlay, gst_feature_overlay, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (
    featureoverlay, "featureoverlay", GST_RANK_NONE, GST_TYPE_FEATURE_OVERLAY,
    gst_corners_meta_register ();
    gst_objects_meta_register (); GST_DEBUG_CATEGORY_INIT (
        feature_overlay_debug, "featureoverlay", 0, "Feature overlay"))

static const GEnumValue markers[] = {
  { VF_MARKER_CROSS, "A cross", "cross" },
  { VF_MARKER_CIRCLE, "A circle", "circle" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (marker_type, "GstFeatureOverlayMarker", markers)

static void
gst_feature_overlay_set_property (
    GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  GstFeatureOverlay *self = GST_FEATURE_OVERLAY (object);

  GST_OBJECT_LOCK (self);
  if (id == PROP_REGION_TYPES) {
    g_strfreev (self->region_types);
    self->region_types = vf_types_parse (g_value_get_string (value));
  } else if (!vf_property_set (&self->style, pspec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

static void
gst_feature_overlay_get_property (
    GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GstFeatureOverlay *self = GST_FEATURE_OVERLAY (object);

  GST_OBJECT_LOCK (self);
  if (id == PROP_REGION_TYPES) {
    if (self->region_types)
      g_value_take_string (value, g_strjoinv (",", self->region_types));
  } else if (!vf_property_get (&self->style, pspec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

static GstCaps *
gst_feature_overlay_transform_caps (GstBaseTransform *trans,
    GstPadDirection direction, GstCaps *caps, GstCaps *filter)
{
  GstFeatureOverlay *self = GST_FEATURE_OVERLAY (trans);
  GstCaps *taken = vf_gpu_caps_possible (caps);
  GstCaps *result;
  gboolean offer;

  GST_OBJECT_LOCK (self);
  offer = !self->pad.refused;
  GST_OBJECT_UNLOCK (self);
  result = vf_overlay_pad_transform_caps (direction, taken, filter, offer);
  gst_caps_unref (taken);
  return result;
}

static gboolean
gst_feature_overlay_query (
    GstBaseTransform *trans, GstPadDirection direction, GstQuery *query)
{
  GstFeatureOverlay *self = GST_FEATURE_OVERLAY (trans);

  return vf_gpu_query (&self->pad.gpu, trans, gst_feature_overlay_parent_class,
      direction, query);
}

static void
gst_feature_overlay_set_context (GstElement *element, GstContext *context)
{
  vf_cuda_bridge_set_context (
      GST_FEATURE_OVERLAY (element)->pad.gpu.bridge, context, VF_DEVICE_ANY);
  GST_ELEMENT_CLASS (gst_feature_overlay_parent_class)
      ->set_context (element, context);
}

static gboolean
gst_feature_overlay_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstFeatureOverlay *self = GST_FEATURE_OVERLAY (trans);

  vf_overlay_pad_renegotiated (&self->pad);
  return gst_video_info_from_caps (&self->info, incaps);
}

static gboolean
gst_feature_overlay_propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  gboolean answered =
      GST_BASE_TRANSFORM_CLASS (gst_feature_overlay_parent_class)
          ->propose_allocation (trans, decide_query, query);

  vf_overlay_pad_refuse_crops (query);
  return vf_gpu_propose_allocation (
             &GST_FEATURE_OVERLAY (trans)->pad.gpu, query, NULL)
         || answered;
}

static gboolean
gst_feature_overlay_src_event (GstBaseTransform *trans, GstEvent *event)
{
  vf_overlay_pad_src_event (&GST_FEATURE_OVERLAY (trans)->pad, trans, event);
  return GST_BASE_TRANSFORM_CLASS (gst_feature_overlay_parent_class)
      ->src_event (trans, event);
}

static gboolean
gst_feature_overlay_start (GstBaseTransform *trans)
{
  GstFeatureOverlay *self = GST_FEATURE_OVERLAY (trans);

  vf_overlay_pad_reset (&self->pad, trans);
  vf_gpu_frames_start (&self->pad.gpu, VF_DEVICE_ANY);
  if (!vf_labels_available ())
    GST_INFO_OBJECT (
        self, "built without Pango: boxes are drawn without labels");
  return TRUE;
}

static gboolean
gst_feature_overlay_stop (GstBaseTransform *trans)
{
  vf_gpu_frames_stop (&GST_FEATURE_OVERLAY (trans)->pad.gpu);
  return TRUE;
}

static void
add_markers (GstFeatureOverlay *self, VfOverlay *overlay, GstBuffer *buffer)
{
  VfRect picture = vf_buffer_picture (buffer, &self->info);
  VfMarkerStyle style;
  gchar **types;

  GST_OBJECT_LOCK (self);
  style = self->style;
  types = g_strdupv (self->region_types);
  GST_OBJECT_UNLOCK (self);
  vf_markers_add_boxes (overlay, buffer, picture, &style, types);
  vf_markers_add_corners (overlay, buffer, &style);
  g_strfreev (types);
}

static GstFlowReturn
gst_feature_overlay_transform_ip (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstFeatureOverlay *self = GST_FEATURE_OVERLAY (trans);
  VfOverlay *overlay = vf_overlay_new ();
  gboolean drawn = TRUE;

  add_markers (self, overlay, buffer);
  if (!vf_overlay_is_empty (overlay))
    drawn =
        vf_overlay_pad_draw (&self->pad, trans, buffer, &self->info, overlay);
  vf_overlay_free (overlay);
  if (!drawn)
    goto no_draw;
  return GST_FLOW_OK;

  /* ERRORS */
no_draw:
  GST_ELEMENT_ERROR (self, RESOURCE, WRITE,
      ("Nothing can be drawn: a frame cannot be written to, its buffer is "
       "smaller than it says, or its pixels lie at odd addresses."),
      (NULL));
  return GST_FLOW_ERROR;
}

static void
gst_feature_overlay_finalize (GObject *object)
{
  GstFeatureOverlay *self = GST_FEATURE_OVERLAY (object);

  g_strfreev (self->region_types);
  vf_gpu_frames_clear (&self->pad.gpu);
  G_OBJECT_CLASS (gst_feature_overlay_parent_class)->finalize (object);
}

#define INSTALL(object, id, field, spec)                                       \
  vf_property_install (object, id, spec, G_STRUCT_OFFSET (VfMarkerStyle, field))

static void
install_properties (GObjectClass *object)
{
  INSTALL (object, PROP_COLOR, color,
      g_param_spec_uint ("color", "Colour",
          "Of lines and text, 0xAARRGGBB; 0xff00ff00 is green", 0, G_MAXUINT32,
          default_style.color, VF_CONTROLLABLE));
  INSTALL (object, PROP_MARKER, marker,
      g_param_spec_enum ("marker", "Marker", "What marks a corner",
          marker_type (), (gint) default_style.marker, VF_TUNABLE));
  INSTALL (object, PROP_RADIUS, radius,
      g_param_spec_uint ("radius", "Radius", "Of a marker, in pixels", 1,
          VF_MARKER_MAX_RADIUS, default_style.radius, VF_CONTROLLABLE));
  INSTALL (object, PROP_THICKNESS, thickness,
      g_param_spec_uint ("thickness", "Thickness", "Of lines, in pixels", 1,
          VF_MARKER_MAX_THICKNESS, default_style.thickness, VF_TUNABLE));
  INSTALL (object, PROP_FONT_SIZE, font_size,
      g_param_spec_uint ("font-size", "Font size",
          "Of labels, in pixels; 0: no labels", 0, 256, default_style.font_size,
          VF_TUNABLE));
  g_object_class_install_property (object, PROP_REGION_TYPES,
      g_param_spec_string ("region-types", "Region types",
          "Only objects and regions of these types (their labels) are drawn, "
          "separated by commas; empty: all",
          NULL, VF_TUNABLE));
}

static void
gst_feature_overlay_class_init (GstFeatureOverlayClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);
  GstElementClass *element = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans = GST_BASE_TRANSFORM_CLASS (klass);

  object->set_property = gst_feature_overlay_set_property;
  object->get_property = gst_feature_overlay_get_property;
  object->finalize = gst_feature_overlay_finalize;
  install_properties (object);

  vf_formats_add_pad_templates (element);
  gst_element_class_set_static_metadata (element, "Feature overlay",
      "Analyzer/Visualization/Video",
      "Draws the corners, objects and regions that are on a buffer",
      "gst-video-features developers");

  trans->start = GST_DEBUG_FUNCPTR (gst_feature_overlay_start);
  trans->stop = GST_DEBUG_FUNCPTR (gst_feature_overlay_stop);
  element->set_context = GST_DEBUG_FUNCPTR (gst_feature_overlay_set_context);
  trans->query = GST_DEBUG_FUNCPTR (gst_feature_overlay_query);
  trans->set_caps = GST_DEBUG_FUNCPTR (gst_feature_overlay_set_caps);
  trans->transform_caps =
      GST_DEBUG_FUNCPTR (gst_feature_overlay_transform_caps);
  trans->propose_allocation =
      GST_DEBUG_FUNCPTR (gst_feature_overlay_propose_allocation);
  trans->src_event = GST_DEBUG_FUNCPTR (gst_feature_overlay_src_event);
  trans->before_transform = GST_DEBUG_FUNCPTR (vf_sync_controlled);
  trans->transform_ip = GST_DEBUG_FUNCPTR (gst_feature_overlay_transform_ip);
}

static void
gst_feature_overlay_init (GstFeatureOverlay *self)
{
  self->style = default_style;
  vf_gpu_frames_init (&self->pad.gpu, GST_ELEMENT (self));
}
