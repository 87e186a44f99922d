/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Places of objects that need not lie on whole pixels.
 */
#pragma once

#include "macros.h"

#include <glib.h>

G_BEGIN_DECLS

/* Pixels; edges at x and x + width. */
typedef struct {
  gdouble x, y, width, height;
} VfPlace;

/* Two that overlap this much are taken for the same thing: SORT's bound. */
#define VF_PLACE_SAME 0.3

/* The area of both divided by the area of either: 0 to 1; 0 for what has no
 * area, or is no number. */
VF_INLINE gdouble
vf_place_overlap (const VfPlace *a, const VfPlace *b)
{
  gdouble width = MIN (a->x + a->width, b->x + b->width) - MAX (a->x, b->x);
  gdouble height = MIN (a->y + a->height, b->y + b->height) - MAX (a->y, b->y);
  gdouble both = width * height;
  gdouble either = a->width * a->height + b->width * b->height - both;

  return width > 0 && height > 0 && either > 0 ? both / either : 0;
}

/* What lies in a picture of these sides; width or height is 0 where nothing
 * does. */
VF_INLINE VfPlace
vf_place_clip (const VfPlace *place, gdouble width, gdouble height)
{
  gdouble x = CLAMP (place->x, 0, width), y = CLAMP (place->y, 0, height);
  gdouble right = CLAMP (place->x + place->width, x, width);
  gdouble bottom = CLAMP (place->y + place->height, y, height);

  return (VfPlace){ x, y, right - x, bottom - y };
}

G_END_DECLS
