/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-nodes.h"

#include "cascade-data.h"
#include "haar-pack.h"

#include <math.h>

G_STATIC_ASSERT (HAAR_MAX_RECTS == CASCADE_MAX_RECTS);

static void
set_upright (gint32 offset[4], const CascadeRect *r, const HaarLayout *layout)
{
  gsize left = haar_place (layout, r->x);
  gsize right = haar_place (layout, r->x + r->width);
  gsize top = r->y * layout->pitch, bottom = top + r->height * layout->pitch;

  offset[0] = (gint32) (top + left);
  offset[1] = (gint32) (top + right);
  offset[2] = (gint32) (bottom + left);
  offset[3] = (gint32) (bottom + right);
}

static gint32
tilted_place (const HaarLayout *layout, guint x, guint y)
{
  return (gint32) (layout->stride + y * layout->pitch + haar_place (layout, x));
}

static void
set_tilted (gint32 offset[4], const CascadeRect *r, const HaarLayout *layout)
{
  guint left = r->x - r->height, down = r->y + r->height;

  offset[0] = tilted_place (layout, r->x, r->y);
  offset[1] = tilted_place (layout, left, down);
  offset[2] = tilted_place (layout, r->x + r->width, r->y + r->width);
  offset[3] = tilted_place (layout, left + r->width, down + r->width);
}

static void
set_feature (
    HaarNode *node, const CascadeFeature *feature, const HaarLayout *layout)
{
  node->n_rects = (guint16) feature->n_rects;
  for (guint i = 0; i < feature->n_rects; i++) {
    node->weight[i] = feature->rects[i].weight;
    if (feature->tilted)
      set_tilted (node->offset[i], &feature->rects[i], layout);
    else
      set_upright (node->offset[i], &feature->rects[i], layout);
  }
}

static void
set_tree (HaarNode *nodes, const Cascade *cascade, const CascadeTree *tree,
    const HaarLayout *layout)
{
  for (guint i = 0; i < tree->n_nodes; i++) {
    const CascadeNode *from = cascade_node (cascade, tree->first_node + i);
    HaarNode *to = &nodes[i];

    *to = (HaarNode){ .threshold = from->threshold,
      .n_nodes = (guint16) tree->n_nodes };
    set_feature (to, cascade_feature (cascade, from->feature), layout);
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
    const HaarLayout *layout)
{
  for (guint i = 0; i < cascade->stages->len; i++) {
    const CascadeStage *from = cascade_stage (cascade, i);

    stages[i].first_node = cascade_tree (cascade, from->first_tree)->first_node;
    stages[i].n_trees = from->n_trees;
    stages[i].bound = from->threshold - CASCADE_MARGIN;
    for (guint j = 0; j < from->n_trees; j++) {
      const CascadeTree *tree = cascade_tree (cascade, from->first_tree + j);

      set_tree (nodes + tree->first_node, cascade, tree, layout);
    }
  }
}

static void
set_corners (gsize corners[4], gsize pitch, const HaarLayout *layout,
    const Cascade *cascade)
{
  gsize left = haar_place (layout, 1);
  gsize right = haar_place (layout, cascade->width - 1);
  gsize bottom = (cascade->height - 1) * pitch;

  corners[0] = pitch + left;
  corners[1] = pitch + right;
  corners[2] = bottom + left;
  corners[3] = bottom + right;
}

/* The smallest float whose product with the area, which a double holds, is at
 * least 0.1. */
static gfloat
limit_of (gint area)
{
  gfloat limit = (gfloat) (0.1 / area);

  while (area * (gdouble) limit >= 0.1)
    limit = nextafterf (limit, 0);
  while (area * (gdouble) limit < 0.1)
    limit = nextafterf (limit, 1);
  return limit;
}

HaarLayout
haar_layout (gsize stride, gboolean tilted, guint step)
{
  return (HaarLayout){ .stride = stride,
    .pitch = tilted ? 2 * stride : stride,
    .odd = step == 2 ? stride / 2 : 0 };
}

static void
set_nodes (HaarNodes *to, HaarNode *nodes, HaarPacked *packed,
    HaarNodeStage *stages, const Cascade *cascade, const HaarLayout *layout)
{
  set_stages (nodes, stages, cascade, layout);
  haar_pack (packed, stages, cascade->stages->len, nodes);
  *to = (HaarNodes){ .nodes = nodes,
    .packed = packed,
    .stages = stages,
    .n_stages = cascade->stages->len,
    .norm_area = (gint) ((cascade->width - 2) * (cascade->height - 2)) };
  to->norm_limit = limit_of (to->norm_area);
  set_corners (to->norm_sum, layout->pitch, layout, cascade);
  set_corners (to->norm_square, layout->stride, layout, cascade);
}

gboolean
haar_ready (HaarReady *ready, Cascade *cascade, gsize stride)
{
  gsize n_nodes = cascade->nodes->len, n_stages = cascade->stages->len;
  gboolean missing = FALSE;
  HaarNode *nodes;
  HaarPacked *packed;
  HaarNodeStage *stages;

  if (ready->cascade == cascade && ready->stride == stride)
    return TRUE;
  cascade_unref (g_steal_pointer (&ready->cascade));
  nodes = vf_scratch_reserve (
      &ready->scratch[0], HAAR_N_STEPS * n_nodes, sizeof *nodes, &missing);
  packed = vf_scratch_reserve (
      &ready->scratch[1], HAAR_N_STEPS * n_nodes, sizeof *packed, &missing);
  stages = vf_scratch_reserve (
      &ready->scratch[2], HAAR_N_STEPS * n_stages, sizeof *stages, &missing);
  if (missing)
    return FALSE;
  for (guint i = 0; i < HAAR_N_STEPS; i++) {
    HaarLayout layout =
        haar_layout (stride, cascade_is_tilted (cascade), i + 1);

    set_nodes (&ready->nodes[i], nodes + i * n_nodes, packed + i * n_nodes,
        stages + i * n_stages, cascade, &layout);
  }
  ready->stride = stride;
  ready->cascade = cascade_ref (cascade);
  return TRUE;
}

void
haar_ready_clear (HaarReady *ready)
{
  cascade_unref (ready->cascade);
  vf_scratch_free_all (ready->scratch, G_N_ELEMENTS (ready->scratch));
}

gsize
haar_ready_bytes (const HaarReady *ready)
{
  return vf_scratch_bytes (ready->scratch, G_N_ELEMENTS (ready->scratch));
}
