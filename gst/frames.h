/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The pixels of a frame for core.
 */
#pragma once

#include "image.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Whether every sample lies in the memory that was mapped: a broken video meta
 * may say otherwise. */
gboolean vf_frame_is_whole (const GstVideoFrame *frame);

/* The luma plane, or red, green and blue, where they lie in the mapped frame.
 * IYU1 alone, whose luma has no even step, is copied: to *copy, which the
 * caller keeps for the next frame, and frees. */
VfImage vf_frame_image (const GstVideoFrame *frame, GByteArray **copy);

/* The part of the frame that is the picture: what the buffer's crop meta
 * leaves, in pixels of the frame; all of it where that leaves nothing. */
VfRect vf_buffer_picture (GstBuffer *buffer, const GstVideoInfo *info);

/* Leaves that part of an image. */
void vf_image_crop (VfImage *image, VfRect part);

G_END_DECLS
