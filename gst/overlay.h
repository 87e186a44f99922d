/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Markers for the features that a buffer carries, from its metas only.
 */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Draws a cross on every corner of every corner meta of the buffer, into its
 * pixels. FALSE: the buffer could not be mapped for writing. */
gboolean vf_overlay_draw_corners (GstBuffer *buffer, const GstVideoInfo *info);

G_END_DECLS
