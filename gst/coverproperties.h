/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The properties of `regioncover`: their types, texts and values.
 */
#pragma once

#include "cover.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

/* What the user has set. */
typedef struct {
  guint mode;  /* VfCoverMode */
  guint shape; /* VfCoverShape */
  gdouble strength, margin;
  guint32 color;       /* 0x..RRGGBB */
  GQuark region_types; /* as they were set */
} CoverSettings;

void cover_settings_init (CoverSettings *settings);

/* For frames of this kind. */
VfCoverStyle cover_settings_style (
    const CoverSettings *settings, const GstVideoInfo *info);

/* Each is kept in CoverSettings (vf_property_set()). */
void cover_properties_install (GObjectClass *klass);

G_END_DECLS
