/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A picture that somebody else owns, and a rectangle of it.
 */
#pragma once

#include "macros.h"

#include <glib.h>

G_BEGIN_DECLS

/* The longest side of a picture, in pixels. */
#define VF_IMAGE_MAX_SIDE 16384

/* Borrowed 8-bit samples: sample x of row y of channel c is
 * data[c][y * stride[c] + x * step[c]]. So planar, packed and interleaved
 * pictures, and any luma plane, are read where they lie. Strides and steps may
 * be negative. Nothing before the first sample of a row, and nothing after its
 * last one, is ever read. */
typedef struct {
  guint width, height; /* pixels, 1 to VF_IMAGE_MAX_SIDE */
  guint channels;      /* 1: grey or luma; 3: red, green, blue */
  const guint8 *data[3];
  gssize stride[3]; /* bytes from one row to the next */
  gssize step[3];   /* bytes from one pixel to the next */
} VfImage;

/* Pixels x to x + width - 1, y to y + height - 1. */
typedef struct {
  guint x, y, width, height;
} VfRect;

/* The part of `rect` that lies in a picture of width x height pixels; its
 * width or height is 0 where nothing does. */
VF_INLINE VfRect
vf_rect_clip (VfRect rect, guint width, guint height)
{
  rect.x = MIN (rect.x, width);
  rect.y = MIN (rect.y, height);
  rect.width = MIN (rect.width, width - rect.x);
  rect.height = MIN (rect.height, height - rect.y);
  return rect;
}

VF_INLINE gboolean
vf_rect_is_empty (VfRect rect)
{
  return rect.width == 0 || rect.height == 0;
}

/* Several rectangles of a picture: all pixels that lie in one or more. */
typedef struct {
  const VfRect *rects;
  guint n_rects;
} VfRegion;

/* The same for the stages: the pixels of a rectangle, or those of its pixels
 * whose byte is not 0. */
typedef struct {
  VfRect bounds;
  const guint8 *inside; /* bounds.width x bounds.height bytes, row by row; NULL:
                           all are inside */
} VfArea;

/* Whether pixel (x, y) of the area's bounds, counted from their corner, is
 * inside. */
VF_INLINE gboolean
vf_area_has (VfArea area, guint x, guint y)
{
  return !area.inside || area.inside[(gsize) y * area.bounds.width + x];
}

/* The same for pixel (x, y) of the picture, which may lie outside the bounds.
 */
VF_INLINE gboolean
vf_area_contains (VfArea area, guint x, guint y)
{
  x -= area.bounds.x;
  y -= area.bounds.y;
  return x < area.bounds.width && y < area.bounds.height
         && vf_area_has (area, x, y);
}

G_END_DECLS
