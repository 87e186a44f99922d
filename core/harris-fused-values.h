/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The kept values of the region, part by part.
 */
#pragma once

#include "harris-fused.h"

G_BEGIN_DECLS

/* Part i of the pixels of the region, one call after the other: n is a
 * multiple of LANES_CELL_PIXELS; what does not lie in it is NaN. */
typedef void (*FusedVisit) (gpointer data, const gfloat *values, gsize n);

guint harris_fused_n_parts (const HarrisFused *fused);
void harris_fused_visit (
    const HarrisFused *fused, guint i, FusedVisit visit, gpointer data);

/* Range of the response, and of what was left out. */
void harris_fused_find_range (HarrisFused *fused);

/* All bins; what was left out counts as `bin`. */
void harris_fused_count_all (HarrisFused *fused, guint bin, gfloat scale);

G_END_DECLS
