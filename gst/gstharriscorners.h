/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "gstfeaturedetector.h"

G_BEGIN_DECLS

#define GST_TYPE_HARRIS_CORNERS (gst_harris_corners_get_type ())
G_DECLARE_FINAL_TYPE (GstHarrisCorners, gst_harris_corners, GST, HARRIS_CORNERS,
    GstFeatureDetector)

GST_ELEMENT_REGISTER_DECLARE (harriscorners)

G_END_DECLS
