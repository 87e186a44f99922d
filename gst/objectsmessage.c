/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "objectsmessage.h"

#include "boxes.h"

/* A structure with a place in whole pixels. */
static GstStructure *
new_structure (const gchar *name, VfPlace place)
{
  VfBox box = { place.x, place.y, place.width, place.height, "", -1, 0 };
  VfRect rect = { 0 };

  vf_box_to_rect (&box, &rect);
  return gst_structure_new (name, "x", G_TYPE_UINT, rect.x, "y", G_TYPE_UINT,
      rect.y, "width", G_TYPE_UINT, rect.width, "height", G_TYPE_UINT,
      rect.height, NULL);
}

static GstStructure *
new_place (const gchar *name, const VfFoundObject *object)
{
  return new_structure (
      name, (VfPlace){ object->x, object->y, object->width, object->height });
}

void
vf_objects_message_add_list (
    GstStructure *message, const VfFoundObject *objects, guint count)
{
  GValue list = G_VALUE_INIT;

  gst_value_array_init (&list, count);
  for (guint i = 0; i < count; i++) {
    const VfFoundObject *object = &objects[i];
    GValue item = G_VALUE_INIT;
    GstStructure *structure = new_place ("object", object);

    gst_structure_set (structure, "neighbors", G_TYPE_UINT, object->neighbors,
        "id", G_TYPE_UINT, object->id, "label", G_TYPE_STRING, object->label,
        "score", G_TYPE_DOUBLE, object->score, "confidence", G_TYPE_DOUBLE,
        object->confidence, "held", G_TYPE_BOOLEAN,
        (object->flags & GST_DETECTED_OBJECT_HELD) != 0, NULL);
    g_value_init (&item, GST_TYPE_STRUCTURE);
    g_value_take_boxed (&item, structure);
    gst_value_array_append_and_take_value (&list, &item);
  }
  gst_structure_take_value (message, "object-list", &list);
}

GstStructure *
vf_objects_message_new_facedetect (const VfFoundObject *objects, guint count,
    GstClockTime timestamp, GstClockTime stream_time, GstClockTime running_time,
    GstClockTime duration)
{
  GstStructure *message = gst_structure_new ("facedetect", "timestamp",
      G_TYPE_UINT64, timestamp, "stream-time", G_TYPE_UINT64, stream_time,
      "running-time", G_TYPE_UINT64, running_time, "duration", G_TYPE_UINT64,
      duration, NULL);
  GValue list = G_VALUE_INIT;

  gst_value_list_init (&list, count);
  for (guint i = 0; i < count; i++) {
    GValue item = G_VALUE_INIT;

    g_value_init (&item, GST_TYPE_STRUCTURE);
    g_value_take_boxed (&item, new_place ("face", &objects[i]));
    gst_value_list_append_and_take_value (&list, &item);
  }
  gst_structure_take_value (message, "faces", &list);
  return message;
}

GstStructure *
vf_objects_message_new_event (
    const gchar *name, const VfTrack *track, const VfTrackTimes *now)
{
  const VfTrackTimes *first = &track->first_seen, *last = &track->last_seen;
  GstStructure *message = new_structure (name, track->last.place);

  gst_structure_set (message, "timestamp", G_TYPE_UINT64, now->pts,
      "stream-time", G_TYPE_UINT64, now->stream, "running-time", G_TYPE_UINT64,
      now->running, "id", G_TYPE_UINT, track->id, "label", G_TYPE_STRING,
      g_quark_to_string (track->last.label), "confidence", G_TYPE_DOUBLE,
      track->largest, "sightings", G_TYPE_UINT, track->sightings,
      "first-timestamp", G_TYPE_UINT64, first->pts, "last-timestamp",
      G_TYPE_UINT64, last->pts, "first-stream-time", G_TYPE_UINT64,
      first->stream, "last-stream-time", G_TYPE_UINT64, last->stream,
      "first-running-time", G_TYPE_UINT64, first->running, "last-running-time",
      G_TYPE_UINT64, last->running, NULL);
  return message;
}
