/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-nodes.h"

#include "cascade-data.h"

G_STATIC_ASSERT (HAAR_MAX_RECTS == CASCADE_MAX_RECTS);

static void
set_upright (gint32 offset[4], const CascadeRect *r, gsize pitch)
{
  gsize first = r->y * pitch + r->x, down = r->height * pitch;

  offset[0] = (gint32) first;
  offset[1] = (gint32) (first + r->width);
  offset[2] = (gint32) (first + down);
  offset[3] = (gint32) (first + down + r->width);
}

/* The tilted rows lie `stride` entries after the upright ones. */
static void
set_tilted (gint32 offset[4], const CascadeRect *r, gsize stride, gsize pitch)
{
  gsize first = stride + r->y * pitch + r->x;
  gsize left = r->height * pitch - r->height;
  gsize right = r->width * pitch + r->width;

  offset[0] = (gint32) first;
  offset[1] = (gint32) (first + left);
  offset[2] = (gint32) (first + right);
  offset[3] = (gint32) (first + left + right);
}

static void
set_feature (
    HaarNode *node, const CascadeFeature *feature, gsize stride, gsize pitch)
{
  node->n_rects = (guint16) feature->n_rects;
  for (guint i = 0; i < feature->n_rects; i++) {
    node->weight[i] = feature->rects[i].weight;
    if (feature->tilted)
      set_tilted (node->offset[i], &feature->rects[i], stride, pitch);
    else
      set_upright (node->offset[i], &feature->rects[i], pitch);
  }
}

static void
set_tree (HaarNode *nodes, const Cascade *cascade, const CascadeTree *tree,
    gsize stride, gsize pitch)
{
  for (guint i = 0; i < tree->n_nodes; i++) {
    const CascadeNode *from = cascade_node (cascade, tree->first_node + i);
    HaarNode *to = &nodes[i];

    *to = (HaarNode){ .threshold = from->threshold,
      .n_nodes = (guint16) tree->n_nodes };
    set_feature (to, cascade_feature (cascade, from->feature), stride, pitch);
    for (guint side = 0; side < 2; side++)
      if (from->child[side] > 0)
        to->child[side] = (guint16) (from->child[side] - (gint) i);
      else
        to->leaf[side] = cascade_leaf (
            cascade, tree->first_leaf + (guint) -from->child[side]);
  }
}

static void
set_stages (HaarNode *nodes, HaarNodeStage *stages, const Cascade *cascade,
    gsize stride, gsize pitch)
{
  for (guint i = 0; i < cascade->stages->len; i++) {
    const CascadeStage *from = cascade_stage (cascade, i);

    stages[i].first_node = cascade_tree (cascade, from->first_tree)->first_node;
    stages[i].n_trees = from->n_trees;
    stages[i].bound = from->threshold - CASCADE_MARGIN;
    for (guint j = 0; j < from->n_trees; j++) {
      const CascadeTree *tree = cascade_tree (cascade, from->first_tree + j);

      set_tree (nodes + tree->first_node, cascade, tree, stride, pitch);
    }
  }
}

static void
set_corners (gsize corners[4], gsize pitch, guint width, guint height)
{
  corners[0] = pitch + 1;
  corners[1] = pitch + width - 1;
  corners[2] = (height - 1) * pitch + 1;
  corners[3] = (height - 1) * pitch + width - 1;
}

gboolean
haar_ready (HaarReady *ready, Cascade *cascade, gsize stride)
{
  gsize pitch = cascade_is_tilted (cascade) ? 2 * stride : stride;
  guint width = cascade->width, height = cascade->height;
  gboolean missing = FALSE;
  HaarNode *nodes;
  HaarNodeStage *stages;

  if (ready->cascade == cascade && ready->stride == stride)
    return TRUE;
  cascade_unref (g_steal_pointer (&ready->cascade));
  nodes = vf_scratch_reserve (
      &ready->scratch[0], cascade->nodes->len, sizeof *nodes, &missing);
  stages = vf_scratch_reserve (
      &ready->scratch[1], cascade->stages->len, sizeof *stages, &missing);
  if (missing)
    return FALSE;
  set_stages (nodes, stages, cascade, stride, pitch);
  ready->nodes = (HaarNodes){ .nodes = nodes,
    .stages = stages,
    .n_stages = cascade->stages->len,
    .norm_area = (gint) ((width - 2) * (height - 2)) };
  set_corners (ready->nodes.norm_sum, pitch, width, height);
  set_corners (ready->nodes.norm_square, stride, width, height);
  ready->stride = stride;
  ready->cascade = cascade_ref (cascade);
  return TRUE;
}

void
haar_ready_clear (HaarReady *ready)
{
  cascade_unref (ready->cascade);
  vf_scratch_free (&ready->scratch[0]);
  vf_scratch_free (&ready->scratch[1]);
}

gsize
haar_ready_bytes (const HaarReady *ready)
{
  return ready->scratch[0].size + ready->scratch[1].size;
}
