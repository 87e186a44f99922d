/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A haardetect with smooth, and pictures of squares that move.
 */
#pragma once

#include "haartesting.h"

G_BEGIN_DECLS

#define FRAME    (40 * GST_MSECOND)
#define FOLLOWED GST_DETECTED_OBJECT_STABLE_ID
#define HELD     (FOLLOWED | GST_DETECTED_OBJECT_HELD)

/* As haar_harness(). */
GstHarness *smooth_harness (const gchar *properties);

/* What comes out for frame `number` with these squares; with one square, or with
 * none where x is 0. */
GstBuffer *smooth_push_squares (
    GstHarness *harness, const ScenePlace *places, guint n, guint number);
GstBuffer *smooth_push (GstHarness *harness, guint x, guint number);

/* The only object for such a frame must have these; what comes out. */
GstDetectedObject smooth_check (
    GstHarness *harness, guint x, guint number, guint id, guint flags);

/* There must be none. */
void smooth_check_none (GstHarness *harness, guint x, guint number);

G_END_DECLS
