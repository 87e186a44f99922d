/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A picture that says which pixels of other pictures count.
 */
#pragma once

#include "image.h"

G_BEGIN_DECLS

/* A mask is as large as it likes: pixel (x, y) of a picture of W x H pixels
 * lies in it when byte (x * width / W, y * height / H), both rounded down, is
 * not 0. */
struct _VfMask {
  guint width, height; /* 1 to VF_IMAGE_MAX_SIDE */
  guint8 *inside;      /* width x height bytes, row by row */
};

/* Nothing is set in it. NULL: no memory. */
VfMask *vf_mask_new_of_size (guint width, guint height);

/* What is not black: where the luma is above 0. NULL: no memory. */
VfMask *vf_mask_new (const VfImage *image);

/* The mask in the bytes of a PGM or PPM file. NULL with a PNM_ERROR. */
VfMask *vf_mask_new_pnm (const guint8 *data, gsize size, GError **error);

void vf_mask_free (VfMask *mask); /* takes NULL */

/* Clears the bytes of `inside`, one a pixel of `bounds` in a picture of width x
 * height, whose pixels do not lie in the mask. */
void vf_mask_apply (const VfMask *mask, guint width, guint height,
    VfRect bounds, guint8 *inside);

G_END_DECLS
