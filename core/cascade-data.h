/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a cascade holds: for its reader and for the backends. Plain arrays, with
 * places in them in place of pointers.
 */
#pragma once

#include "cascade.h"

G_BEGIN_DECLS

/* Of the window: its norm rectangle leaves out the pixels at the edge. */
#define CASCADE_MIN_SIDE 3

/* More than any cascade that somebody has trained. */
#define CASCADE_MAX_SIDE   1024
#define CASCADE_MAX_STAGES 1024
#define CASCADE_MAX_NODES  (1 << 16)
#define CASCADE_MAX_TREE   256 /* nodes of one tree */
#define CASCADE_MAX_RECTS  3   /* of a feature */

/* A stage passes a window when its sum is not below threshold - this. */
#define CASCADE_MARGIN 1e-5f

/* Pixels of the window, all within it. Upright: x to x + width - 1, y to
 * y + height - 1. Tilted: the corner on top is (x, y); from there `width` steps
 * go down to the right, `height` steps down to the left. */
typedef struct {
  guint16 x, y, width, height;
  gint32 weight;
} CascadeRect;

/* The sum of weight times the sum of the pixels: below 2^24 for any picture of
 * 8 bits, so it is exact in a float. */
typedef struct {
  CascadeRect rects[CASCADE_MAX_RECTS];
  guint n_rects;
  gboolean tilted;
} CascadeFeature;

/* Goes left when feature / deviation < threshold. child: of the left and the
 * right side; > 0: that node of the tree, which comes after this one; else
 * minus the number of the tree's leaf. */
typedef struct {
  guint feature;
  gfloat threshold;
  gint child[2];
} CascadeNode;

/* A tree of n nodes has n + 1 leaves. */
typedef struct {
  guint first_node, n_nodes;
  guint first_leaf;
} CascadeTree;

/* The sum of its trees is exact in a double, in any order. */
typedef struct {
  guint first_tree, n_trees;
  gfloat threshold; /* as the file has it */
} CascadeStage;

struct _Cascade {
  gatomicrefcount references;
  guint width, height;
  GArray *features; /* CascadeFeature */
  GArray *nodes;    /* CascadeNode */
  GArray *leaves;   /* gfloat */
  GArray *trees;    /* CascadeTree */
  GArray *stages;   /* CascadeStage */
};

static inline const CascadeFeature *
cascade_feature (const Cascade *cascade, guint i)
{
  return &g_array_index (cascade->features, CascadeFeature, i);
}

static inline const CascadeNode *
cascade_node (const Cascade *cascade, guint i)
{
  return &g_array_index (cascade->nodes, CascadeNode, i);
}

static inline gfloat
cascade_leaf (const Cascade *cascade, guint i)
{
  return g_array_index (cascade->leaves, gfloat, i);
}

static inline const CascadeTree *
cascade_tree (const Cascade *cascade, guint i)
{
  return &g_array_index (cascade->trees, CascadeTree, i);
}

static inline const CascadeStage *
cascade_stage (const Cascade *cascade, guint i)
{
  return &g_array_index (cascade->stages, CascadeStage, i);
}

G_END_DECLS
