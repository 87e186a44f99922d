/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-pack.h"

#include "cascade-data.h"

#include <math.h>
#include <string.h>

/* -- Shapes -- */

/* The places of the sums that a feature reads, each once, and how often each
 * counts. */
typedef struct {
  gint32 offset[4 * HAAR_MAX_RECTS], count[4 * HAAR_MAX_RECTS];
  guint n;
} Corners;

static void
add_corner (Corners *c, gint32 offset, gint32 count)
{
  guint i = 0;

  while (i < c->n && c->offset[i] != offset)
    i++;
  if (i == c->n) {
    c->offset[c->n] = offset;
    c->count[c->n++] = 0;
  }
  c->count[i] += count;
}

static Corners
corners_of (const HaarNode *node)
{
  static const gint32 signs[] = { 1, -1, -1, 1 };
  Corners c = { .n = 0 };

  for (guint i = 0; i < node->n_rects; i++)
    for (guint j = 0; j < 4; j++)
      add_corner (&c, node->offset[i][j], signs[j] * node->weight[i]);
  return c;
}

/* Takes n corners that count so often. FALSE: there are fewer. */
static gboolean
take (Corners *c, guint n, gint32 count, gint32 *offsets)
{
  for (guint i = 0; i < c->n && n > 0; i++)
    if (c->count[i] == count) {
      *offsets++ = c->offset[i];
      n--;
      c->n--;
      c->offset[i] = c->offset[c->n];
      c->count[i] = c->count[c->n];
      i--;
    }
  return n == 0;
}

static gboolean
make_edge (HaarPacked *to, Corners c)
{
  if (c.n != 6 || !take (&c, 2, 1, to->offset)
      || !take (&c, 2, -1, to->offset + 2) || c.count[0] != -c.count[1])
    return FALSE;
  to->shape = HAAR_EDGE;
  to->weight = c.count[0];
  to->offset[4] = c.offset[0];
  to->offset[5] = c.offset[1];
  return TRUE;
}

static gboolean
make_quad (HaarPacked *to, Corners c, gint32 sign)
{
  if (c.n != 9 || !take (&c, 4, sign, to->offset)
      || !take (&c, 4, -2 * sign, to->offset + 4) || c.count[0] != 4 * sign)
    return FALSE;
  to->shape = HAAR_QUAD;
  to->weight = sign;
  to->offset[8] = c.offset[0];
  return TRUE;
}

static gboolean
make_pair (HaarPacked *to, const HaarNode *node)
{
  if (node->n_rects != 2 || node->weight[0] != -1)
    return FALSE;
  to->shape = HAAR_PAIR;
  to->weight = node->weight[1];
  memcpy (to->offset, node->offset, 8 * sizeof *to->offset);
  return TRUE;
}

static void
set_shape (HaarPacked *to, const HaarNode *node, guint number)
{
  Corners c = corners_of (node);

  if (make_edge (to, c) || make_quad (to, c, 1) || make_quad (to, c, -1)
      || make_pair (to, node))
    return;
  to->shape = HAAR_ANY;
  to->offset[0] = (gint32) number;
}

/* -- Stages -- */

/* Of what a sum of the stage can be. */
#define LARGEST_SUM (1 << 29)

static guint
count_nodes (const HaarNode *nodes, guint n_trees)
{
  guint n = 0;

  for (guint i = 0; i < n_trees; i++)
    n += nodes[n].n_nodes;
  return n;
}

/* How many units are 1: a power of 2. The sums of the stage are below
 * LARGEST_SUM units. */
static gdouble
units_of (const HaarNode *nodes, guint n_nodes)
{
  gdouble largest = 0;
  gint exponent;

  for (guint i = 0; i < n_nodes; i++)
    largest += MAX (fabsf (nodes[i].leaf[0]), fabsf (nodes[i].leaf[1]));
  frexp (largest, &exponent);
  return ldexp (1, 28 - exponent);
}

static gint32
in_units (gdouble value)
{
  return (gint32) rint (CLAMP (value, -LARGEST_SUM, LARGEST_SUM));
}

/* Sums err by half a unit for each tree at most, and the limits by one. */
static void
set_limits (HaarNodeStage *stage, gdouble units)
{
  gdouble error = stage->n_trees / 2.0 + 2;

  stage->packed.least = in_units (stage->bound * units - error);
  stage->packed.most = in_units (stage->bound * units + error);
}

static void
set_packed (
    HaarPacked *to, const HaarNode *from, gdouble units, const HaarNode *nodes)
{
  *to = (HaarPacked){ .threshold = from->threshold,
    .child = { from->child[0], from->child[1] },
    .n_nodes = from->n_nodes };
  for (guint side = 0; side < 2; side++)
    to->leaf[side] = in_units (from->leaf[side] * units);
  set_shape (to, from, (guint) (from - nodes));
}

static HaarTrees
trees_of (const HaarNode *first, guint n_trees)
{
  guint n = 0, n_chains = 0;

  for (guint i = 0; i < n_trees; i++) {
    const HaarNode *node = first + n;

    n += node->n_nodes;
    n_chains += node->n_nodes == 2 && node->child[0] != node->child[1];
  }
  return n == n_trees          ? HAAR_STUMPS
         : n_chains == n_trees ? HAAR_CHAINS
                               : HAAR_TREES;
}

/* Trees whose first two nodes have the same shapes have the same number. */
#define N_KINDS (HAAR_N_SHAPES * HAAR_N_SHAPES)

static guint
kind_of (const HaarPacked *tree)
{
  return tree[0].shape * HAAR_N_SHAPES
         + (tree[0].n_nodes > 1 ? tree[1].shape : 0);
}

/* What counts on the right counts always, and less elsewhere. */
static void
set_base (HaarPackedStage *stage, HaarPacked *tree)
{
  HaarPacked *last = tree + tree->n_nodes - 1;
  gint32 always = last->leaf[1];

  if (stage->trees == HAAR_TREES)
    return;
  stage->base += always;
  last->leaf[1] = 0;
  last->leaf[0] -= always;
  if (stage->trees == HAAR_CHAINS) {
    gboolean ends_left = tree->child[0] == 0;

    tree->leaf[0] = tree->leaf[ends_left ? 0 : 1] - always;
    tree->leaf[1] = ends_left ? 0 : -1;
  }
}

static void
pack_tree (
    HaarPacked *to, const HaarNode *from, gdouble units, const HaarNode *nodes)
{
  for (guint i = 0; i < from->n_nodes; i++)
    set_packed (&to[i], &from[i], units, nodes);
}

/* The trees go where their kind has its place. */
static void
pack_stage (HaarPacked *packed, HaarNodeStage *stage, gdouble units,
    const HaarNode *nodes)
{
  const HaarNode *first = nodes + stage->first_node, *from = first;
  guint places[N_KINDS + 1] = { 0 };
  HaarPacked tree[CASCADE_MAX_TREE];

  for (guint i = 0; i < stage->n_trees; i++, from += from->n_nodes) {
    pack_tree (tree, from, units, nodes);
    places[kind_of (tree) + 1] += from->n_nodes;
    stage->packed.n[tree->shape]++;
  }
  for (guint i = 1; i < N_KINDS; i++)
    places[i] += places[i - 1];
  from = first;
  for (guint i = 0; i < stage->n_trees; i++, from += from->n_nodes) {
    guint *place;

    pack_tree (tree, from, units, nodes);
    set_base (&stage->packed, tree);
    place = &places[kind_of (tree)];
    memcpy (packed + *place, tree, from->n_nodes * sizeof *tree);
    *place += from->n_nodes;
  }
}

void
haar_pack (HaarPacked *packed, HaarNodeStage *stages, guint n_stages,
    const HaarNode *nodes)
{
  for (guint i = 0; i < n_stages; i++) {
    HaarNodeStage *stage = &stages[i];
    const HaarNode *first = nodes + stage->first_node;
    guint n = count_nodes (first, stage->n_trees);
    gdouble units = units_of (first, n);

    stage->packed =
        (HaarPackedStage){ .trees = trees_of (first, stage->n_trees) };
    set_limits (stage, units);
    pack_stage (packed + stage->first_node, stage, units, nodes);
  }
}
