/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "projections.h"

#include "analytics.h"
#include "boxes.h"
#include "frames.h"

/* The object's place in the frame. */
static VfRect
place_of (const VfFoundObject *object, VfRect picture)
{
  VfBox box = { object->x + picture.x, object->y + picture.y, object->width,
    object->height, object->label, -1, 0 };
  VfRect rect = { 0 };

  vf_box_to_rect (&box, &rect);
  return rect;
}

static gdouble
share (guint edge, gint side)
{
  return CLAMP (edge / (gdouble) side, 0, 1);
}

/* The fields that DL Streamer's readers expect, the score, and whether it is an
 * earlier frame's. */
static GstStructure *
new_detection (
    const VfFoundObject *object, VfRect place, const GstVideoInfo *info)
{
  return gst_structure_new ("detection", "label", G_TYPE_STRING, object->label,
      "confidence", G_TYPE_DOUBLE, object->confidence, "score", G_TYPE_DOUBLE,
      object->score, "x_min", G_TYPE_DOUBLE, share (place.x, info->width),
      "x_max", G_TYPE_DOUBLE, share (place.x + place.width, info->width),
      "y_min", G_TYPE_DOUBLE, share (place.y, info->height), "y_max",
      G_TYPE_DOUBLE, share (place.y + place.height, info->height), "held",
      G_TYPE_BOOLEAN, (object->flags & GST_DETECTED_OBJECT_HELD) != 0, NULL);
}

static void
add_region (GstBuffer *buffer, const GstVideoInfo *info, VfRect picture,
    const VfFoundObject *object)
{
  VfRect place = place_of (object, picture);
  GstVideoRegionOfInterestMeta *region =
      gst_buffer_add_video_region_of_interest_meta (
          buffer, object->label, place.x, place.y, place.width, place.height);

  region->id = (gint) object->id;
  region->parent_id = object->parent_id;
  gst_video_region_of_interest_meta_add_param (
      region, new_detection (object, place, info));
}

static VfAnalyticsObject
new_analytics_object (const VfFoundObject *object, VfRect picture)
{
  VfRect place = place_of (object, picture);

  return (VfAnalyticsObject){
    .type = g_quark_from_string (object->label),
    .x = (gint) place.x,
    .y = (gint) place.y,
    .width = (gint) place.width,
    .height = (gint) place.height,
    .confidence = (gfloat) object->confidence,
    .tracked = (object->flags & GST_DETECTED_OBJECT_STABLE_ID) != 0,
    .tracking_id = object->id,
    .first_seen = object->first_seen,
  };
}

void
vf_projections_add (GstBuffer *buffer, const GstVideoInfo *info,
    const VfFoundObject *objects, guint count)
{
  VfRect picture = vf_buffer_picture (buffer, info);
  VfAnalyticsObject *analytics = g_new (VfAnalyticsObject, count);

  for (guint i = 0; i < count; i++) {
    add_region (buffer, info, picture, &objects[i]);
    analytics[i] = new_analytics_object (&objects[i], picture);
  }
  vf_analytics_add (buffer, analytics, count);
  g_free (analytics);
}

/* What is being removed: the projections of these. */
typedef struct {
  GArray *boxes;
  guint next; /* for vf_boxes_have() */
  VfRect picture;
} Ours;

static gboolean
is_ours (Ours *ours, const VfBox *box, gboolean same_id)
{
  return vf_boxes_have (
      ours->boxes, ours->boxes->len, box, same_id, &ours->next);
}

static gboolean
is_our_object (const VfAnalyticsObject *object, gpointer user_data)
{
  Ours *ours = user_data;
  VfBox box = vf_box_of_analytics (object, ours->picture);

  return is_ours (ours, &box, FALSE);
}

static gboolean
remove_region (GstBuffer *buffer, GstMeta **meta, gpointer user_data)
{
  Ours *ours = user_data;
  VfBox box;

  if ((*meta)->info->api != GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)
    return TRUE;
  box =
      vf_box_of_region ((GstVideoRegionOfInterestMeta *) *meta, ours->picture);
  if (box.id > 0 && is_ours (ours, &box, TRUE))
    *meta = NULL;
  return TRUE;
}

void
vf_projections_remove (GstBuffer *buffer, const GstVideoInfo *info)
{
  Ours ours = { .boxes = vf_boxes_new (),
    .picture = vf_buffer_picture (buffer, info) };

  vf_boxes_add_objects (ours.boxes, buffer);
  if (ours.boxes->len > 0) {
    gst_buffer_foreach_meta (buffer, remove_region, &ours);
    vf_analytics_remove (buffer, is_our_object, &ours);
  }
  g_array_unref (ours.boxes);
}
