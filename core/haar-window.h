/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The definition of a cascade at one window, whose first sum and square are
 * given.
 */
#pragma once

#include "haar-nodes.h"

#include <math.h>

G_BEGIN_DECLS

static inline guint32
haar_window_corners (const guint32 *sums, const gsize corners[4])
{
  return sums[corners[0]] - sums[corners[1]] - sums[corners[2]]
         + sums[corners[3]];
}

/* 1 / (standard deviation times area); FALSE: the window is flat. */
static inline gboolean
haar_window_norm (const HaarNodes *nodes, const guint32 *sums,
    const guint32 *squares, gfloat *norm)
{
  gdouble area = nodes->norm_area;
  gdouble sum = haar_window_corners (sums, nodes->norm_sum);
  gdouble variance =
      area * haar_window_corners (squares, nodes->norm_square) - sum * sum;

  /* So flat that no rounding matters: what most flat windows are. */
  if (variance < 99 * area * area)
    return FALSE;
  /* The quotient is a float, its product with the area is not. */
  *norm = (gfloat) (1 / sqrt (variance));
  return area * *norm < 0.1;
}

static inline gint32
haar_window_rect (const HaarNode *node, guint i, const guint32 *sums)
{
  const gint32 *offset = node->offset[i];

  return node->weight[i]
         * (gint32) (sums[offset[0]] - sums[offset[1]] - sums[offset[2]]
                     + sums[offset[3]]);
}

static inline gint32
haar_window_feature (const HaarNode *node, const guint32 *sums)
{
  gint32 value =
      haar_window_rect (node, 0, sums) + haar_window_rect (node, 1, sums);

  return node->n_rects > 2 ? value + haar_window_rect (node, 2, sums) : value;
}

static inline gfloat
haar_window_leaf (const HaarNode *node, const guint32 *sums, gfloat norm)
{
  for (;;) {
    gboolean left =
        (gfloat) haar_window_feature (node, sums) * norm < node->threshold;
    guint side = left ? 0 : 1;

    if (node->child[side] == 0)
      return node->leaf[side];
    node += node->child[side];
  }
}

/* Of the trees of a stage. */
static inline gdouble
haar_window_sum (const HaarNodes *nodes, const HaarNodeStage *stage,
    const guint32 *sums, gfloat norm)
{
  const HaarNode *node = nodes->nodes + stage->first_node;
  gdouble sum = 0;

  for (guint i = 0; i < stage->n_trees; i++) {
    sum += haar_window_leaf (node, sums, norm);
    node += node->n_nodes;
  }
  return sum;
}

G_END_DECLS
