/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A frame that the GPU draws on.
 */
#pragma once

#include "blend.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

/* FALSE: core cannot draw on frames of this format. */
gboolean vf_canvas_has_format (GstVideoFormat format);

/* The samples where they lie in the mapped frame. */
VfCanvas vf_frame_canvas (const GstVideoFrame *frame);

G_END_DECLS
