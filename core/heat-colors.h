/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Colours for numbers around 0.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 0xRRGGBB for a place from -1 to 1: black at 0, warm above, cold below, and
 * lighter all the way on both sides. */
guint32 vf_heat_color (gdouble place);

G_END_DECLS
