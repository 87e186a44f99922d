/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What one detection has to do: layers, where their pixels come from, and the
 * bands into which the CPU divides them.
 */
#pragma once

#include "haar-bands.h"
#include "scratch.h"

G_BEGIN_DECLS

typedef struct {
  HaarLayer *layers; /* by region, then by scale */
  guint n_layers;
  HaarTap *taps;
  HaarBand *bands; /* by layer, then from the top */
  guint n_bands;
  VfScratch scratch[3];
} HaarPlan;

/* FALSE: there is no memory. */
gboolean haar_plan_make (HaarPlan *plan, const Cascade *cascade,
    const HaarParams *params, const VfImage *image, const VfRegion *region);
void haar_plan_clear (HaarPlan *plan);
gsize haar_plan_bytes (const HaarPlan *plan);

G_END_DECLS
