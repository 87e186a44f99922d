/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What features look like: drawn from the metas of a buffer only.
 */
#pragma once

#include "image.h"
#include "overlay.h"

G_BEGIN_DECLS

typedef enum {
  VF_MARKER_CROSS,
  VF_MARKER_CIRCLE,
} VfMarker;

#define VF_MARKER_MAX_RADIUS    64
#define VF_MARKER_MAX_THICKNESS 16

typedef struct {
  guint32 color;   /* 0xAARRGGBB */
  VfMarker marker; /* of a corner */
  guint radius;    /* of a marker, pixels */
  guint thickness; /* of lines, pixels */
  guint font_size; /* of labels, pixels; 0: no labels */
} VfMarkerStyle;

#define VF_MARKER_STYLE_DEFAULT                                                \
  {                                                                            \
    0xff00ff00, VF_MARKER_CROSS, 4, 1, 16                                      \
  }

/* The overlay's pixels are those of the picture, which is a part of the frame
 * (vf_buffer_picture()). */

/* A marker on every corner of every corner meta. */
void vf_markers_add_corners (
    VfOverlay *overlay, GstBuffer *buffer, const VfMarkerStyle *style);

/* A box around every object of every objects meta, with its label and score.
 * types: only objects of these labels; NULL: all. */
void vf_markers_add_objects (VfOverlay *overlay, GstBuffer *buffer,
    const VfMarkerStyle *style, gchar **types);

/* The same, and a box around every object of the frame's analytics and every
 * region of interest meta, with its type and, where there is one, its
 * confidence: whatever several of them tell of is drawn once, as the first
 * does. */
void vf_markers_add_boxes (VfOverlay *overlay, GstBuffer *buffer,
    VfRect picture, const VfMarkerStyle *style, gchar **types);

G_END_DECLS
