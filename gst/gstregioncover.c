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
 * metadata stays. Frames without any pass as they are.
 *
 * It hides what was found, no more: a face that no detector reported stays to be
 * seen. A frame that should be covered and cannot be is an error, and is not
 * passed on. What is drawn over the picture later, such as a
 * #GstVideoOverlayCompositionMeta, is left alone.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 v4l2src ! videoconvert ! haardetect smooth=true ! regioncover ! videoconvert ! autovideosink
 * ]| Faces before a camera, in blocks.
 *
 * Since: 0.1
 */
#include "config.h"

#include "gstregioncover.h"

#include "backend.h"
#include "boxes.h"
#include "coverframe.h"
#include "formats.h"
#include "frames.h"
#include "gpuframes.h"
#include "gstobjectsmeta-private.h"
#include "properties.h"
#include "times.h"

GST_DEBUG_CATEGORY_STATIC (region_cover_debug);
#define GST_CAT_DEFAULT region_cover_debug

typedef struct {
  guint mode;  /* VfCoverMode */
  guint shape; /* VfCoverShape */
  gdouble strength, margin;
  guint32 color;       /* 0x..RRGGBB */
  GQuark region_types; /* as they were set */
} Settings;

static const Settings default_settings = {
  .mode = VF_COVER_PIXELATE,
  .shape = VF_COVER_BOX,
  .strength = 0.15,
  .margin = 0.15,
  .color = 0xff000000,
};

struct _GstRegionCover {
  GstBaseTransform parent;

  Settings settings; /* under the object lock */

  /* The streaming thread's. */
  GstVideoInfo info;
  VfLayout layout;
  VfCoverWork work;
  VfGpuFrames gpu;
};

G_DEFINE_TYPE (GstRegionCover, gst_region_cover, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (
    regioncover, "regioncover", GST_RANK_NONE, GST_TYPE_REGION_COVER,
    gst_objects_meta_register ();
    GST_DEBUG_CATEGORY_INIT (
        region_cover_debug, "regioncover", 0, "Region cover"))

static const GEnumValue modes[] = {
  { VF_COVER_PIXELATE, "Blocks of one colour, the mean of what was there",
      "pixelate" },
  { VF_COVER_BLUR, "The same blocks, flowing into each other", "blur" },
  { VF_COVER_FILL, "The colour of the property color: nothing is left",
      "fill" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (mode_type, "GstRegionCoverMode", modes)

static const GEnumValue shapes[] = {
  { VF_COVER_BOX, "The whole box", "box" },
  { VF_COVER_ELLIPSE, "The ellipse in the box", "ellipse" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (shape_type, "GstRegionCoverShape", shapes)

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
  GstCaps *taken =
      vf_cuda_is_possible () ? gst_caps_ref (caps) : vf_gpu_caps_without (caps);
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

  if (vf_cuda_bridge_answer (self->gpu.bridge, query))
    return TRUE;
  if (!GST_BASE_TRANSFORM_CLASS (gst_region_cover_parent_class)
           ->query (trans, direction, query))
    return FALSE;
  if (GST_QUERY_TYPE (query) == GST_QUERY_CAPS && !vf_cuda_is_possible ())
    vf_gpu_query_without (query);
  return TRUE;
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
  vf_gpu_frames_start (&GST_REGION_COVER (trans)->gpu, VF_DEVICE_ANY);
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

static Settings
get_settings (GstRegionCover *self)
{
  Settings settings;

  GST_OBJECT_LOCK (self);
  settings = self->settings;
  GST_OBJECT_UNLOCK (self);
  return settings;
}

static VfCoverStyle
get_style (GstRegionCover *self, const Settings *settings)
{
  VfCoverStyle style = { settings->mode, settings->shape, settings->strength,
    settings->margin, { 0 } };

  vf_cover_color (style.color, &self->info, settings->color);
  return style;
}

static void
add_covers (GstRegionCover *self, GArray *covers, const GArray *boxes,
    VfRect picture, const VfCoverFrame *frame)
{
  Settings settings = get_settings (self);
  VfCoverStyle style = get_style (self, &settings);
  gchar **types = vf_types_parse (g_quark_to_string (settings.region_types));

  for (guint i = 0; i < boxes->len; i++) {
    const VfBox *box = &g_array_index (boxes, VfBox, i);
    VfCoverBox place = { picture.x + box->x, picture.y + box->y, box->width,
      box->height };
    VfCover cover;

    if (!vf_box_is_wanted (box, types))
      continue;
    if (vf_cover_place (&cover, frame, &place, &style,
            GST_VIDEO_INFO_IS_INTERLACED (&self->info)))
      g_array_append_val (covers, cover);
    else
      GST_DEBUG_OBJECT (self,
          "nothing of \"%s\" (%g, %g; %g x %g) is in the "
          "frame",
          box->label, place.x, place.y, place.width, place.height);
  }
  g_strfreev (types);
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
  GArray *covers = NULL;

  if (boxes->len > 0) {
    covers = g_array_new (FALSE, FALSE, sizeof (VfCover));
    add_covers (self, covers, boxes, picture, &frame);
  }
  if (covers && covers->len == 0)
    g_clear_pointer (&covers, g_array_unref);
  g_array_unref (boxes);
  return covers;
}

static gboolean
cover_on_host (GstRegionCover *self, GstBuffer *buffer, const GArray *covers)
{
  GstVideoFrame frame;
  gboolean covered;

  if (!vf_frame_map (&frame, &self->info, buffer,
          GST_MAP_READWRITE | GST_VIDEO_FRAME_MAP_FLAG_NO_REF))
    return FALSE;
  covered = vf_frame_is_whole (&frame);
  for (guint i = 0; covered && i < covers->len; i++)
    covered = vf_cover_mapped (&self->layout, &frame,
        &g_array_index (covers, VfCover, i), &self->work);
  gst_video_frame_unmap (&frame);
  return covered;
}

static gboolean
cover (GstRegionCover *self, GstBuffer *buffer, const GArray *covers)
{
  switch (vf_gpu_cover_frame (
      &self->gpu, buffer, &self->info, &self->layout, covers)) {
    case VF_DRAWN:
      return TRUE;
    case VF_NOT_DRAWN_HERE:
      return cover_on_host (self, buffer, covers);
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

#define INSTALL(object, field, spec)                                           \
  vf_property_install (object, 1, spec, G_STRUCT_OFFSET (Settings, field))

static void
install_properties (GObjectClass *object)
{
  INSTALL (object, mode,
      g_param_spec_enum ("mode", "Mode", "What takes the place of a region",
          mode_type (), (gint) default_settings.mode, VF_TUNABLE));
  INSTALL (object, shape,
      g_param_spec_enum ("shape", "Shape",
          "What of a region's box, its margin included, is covered",
          shape_type (), (gint) default_settings.shape, VF_TUNABLE));
  INSTALL (object, strength,
      g_param_spec_double ("strength", "Strength",
          "The side of a block, as a share of the longer side of the box with "
          "its margin: 0.15 leaves 7 blocks, whatever the size; blocks have 4 "
          "pixels at least (mode=pixelate and blur only)",
          0.02, 1, default_settings.strength, VF_CONTROLLABLE));
  INSTALL (object, margin,
      g_param_spec_double ("margin", "Margin",
          "Added on each side of a box, as a share of its width or height: "
          "detectors leave out hair, chin and ears",
          0, 2, default_settings.margin, VF_CONTROLLABLE));
  INSTALL (object, color,
      g_param_spec_uint ("color", "Colour",
          "0xAARRGGBB; 0xff000000 is black. A cover is opaque: AA does nothing "
          "(mode=fill only)",
          0, G_MAXUINT32, default_settings.color, VF_CONTROLLABLE));
  INSTALL (object, region_types,
      g_param_spec_string ("region-types", "Region types",
          "Only objects and regions of these types (their labels) are covered, "
          "separated by commas; empty: all",
          NULL, VF_TUNABLE));
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
  install_properties (object);

  vf_formats_add_pad_templates (element);
  gst_element_class_set_static_metadata (element, "Region cover",
      "Filter/Effect/Video",
      "Pixelates, blurs or fills the faces, and whatever other objects and "
      "regions are on a buffer",
      "gst-video-features developers");

  trans->start = GST_DEBUG_FUNCPTR (gst_region_cover_start);
  trans->stop = GST_DEBUG_FUNCPTR (gst_region_cover_stop);
  element->set_context = GST_DEBUG_FUNCPTR (gst_region_cover_set_context);
  trans->query = GST_DEBUG_FUNCPTR (gst_region_cover_query);
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
  self->settings = default_settings;
  vf_gpu_frames_init (&self->gpu, GST_ELEMENT (self));
}
