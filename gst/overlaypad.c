/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "overlaypad.h"

#include "frames.h"

#define FEATURE GST_CAPS_FEATURE_META_GST_VIDEO_OVERLAY_COMPOSITION

static void
set_feature (GstCaps *caps, guint i, gboolean with)
{
  GstCapsFeatures *features =
      gst_caps_features_copy (gst_caps_get_features (caps, i));

  if (with && !gst_caps_features_contains (features, FEATURE))
    gst_caps_features_add (features, FEATURE);
  else if (!with)
    gst_caps_features_remove (features, FEATURE);
  gst_caps_set_features (caps, i, features);
}

/* A copy in which every structure has the feature, or none has. Frames in the
 * GPU's memory are drawn on there: no sink composes them. */
static GstCaps *
with_feature (GstCaps *caps, gboolean with)
{
  GstCaps *copy = gst_caps_copy (caps);

  for (guint i = 0; i < gst_caps_get_size (copy); i++)
    if (!gst_caps_features_is_any (gst_caps_get_features (copy, i))
        && !vf_gpu_caps_are (copy, i))
      set_feature (copy, i, with);
  return copy;
}

GstCaps *
vf_overlay_pad_template (const gchar *formats)
{
  gchar *text = g_strdup_printf (
      "video/x-raw, format = { %s }, width = " GST_VIDEO_SIZE_RANGE
      ", height = " GST_VIDEO_SIZE_RANGE ", framerate = " GST_VIDEO_FPS_RANGE,
      formats);
  GstCaps *caps = gst_caps_from_string (text);

  g_free (text);
  return gst_caps_merge (caps, with_feature (caps, TRUE));
}

GstCaps *
vf_overlay_pad_transform_caps (
    GstPadDirection direction, GstCaps *caps, GstCaps *filter, gboolean offer)
{
  GstCaps *result = gst_caps_copy (caps), *filtered;

  if (offer && direction == GST_PAD_SINK)
    result = gst_caps_merge (with_feature (caps, TRUE), result);
  else if (offer)
    result = gst_caps_merge (result, with_feature (caps, FALSE));
  if (!filter)
    return result;
  filtered = gst_caps_intersect_full (filter, result, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref (result);
  return filtered;
}

void
vf_overlay_pad_reset (VfOverlayPad *pad, GstBaseTransform *trans)
{
  GST_OBJECT_LOCK (trans);
  pad->refused = FALSE;
  pad->relinked = TRUE;
  GST_OBJECT_UNLOCK (trans);
}

void
vf_overlay_pad_src_event (
    VfOverlayPad *pad, GstBaseTransform *trans, GstEvent *event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_RECONFIGURE)
    vf_overlay_pad_reset (pad, trans);
}

void
vf_overlay_pad_refuse_crops (GstQuery *query)
{
  guint i;

  if (gst_query_find_allocation_meta (query, GST_VIDEO_CROP_META_API_TYPE, &i))
    gst_query_remove_nth_allocation_meta (query, i);
}

void
vf_overlay_pad_renegotiated (VfOverlayPad *pad)
{
  pad->asked = FALSE;
  pad->attach = FALSE;
}

/* Whether downstream takes compositions: the caps say so, and the answer to an
 * ALLOCATION query. */
static void
ask (VfOverlayPad *pad, GstBaseTransform *trans)
{
  GstPad *src = GST_BASE_TRANSFORM_SRC_PAD (trans);
  GstCaps *caps = gst_pad_get_current_caps (src);
  GstQuery *query;

  pad->asked = TRUE;
  pad->attach = FALSE;
  if (caps
      && gst_caps_features_contains (
          gst_caps_get_features (caps, 0), FEATURE)) {
    query = gst_query_new_allocation (caps, FALSE);
    pad->attach = gst_pad_peer_query (src, query)
                  && gst_query_find_allocation_meta (
                      query, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, NULL);
    gst_query_unref (query);
    if (!pad->attach) {
      GST_OBJECT_LOCK (trans);
      pad->refused = TRUE;
      GST_OBJECT_UNLOCK (trans);
      gst_base_transform_reconfigure_src (trans);
    }
  }
  gst_clear_caps (&caps);
}

static void
extend (
    GstVideoOverlayComposition *composition, GstVideoOverlayComposition *more)
{
  for (guint i = 0; i < gst_video_overlay_composition_n_rectangles (more); i++)
    gst_video_overlay_composition_add_rectangle (
        composition, gst_video_overlay_composition_get_rectangle (more, i));
}

/* Sinks read the first composition only: ours goes into it. */
static void
attach (GstBuffer *buffer, GstVideoOverlayComposition *overlay)
{
  GstVideoOverlayCompositionMeta *meta =
      gst_buffer_get_video_overlay_composition_meta (buffer);
  GstVideoOverlayComposition *all;

  if (!meta) {
    gst_buffer_add_video_overlay_composition_meta (buffer, overlay);
    return;
  }
  all = gst_video_overlay_composition_copy (meta->overlay);
  extend (all, overlay);
  gst_buffer_remove_video_overlay_composition_meta (buffer, meta);
  gst_buffer_add_video_overlay_composition_meta (buffer, all);
  gst_video_overlay_composition_unref (all);
}

/* GStreamer's blending takes pixels of 4 bytes for words, and ends the process
 * where they do not lie as such. */
static gboolean
pixels_are_aligned (const GstVideoFrame *frame)
{
  for (guint c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (frame); c++) {
    guint plane = GST_VIDEO_FRAME_COMP_PLANE (frame, c);
    guintptr at = (guintptr) GST_VIDEO_FRAME_PLANE_DATA (frame, plane);
    guintptr stride = (guintptr) GST_VIDEO_FRAME_PLANE_STRIDE (frame, plane);
    guintptr step = (guintptr) GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);

    if (step > 0 && step % 4 == 0 && (at | stride) % 4 != 0)
      return FALSE;
  }
  return TRUE;
}

static gboolean
blend_on_host (GstBuffer *buffer, const GstVideoInfo *info,
    const VfOverlay *overlay, VfRect picture)
{
  GstVideoOverlayComposition *composition;
  GstVideoFrame frame;
  gboolean whole;

  if (!vf_frame_map (&frame, info, buffer, GST_MAP_READWRITE))
    return FALSE;
  whole = vf_frame_is_whole (&frame) && pixels_are_aligned (&frame);
  composition = vf_overlay_compose (overlay, (gint) picture.x, (gint) picture.y,
      (guint) GST_VIDEO_FRAME_WIDTH (&frame),
      (guint) GST_VIDEO_FRAME_HEIGHT (&frame));
  if (composition) {
    whole = whole && gst_video_overlay_composition_blend (composition, &frame);
    gst_video_overlay_composition_unref (composition);
  }
  gst_video_frame_unmap (&frame);
  return whole;
}

static gboolean
blend (VfOverlayPad *pad, GstBuffer *buffer, const GstVideoInfo *info,
    const VfOverlay *overlay, VfRect picture)
{
  switch (vf_gpu_draw (&pad->gpu, buffer, info, overlay, picture)) {
    case VF_DRAWN:
      return TRUE;
    case VF_NOT_DRAWN_HERE:
      return blend_on_host (buffer, info, overlay, picture);
    default:
      return FALSE;
  }
}

/* Whether the answer must be asked for (again). */
static gboolean
is_unanswered (VfOverlayPad *pad, GstBaseTransform *trans)
{
  gboolean relinked;

  GST_OBJECT_LOCK (trans);
  relinked = pad->relinked;
  pad->relinked = FALSE;
  GST_OBJECT_UNLOCK (trans);
  return relinked || !pad->asked;
}

gboolean
vf_overlay_pad_draw (VfOverlayPad *pad, GstBaseTransform *trans,
    GstBuffer *buffer, const GstVideoInfo *info, const VfOverlay *overlay)
{
  VfRect picture = vf_buffer_picture (buffer, info);
  GstVideoOverlayComposition *composition;

  if (is_unanswered (pad, trans))
    ask (pad, trans);
  if (!pad->attach)
    return blend (pad, buffer, info, overlay, picture);
  composition =
      vf_overlay_compose (overlay, 0, 0, picture.width, picture.height);
  if (composition) {
    attach (buffer, composition);
    gst_video_overlay_composition_unref (composition);
  }
  return TRUE;
}
