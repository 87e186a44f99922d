/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A Haar cascade: what a detector looks for, read from a file of OpenCV's
 * format. The file is untrusted: any bytes give either a cascade or an error.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Does not change once it is made; counts its references, from any thread. */
typedef struct _Cascade Cascade;

/* NULL with a VF_ERROR: NOT_FOUND, where the file cannot be read; or CASCADE,
 * which names the line and what is wrong with it. */
Cascade *cascade_load (const gchar *path, GError **error);

/* The same from memory; `name` stands in messages. */
Cascade *cascade_parse (
    const gchar *text, gsize length, const gchar *name, GError **error);

Cascade *cascade_ref (Cascade *cascade);
void cascade_unref (Cascade *cascade); /* takes NULL */

/* Of the window, in pixels. */
guint cascade_width (const Cascade *cascade);
guint cascade_height (const Cascade *cascade);

guint cascade_n_stages (const Cascade *cascade);
guint cascade_n_features (const Cascade *cascade);

/* Whether it has features that lie at 45 degrees. */
gboolean cascade_is_tilted (const Cascade *cascade);

G_END_DECLS
