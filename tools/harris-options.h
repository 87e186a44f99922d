/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The parameters of the Harris detector as name=value, for programs.
 */
#pragma once

#include "harris-params.h"
#include "image.h"

G_BEGIN_DECLS

typedef struct {
  HarrisParams params;
  guint roi_x, roi_y;
  guint roi_width, roi_height; /* 0: to the edge */
} HarrisOptions;

void harris_options_init (HarrisOptions *options);

/* Sets one option from its text: a whole number, a number, or an enum's nick.
 * FALSE with a VF_ERROR_PARAMETER that says what is legal. What only
 * harris_params_check() can tell, it tells. */
gboolean harris_options_set (HarrisOptions *options, const gchar *name,
    const gchar *value, GError **error);

/* The names, with a space before each but the first. Free with g_free(). */
gchar *harris_options_names (void);

VfRect harris_options_region (const HarrisOptions *options);

G_END_DECLS
