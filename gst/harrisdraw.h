/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the property draw asks for, on one frame.
 */
#pragma once

#include "harrisproperties.h"
#include "overlaypad.h"

G_BEGIN_DECLS

/* The corners that the buffer carries now; and what the detector has seen, with
 * the result of this frame (NULL: it was not analysed). image: the part of the
 * frame that was looked at. FALSE: the buffer cannot be written to. */
gboolean harris_draw (VfOverlayPad *pad, GstBaseTransform *element,
    const HarrisSettings *settings, GstBuffer *buffer, const GstVideoInfo *info,
    const VfImage *image, const HarrisResult *result);

G_END_DECLS
