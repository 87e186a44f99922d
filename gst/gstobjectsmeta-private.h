/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writing the objects meta and its projections: the element's side.
 *
 * For other elements, which do not know our meta, every object is projected:
 * into a region of interest meta and, from GStreamer 1.24 on, into the frame's
 * analytics.
 */
#pragma once

#include "gstobjectsmeta.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

/* An object on its way out. */
typedef struct {
  gdouble x, y, width, height; /* pixels of the picture (vf_buffer_picture());
                                  columns x to x + width - 1 */
  gdouble score, confidence;   /* as HaarObject's */
  guint neighbors;
  guint id;       /* above gst_objects_meta_largest_id() of the buffer */
  guint flags;    /* GstDetectedObjectFlags */
  gint parent_id; /* -1: none */
  GstClockTime first_seen; /* PTS of the first frame with it; of a stable id */
  const gchar *label;      /* UTF-8, not NULL, the caller's */
} VfFoundObject;

/* Sets the contract's fields: `meta`'s source, width, height, pts and held, and
 * what the objects are. The objects' flags are the caller's to set, that of
 * held ones too. */
void gst_objects_meta_fill (GstStructure *fields, const GstObjectsMeta *meta,
    const VfFoundObject *objects, guint count);

/* A meta with a copy of the fields, and a projection of each of the objects,
 * which must be those of the fields. The buffer must be writable; info: of its
 * caps. */
void gst_objects_meta_add (GstBuffer *buffer, const GstVideoInfo *info,
    const GstStructure *fields, const VfFoundObject *objects, guint count);

/* Metas and their projections; regions and analytics of others stay. To be
 * called before anything is added. */
void gst_objects_meta_remove_all (GstBuffer *buffer, const GstVideoInfo *info);

/* Of the objects and regions of interest that are on the buffer; 0: none. Ids
 * of 2^30 and more do not count: only a broken writer has them. */
guint gst_objects_meta_largest_id (GstBuffer *buffer);

/* Before any other call; as often as one likes. */
void gst_objects_meta_register (void);

G_END_DECLS
