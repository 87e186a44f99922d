/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From windows to objects: groups, order, cut. On the host, for every backend.
 */
#pragma once

#include "haar-layers.h"
#include "scratch.h"

G_BEGIN_DECLS

enum {
  GROUPS_RECTS,
  GROUPS_PARENTS,
  GROUPS_RUNS,
  GROUPS_ROWS,
  GROUPS_LAYERS,
  GROUPS_GROUPS,
  GROUPS_OBJECTS,
  GROUPS_N_SCRATCH,
};

typedef struct {
  const HaarLayer *layers;
  guint n_layers;
  const HaarWindow *windows; /* by layer, then y, then x, ascending */
  guint n_windows;
  gfloat threshold; /* of the last stage */

  HaarObject *objects; /* found */
  guint n_objects;
  VfScratch scratch[GROUPS_N_SCRATCH];
} HaarGroups;

/* From the first fields the last ones. FALSE: there is no memory. */
gboolean haar_groups_find (HaarGroups *groups, const HaarParams *params);
void haar_groups_clear (HaarGroups *groups);
gsize haar_groups_bytes (const HaarGroups *groups);

G_END_DECLS
