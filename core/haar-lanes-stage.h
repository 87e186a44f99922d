/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A stage of the cascade at some vectors of windows.
 */
#pragma once

#include "haar-lanes.h"

#include "cascade-data.h"
#include "haar-window.h"

/* Vectors of windows for which a node is read once: of all windows, and groups. */
#define DENSE  2
#define SPARSE 4

#define N_VECTORS MAX (DENSE, SPARSE)

#define ALL_LANES ((guint) ((G_GUINT64_CONSTANT (1) << VF_LANES) - 1))

G_STATIC_ASSERT (HAAR_HITS_UNIT % (DENSE * VF_LANES) == 0);

typedef struct {
  const HaarNodes *nodes;
  const guint32 *sums, *squares; /* of the row's first window */
  HaarHits *hits;
  guint n_words; /* of hits->alive */
} Row;

/* Some vectors of windows. */
typedef struct {
  const guint32 *sums[N_VECTORS]; /* of the first lane */
  Vec norms[N_VECTORS];
  VecInt total[N_VECTORS]; /* of a stage */
} Block;

VEC_INLINE VecUint
load (const guint32 *sums, gssize offset)
{
  return *(const VecUintAnywhere *) (sums + offset);
}

/* -- Features -- */

VEC_INLINE VecUint
rect_of (const guint32 *sums, const gint32 *offset)
{
  return load (sums, offset[0]) - load (sums, offset[1])
         - load (sums, offset[2]) + load (sums, offset[3]);
}

VEC_INLINE VecUint
edge_of (const HaarPacked *p, const guint32 *sums)
{
  const gint32 *o = p->offset;

  return load (sums, o[0]) + load (sums, o[1]) - load (sums, o[2])
         - load (sums, o[3])
         + (load (sums, o[4]) - load (sums, o[5])) * (guint32) p->weight;
}

VEC_INLINE VecUint
pair_of (const HaarPacked *p, const guint32 *sums)
{
  return rect_of (sums, p->offset + 4) * (guint32) p->weight
         - rect_of (sums, p->offset);
}

VEC_INLINE VecUint
quad_of (const HaarPacked *p, const guint32 *sums)
{
  const gint32 *o = p->offset;
  VecUint corners = load (sums, o[0]) + load (sums, o[1]) + load (sums, o[2])
                    + load (sums, o[3]);
  VecUint sides = load (sums, o[4]) + load (sums, o[5]) + load (sums, o[6])
                  + load (sums, o[7]);
  VecUint middle = load (sums, o[8]);

  return (corners + 2 * (middle + middle - sides)) * (guint32) p->weight;
}

VEC_INLINE VecUint
any_of (const HaarNode *node, const guint32 *sums)
{
  VecUint value = { 0 };

  for (guint i = 0; i < node->n_rects; i++)
    value += rect_of (sums, node->offset[i]) * (guint32) node->weight[i];
  return value;
}

VEC_INLINE VecUint
feature_of (const HaarNodes *nodes, const HaarPacked *p, HaarShape shape,
    const guint32 *sums)
{
  switch (shape) {
    case HAAR_EDGE:
      return edge_of (p, sums);
    case HAAR_PAIR:
      return pair_of (p, sums);
    case HAAR_QUAD:
      return quad_of (p, sums);
    default:
      return any_of (nodes->nodes + p->offset[0], sums);
  }
}

/* Which windows go left. */
VEC_INLINE VecInt
goes_left (const HaarPacked *p, VecUint feature, Vec norm)
{
  return __builtin_convertvector((VecInt) feature, Vec) * norm
         < vec_set (p->threshold);
}

/* -- Stages -- */

VEC_INLINE const HaarPacked *
add_stumps (const HaarNodes *nodes, const HaarPacked *p, HaarShape shape,
    guint n, Block *b, guint n_vectors)
{
  for (const HaarPacked *end = p + n; p < end; p++)
#pragma GCC unroll 8
    for (guint v = 0; v < n_vectors; v++)
      b->total[v] +=
          goes_left (p, feature_of (nodes, p, shape, b->sums[v]), b->norms[v])
          & p->leaf[0];
  return p;
}

/* Which windows go left at a node. */
VEC_INLINE void
split (const HaarNodes *nodes, const HaarPacked *p, HaarShape shape,
    const Block *b, guint n_vectors, VecInt *left)
{
#pragma GCC unroll 8
  for (guint v = 0; v < n_vectors; v++)
    left[v] =
        goes_left (p, feature_of (nodes, p, shape, b->sums[v]), b->norms[v]);
}

/* The shape is asked for once for all vectors. */
VEC_INLINE void
split_by_shape (const HaarNodes *nodes, const HaarPacked *p, const Block *b,
    guint n_vectors, VecInt *left)
{
  switch (p->shape) {
    case HAAR_EDGE:
      split (nodes, p, HAAR_EDGE, b, n_vectors, left);
      break;
    case HAAR_PAIR:
      split (nodes, p, HAAR_PAIR, b, n_vectors, left);
      break;
    case HAAR_QUAD:
      split (nodes, p, HAAR_QUAD, b, n_vectors, left);
      break;
    default:
      split (nodes, p, HAAR_ANY, b, n_vectors, left);
  }
}

/* Those that do not end at the first node go on to the second one. */
VEC_INLINE void
add_chain (
    const HaarNodes *nodes, const HaarPacked *p, Block *b, guint n_vectors)
{
  VecInt first[N_VECTORS], second[N_VECTORS];

  split_by_shape (nodes, p, b, n_vectors, first);
  split_by_shape (nodes, p + 1, b, n_vectors, second);
#pragma GCC unroll 8
  for (guint v = 0; v < n_vectors; v++) {
    VecInt ends = first[v] ^ p[0].leaf[1];

    b->total[v] += (ends & p[0].leaf[0]) + (~ends & second[v] & p[1].leaf[0]);
  }
}

/* A window is on its way to a node, or not; it ends in one leaf. */
VEC_INLINE void
add_tree (
    const HaarNodes *nodes, const HaarPacked *p, Block *b, guint n_vectors)
{
  VecInt ways[CASCADE_MAX_TREE][N_VECTORS];

  for (guint i = 0; i < p->n_nodes; i++)
    for (guint v = 0; v < n_vectors; v++)
      ways[i][v] = (i > 0) - 1 - (VecInt){ 0 };
  for (guint i = 0; i < p->n_nodes; i++) {
    const HaarPacked *node = p + i;
    VecInt left[N_VECTORS];

    split_by_shape (nodes, node, b, n_vectors, left);
#pragma GCC unroll 2
    for (guint side = 0; side < 2; side++) {
      guint child = node->child[side];

#pragma GCC unroll 8
      for (guint v = 0; v < n_vectors; v++) {
        VecInt way = ways[i][v] & (side == 0 ? left[v] : ~left[v]);

        if (child > 0)
          ways[i + child][v] |= way;
        else
          b->total[v] += way & node->leaf[side];
      }
    }
  }
}

VEC_INLINE void
run_stage (const HaarNodes *nodes, const HaarNodeStage *stage, Block *b,
    guint n_vectors)
{
  const HaarPackedStage *packed = &stage->packed;
  const HaarPacked *p = nodes->packed + stage->first_node;

  for (guint v = 0; v < n_vectors; v++)
    b->total[v] = packed->base - (VecInt){ 0 };
  switch (packed->trees) {
    case HAAR_STUMPS:
      p = add_stumps (nodes, p, HAAR_EDGE, packed->n[HAAR_EDGE], b, n_vectors);
      p = add_stumps (nodes, p, HAAR_PAIR, packed->n[HAAR_PAIR], b, n_vectors);
      p = add_stumps (nodes, p, HAAR_QUAD, packed->n[HAAR_QUAD], b, n_vectors);
      add_stumps (nodes, p, HAAR_ANY, packed->n[HAAR_ANY], b, n_vectors);
      break;
    case HAAR_CHAINS:
      for (guint i = 0; i < stage->n_trees; i++, p += 2)
        add_chain (nodes, p, b, n_vectors);
      break;
    default:
      for (guint i = 0; i < stage->n_trees; i++, p += p->n_nodes)
        add_tree (nodes, p, b, n_vectors);
  }
}

/* Of the windows from `first` on whose bits are set, those that the stage
 * rejects. */
VEC_INLINE guint
rejected (const Row *row, const HaarNodeStage *stage, VecInt total, guint first,
    guint windows)
{
  guint fail = vec_mask (total < stage->packed.least) & windows;
  guint doubt = vec_mask (total < stage->packed.most) & windows & ~fail;

  for (; doubt; doubt &= doubt - 1) {
    guint lane = (guint) __builtin_ctz (doubt);

    if (haar_window_sum (row->nodes, stage, row->sums + first + lane,
            row->hits->norms[first + lane])
        < stage->bound)
      fail |= 1u << lane;
  }
  return fail;
}
