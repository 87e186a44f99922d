/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects on their way from the detector to the buffer: their ids and parents.
 */
#pragma once

#include "gstobjectsmeta-private.h"
#include "haar.h"

G_BEGIN_DECLS

/* `found` becomes what the result has, a GArray of VfFoundObject. ids: a GArray
 * of gint, those of the rectangles that were searched, which are the objects'
 * parents; NULL: they have none. Their own ids count up from first_id. The label
 * outlives the objects. */
void haar_objects_take (GArray *found, const HaarResult *result, guint first_id,
    const GArray *ids, const gchar *label);

/* Takes its parent away where the middle of the object does not lie in a
 * rectangle (a GArray of VfRect) of that id. NULL: there are no rectangles. */
void haar_objects_check_parent (
    VfFoundObject *object, const GArray *rects, const GArray *ids);

/* The place among the objects of the one with that id; -1: it is none of them.
 */
gint haar_objects_place_of (const GArray *objects, gint id);

/* Fits the objects to a frame that comes after the one that they were found in:
 * they are held, have ids from first_id on, and a parent that is checked, or is
 * one of them (merged). */
void haar_objects_hold (GArray *found, guint first_id, const GArray *rects,
    const GArray *ids, gboolean merged);

G_END_DECLS
