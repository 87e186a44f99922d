/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The types of harriscorners' enum properties: each value, what it does, and
 * how it is spelled.
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

GType harris_gradient_type (void);
GType harris_window_type (void);
GType harris_subpixel_type (void);
GType harris_measure_type (void);
GType harris_threshold_mode_type (void);
GType harris_suppression_type (void);
GType harris_channels_type (void);
GType harris_draw_type (void);

G_END_DECLS
