/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The raw formats that our elements take, and their pixels for core.
 */
#pragma once

#include "image.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Whether the format's luma, or red, green and blue, can be read as they lie:
 * 8 bits, no tiles, no palette. */
gboolean vf_format_is_readable (const GstVideoFormatInfo *format);

/* Sink and source pad with every format on our list that this GStreamer knows,
 * with and without the feature meta:GstVideoOverlayComposition. */
void vf_formats_add_pad_templates (GstElementClass *klass);

/* Whether every sample lies in the memory that was mapped: a broken video meta
 * may say otherwise. */
gboolean vf_frame_is_whole (const GstVideoFrame *frame);

/* The luma plane, or red, green and blue, where they lie in the mapped frame.
 * IYU1 alone, whose luma has no even step, is copied: to *copy, which the
 * caller keeps for the next frame, and frees. */
VfImage vf_frame_image (const GstVideoFrame *frame, GByteArray **copy);

/* Leaves the part of the image that the buffer's crop meta, if any, names. */
void vf_image_crop (VfImage *image, GstBuffer *buffer);

G_END_DECLS
