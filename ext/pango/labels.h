/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Text as a picture, by Pango and Cairo; a stub where they were not found.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* FALSE: built without them. */
gboolean vf_labels_available (void);

/* A line of text, font_size pixels high, 0xAARRGGBB on a dark ground: *width x
 * *height pixels 0xAARRGGBB, rows without padding, to be freed with g_free().
 * NULL where that cannot be had. */
guint32 *vf_label_new (const gchar *text, guint font_size, guint32 color,
    guint *width, guint *height);

G_END_DECLS
