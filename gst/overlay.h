/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Small pictures to lay over a frame, collected and then composed.
 */
#pragma once

#include "blend.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

typedef struct _VfOverlay VfOverlay;

VfOverlay *vf_overlay_new (void);
void vf_overlay_free (VfOverlay *overlay); /* takes NULL */

/* width x height pixels 0xAARRGGBB, rows without padding, taken; to be laid
 * over frames any number of times. */
GstBuffer *vf_picture_new (guint32 *pixels, guint width, guint height);

/* Lays the picture's left upper pixel over pixel (x, y). Takes a reference. */
void vf_overlay_add (VfOverlay *overlay, GstBuffer *picture, gint x, gint y);

gboolean vf_overlay_is_empty (const VfOverlay *overlay);

/* All pictures, with the overlay's (0, 0) at pixel (x, y) of a frame of width x
 * height pixels. NULL: none of them lies in it, or there is no memory. */
GstVideoOverlayComposition *vf_overlay_compose (
    const VfOverlay *overlay, gint x, gint y, guint width, guint height);

/* The same for the GPU. */
VfPatches *vf_overlay_patches (
    const VfOverlay *overlay, gint x, gint y, guint width, guint height);
void vf_patches_free (VfPatches *patches); /* takes NULL */

G_END_DECLS
