/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Small pictures to lay over a frame, collected and then composed.
 */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

typedef struct _VfOverlay VfOverlay;

/* For a frame of width x height pixels. */
VfOverlay *vf_overlay_new (guint width, guint height);
void vf_overlay_free (VfOverlay *overlay); /* takes NULL */

/* Where (0, 0) of what is added lies in the frame. */
void vf_overlay_set_origin (VfOverlay *overlay, gint x, gint y);

/* width x height pixels 0xAARRGGBB, rows without padding, taken; to be laid
 * over frames any number of times. */
GstBuffer *vf_picture_new (guint32 *pixels, guint width, guint height);

/* Lays the picture's left upper pixel over pixel (x, y), which may lie outside
 * the frame. Takes a reference. */
void vf_overlay_add (VfOverlay *overlay, GstBuffer *picture, gint x, gint y);

/* Adds all pictures to the composition, which is made where it is NULL, unless
 * there are none. */
void vf_overlay_compose (
    const VfOverlay *overlay, GstVideoOverlayComposition **composition);

G_END_DECLS
