/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A cascade made ready to be run on sums of one stride: where a feature lies
 * is worked out once, not at each window.
 */
#pragma once

#include "cascade.h"
#include "scratch.h"

G_BEGIN_DECLS

#define HAAR_MAX_RECTS 3

/* The feature is the sum, over n_rects, of weight times what the sums are at
 * offsets 0 - 1 - 2 + 3 from the window's first one; rectangles that are not
 * there have weight 0. `child` is how many nodes further the next one lies, on
 * the left and on the right side; 0: that side ends in `leaf`. */
typedef struct {
  gint32 offset[HAAR_MAX_RECTS][4];
  gint32 weight[HAAR_MAX_RECTS];
  gfloat threshold;
  gfloat leaf[2];
  guint16 child[2];
  guint16 n_rects;
  guint16 n_nodes; /* of the tree that starts here: the next one follows */
} HaarNode;

typedef struct {
  guint first_node; /* of its trees, which are in a row */
  guint n_trees;
  gfloat bound; /* below it the stage rejects */
} HaarNodeStage;

typedef struct {
  const HaarNode *nodes;
  const HaarNodeStage *stages;
  guint n_stages;
  gsize norm_sum[4];    /* corners of the norm rectangle in the sums */
  gsize norm_square[4]; /* and in the squares */
  gint norm_area;
} HaarNodes;

typedef struct {
  Cascade *cascade; /* NULL: nothing is ready */
  gsize stride;
  HaarNodes nodes;
  VfScratch scratch[2];
} HaarReady;

/* Makes `ready` so for a cascade and a stride (see HaarSums), unless it is;
 * keeps a reference. FALSE: there is no memory. */
gboolean haar_ready (HaarReady *ready, Cascade *cascade, gsize stride);
void haar_ready_clear (HaarReady *ready);
gsize haar_ready_bytes (const HaarReady *ready);

G_END_DECLS
