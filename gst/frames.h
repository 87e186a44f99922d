/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The pixels of a frame for core.
 */
#pragma once

#include "layout.h"
#include "scratch.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Pixels after a row's last that an unpack function may write. */
#define VF_ROW_SLACK 8

/* The bytes that a component's row reaches to from the start of its plane's. In
 * formats of uneven steps these are those that GStreamer gives a frame of this
 * width. */
gssize vf_frame_row_bytes (const GstVideoFrame *frame, guint c);

/* FALSE: the buffer's video meta tells of another format, or of fewer pixels,
 * than the caps; gst_video_frame_map() takes that for a fault of the program. */
gboolean vf_buffer_fits (GstBuffer *buffer, const GstVideoInfo *info);

/* gst_video_frame_map() for any buffer. */
gboolean vf_frame_map (GstVideoFrame *frame, const GstVideoInfo *info,
    GstBuffer *buffer, GstMapFlags flags);

/* Whether every pixel lies in the memory that was mapped: a broken video meta
 * may say otherwise. */
gboolean vf_frame_is_whole (const GstVideoFrame *frame);

/* Whether the words that the layout finds lie at multiples of their size, as the
 * GPU reads them. */
gboolean vf_frame_is_aligned (
    const GstVideoFrame *frame, const VfLayout *layout);

/* All of the buffer's frame. */
VfRect vf_buffer_frame (GstBuffer *buffer, const GstVideoInfo *info);

/* The part of the frame that is the picture: what the buffer's crop meta
 * leaves, in pixels of the frame; all of it where that leaves nothing. */
VfRect vf_buffer_picture (GstBuffer *buffer, const GstVideoInfo *info);

/* That part's luma, or red, green and blue, in a mapped frame that is whole:
 * where they lie, or, where the layout says that they cannot be read there, in
 * `unpacked`, which is kept for the next frame. FALSE: there is no memory for
 * that; the image's size is set. */
gboolean vf_frame_image (const GstVideoFrame *frame, const VfLayout *layout,
    VfRect part, VfScratch *unpacked, VfImage *image);

G_END_DECLS
