/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-cascade.h"

#include "cascade-data.h"
#include "error.h"
#include "haar-geometry.h"

/* Where its tables lie in the store. */
typedef struct {
  gsize nodes[2], children, first_nodes, stages;
} Places;

static guint32
pair (guint first, guint second)
{
  return first | second << 16;
}

static void
set_rect (const HaarCudaGeometry *g, guint step, gboolean tilted,
    const CascadeRect *r, guint32 corners[2])
{
  guint x = r->x, y = r->y, w = r->width, h = r->height;

  if (tilted) {
    corners[0] = pair (haar_cuda_corner (g, step, TRUE, x, y),
        haar_cuda_corner (g, step, TRUE, x - h, y + h));
    corners[1] = pair (haar_cuda_corner (g, step, TRUE, x + w, y + w),
        haar_cuda_corner (g, step, TRUE, x + w - h, y + w + h));
  } else {
    corners[0] = pair (haar_cuda_corner (g, step, FALSE, x, y),
        haar_cuda_corner (g, step, FALSE, x + w, y));
    corners[1] = pair (haar_cuda_corner (g, step, FALSE, x, y + h),
        haar_cuda_corner (g, step, FALSE, x + w, y + h));
  }
}

static void
set_feature (const HaarCudaGeometry *g, guint step,
    const CascadeFeature *feature, HaarCudaNode *node)
{
  for (guint i = 0; i < feature->n_rects; i++) {
    set_rect (
        g, step, feature->tilted, &feature->rects[i], node->corners + 2 * i);
    node->weights[i] = feature->rects[i].weight;
  }
}

/* What lies below a node does not depend on the step. */
static guint32
set_node (const HaarCudaGeometry *g, guint step, const Cascade *cascade,
    const CascadeTree *tree, guint i, HaarCudaNode *node)
{
  const CascadeNode *from = cascade_node (cascade, tree->first_node + i);
  guint children[2] = { 0, 0 };

  *node = (HaarCudaNode){ .threshold = from->threshold };
  set_feature (g, step, cascade_feature (cascade, from->feature), node);
  for (guint side = 0; side < 2; side++)
    if (from->child[side] > 0)
      children[side] = (guint) from->child[side] - i;
    else
      node->leaf[side] =
          cascade_leaf (cascade, tree->first_leaf + (guint) -from->child[side]);
  return pair (children[0], children[1]);
}

static void
set_trees (HaarCudaCascade *l, const Places *at, const Cascade *cascade)
{
  guint32 *children = haar_cuda_store_host (&l->store, at->children);
  guint32 *first_nodes = haar_cuda_store_host (&l->store, at->first_nodes);

  l->trees = FALSE;
  for (guint i = 0; i < cascade->trees->len; i++) {
    const CascadeTree *tree = cascade_tree (cascade, i);

    first_nodes[i] = tree->first_node;
    l->trees |= tree->n_nodes > 1;
    for (guint step = 1; step <= 2; step++) {
      HaarCudaNode *nodes =
          haar_cuda_store_host (&l->store, at->nodes[step - 1]);

      for (guint j = 0; j < tree->n_nodes; j++)
        children[tree->first_node + j] = set_node (
            &l->geometry, step, cascade, tree, j, &nodes[tree->first_node + j]);
    }
  }
}

static void
set_stages (HaarCudaCascade *l, const Places *at, const Cascade *cascade)
{
  HaarCudaStage *stages = haar_cuda_store_host (&l->store, at->stages);

  for (guint i = 0; i < cascade->stages->len; i++) {
    const CascadeStage *from = cascade_stage (cascade, i);

    stages[i] = (HaarCudaStage){ .first_tree = from->first_tree,
      .first_node = cascade_tree (cascade, from->first_tree)->first_node,
      .n_trees = from->n_trees,
      .bound = from->threshold - CASCADE_MARGIN };
  }
}

static gboolean
reserve (HaarCudaCascade *l, Places *at, const Cascade *cascade, GError **error)
{
  HaarCudaStore *store = &l->store;
  guint n_nodes = cascade->nodes->len;

  store->size = 0;
  for (guint i = 0; i < 2; i++)
    at->nodes[i] = haar_cuda_store_add (store, n_nodes, sizeof (HaarCudaNode));
  at->children = haar_cuda_store_add (store, n_nodes, sizeof (guint32));
  at->first_nodes =
      haar_cuda_store_add (store, cascade->trees->len, sizeof (guint32));
  at->stages =
      haar_cuda_store_add (store, cascade->stages->len, sizeof (HaarCudaStage));
  return haar_cuda_store_reserve (store, error);
}

static void
set_pointers (HaarCudaCascade *l, const Places *at)
{
  for (guint i = 0; i < 2; i++)
    l->nodes[i] = haar_cuda_store_device (&l->store, at->nodes[i]);
  l->children = haar_cuda_store_device (&l->store, at->children);
  l->first_nodes = haar_cuda_store_device (&l->store, at->first_nodes);
  l->stages = haar_cuda_store_device (&l->store, at->stages);
}

gboolean
haar_cuda_cascade_load (HaarCudaCascade *l, Cascade *cascade, gsize shared,
    cudaStream_t stream, GError **error)
{
  Places at;

  cascade_unref (g_steal_pointer (&l->cascade));
  if (!haar_cuda_geometry (&l->geometry, cascade->width, cascade->height,
          cascade_is_tilted (cascade), shared)) {
    g_set_error (error, VF_ERROR, VF_ERROR_DEVICE,
        "the cascade's window of %u x %u pixels is too large for the GPU's "
        "shared memory: use the CPU (backend=cpu)",
        cascade->width, cascade->height);
    return FALSE;
  }
  if (!reserve (l, &at, cascade, error))
    return FALSE;
  set_trees (l, &at, cascade);
  set_stages (l, &at, cascade);
  set_pointers (l, &at);
  if (!haar_cuda_store_send (&l->store, stream, error))
    return FALSE;
  l->cascade = cascade_ref (cascade);
  return TRUE;
}

void
haar_cuda_cascade_clear (HaarCudaCascade *l)
{
  cascade_unref (g_steal_pointer (&l->cascade));
  haar_cuda_store_clear (&l->store);
}
