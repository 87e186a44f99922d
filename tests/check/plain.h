/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The test picture as samples that never were in a format, and what the
 * detector itself finds in them.
 */
#pragma once

#include "testing.h"

G_BEGIN_DECLS

/* Samples side by side, row by row. */
typedef struct {
  guint width, height, channels, depth;
  guint16 *samples;
} Plain;

/* The test picture number `seed` from (x0, y0) on, with as many bits as the
 * format has. */
Plain plain_part (const TestFormat *format, guint seed, guint x0, guint y0,
    guint width, guint height);
Plain plain_new (
    const TestFormat *format, guint seed, guint width, guint height);

/* The detector's list, as the element writes it down. Takes the samples. */
GBytes *plain_corners_of (Plain plain);

G_END_DECLS
