/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A frame's objects become those that are followed through the stream: the
 * property smooth, and the messages that events asks for.
 */
#pragma once

#include "gstobjectsmeta-private.h"
#include "tracks.h"

G_BEGIN_DECLS

#define HAAR_HOLD_FRAMES      5
#define HAAR_START_CONFIDENCE 0.6

/* What the user has set. */
typedef struct {
  gboolean smooth;
  guint hold_frames;
  gdouble start_confidence;
  gboolean events;
} HaarTracking;

typedef struct {
  VfTracks *tracks;
  VfSighting sightings[VF_TRACKS_MAX]; /* of this frame */
  guint passed;     /* frames since the last that was followed, with this one */
  VfTrackTimes now; /* of that frame */
} HaarTracks;

/* What is around the objects of one frame. */
typedef struct {
  guint width, height;       /* of the picture */
  const GArray *rects, *ids; /* of the regions; NULL: objects have no parent */
  const GArray *merged; /* VfFoundObject, what others found; NULL: not merged */
} HaarSurroundings;

void haar_tracks_init (HaarTracks *tracks);
void haar_tracks_clear (HaarTracks *tracks);

/* Ids begin at 1 again. */
void haar_tracks_restart (HaarTracks *tracks);

/* For every frame, before any other call for it. */
void haar_tracks_begin_frame (HaarTracks *tracks);

/* Up to which number ids are left to others: every detector in a series has a
 * million of its own. */
guint haar_tracks_ids_before (GstBuffer *buffer);

/* `found`, a GArray of VfFoundObject, becomes what is known with the frame of
 * these times, by id: seen in it, or held. ids up to `above` are others'. */
void haar_tracks_follow (HaarTracks *tracks, const HaarTracking *settings,
    GArray *found, guint above, const HaarSurroundings *surroundings,
    const VfTrackTimes *times);

/* `found` becomes where all that should be in the frame that has begun, which
 * is not followed. */
void haar_tracks_hold (const HaarTracks *tracks, GArray *found,
    const HaarSurroundings *surroundings);

/* All leave. */
void haar_tracks_end (HaarTracks *tracks);

/* Posts who has come and left with the last call. */
void haar_tracks_post (const HaarTracks *tracks, GstElement *element);

G_END_DECLS
