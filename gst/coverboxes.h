/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the boxes that are on a buffer to the parts of its frame that are covered.
 */
#pragma once

#include "coverproperties.h"
#include "image.h"

G_BEGIN_DECLS

/* VfCovers, of the boxes (VfBox) that the settings want and that have a part in
 * the frame; NULL: of none. The boxes' pixels are those of the picture, a part of
 * the frame, whose format `info` tells. */
GArray *cover_boxes (const GArray *boxes, VfRect picture,
    const VfCoverFrame *frame, const CoverSettings *settings,
    const GstVideoInfo *info);

G_END_DECLS
