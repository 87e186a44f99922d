/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The order of objects.
 */
#pragma once

#include "haar.h"

G_BEGIN_DECLS

/* Confidence descending, then y, x, width, height, region ascending: below 0, 0
 * or above it, as for qsort. */
gint haar_object_compare (const HaarObject *a, const HaarObject *b);

/* In that order; allocates nothing. */
void haar_objects_sort (HaarObject *objects, guint n);

G_END_DECLS
