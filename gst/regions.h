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
  guint source;    /* VfRoiSource */
  VfRect rect;     /* width or height 0: to the edge */
  GQuark type;     /* of region metas, label of objects; 0: any */
  gboolean invert; /* outside of all that; not with SOURCE_ALL */
} VfRoi;

/* Puts the rectangles, in pixels of the picture, which is a part of the frame
 * (vf_buffer_picture()), into `rects`, a GArray of VfRect; FALSE: all of the
 * picture is meant. They may stick out of it. From metas: first the objects of
 * our own, then the regions that are none of their projections. */
gboolean vf_roi_collect (
    const VfRoi *roi, GstBuffer *buffer, VfRect picture, GArray *rects);

/* The same, and into `ids`, a GArray of gint, of each rectangle the id of the
 * object or region that it is of; -1: it has none. */
gboolean vf_roi_collect_ids (const VfRoi *roi, GstBuffer *buffer,
    VfRect picture, GArray *rects, GArray *ids);

G_END_DECLS
