/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The property stats.
 */
#pragma once

#include "harris.h"

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct {
  guint64 frames;    /* analysed since the element started */
  HarrisResult last; /* what it points to is not read */
} HarrisStats;

GstStructure *harris_stats_to_structure (const HarrisStats *stats);

G_END_DECLS
