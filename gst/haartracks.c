/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haartracks.h"

#include "haarobjects.h"
#include "objectsmessage.h"

#define IDS_OF_A_DETECTOR 1000000
#define MAX_DETECTORS     1000 /* ids end at 2^30 */

void
haar_tracks_init (HaarTracks *tracks)
{
  *tracks = (HaarTracks){ .tracks = vf_tracks_new () };
}

void
haar_tracks_clear (HaarTracks *tracks)
{
  vf_tracks_free (tracks->tracks);
}

void
haar_tracks_restart (HaarTracks *tracks)
{
  vf_tracks_restart (tracks->tracks);
  tracks->passed = 0;
}

void
haar_tracks_begin_frame (HaarTracks *tracks)
{
  tracks->passed++;
}

guint
haar_tracks_ids_before (GstBuffer *buffer)
{
  guint largest = gst_objects_meta_largest_id (buffer);
  guint from_ids = largest > 0 ? largest / IDS_OF_A_DETECTOR + 1 : 0;
  guint n_metas = 0;
  gpointer state = NULL;
  GstObjectsMeta meta;

  while (gst_objects_meta_next (buffer, &state, &meta))
    n_metas++;
  return MIN (MAX (n_metas, from_ids), MAX_DETECTORS) * IDS_OF_A_DETECTOR;
}

/* The label's quark tells things of another kind; what several detectors say of
 * one face may be called otherwise. */
static VfSighting
sighting_of (
    const VfFoundObject *object, gdouble start_confidence, gboolean merged)
{
  guint32 label = g_quark_from_string (object->label);

  return (VfSighting){
    .place = { object->x, object->y, object->width, object->height },
    .kind = merged ? 0 : label,
    .parent = object->parent_id,
    .sure = object->confidence >= start_confidence,
    .confidence = object->confidence,
    .score = object->score,
    .neighbors = object->neighbors,
    .label = label,
    .id = object->id,
  };
}

static gboolean
has_middle_in (const VfFoundObject *object, const VfPlace *place)
{
  gdouble x = object->x + object->width / 2 - place->x;
  gdouble y = object->y + object->height / 2 - place->y;

  return x >= 0 && y >= 0 && x < place->width && y < place->height;
}

/* The id by which the object is followed that had that id in this frame; -1: it
 * is not, or does not lie around its child. */
static gint
parent_among (const VfTracks *tracks, const VfFoundObject *child, guint frames)
{
  for (guint i = 0; i < tracks->n; i++) {
    const VfTrack *track = &tracks->tracks[i];
    VfPlace place = vf_track_place_after (track, frames);

    if (track->missed == 0 && track->last.id == (guint) child->parent_id
        && has_middle_in (child, &place))
      return (gint) track->id;
  }
  return -1;
}

static void
check_parent (const VfTracks *tracks, VfFoundObject *object, guint frames,
    const HaarSurroundings *surroundings)
{
  if (surroundings->merged
      && haar_objects_place_of (surroundings->merged, object->parent_id) >= 0)
    object->parent_id = parent_among (tracks, object, frames);
  else if (object->flags & GST_DETECTED_OBJECT_HELD)
    haar_objects_check_parent (object, surroundings->rects, surroundings->ids);
}

/* A track so many frames after it was followed. FALSE: out of the picture. */
static gboolean
make_object (const VfTrack *track, guint frames,
    const HaarSurroundings *surroundings, VfFoundObject *object)
{
  const VfSighting *last = &track->last;
  VfPlace place = vf_track_place_after (track, frames);

  place = vf_place_clip (&place, surroundings->width, surroundings->height);
  *object = (VfFoundObject){
    .x = place.x,
    .y = place.y,
    .width = place.width,
    .height = place.height,
    .score = last->score,
    .confidence = last->confidence,
    .neighbors = last->neighbors,
    .id = track->id,
    .flags = GST_DETECTED_OBJECT_STABLE_ID,
    .parent_id = last->parent,
    .first_seen = track->first_seen.pts,
    .label = g_quark_to_string (last->label),
  };
  if (track->missed > 0 || frames > 0)
    object->flags |= GST_DETECTED_OBJECT_HELD;
  return place.width > 0 && place.height > 0;
}

static void
list_tracks (const VfTracks *tracks, guint frames, GArray *found,
    const HaarSurroundings *surroundings)
{
  g_array_set_size (found, 0);
  for (guint i = 0; i < tracks->n; i++) {
    VfFoundObject object;

    if (!make_object (&tracks->tracks[i], frames, surroundings, &object))
      continue;
    check_parent (tracks, &object, frames, surroundings);
    g_array_append_val (found, object);
  }
}

void
haar_tracks_follow (HaarTracks *tracks, const HaarTracking *settings,
    GArray *found, guint above, const HaarSurroundings *surroundings,
    const VfTrackTimes *times)
{
  VfTracksFrame frame = { .sightings = tracks->sightings,
    .n_sightings = MIN (found->len, VF_TRACKS_MAX),
    .elapsed = MAX (tracks->passed, 1),
    .hold = settings->hold_frames,
    .above = above,
    .width = surroundings->width,
    .height = surroundings->height,
    .times = *times };

  for (guint i = 0; i < frame.n_sightings; i++)
    tracks->sightings[i] =
        sighting_of (&g_array_index (found, VfFoundObject, i),
            settings->start_confidence, surroundings->merged != NULL);
  vf_tracks_update (tracks->tracks, &frame);
  tracks->passed = 0;
  tracks->now = *times;
  list_tracks (tracks->tracks, 0, found, surroundings);
}

void
haar_tracks_hold (const HaarTracks *tracks, GArray *found,
    const HaarSurroundings *surroundings)
{
  list_tracks (tracks->tracks, tracks->passed, found, surroundings);
}

void
haar_tracks_end (HaarTracks *tracks)
{
  vf_tracks_end (tracks->tracks);
  tracks->passed = 0;
}

static void
post (GstElement *element, const gchar *name, const VfTrack *track,
    const VfTrackTimes *now)
{
  gst_element_post_message (
      element, gst_message_new_element (GST_OBJECT (element),
                   vf_objects_message_new_event (name, track, now)));
}

void
haar_tracks_post (const HaarTracks *tracks, GstElement *element)
{
  const VfTracks *all = tracks->tracks;

  for (guint i = 0; i < all->n_left; i++)
    post (element, "haardetect-left", &all->left[i], &tracks->now);
  for (guint i = all->n_known; i < all->n; i++)
    post (element, "haardetect-appeared", &all->tracks[i], &tracks->now);
}
