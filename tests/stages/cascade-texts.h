/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A cascade in both formats, and ways to break it.
 */
#pragma once

#include "cascade.h"

G_BEGIN_DECLS

/* Of 12 x 10 pixels. The new one has one stage of two trees, the first of which
 * is that of the old one. Tests count on their lines: the first is 1. */
extern const gchar cascade_text_new[], cascade_text_old[];

/* Read as if from the file faces.xml. */
Cascade *cascade_text_parse (const gchar *text, GError **error);

/* The text with something else in the place of `what`, which stands in it once;
 * to be freed. */
gchar *cascade_text_replaced (
    const gchar *text, const gchar *what, const gchar *by);

/* It is no cascade, for that reason. Messages of GLib's are in the language of
 * the user: LC_ALL must say English. */
void cascade_text_assert_refused (const gchar *text, const gchar *message);

G_END_DECLS
