/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

#define GST_TYPE_REGION_COVER (gst_region_cover_get_type ())
G_DECLARE_FINAL_TYPE (
    GstRegionCover, gst_region_cover, GST, REGION_COVER, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE (regioncover)

G_END_DECLS
