/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A cascade made ready to be run on sums that lie in one way: where a feature
 * lies is worked out once, not at each window.
 */
#pragma once

#include "cascade.h"
#include "scratch.h"

G_BEGIN_DECLS

#define HAAR_MAX_RECTS 3

/* How rows of sums lie, in entries. Rows of sums and of tilted sums take turns:
 * tilted row r lies `stride` entries after row r of the sums, row r + 1 of the
 * sums `pitch` entries after row r. Without tilted features `pitch` is `stride`.
 * Squares' rows are `stride` apart.
 *
 * Windows that follow each other in a row see entries that follow each other:
 * where every second one is searched, a row has its even entries first, and
 * from `odd` on the odd ones. 0: entries are in order. */
typedef struct {
  gsize stride, pitch, odd;
} HaarLayout;

/* Where entry x lies in its row. */
static inline gsize
haar_place (const HaarLayout *layout, gsize x)
{
  return layout->odd > 0 ? x % 2 * layout->odd + x / 2 : x;
}

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

/* What vectors of windows read of a node: the feature's value is
 *
 *   EDGE   s0 + s1 - s2 - s3 + weight (s4 - s5)
 *   PAIR   weight (s4 - s5 - s6 + s7) - (s0 - s1 - s2 + s3)
 *   QUAD   weight (s0 + s1 + s2 + s3 - 2 (s4 + s5 + s6 + s7) + 4 s8)
 *   ANY    what the HaarNode at offset[0] of the nodes says
 *
 * of the sums s at the offsets: corners that rectangles share are read once.
 * Leaves are in units of their stage, rounded. */
typedef enum {
  HAAR_EDGE,
  HAAR_PAIR,
  HAAR_QUAD,
  HAAR_ANY,
  HAAR_N_SHAPES,
} HaarShape;

typedef struct {
  gint32 offset[9];
  gint32 weight;
  gfloat threshold;
  gint32 leaf[2];
  guint16 child[2];
  guint16 shape;
  guint16 n_nodes;
} HaarPacked;

/* Trees of a stage, in the order of their shapes.
 *
 *   STUMPS  all have one node; their leaves are 0 on the right
 *   CHAINS  all have two: on one side of the first one lies the second one,
 *           which has 0 on its right; on its other side leaf[0]: on the left,
 *           where leaf[1] is 0, or on the right, where it is -1
 *   TREES   any
 *
 * What the sum of the stage begins with makes up for the leaves that are 0. */
typedef enum {
  HAAR_STUMPS,
  HAAR_CHAINS,
  HAAR_TREES,
} HaarTrees;

/* Below `least` the stage rejects, from `most` on it does not; between them the
 * HaarNodes decide. */
typedef struct {
  HaarTrees trees;
  guint n[HAAR_N_SHAPES]; /* stumps of each shape */
  gint32 base, least, most;
} HaarPackedStage;

typedef struct {
  guint first_node; /* of its trees, which are in a row */
  guint n_trees;
  gfloat bound; /* below it the stage rejects */
  HaarPackedStage packed;
} HaarNodeStage;

typedef struct {
  const HaarNode *nodes;
  const HaarPacked *packed; /* the same trees */
  const HaarNodeStage *stages;
  guint n_stages;
  gsize norm_sum[4];    /* corners of the norm rectangle in the sums */
  gsize norm_square[4]; /* and in the squares */
  gint norm_area;
  gfloat norm_limit; /* a window whose norm is not below it is flat */
} HaarNodes;

#define HAAR_N_STEPS 2

typedef struct {
  Cascade *cascade; /* NULL: nothing is ready */
  gsize stride;
  HaarNodes nodes[HAAR_N_STEPS]; /* for steps 1 and 2 between windows */
  VfScratch scratch[3];
} HaarReady;

/* How sums lie for a step. */
HaarLayout haar_layout (gsize stride, gboolean tilted, guint step);

/* Makes `ready` so for a cascade and a stride, unless it is; keeps a reference.
 * FALSE: there is no memory. */
gboolean haar_ready (HaarReady *ready, Cascade *cascade, gsize stride);
void haar_ready_clear (HaarReady *ready);
gsize haar_ready_bytes (const HaarReady *ready);

G_END_DECLS
