/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the user of any detector can set.
 */
#pragma once

#include "regions.h"

#include <gst/gst.h>

G_BEGIN_DECLS

typedef enum {
  VF_UPDATES_NONE,
  VF_UPDATES_EVERY_FRAME,
  VF_UPDATES_ON_CHANGE,
  VF_UPDATES_ON_OBJECT,
} VfUpdates;

typedef struct {
  VfRoi roi;
  guint draw;         /* flags of the detector's own; 0: nothing */
  guint32 draw_color; /* 0xAARRGGBB */
  guint detect_every; /* frames */
  gboolean hold;
  gboolean skip_late;
  guint updates; /* VfUpdates */
  gboolean keep_metas;
  guint backend; /* VfBackendKind; it and the device count at start() */
  gint cuda_device_id;
  guint n_threads;
} VfSettings;

void vf_settings_init (VfSettings *settings);

/* Installs the properties of VfSettings, each with this id; its fields lie
 * `offset` bytes into the detector's structure. `what` it finds, in the plural,
 * and the name of its `message` stand in the texts. draw: the flags of the
 * property of that name. */
void vf_settings_install (GObjectClass *klass, guint id, gsize offset,
    const gchar *what, const gchar *message, GType draw);

/* A text with `what` in the place of %s, never freed. */
const gchar *vf_settings_text (const gchar *format, const gchar *what);

G_END_DECLS
