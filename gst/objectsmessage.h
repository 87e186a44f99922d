/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects in messages on the bus.
 */
#pragma once

#include "gstobjectsmeta-private.h"
#include "tracks.h"

G_BEGIN_DECLS

/* Adds `object-list`, a GST_TYPE_ARRAY of structures "object": uint x, y,
 * width, height, neighbors, id; string label; double score, confidence; boolean
 * held. Edges are rounded to whole pixels. */
void vf_objects_message_add_list (
    GstStructure *message, const VfFoundObject *objects, guint count);

/* What GStreamer's own `facedetect` posts: `faces`, a GST_TYPE_LIST of
 * structures "face" with uint x, y, width, height. To be freed. */
GstStructure *vf_objects_message_new_facedetect (const VfFoundObject *objects,
    guint count, GstClockTime timestamp, GstClockTime stream_time,
    GstClockTime running_time, GstClockTime duration);

/* That an object has come or gone, told with the frame of the times `now`: its
 * last sighting, and what is known of all of them. To be freed. */
GstStructure *vf_objects_message_new_event (
    const gchar *name, const VfTrack *track, const VfTrackTimes *now);

G_END_DECLS
