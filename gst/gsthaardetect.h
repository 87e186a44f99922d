/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "gstfeaturedetector.h"

G_BEGIN_DECLS

#define GST_TYPE_HAAR_DETECT (gst_haar_detect_get_type ())
G_DECLARE_FINAL_TYPE (
    GstHaarDetect, gst_haar_detect, GST, HAAR_DETECT, GstFeatureDetector)

GST_ELEMENT_REGISTER_DECLARE (haardetect)

G_END_DECLS
