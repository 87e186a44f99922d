/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From what the detector found in a frame to what its buffer gets: with what
 * others found, and with what is known of earlier frames.
 */
#pragma once

#include "haar.h"
#include "haartracks.h"

G_BEGIN_DECLS

typedef struct {
  GArray *found;    /* VfFoundObject: what the last frame got that got any */
  GArray *earlier;  /* VfFoundObject; of others, taken over */
  guint earlier_id; /* the largest that was on the buffer then */
  HaarTracks tracks;
  gboolean merged, followed; /* the last frame that was analysed */
} HaarList;

void haar_list_init (HaarList *list);
void haar_list_clear (HaarList *list);

/* Before an analysed frame's objects are made, and before metas of others are
 * taken off its buffer: with `merge` they are taken over, and off. TRUE: done.
 * info: of the buffer's caps. */
gboolean haar_list_take_over (HaarList *list, GstBuffer *buffer,
    const GstVideoInfo *info, gboolean merge);

/* The same for a frame that is not analysed, and gets the last list again. */
gboolean haar_list_take_off (
    const HaarList *list, GstBuffer *buffer, const GstVideoInfo *info);

/* What an analysed frame gets. The label outlives the list. */
void haar_list_fill (HaarList *list, const HaarResult *result,
    GstBuffer *buffer, const gchar *label, const HaarTracking *tracking,
    const HaarSurroundings *surroundings, const VfTrackTimes *times);

/* What one that is not analysed gets. */
void haar_list_hold (
    HaarList *list, GstBuffer *buffer, const HaarSurroundings *surroundings);

const VfFoundObject *haar_list_objects (const HaarList *list);

G_END_DECLS
