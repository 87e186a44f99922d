/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A plane of numbers around 0 as a picture.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes width x height values, row by row, as a PNG file: black at 0, warm
 * above, cold below, lighter with the root of the distance from 0. The value
 * with the largest distance is the lightest. */
gboolean heat_map_write (const gfloat *values, guint width, guint height,
    guint root, const gchar *path, GError **error);

G_END_DECLS
