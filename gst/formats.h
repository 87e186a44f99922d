/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The raw formats that our elements take.
 */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Sink and source pad with every format on our list that this GStreamer knows,
 * with and without the feature meta:GstVideoOverlayComposition, and those that
 * there are in the memory of a GPU. */
void vf_formats_add_pad_templates (GstElementClass *klass);

G_END_DECLS
