/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which windows belong together.
 */
#pragma once

#include "haar-layers.h"

G_BEGIN_DECLS

/* Windows of one row of a layer, each near the next one. */
typedef struct {
  guint first, n;
} HaarRun;

/* The runs of a row: all its windows have the same y and size. */
typedef struct {
  guint first, n;
} HaarRow;

typedef struct {
  const HaarLayer *layers;
  guint n_layers;
  const HaarWindow *windows; /* by layer, then y, then x, ascending */
  const HaarRect *rects;     /* of each window */
  guint n_windows;
  HaarRun *runs;     /* room for n_windows */
  HaarRow *rows;     /* likewise */
  guint *layer_rows; /* room for n_layers + 1: each layer's first row */
  guint32 *parents;  /* room for n_windows: the same root, the same group */
} HaarUnion;

/* Fills runs, rows, layer_rows and parents. Two windows of a region belong together
 * where all four edges lie at most 0.2 times their mean side apart, of which
 * the smaller one counts for each way; and so do those who both belong to a
 * third. */
void haar_union_find (HaarUnion *all);

guint32 haar_union_root (const HaarUnion *all, guint32 window);

G_END_DECLS
