/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How an element that works in place hands an overlay on: as a composition
 * that a sink draws, where downstream takes that; else blended into the frame.
 */
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>

G_BEGIN_DECLS

/* One an element; zeroed at first. The streaming thread's, but for refused,
 * which is read under the object lock. */
typedef struct {
  gboolean asked;   /* downstream, since the last set_caps */
  gboolean attach;  /* its answer */
  gboolean refused; /* it took the caps feature but not the meta */
} VfOverlayPad;

/* Raw caps, and the same with the feature meta:GstVideoOverlayComposition. */
GstCaps *vf_overlay_pad_template (const gchar *formats);

/* For transform_caps. While drawing, downstream is offered the feature. */
GstCaps *vf_overlay_pad_transform_caps (
    GstPadDirection direction, GstCaps *caps, GstCaps *filter, gboolean offer);

/* For set_caps: ask again. */
void vf_overlay_pad_renegotiated (VfOverlayPad *pad);

/* Gives the buffer, which must be writable, the overlay. FALSE: it could not be
 * mapped for writing. */
gboolean vf_overlay_pad_draw (VfOverlayPad *pad, GstBaseTransform *trans,
    GstBuffer *buffer, const GstVideoInfo *info,
    GstVideoOverlayComposition *overlay);

G_END_DECLS
