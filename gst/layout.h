/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where the samples of a raw format lie.
 */
#pragma once

#include "image.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

/* The luma, or red, green and blue, of a format; or all of its colour. */
typedef struct {
  const GstVideoFormatInfo *info;
  guint channels;    /* 1 or 3: the format's first components */
  gboolean in_place; /* its samples are parts of words at even steps; else only
                     the format's unpack function can read it */
  /* Where `in_place`, as in VfImage. */
  guint word;
  gboolean big_endian;
  guint at[3]; /* bytes from the plane's start to the first word */
  guint shift[3];
} VfLayout;

/* Of the format of a video info. */
void vf_layout_init (VfLayout *layout, const GstVideoFormatInfo *info);

/* The same with luma and chroma: 3 channels of any format but grey ones. */
void vf_layout_init_color (VfLayout *layout, const GstVideoFormatInfo *info);

/* Reads a row of the frame into 4 samples a pixel, of vf_layout_bytes() bytes
 * each in the machine's order: channel c's at 1 + c, in the highest bits. */
void vf_layout_unpack (const VfLayout *layout, gpointer row,
    const gpointer *planes, const gint *strides, gint y, gint width);
guint vf_layout_bytes (const VfLayout *layout);

G_END_DECLS
