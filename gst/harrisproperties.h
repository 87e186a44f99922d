/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The properties of `harriscorners`: their types, texts and values.
 */
#pragma once

#include "gstfeaturedetector.h"
#include "harris.h"

G_BEGIN_DECLS

typedef enum {
  HARRIS_DRAW_NONE = 0,
  HARRIS_DRAW_CORNERS = 1 << 0,
  HARRIS_DRAW_RESPONSE = 1 << 1,
  HARRIS_DRAW_HISTOGRAM = 1 << 2,
} HarrisDraw;

/* What the user has set. */
typedef struct {
  VfSettings common;
  HarrisParams params;
  guint draw_radius; /* pixels */
} HarrisSettings;

void harris_settings_init (HarrisSettings *settings);

/* Those that are kept in HarrisSettings. */
void harris_properties_install (GstFeatureDetectorClass *klass);

/* Gives parameters that cannot be used the value they had in `good`, which can
 * be, also in `asked` where that is the same. NULL; or what was wrong with the
 * first of them, whose property is `bad`. */
GError *harris_settings_repair (HarrisSettings *settings, HarrisSettings *asked,
    const HarrisSettings *good, const gchar **bad);

/* The nick of an enum parameter's value. */
const gchar *harris_param_nick (const gchar *name, guint value);

G_END_DECLS
