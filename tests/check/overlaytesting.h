/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Plain frames for featureoverlay, and what it draws into them.
 */
#pragma once

#include "testing.h"

G_BEGIN_DECLS

#define OVERLAY_WIDTH  96
#define OVERLAY_HEIGHT 80

/* The element with these properties ("name=value name=value"), for such
 * frames. */
GstHarness *overlay_harness (const gchar *format, const gchar *properties);

/* All samples are the same. */
GstBuffer *overlay_plain_frame (const gchar *format);

/* What comes out for a frame in RGB; takes it. */
GstBuffer *overlay_draw (const gchar *properties, GstBuffer *frame);

/* Of a frame in RGB: 0xRRGGBB; nothing was drawn there. */
guint overlay_pixel (GstBuffer *frame, guint x, guint y);
gboolean overlay_is_plain (GstBuffer *frame, guint x, guint y);

G_END_DECLS
