/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-cascade.h"

#include "cascade-data.h"
#include "error.h"
#include "haar-geometry.h"

#include <string.h>

/* Where its tables lie in the store. */
typedef struct {
  gsize nodes[2], children, first_nodes, stages;
} Places;

static guint32
pair (guint first, guint second)
{
  return first | second << 16;
}

static guint32
corners_of (const HaarCudaGeometry *g, guint step, gboolean tilted,
    const guint a[2], const guint b[2])
{
  return pair (haar_cuda_corner (g, step, tilted, a[0], a[1]),
             haar_cuda_corner (g, step, tilted, b[0], b[1]))
         * sizeof (guint32);
}

static void
set_rect (const HaarCudaGeometry *g, guint step, gboolean tilted,
    const CascadeRect *r, guint32 corners[2])
{
  guint x = r->x, y = r->y, w = r->width, h = r->height;
  const guint upright[4][2] = { { x, y }, { x + w, y }, { x, y + h },
    { x + w, y + h } };
  const guint turned[4][2] = { { x, y }, { x - h, y + h }, { x + w, y + w },
    { x + w - h, y + w + h } };
  const guint (*at)[2] = tilted ? turned : upright;

  corners[0] = corners_of (g, step, tilted, at[0], at[1]);
  corners[1] = corners_of (g, step, tilted, at[2], at[3]);
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

static void
set_node (const HaarCudaGeometry *g, guint step, const Cascade *cascade,
    const CascadeTree *tree, guint i, HaarCudaNode *node)
{
  const CascadeNode *from = cascade_node (cascade, tree->first_node + i);

  *node = (HaarCudaNode){ .threshold = from->threshold };
  set_feature (g, step, cascade_feature (cascade, from->feature), node);
  for (guint side = 0; side < 2; side++)
    if (from->child[side] <= 0)
      node->leaf[side] =
          cascade_leaf (cascade, tree->first_leaf + (guint) -from->child[side]);
}

static guint32
children_of (const Cascade *cascade, const CascadeTree *tree, guint i)
{
  const gint *child = cascade_node (cascade, tree->first_node + i)->child;

  return pair (child[0] > 0 ? (guint) child[0] - i : 0,
      child[1] > 0 ? (guint) child[1] - i : 0);
}

/* As node `number` of all. */
static void
put_node (HaarCudaCascade *l, const Places *at, const Cascade *cascade,
    const CascadeTree *tree, guint i, guint number)
{
  guint32 *children = haar_cuda_store_host (&l->store, at->children);

  children[number] = children_of (cascade, tree, i);
  for (guint step = 1; step <= 2; step++) {
    HaarCudaThird *thirds =
        haar_cuda_store_host (&l->store, at->nodes[step - 1]);
    HaarCudaNode node;

    set_node (&l->geometry, step, cascade, tree, i, &node);
    for (guint j = 0; j < HAAR_CUDA_THIRDS; j++)
      memcpy (&thirds[j * l->n_nodes + number],
          (const HaarCudaThird *) &node + j, sizeof *thirds);
  }
}

static gboolean
is_large (const Cascade *cascade, const CascadeTree *tree)
{
  guint feature = cascade_node (cascade, tree->first_node)->feature;

  return cascade_feature (cascade, feature)->n_rects > 2;
}

/* The trees of a stage whose first feature is large, or is not. */
static void
put_trees (HaarCudaCascade *l, const Places *at, const Cascade *cascade,
    const CascadeStage *stage, gboolean large, guint *n_trees, guint *n_nodes)
{
  guint32 *first_nodes = haar_cuda_store_host (&l->store, at->first_nodes);

  for (guint i = 0; i < stage->n_trees; i++) {
    const CascadeTree *tree = cascade_tree (cascade, stage->first_tree + i);

    if (is_large (cascade, tree) != large)
      continue;
    first_nodes[(*n_trees)++] = *n_nodes;
    l->trees |= tree->n_nodes > 1;
    for (guint j = 0; j < tree->n_nodes; j++)
      put_node (l, at, cascade, tree, j, (*n_nodes)++);
  }
}

/* As the order of a stage's trees is of no account, those that take longer come
 * last: threads that work side by side then take about as long. */
static void
put_stages (HaarCudaCascade *l, const Places *at, const Cascade *cascade)
{
  HaarCudaStage *stages = haar_cuda_store_host (&l->store, at->stages);
  guint n_trees = 0, n_nodes = 0;

  l->trees = FALSE;
  for (guint i = 0; i < cascade->stages->len; i++) {
    const CascadeStage *from = cascade_stage (cascade, i);

    stages[i] = (HaarCudaStage){ .first_tree = n_trees,
      .first_node = n_nodes,
      .n_trees = from->n_trees,
      .bound = from->threshold - CASCADE_MARGIN };
    put_trees (l, at, cascade, from, FALSE, &n_trees, &n_nodes);
    put_trees (l, at, cascade, from, TRUE, &n_trees, &n_nodes);
  }
}

static gboolean
reserve (HaarCudaCascade *l, Places *at, const Cascade *cascade, GError **error)
{
  HaarCudaStore *store = &l->store;

  l->n_nodes = cascade->nodes->len;
  store->size = 0;
  for (guint i = 0; i < 2; i++)
    at->nodes[i] =
        haar_cuda_store_add (store, l->n_nodes, sizeof (HaarCudaNode));
  at->children = haar_cuda_store_add (store, l->n_nodes, sizeof (guint32));
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
  put_stages (l, &at, cascade);
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
