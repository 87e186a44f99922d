/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Small pictures over a frame: what one pixel becomes. The rounding is that of
 * gst_video_overlay_composition_blend(), which draws on frames in the host's
 * memory, so that a frame looks the same wherever it lies. Both the GPU's
 * kernel and the tests are made of this.
 */
#pragma once

#include "macros.h"

#include <glib.h>

G_BEGIN_DECLS

/* Red, green, blue or luma and the two of the chroma; and alpha. */
enum {
  VF_CANVAS_ALPHA,
  VF_CANVAS_FIRST,
  VF_CANVAS_SECOND,
  VF_CANVAS_THIRD,
  VF_CANVAS_N,
};

/* The samples of one component: that of pixel (x, y) lies at
 * data + (y >> below) * stride + (x >> right) * step. */
typedef struct {
  guint8 *data; /* NULL: the format has none */
  gssize stride, step;
  guint right, below; /* a sample is shared by 2^right x 2^below pixels, and
                         is that of the left upper one */
  guint shift;        /* bits below the sample in its word */
} VfCanvasSamples;

/* A frame that is drawn on. */
typedef struct {
  guint width, height;
  gboolean yuv;
  guint depth; /* bits of a sample; above 8, words have two bytes, the lower
                  one first */
  VfCanvasSamples samples[VF_CANVAS_N];
} VfCanvas;

/* A picture, its left upper pixel over pixel (x, y) of the frame. */
typedef struct {
  gint x, y;
  guint width, height;
  guint32 first; /* index of its first pixel; rows follow each other */
} VfPatch;

typedef struct {
  const guint32 *pixels; /* 0xAARRGGBB, of all pictures */
  gsize n_pixels;
  const VfPatch *patches; /* the first one lies lowest */
  guint n_patches;
  gboolean merged; /* a pixel shows the highest picture that is not quite
                      transparent there, and no other */
} VfPatches;

/* A pixel of the canvas, in the order of its components, each with 8 bits, or
 * 16 of a deeper canvas. */
typedef struct {
  guint v[VF_CANVAS_N];
} VfBlendPixel;

/* Whether this pixel's sample is that of the component. */
VF_INLINE gboolean
vf_canvas_owns (const VfCanvasSamples *samples, guint x, guint y)
{
  return samples->data && (x & ((1u << samples->right) - 1)) == 0
         && (y & ((1u << samples->below) - 1)) == 0;
}

VF_INLINE guint8 *
vf_canvas_at (const VfCanvasSamples *samples, guint x, guint y)
{
  return samples->data + (gssize) (y >> samples->below) * samples->stride
         + (gssize) (x >> samples->right) * samples->step;
}

/* A deep sample widened to 16 bits, its upper ones repeated below. */
VF_INLINE guint
vf_canvas_widen (const VfCanvas *canvas, guint value)
{
  value = value << (16 - canvas->depth) & 0xffff;
  return value | value >> canvas->depth;
}

VF_INLINE guint
vf_canvas_load (
    const VfCanvas *canvas, const VfCanvasSamples *samples, guint x, guint y)
{
  const guint8 *at = vf_canvas_at (samples, x, y);

  if (canvas->depth == 8)
    return at[0];
  return vf_canvas_widen (
      canvas, ((guint) at[1] << 8 | at[0]) >> samples->shift);
}

/* What lies below a deep sample in its word becomes 0. */
VF_INLINE void
vf_canvas_store (const VfCanvas *canvas, const VfCanvasSamples *samples,
    guint x, guint y, guint value)
{
  guint8 *at = vf_canvas_at (samples, x, y);

  if (canvas->depth == 8) {
    at[0] = (guint8) value;
  } else {
    value = value >> (16 - canvas->depth) << samples->shift;
    at[0] = (guint8) value;
    at[1] = (guint8) (value >> 8);
  }
}

/* The pixel as far as it has samples of its own; the rest is 0, alpha opaque.
 */
VF_INLINE VfBlendPixel
vf_canvas_pixel (const VfCanvas *canvas, guint x, guint y)
{
  VfBlendPixel pixel = { { canvas->depth == 8 ? 0xffu : 0xffffu, 0, 0, 0 } };

  for (guint c = 0; c < VF_CANVAS_N; c++)
    if (vf_canvas_owns (&canvas->samples[c], x, y))
      pixel.v[c] = vf_canvas_load (canvas, &canvas->samples[c], x, y);
  return pixel;
}

VF_INLINE void
vf_canvas_set_pixel (
    const VfCanvas *canvas, guint x, guint y, const VfBlendPixel *pixel)
{
  for (guint c = 0; c < VF_CANVAS_N; c++)
    if (vf_canvas_owns (&canvas->samples[c], x, y))
      vf_canvas_store (canvas, &canvas->samples[c], x, y, pixel->v[c]);
}

VF_INLINE guint
vf_blend_clamp (gint value)
{
  return (guint) (value < 0 ? 0 : value > 255 ? 255 : value);
}

/* A picture's colour in the canvas' components, 8 bits each: for YUV by the
 * matrix of ITU-R BT.709, whatever the caps say, as blending has it. */
VF_INLINE VfBlendPixel
vf_blend_color (guint32 color, gboolean yuv)
{
  gint r = (gint) (color >> 16 & 0xff), g = (gint) (color >> 8 & 0xff);
  gint b = (gint) (color & 0xff);
  VfBlendPixel pixel = { { color >> 24, (guint) r, (guint) g, (guint) b } };

  if (yuv) {
    pixel.v[1] = vf_blend_clamp ((47 * r + 157 * g + 16 * b + 4096) >> 8);
    pixel.v[2] = vf_blend_clamp ((-26 * r - 87 * g + 112 * b + 32768) >> 8);
    pixel.v[3] = vf_blend_clamp ((112 * r - 102 * g - 10 * b + 32768) >> 8);
  }
  return pixel;
}

/* Lays a colour over the pixel. */
VF_INLINE void
vf_blend_over (const VfCanvas *canvas, VfBlendPixel *pixel, guint32 color)
{
  guint shift = canvas->depth == 8 ? 0 : 8, max = shift ? 0xffff : 0xff;
  VfBlendPixel above = vf_blend_color (color, canvas->yuv);
  guint a = above.v[0] << shift, below = pixel->v[0];
  guint alpha = a + (guint) ((guint64) below * (max - a) / max);

  if (a == 0)
    return;
  pixel->v[0] = alpha;
  for (guint c = VF_CANVAS_FIRST; c < VF_CANVAS_N; c++) {
    guint64 over = (guint64) (above.v[c] << shift) * a;
    guint64 under = (guint64) pixel->v[c] * below * (max - a) / max;
    guint value = (guint) ((over + under) / alpha);

    value = value > max ? max : value;
    /* As if it had been stored and loaded. */
    pixel->v[c] =
        shift ? vf_canvas_widen (canvas, value >> (16 - canvas->depth)) : value;
  }
}

/* The picture's colour over pixel (x, y); 0 where it does not reach. */
VF_INLINE guint32
vf_patch_color (const guint32 *pixels, const VfPatch *patch, guint x, guint y)
{
  guint dx = x - (guint) patch->x, dy = y - (guint) patch->y;

  if (dx >= patch->width || dy >= patch->height)
    return 0;
  return pixels[patch->first + (gsize) dy * patch->width + dx];
}

G_END_DECLS
