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
  GQuark label; /* 0: by the cascade */
  gboolean compatible_messages;
  gboolean merge;
  HaarTracking tracking;
} HaarSettings;

void haar_settings_init (HaarSettings *settings);

GType haar_draw_type (void);

/* Those that are kept in HaarSettings. */
void haar_properties_install (GstFeatureDetectorClass *klass);

G_END_DECLS
