/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which scales are searched, and where: the same for every backend.
 */
#pragma once

#include "haar-stages.h"

G_BEGIN_DECLS

/* The layers of an area of the picture, smallest windows first; from each the
 * fields of HaarLayer but `taps`. Returns how many; layers NULL: only that. */
guint haar_layers_of (const Cascade *cascade, const HaarParams *params,
    VfRect area, guint region, HaarLayer *layers);

/* How `length` pixels of a layer lie between `source` pixels of the picture. */
void haar_layers_set_taps (HaarTap *taps, guint length, guint source);

/* A window's rectangle, from the corner of the layer's area; what sticks out of
 * the area is not cut off. */
typedef struct {
  gint x, y, width, height;
} HaarRect;
HaarRect haar_layers_rect (const HaarLayer *layer, guint x, guint y);

G_END_DECLS
