/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade at each window of a row.
 */
#include "haar-stages.h"

#include <math.h>

typedef enum {
  WINDOW_REJECTED, /* by the first stage */
  WINDOW_FAILED,   /* flat, or rejected by a later stage */
  WINDOW_PASSED,
} Verdict;

static inline guint32
sum_at (const guint32 *sums, const gsize corners[4])
{
  return sums[corners[0]] - sums[corners[1]] - sums[corners[2]]
         + sums[corners[3]];
}

/* 1 / (standard deviation times area); FALSE: the window is flat. */
static inline gboolean
find_norm (const HaarNodes *nodes, const guint32 *sums, const guint32 *squares,
    gfloat *norm)
{
  gdouble area = nodes->norm_area;
  gdouble sum = sum_at (sums, nodes->norm_sum);
  gdouble variance = area * sum_at (squares, nodes->norm_square) - sum * sum;

  /* So flat that no rounding matters: what most flat windows are. */
  if (variance < 99 * area * area)
    return FALSE;
  /* The quotient is a float, its product with the area is not. */
  *norm = (gfloat) (1 / sqrt (variance));
  return area * *norm < 0.1;
}

static inline gint32
rect_at (const HaarNode *node, guint i, const guint32 *sums)
{
  const gint32 *offset = node->offset[i];

  return node->weight[i]
         * (gint32) (sums[offset[0]] - sums[offset[1]] - sums[offset[2]]
                     + sums[offset[3]]);
}

static inline gint32
feature_at (const HaarNode *node, const guint32 *sums)
{
  gint32 value = rect_at (node, 0, sums) + rect_at (node, 1, sums);

  return node->n_rects > 2 ? value + rect_at (node, 2, sums) : value;
}

static inline gfloat
leaf_of (const HaarNode *node, const guint32 *sums, gfloat norm)
{
  for (;;) {
    gboolean left = (gfloat) feature_at (node, sums) * norm < node->threshold;
    guint side = left ? 0 : 1;

    if (node->child[side] == 0)
      return node->leaf[side];
    node += node->child[side];
  }
}

static inline gdouble
stage_sum (const HaarNodes *nodes, const HaarNodeStage *stage,
    const guint32 *sums, gfloat norm)
{
  const HaarNode *node = nodes->nodes + stage->first_node;
  gdouble sum = 0;

  for (guint i = 0; i < stage->n_trees; i++) {
    sum += leaf_of (node, sums, norm);
    node += node->n_nodes;
  }
  return sum;
}

static inline Verdict
judge (const HaarNodes *nodes, const guint32 *sums, const guint32 *squares,
    gdouble *score)
{
  gfloat norm;

  if (!find_norm (nodes, sums, squares, &norm))
    return WINDOW_FAILED;
  for (guint i = 0; i < nodes->n_stages; i++) {
    *score = stage_sum (nodes, &nodes->stages[i], sums, norm);
    if (*score < nodes->stages[i].bound)
      return i == 0 ? WINDOW_REJECTED : WINDOW_FAILED;
  }
  return WINDOW_PASSED;
}

static guint
scan (const HaarNodes *nodes, const HaarSums *sums, guint y, guint columns,
    guint step, gboolean skip, guint16 *xs, gdouble *scores)
{
  const guint32 *row = sums->sums + y * sums->pitch;
  const guint32 *squares = sums->squares + y * sums->stride;
  guint n = 0;

  for (guint x = 0; x < columns; x += step) {
    Verdict verdict = judge (nodes, row + x, squares + x, &scores[n]);

    if (verdict == WINDOW_PASSED)
      xs[n++] = (guint16) x;
    if (verdict == WINDOW_REJECTED && skip)
      x += step;
  }
  return n;
}

void
haar_stages_fill_scan (HaarStages *stages)
{
  stages->scan = scan;
}
