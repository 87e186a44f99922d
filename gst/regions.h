/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where in a frame the user wants features to be looked for.
 */
#pragma once

#include "image.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

typedef enum {
  VF_ROI_SOURCE_ALL,
  VF_ROI_SOURCE_RECTANGLE,
  VF_ROI_SOURCE_META,
} VfRoiSource;

/* The properties roi-source and its kin. */
typedef struct {
  guint source; /* VfRoiSource */
  VfRect rect;  /* width or height 0: to the edge */
  GQuark type;  /* of region metas; 0: any */
} VfRoi;

/* Puts the rectangles, in pixels of the picture that a crop meta leaves, into
 * `rects`, a GArray of VfRect; FALSE: the whole frame is meant. They may stick
 * out of the picture. */
gboolean vf_roi_collect (const VfRoi *roi, GstBuffer *buffer, GArray *rects);

G_END_DECLS
