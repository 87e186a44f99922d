/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects of several detectors in series as one list: the property merge.
 */
#pragma once

#include "gstobjectsmeta-private.h"

G_BEGIN_DECLS

/* `earlier`, a GArray of VfFoundObject, becomes what the buffer's objects metas
 * have, in their order, but what is no place. */
void haar_merge_collect (GArray *earlier, GstBuffer *buffer);

/* Puts the earlier ones before those in `found`, of which only those stay that
 * overlap none of them. An earlier one that is held and found again is where it
 * was found; other held ones are left out where their holder is the list's own
 * (skip_held). */
void haar_merge_join (GArray *found, const GArray *earlier, gboolean skip_held);

G_END_DECLS
