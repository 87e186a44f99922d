/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Masks from PNG files, by libpng; a stub where it was not found.
 */
#pragma once

#include "mask.h"

G_BEGIN_DECLS

typedef enum {
  VF_PNG_ERROR_NOT_BUILT, /* there is no libpng */
  VF_PNG_ERROR_BROKEN,    /* no PNG file, not a whole one, or a damaged one */
  VF_PNG_ERROR_SIZE,      /* a side is above VF_IMAGE_MAX_SIDE */
  VF_PNG_ERROR_MEMORY,
} VfPngError;

#define VF_PNG_ERROR (vf_png_error_quark ())
GQuark vf_png_error_quark (void);

/* The mask in the bytes of a PNG file: its samples as they are, without gamma;
 * alpha is ignored. NULL with a VF_PNG_ERROR; any bytes at all are safe. */
VfMask *vf_mask_new_png (const guint8 *data, gsize size, GError **error);

G_END_DECLS
