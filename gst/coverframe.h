/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A raw frame whose parts are covered.
 */
#pragma once

#include "cover.h"
#include "layout.h"

G_BEGIN_DECLS

/* A frame of this size whose samples lie nowhere yet: enough for
 * vf_cover_place(). The layout has the colour's channels
 * (vf_layout_init_color()). */
VfCoverFrame vf_cover_frame_sized (
    const VfLayout *layout, guint width, guint height);

/* Where they lie in the mapped frame, whose size it takes. The layout is one in
 * place. */
VfCoverFrame vf_cover_frame_mapped (
    const VfLayout *layout, const GstVideoFrame *frame);

/* The colour 0x..RRGGBB as samples of frames of this kind, by the matrix and
 * the range of their colorimetry. */
void vf_cover_color (guint color[3], const GstVideoInfo *info, guint32 rgb);

/* Memory that is kept from frame to frame; starts zeroed. */
typedef struct {
  VfScratch means, rows, row;
} VfCoverWork;

void vf_cover_work_free (VfCoverWork *work);

/* Covers part of a frame that is mapped for writing, is whole
 * (vf_frame_is_whole()), and has the layout's format. FALSE: there is no memory
 * for that. */
gboolean vf_cover_mapped (const VfLayout *layout, const GstVideoFrame *frame,
    const VfCover *cover, VfCoverWork *work);

/* The same by the format's unpack and pack functions, for formats whose samples
 * are not in place; and for tests, which compare. */
gboolean vf_cover_unpacked (const VfLayout *layout, const GstVideoFrame *frame,
    const VfCover *cover, VfCoverWork *work);

/* Covers parts of a buffer's frame: VfCovers. FALSE: it cannot be written to, is
 * not whole, or there is no memory. */
gboolean vf_cover_buffer (const VfLayout *layout, const GstVideoInfo *info,
    GstBuffer *buffer, const GArray *covers, VfCoverWork *work);

G_END_DECLS
