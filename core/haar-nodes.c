/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-nodes.h"

#include "cascade-data.h"

/* Adds a corner to the node, or its weight to the one that lies there. */
static void
add_point (HaarNode *node, gsize offset, gint32 weight)
{
  guint i = 0;

  while (i < node->n_points && node->offset[i] != (gint32) offset)
    i++;
  node->offset[i] = (gint32) offset;
  node->weight[i] += weight;
  if (i == node->n_points)
    node->n_points++;
}

static void
add_upright (HaarNode *node, const CascadeRect *r, gsize pitch)
{
  gsize top = r->y * pitch, bottom = top + r->height * pitch;
  gsize left = r->x, right = left + r->width;

  add_point (node, top + left, r->weight);
  add_point (node, top + right, -r->weight);
  add_point (node, bottom + left, -r->weight);
  add_point (node, bottom + right, r->weight);
}

/* The tilted rows lie `stride` entries after the upright ones. */
static void
add_tilted (HaarNode *node, const CascadeRect *r, gsize stride, gsize pitch)
{
  gsize top = stride + r->y * pitch + r->x;
  gsize down_left = r->height * pitch - r->height;
  gsize down_right = r->width * pitch + r->width;

  add_point (node, top, r->weight);
  add_point (node, top + down_left, -r->weight);
  add_point (node, top + down_right, -r->weight);
  add_point (node, top + down_left + down_right, r->weight);
}

static void
drop_point (HaarNode *node, guint i)
{
  node->n_points--;
  node->offset[i] = node->offset[node->n_points];
  node->weight[i] = node->weight[node->n_points];
  node->offset[node->n_points] = 0;
  node->weight[node->n_points] = 0;
}

static void
set_feature (
    HaarNode *node, const CascadeFeature *feature, gsize stride, gsize pitch)
{
  for (guint i = 0; i < feature->n_rects; i++)
    if (feature->tilted)
      add_tilted (node, &feature->rects[i], stride, pitch);
    else
      add_upright (node, &feature->rects[i], pitch);
  for (guint i = node->n_points; i-- > 0;)
    if (node->weight[i] == 0)
      drop_point (node, i);
}

static void
set_tree (HaarNode *nodes, const Cascade *cascade, const CascadeTree *tree,
    gsize stride, gsize pitch)
{
  for (guint i = 0; i < tree->n_nodes; i++) {
    const CascadeNode *from = cascade_node (cascade, tree->first_node + i);
    HaarNode *to = &nodes[i];

    *to = (HaarNode){ .threshold = from->threshold, .n_nodes = tree->n_nodes };
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
