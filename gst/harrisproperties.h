/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The properties of `harriscorners`: their types, texts and values.
 */
#pragma once

#include "harris.h"
#include "regions.h"

#include <gst/gst.h>

G_BEGIN_DECLS

typedef enum {
  HARRIS_DRAW_NONE = 0,
  HARRIS_DRAW_CORNERS = 1 << 0,
  HARRIS_DRAW_RESPONSE = 1 << 1,
  HARRIS_DRAW_HISTOGRAM = 1 << 2,
} HarrisDraw;

typedef enum {
  HARRIS_UPDATES_NONE,
  HARRIS_UPDATES_EVERY_FRAME,
  HARRIS_UPDATES_ON_CHANGE,
  HARRIS_UPDATES_ON_OBJECT,
} HarrisUpdates;

/* What the user has set. */
typedef struct {
  HarrisParams params;
  VfRoi roi;
  guint draw;
  guint32 draw_color; /* 0xAARRGGBB */
  guint draw_radius;  /* pixels */
  guint detect_every; /* frames */
  gboolean hold;
  gboolean skip_late;
  guint updates;
  gboolean keep_metas;
  guint backend; /* VfBackendKind; it and the device count at start() */
  gint cuda_device_id;
  guint n_threads;
} HarrisSettings;

void harris_settings_init (HarrisSettings *settings);

/* The property ids are those of harris_properties_install(), which leaves
 * those from the returned one on to the element. */
guint harris_properties_install (GObjectClass *klass);

/* FALSE: the id is not one of ours. */
gboolean harris_settings_set (
    HarrisSettings *settings, guint id, const GValue *value);
gboolean harris_settings_get (
    const HarrisSettings *settings, guint id, GValue *value);

/* Gives parameters that cannot be used the value they had in `good`, which can
 * be. NULL, or what was wrong with the first of them. */
GError *harris_settings_repair (HarrisSettings *settings,
    const HarrisSettings *good, const HarrisParamInfo **first);

/* Gives parameters that still are what they were in `before` what they are in
 * `after`. */
void harris_params_follow (HarrisParams *params, const HarrisParams *before,
    const HarrisParams *after);

/* The nick of an enum parameter's value. */
const gchar *harris_param_nick (const gchar *name, guint value);

G_END_DECLS
