/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures of what the detector has seen, for people who look into it.
 */
#pragma once

#include "harris.h"
#include "overlay.h"

G_BEGIN_DECLS

/* The response of width x height pixels as a heat map: warm at corners, cold
 * on edges, the lighter the stronger. Nothing without a response. */
void harris_pictures_add_response (
    VfOverlay *overlay, const HarrisResult *result, guint width, guint height);

/* The histogram in the lower left corner of a picture of width x height
 * pixels, its counts on a logarithmic scale, with Rosin's line in `color`,
 * 0xAARRGGBB. Bins that pass are warm. Nothing without a histogram. */
void harris_pictures_add_histogram (VfOverlay *overlay,
    const HarrisResult *result, guint width, guint height, guint32 color);

G_END_DECLS
