/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where between the pixels a corner lies: the top of a quadratic through the
 * responses around it. Every implementation shares it; nothing is contracted.
 */
#pragma once

#include "macros.h"

#include <glib.h>

G_BEGIN_DECLS

VF_INLINE gdouble
harris_half_pixel (gdouble offset)
{
  return offset > 0.5 ? 0.5 : offset < -0.5 ? -0.5 : offset;
}

/* dx, dy: from pixel (x, y) to the top, each within half a pixel; 0 at the edge
 * of the picture, or where there is no top. */
VF_INLINE void
harris_subpixel (const gfloat *response, guint width, guint height, guint x,
    guint y, gdouble *dx, gdouble *dy)
{
  const gfloat *r = response + (gsize) y * width + x;
  const gfloat *above = r - width, *below = r + width;
  gdouble gx, gy, xx, yy, xy, d;

  *dx = *dy = 0;
  if (x == 0 || y == 0 || x + 1 >= width || y + 1 >= height)
    return;
  gx = ((gdouble) r[1] - (gdouble) r[-1]) / 2;
  gy = ((gdouble) below[0] - (gdouble) above[0]) / 2;
  xx = (gdouble) r[1] - 2 * (gdouble) r[0] + (gdouble) r[-1];
  yy = (gdouble) below[0] - 2 * (gdouble) r[0] + (gdouble) above[0];
  xy = ((gdouble) below[1] - (gdouble) above[1] - (gdouble) below[-1]
           + (gdouble) above[-1])
       / 4;
  d = xx * yy - xy * xy;
  if (!(d > 0))
    return;
  *dx = harris_half_pixel ((xy * gy - yy * gx) / d);
  *dy = harris_half_pixel ((xy * gx - xx * gy) / d);
}

G_END_DECLS
