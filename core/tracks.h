/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects that are followed from frame to frame: each keeps its number, its
 * place is steadied, and it outlives a few frames in which it is not found.
 *
 * What belongs together is found as by SORT (Bewley et al., Simple Online and
 * Realtime Tracking, 2016): by the overlap with where an object should be by
 * now; the pairs that overlap most come first (Bochinski et al., 2017). As in
 * ByteTrack (Zhang et al., 2022) there are two rounds: one for sightings that
 * are sure, which may begin a track; then one for the others, which only keep
 * one. An alpha-beta filter steadies the middle, and predicts it at constant
 * velocity; alpha = 1/2, beta = alpha^2 / (2 - alpha) = 1/6 (Benedict and
 * Bordner, 1962). Until as many sightings are known, its gains are those of a
 * straight line through all of them. Width and height are averages, in which
 * the newest counts for 0.25.
 *
 * Time is counted in frames. Nothing is allocated but the tracks themselves.
 */
#pragma once

#include "place.h"

G_BEGIN_DECLS

/* Sightings of a frame beyond so many are not looked at, nor do tracks
 * begin. */
#define VF_TRACKS_MAX 256

/* An object of one frame. */
typedef struct {
  VfPlace place;
  guint kind;    /* sightings of two kinds are never of the same object */
  gint parent;   /* where several overlap, that with the same parent wins */
  gboolean sure; /* enough to begin a track */
  gdouble confidence;
  gdouble score; /* this and what follows is only kept */
  guint neighbors;
  guint32 label;
  guint id; /* that it had in its frame before it was followed */
} VfSighting;

/* Of a frame, each in nanoseconds or -1. */
typedef struct {
  guint64 pts, stream, running;
} VfTrackTimes;

typedef struct {
  guint id;      /* 1 or more, never given twice */
  VfPlace place; /* in this frame; may stick out of the picture */
  guint missed;  /* updates since the last sighting; 0: this frame has one */
  guint sightings;
  VfSighting last;
  gdouble largest; /* confidence */
  VfTrackTimes first_seen, last_seen;
  gdouble velocity[2]; /* of the middle, pixels a frame */
} VfTrack;

typedef struct {
  const VfSighting *sightings; /* the surest first */
  guint n_sightings;
  guint elapsed;       /* frames since the last update, 1 or more */
  guint hold;          /* updates that an object may be missed in a row */
  guint above;         /* ids up to this one are others' */
  guint width, height; /* of the picture; what lies outside leaves */
  VfTrackTimes times;
} VfTracksFrame;

typedef struct {
  VfTrack tracks[VF_TRACKS_MAX]; /* ids ascending; the first n_known were
                                    there before the update */
  guint n, n_known;
  VfTrack left[VF_TRACKS_MAX]; /* with the last update */
  guint n_left;
  guint last_id; /* that was given */
} VfTracks;

VfTracks *vf_tracks_new (void);
void vf_tracks_free (VfTracks *tracks); /* takes NULL */

void vf_tracks_update (VfTracks *tracks, const VfTracksFrame *frame);

/* All tracks leave; ids go on. */
void vf_tracks_end (VfTracks *tracks);

/* As it was made: ids begin at 1 again. */
void vf_tracks_restart (VfTracks *tracks);

/* Where it should be so many frames after the last update. */
VfPlace vf_track_place_after (const VfTrack *track, guint frames);

G_END_DECLS
