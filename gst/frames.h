/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The pixels of a frame for core.
 */
#pragma once

#include "layout.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Whether every pixel lies in the memory that was mapped: a broken video meta
 * may say otherwise. */
gboolean vf_frame_is_whole (const GstVideoFrame *frame);

/* Memory for pixels that cannot be read where they lie; zeros at first. */
typedef struct {
  guint8 *bytes;
  gsize size;
} VfUnpacked;

void vf_unpacked_clear (VfUnpacked *unpacked);

/* The luma plane, or red, green and blue, of a mapped frame: where they lie,
 * or, where the layout says that they cannot be read there, in `unpacked`,
 * which is kept for the next frame. FALSE: there is no memory for that. */
gboolean vf_frame_image (const GstVideoFrame *frame, const VfLayout *layout,
    VfUnpacked *unpacked, VfImage *image);

/* The part of the frame that is the picture: what the buffer's crop meta
 * leaves, in pixels of the frame; all of it where that leaves nothing. */
VfRect vf_buffer_picture (GstBuffer *buffer, const GstVideoInfo *info);

/* Leaves that part of an image. */
void vf_image_crop (VfImage *image, VfRect part);

G_END_DECLS
