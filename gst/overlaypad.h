/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How an element that works in place hands an overlay on: as a composition
 * that a sink draws, where downstream takes that; else blended into the frame.
 */
#pragma once

#include "gpuframes.h"
#include "overlay.h"

#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>

G_BEGIN_DECLS

/* One an element; the streaming thread's, but for what the object lock guards.
 */
typedef struct {
  gboolean asked;  /* downstream, since the last set_caps */
  gboolean attach; /* its answer */

  VfGpuFrames gpu;

  /* Under the object lock. */
  gboolean refused;  /* it took the caps feature but not the meta */
  gboolean relinked; /* it may be another one now */
} VfOverlayPad;

/* For start(), and for whatever makes a new answer possible. */
void vf_overlay_pad_reset (VfOverlayPad *pad, GstBaseTransform *trans);

/* For src_event: a RECONFIGURE makes a new answer possible. */
void vf_overlay_pad_src_event (
    VfOverlayPad *pad, GstBaseTransform *trans, GstEvent *event);

/* Raw caps, and the same with the feature meta:GstVideoOverlayComposition. */
GstCaps *vf_overlay_pad_template (const gchar *formats);

/* For transform_caps. While drawing, downstream is offered the feature. */
GstCaps *vf_overlay_pad_transform_caps (
    GstPadDirection direction, GstCaps *caps, GstCaps *filter, gboolean offer);

/* For set_caps: ask again. */
void vf_overlay_pad_renegotiated (VfOverlayPad *pad);

/* For propose_allocation, after the base class: upstream is asked to crop
 * itself. Pixels outside a crop would be searched in vain. */
void vf_overlay_pad_refuse_crops (GstQuery *query);

/* Gives the buffer, which must be writable, the overlay, whose pixels are those
 * of the picture (vf_buffer_picture()). FALSE: it could not be mapped for
 * writing. */
gboolean vf_overlay_pad_draw (VfOverlayPad *pad, GstBaseTransform *trans,
    GstBuffer *buffer, const GstVideoInfo *info, const VfOverlay *overlay);

G_END_DECLS
