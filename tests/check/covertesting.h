/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * RGB frames with regions and faces, on their way through a regioncover.
 */
#pragma once

#include "objecttesting.h"

G_BEGIN_DECLS

#define COVER_WIDTH  96
#define COVER_HEIGHT 80
#define COVER_FILL   "mode=fill color=0xff0000ff margin=0 "
#define COVER_BLUE   0x0000ff

/* Where most tests have a region: x, y, width, height. */
extern const guint cover_box[1][4];

/* A playing regioncover with a bus, for such frames; properties as in
 * gst-launch-1.0. */
GstHarness *cover_harness (const gchar *properties);

GstBuffer *cover_plain_frame (void);
GstBuffer *cover_region_frame (
    const gchar *type, guint x, guint y, guint w, guint h);
GstBuffer *cover_face_frame (
    gdouble x, gdouble y, gdouble width, gdouble height);

/* What comes out; takes the frame. */
GstBuffer *cover_frame (const gchar *properties, GstBuffer *frame);

/* 0xRRGGBB. */
guint cover_pixel (GstBuffer *frame, guint x, guint y);

/* Whether the frame is blue in these rectangles, and what it was elsewhere.
 * Takes it. */
void cover_check_blue (GstBuffer *frame, guint n, const guint rects[][4]);

G_END_DECLS
