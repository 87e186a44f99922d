/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sightings and frames for the tests of core/tracks.h.
 */
#pragma once

#include "tracks.h"

#define WIDTH  640
#define HEIGHT 480

/* Of 60 x 60 pixels, and sure. */
static inline VfSighting
seen_at (gdouble x, gdouble y)
{
  return (VfSighting){
    .place = { x, y, 60, 60 }, .sure = TRUE, .parent = -1, .confidence = 0.7
  };
}

/* The next one; an object may be missed twice. */
static inline VfTracksFrame
frame_of (const VfSighting *sightings, guint n)
{
  return (VfTracksFrame){ .sightings = sightings,
    .n_sightings = n,
    .elapsed = 1,
    .hold = 2,
    .width = WIDTH,
    .height = HEIGHT };
}

static inline void
update (VfTracks *tracks, const VfSighting *sightings, guint n)
{
  VfTracksFrame frame = frame_of (sightings, n);

  vf_tracks_update (tracks, &frame);
}
