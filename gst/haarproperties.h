/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The properties of `haardetect`: their types, texts and values.
 */
#pragma once

#include "gstfeaturedetector.h"
#include "haar.h"
#include "haartracks.h"

G_BEGIN_DECLS

typedef enum {
  HAAR_DRAW_NONE = 0,
  HAAR_DRAW_OBJECTS = 1 << 0,
} HaarDraw;

/* What the user has set. */
typedef struct {
  VfSettings common;
  HaarParams params;
  GQuark label;        /* 0: by the cascade */
  GQuark stage_groups; /* of `params`, once it has been parsed */
  gboolean compatible_messages;
  gboolean merge;
  HaarTracking tracking;
} HaarSettings;

void haar_settings_init (HaarSettings *settings);

GType haar_draw_type (void);

/* Parses stage_groups, and checks what a range cannot say. FALSE with a
 * VF_ERROR_PARAMETER. */
gboolean haar_settings_check (HaarSettings *settings, GError **error);

/* The same; what cannot be used gets the value it had in `good`, which can be,
 * also in `asked` where that is the same. NULL; or what was wrong with the first
 * of them, whose property is `bad`. */
GError *haar_settings_repair (HaarSettings *settings, HaarSettings *asked,
    const HaarSettings *good, const gchar **bad);

/* What is set but of no account with this backend, or without another property,
 * as a sentence; or NULL. */
const gchar *haar_settings_unused (
    const HaarSettings *settings, VfBackendKind active);

/* Those that are kept in HaarSettings. */
void haar_properties_install (GstFeatureDetectorClass *klass);

G_END_DECLS
