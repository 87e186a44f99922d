/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tracks.h"

#define ALPHA 0.5
#define BETA  (ALPHA * ALPHA / (2 - ALPHA))
#define SIZE  0.25 /* weight of the newest width and height */

VfTracks *
vf_tracks_new (void)
{
  return g_new0 (VfTracks, 1);
}

void
vf_tracks_free (VfTracks *tracks)
{
  g_free (tracks);
}

void
vf_tracks_restart (VfTracks *tracks)
{
  tracks->n = tracks->n_known = tracks->n_left = tracks->last_id = 0;
}

VfPlace
vf_track_place_after (const VfTrack *track, guint frames)
{
  VfPlace place = track->place;

  place.x += track->velocity[0] * frames;
  place.y += track->velocity[1] * frames;
  return place;
}

/* -- Which sighting is of which track -- */

#define NONE -1

/* rank: the overlap, and 1 more where the parent is the same. */
typedef struct {
  gint sighting; /* the best that is free, or NONE; once taken, its own */
  gdouble rank;
  gboolean taken;
} Match;

typedef struct {
  const VfTracks *tracks;
  const VfSighting *sightings;
  guint n_sightings;
  Match matches[VF_TRACKS_MAX]; /* of each track */
  gboolean used[VF_TRACKS_MAX]; /* each sighting */
} Matching;

static gdouble
rank_of (const VfTrack *track, const VfSighting *sighting)
{
  gdouble overlap;

  if (track->last.kind != sighting->kind)
    return 0;
  overlap = vf_place_overlap (&track->place, &sighting->place);
  if (overlap < VF_PLACE_SAME)
    return 0;
  return overlap + (track->last.parent == sighting->parent);
}

static void
find_best (Matching *m, guint track, gboolean sure)
{
  Match *match = &m->matches[track];

  match->sighting = NONE;
  match->rank = 0;
  for (guint i = 0; i < m->n_sightings; i++) {
    gdouble rank;

    if (m->used[i] || !m->sightings[i].sure != !sure)
      continue;
    rank = rank_of (&m->tracks->tracks[track], &m->sightings[i]);
    if (rank > match->rank) {
      match->sighting = (gint) i;
      match->rank = rank;
    }
  }
}

/* The track without a sighting whose best one ranks highest, or NONE. */
static gint
next_track (const Matching *m)
{
  gint next = NONE;

  for (guint t = 0; t < m->tracks->n; t++) {
    const Match *match = &m->matches[t];

    if (!match->taken && match->sighting != NONE
        && (next == NONE || match->rank > m->matches[next].rank))
      next = (gint) t;
  }
  return next;
}

static void
match_round (Matching *m, gboolean sure)
{
  gint next;

  for (guint t = 0; t < m->tracks->n; t++)
    if (!m->matches[t].taken)
      find_best (m, t, sure);
  while ((next = next_track (m)) != NONE) {
    gint sighting = m->matches[next].sighting;

    m->matches[next].taken = m->used[sighting] = TRUE;
    for (guint t = 0; t < m->tracks->n; t++)
      if (!m->matches[t].taken && m->matches[t].sighting == sighting)
        find_best (m, t, sure);
  }
}

/* -- What becomes of a track -- */

static void
note_sighting (
    VfTrack *track, const VfSighting *sighting, const VfTrackTimes *times)
{
  track->last = *sighting;
  track->last_seen = *times;
  track->largest = MAX (track->largest, sighting->confidence);
  track->sightings++;
  track->missed = 0;
}

/* One way of the place, which is predicted. */
static void
filter (gdouble *start, gdouble *length, gdouble *velocity, gdouble new_start,
    gdouble new_length, gdouble n, guint elapsed)
{
  gdouble alpha = MAX (ALPHA, 2 * (2 * n - 1) / (n * (n + 1)));
  gdouble beta = MAX (BETA, 6 / (n * (n + 1)));
  gdouble middle = *start + *length / 2;
  gdouble error = new_start + new_length / 2 - middle;

  *length += MAX (SIZE, 1 / n) * (new_length - *length);
  *start = middle + alpha * error - *length / 2;
  *velocity += beta * error / elapsed;
}

static void
correct (VfTrack *track, const VfSighting *sighting, const VfTracksFrame *frame)
{
  const VfPlace *seen = &sighting->place;
  VfPlace *place = &track->place;

  note_sighting (track, sighting, &frame->times);
  filter (&place->x, &place->width, &track->velocity[0], seen->x, seen->width,
      track->sightings, frame->elapsed);
  filter (&place->y, &place->height, &track->velocity[1], seen->y, seen->height,
      track->sightings, frame->elapsed);
}

static gboolean
is_outside (const VfTrack *track, const VfTracksFrame *frame)
{
  VfPlace rest = vf_place_clip (&track->place, frame->width, frame->height);

  return !(rest.width > 0 && rest.height > 0);
}

static void
begin_track (
    VfTracks *tracks, const VfSighting *sighting, const VfTracksFrame *frame)
{
  VfTrack *track = &tracks->tracks[tracks->n++];

  *track = (VfTrack){ .id = ++tracks->last_id,
    .place = sighting->place,
    .first_seen = frame->times };
  note_sighting (track, sighting, &frame->times);
}

static void
leave (VfTracks *tracks, const VfTrack *track)
{
  tracks->left[tracks->n_left++] = *track;
}

/* Moves all to this frame. Those whose ids others have now leave. */
static void
predict (VfTracks *tracks, const VfTracksFrame *frame)
{
  guint kept = 0;

  for (guint i = 0; i < tracks->n; i++) {
    VfTrack *track = &tracks->tracks[i];

    track->place = vf_track_place_after (track, frame->elapsed);
    if (track->id <= frame->above)
      leave (tracks, track);
    else
      tracks->tracks[kept++] = *track;
  }
  tracks->n = kept;
}

static void
take_matches (VfTracks *tracks, const Matching *m, const VfTracksFrame *frame)
{
  guint kept = 0;

  for (guint i = 0; i < tracks->n; i++) {
    VfTrack *track = &tracks->tracks[i];

    if (m->matches[i].taken)
      correct (track, &m->sightings[m->matches[i].sighting], frame);
    else
      track->missed++;
    if (track->missed > frame->hold || is_outside (track, frame))
      leave (tracks, track);
    else
      tracks->tracks[kept++] = *track;
  }
  tracks->n = tracks->n_known = kept;
}

void
vf_tracks_update (VfTracks *tracks, const VfTracksFrame *frame)
{
  Matching m = { .tracks = tracks,
    .sightings = frame->sightings,
    .n_sightings = MIN (frame->n_sightings, VF_TRACKS_MAX) };

  tracks->n_left = 0;
  tracks->last_id = MAX (tracks->last_id, frame->above);
  predict (tracks, frame);
  match_round (&m, TRUE);
  match_round (&m, FALSE);
  take_matches (tracks, &m, frame);
  for (guint i = 0; i < m.n_sightings && tracks->n < VF_TRACKS_MAX; i++)
    if (!m.used[i] && m.sightings[i].sure)
      begin_track (tracks, &m.sightings[i], frame);
}

void
vf_tracks_end (VfTracks *tracks)
{
  tracks->n_left = 0;
  for (guint i = 0; i < tracks->n; i++)
    leave (tracks, &tracks->tracks[i]);
  tracks->n = tracks->n_known = 0;
}
