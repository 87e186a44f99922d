/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the GPU's kernel draws, on the CPU.
 */
#pragma once

#include "blend.h"

static inline void
blend_pixel (const VfCanvas *canvas, const VfPatches *p, guint x, guint y)
{
  VfBlendPixel pixel = vf_canvas_pixel (canvas, x, y);
  guint32 highest = 0;
  gboolean drawn = FALSE;

  for (guint i = 0; i < p->n_patches; i++) {
    guint32 color = vf_patch_color (p->pixels, &p->patches[i], x, y);

    if (color >> 24 == 0)
      continue;
    drawn = TRUE;
    highest = color;
    if (!p->merged)
      vf_blend_over (canvas, &pixel, color);
  }
  if (p->merged)
    vf_blend_over (canvas, &pixel, highest);
  if (drawn)
    vf_canvas_set_pixel (canvas, x, y, &pixel);
}

static inline void
blend_on_host (const VfCanvas *canvas, const VfPatches *patches)
{
  for (guint y = 0; y < canvas->height; y++)
    for (guint x = 0; x < canvas->width; x++)
      blend_pixel (canvas, patches, x, y);
}
