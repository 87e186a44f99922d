/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * All that is searched in a picture: the layers of each rectangle, and where
 * their pixels come from.
 */
#pragma once

#include "haar-layers.h"
#include "scratch.h"

G_BEGIN_DECLS

/* Starts zeroed. */
typedef struct {
  HaarLayer *layers; /* by rectangle, then by scale, ascending */
  guint n_layers;
  HaarTap *taps; /* those of each layer's columns, then of its rows */
  gsize n_taps;
  VfScratch scratch[2];
} HaarPlan;

/* For a picture of `width` x `height` pixels; the region's rectangles may be
 * empty or stick out. FALSE: there is no memory. */
gboolean haar_plan_make (HaarPlan *plan, const Cascade *cascade,
    const HaarParams *params, const VfRegion *region, guint width,
    guint height);
void haar_plan_clear (HaarPlan *plan);
gsize haar_plan_bytes (const HaarPlan *plan);

G_END_DECLS
