/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The objects and regions that are on a buffer, whoever put them there.
 */
#pragma once

#include "analytics.h"
#include "image.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

typedef struct {
  gdouble x, y, width, height; /* pixels of the picture, x to x + width - 1; a
                                  broken meta's may be anything, NaN too */
  const gchar *label;          /* never NULL; the buffer's */
  gint id;                     /* -1: none */
  gdouble certainty; /* NaN: not told. Of our own objects the score, of
                                  others the confidence */
} VfBox;

/* GArrays of VfBox. */
GArray *vf_boxes_new (void);

/* Of the metas of our own, in their order. */
void vf_boxes_add_objects (GArray *boxes, GstBuffer *buffer);

/* Of the frame's analytics, and of the region of interest metas, in their
 * order; without those that are in `boxes` already. `picture` is the part of
 * the frame that is the picture (vf_buffer_picture()). */
void vf_boxes_add_analytics (GArray *boxes, GstBuffer *buffer, VfRect picture);
void vf_boxes_add_regions (GArray *boxes, GstBuffer *buffer, VfRect picture);

VfBox vf_box_of_analytics (const VfAnalyticsObject *object, VfRect picture);
VfBox vf_box_of_region (GstVideoRegionOfInterestMeta *region, VfRect picture);

/* All three. */
GArray *vf_boxes_of (GstBuffer *buffer, VfRect picture);

/* "face,eye" as {"face", "eye", NULL}; NULL or no name: NULL. */
gchar **vf_types_parse (const gchar *text);

/* types: NULL: all. */
gboolean vf_box_is_wanted (const VfBox *box, gchar **types);

/* Whether both have the same label and nearly the same place: scaling moves
 * metas of whole pixels a little. With the same id they may lie further apart.
 */
gboolean vf_box_is_like (const VfBox *a, const VfBox *b);

/* Whether one of the first `count` boxes is like this one; same_id: and has its
 * id. Projections come in the order of what they project, hence the search goes
 * on at *next, which is 0 before the first one. */
gboolean vf_boxes_have (const GArray *boxes, guint count, const VfBox *box,
    gboolean same_id, guint *next);

/* The edges, rounded to pixels; FALSE: nothing is left of it at x, y >= 0. */
gboolean vf_box_to_rect (const VfBox *box, VfRect *rect);

G_END_DECLS
