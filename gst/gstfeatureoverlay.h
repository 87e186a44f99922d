/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

#define GST_TYPE_FEATURE_OVERLAY (gst_feature_overlay_get_type ())
G_DECLARE_FINAL_TYPE (GstFeatureOverlay, gst_feature_overlay, GST,
    FEATURE_OVERLAY, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE (featureoverlay)

G_END_DECLS
