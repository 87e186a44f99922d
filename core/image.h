/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A picture that somebody else owns, its samples, and parts of it.
 */
#pragma once

#include "macros.h"

#include <glib.h>

G_BEGIN_DECLS

/* The longest side of a picture, in pixels. */
#define VF_IMAGE_MAX_SIDE 16384

/* Where samples lie. */
typedef enum {
  VF_MEMORY_HOST,
  VF_MEMORY_PINNED, /* the host's, from vf_gpu_pinned_alloc() */
  VF_MEMORY_DEVICE, /* the GPU's, in the context of the detector: nothing on
                       the host reads them */
} VfMemory;

/* Borrowed samples. The word of sample x of row y of channel c lies at
 * data[c] + y * stride[c] + x * step[c], and the sample is
 * (word >> shift[c]) & (2^depth - 1). So planar, packed and interleaved
 * pictures, and any luma plane, are read where they lie. Strides and steps may
 * be negative; steps, and the distances between the channels of one plane, are
 * multiples of the word's size. Nothing before the first word of a row, and
 * nothing after its last one, is ever read. */
typedef struct {
  guint width, height; /* pixels, 1 to VF_IMAGE_MAX_SIDE */
  guint channels;      /* 1: grey or luma; 3: red, green, blue */
  const guint8 *data[3];
  gssize stride[3];    /* bytes from one row to the next */
  gssize step[3];      /* bytes from one pixel to the next */
  guint depth;         /* bits of a sample, 8 to 16 */
  guint word;          /* bytes of a word: 1, 2 or 4 */
  gboolean big_endian; /* the first byte of a word is its highest */
  guint shift[3];      /* bits below the sample in its word */
  VfMemory memory;     /* what the pointers point to */
} VfImage;

/* The word of `word` bytes at `at`, which need not be aligned. */
VF_INLINE guint32
vf_word_load (const guint8 *at, guint word, gboolean big_endian)
{
  if (word == 1)
    return at[0];
  if (word == 2)
    return big_endian ? (guint32) at[0] << 8 | at[1]
                      : (guint32) at[1] << 8 | at[0];
  return big_endian ? (guint32) at[0] << 24 | (guint32) at[1] << 16
                          | (guint32) at[2] << 8 | at[3]
                    : (guint32) at[3] << 24 | (guint32) at[2] << 16
                          | (guint32) at[1] << 8 | at[0];
}

VF_INLINE void
vf_word_store (guint8 *at, guint word, gboolean big_endian, guint32 value)
{
  for (guint i = 0; i < word; i++)
    at[big_endian ? word - 1 - i : i] = (guint8) (value >> 8 * i);
}

VF_INLINE guint32
vf_image_word (const VfImage *image, const guint8 *at)
{
  return vf_word_load (at, image->word, image->big_endian);
}

/* Sample (x, y) of a channel. */
VF_INLINE guint32
vf_image_sample (const VfImage *image, guint channel, gssize x, gssize y)
{
  const guint8 *at = image->data[channel] + y * image->stride[channel]
                     + x * image->step[channel];

  return vf_image_word (image, at) >> image->shift[channel]
         & ((1u << image->depth) - 1);
}

/* A row's samples are what a row of grey bytes is. */
VF_INLINE gboolean
vf_image_is_grey_bytes (const VfImage *image)
{
  return image->channels == 1 && image->depth == 8 && image->word == 1
         && image->step[0] == 1;
}

/* The weights of the luma in 2^15ths, which is what they add up to: that of
 * samples of 16 bits is summed in 31. */
#define VF_LUMA_RED   9798
#define VF_LUMA_GREEN 19235
#define VF_LUMA_BLUE  3735
#define VF_LUMA_SHIFT 15
#define VF_LUMA_HALF  (1 << 14)

/* The sample of a grey picture, the luma of a colour picture. */
VF_INLINE guint32
vf_image_luma (const VfImage *image, gssize x, gssize y)
{
  if (image->channels == 1)
    return vf_image_sample (image, 0, x, y);
  return (VF_LUMA_RED * vf_image_sample (image, 0, x, y)
             + VF_LUMA_GREEN * vf_image_sample (image, 1, x, y)
             + VF_LUMA_BLUE * vf_image_sample (image, 2, x, y) + VF_LUMA_HALF)
         >> VF_LUMA_SHIFT;
}

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

typedef struct _VfMask VfMask; /* mask.h */

/* A part of a picture: the pixels that lie in one or more of the rectangles, or
 * in none of them, and in the mask. */
typedef struct {
  const VfRect *rects;
  guint n_rects;
  const VfMask *mask; /* NULL: none; borrowed */
  gboolean inverted;  /* in none */
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
