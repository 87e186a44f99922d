/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cascade-check.h"

#include <float.h>
#include <math.h>

/* The sum of its pixels' squares fits into 32 bits. */
#define MAX_NORM_AREA (G_MAXUINT32 / (255 * 255))

gchar *
cascade_check_window (guint width, guint height)
{
  if (width - CASCADE_MIN_SIDE > CASCADE_MAX_SIDE - CASCADE_MIN_SIDE
      || height - CASCADE_MIN_SIDE > CASCADE_MAX_SIDE - CASCADE_MIN_SIDE)
    return g_strdup_printf (
        "the window has %u x %u pixels, but each side must be from %u to %u",
        width, height, CASCADE_MIN_SIDE, CASCADE_MAX_SIDE);
  if ((width - 2) * (height - 2) > MAX_NORM_AREA)
    return g_strdup_printf (
        "the window of %u x %u pixels is too large: without its edge it may "
        "have %u pixels",
        width, height, (guint) MAX_NORM_AREA);
  return NULL;
}

static gboolean
is_within (
    const CascadeFeature *f, const CascadeRect *r, guint width, guint height)
{
  guint right = r->x + r->width, bottom = r->y + r->height;

  if (r->width == 0 || r->height == 0)
    return FALSE;
  if (f->tilted)
    return r->x >= r->height && right <= width && bottom + r->width <= height;
  return right <= width && bottom <= height;
}

gchar *
cascade_check_feature (const CascadeFeature *f, guint width, guint height)
{
  gint64 largest = 0;

  for (guint i = 0; i < f->n_rects; i++) {
    const CascadeRect *r = &f->rects[i];
    gint64 area = (gint64) r->width * r->height * (f->tilted ? 2 : 1);

    if (!is_within (f, r, width, height))
      return g_strdup_printf ("the %srectangle %u %u %u %u does not lie in the "
                              "window of %u x %u pixels",
          f->tilted ? "tilted " : "", r->x, r->y, r->width, r->height, width,
          height);
    largest += area * 255 * ABS ((gint64) r->weight);
  }
  if (largest >= 1 << FLT_MANT_DIG)
    return g_strdup_printf ("the feature can be %" G_GINT64_FORMAT
                            ", but must be below %u",
        largest, 1u << FLT_MANT_DIG);
  return NULL;
}

/* OpenCV does not look where a stump leads, if all trees are stumps. */
static gboolean
is_odd_stump (const Cascade *cascade, const CascadeTree *tree)
{
  const CascadeNode *node = cascade_node (cascade, tree->first_node);

  return tree->n_nodes == 1 && (node->child[0] != 0 || node->child[1] != -1);
}

gchar *
cascade_check_tree (const Cascade *cascade, const CascadeTree *tree)
{
  if (is_odd_stump (cascade, tree))
    return g_strdup ("the one node of a tree must lead to leaves 0 and 1");
  for (guint i = 0; i < tree->n_nodes; i++) {
    const CascadeNode *node = cascade_node (cascade, tree->first_node + i);

    if (node->feature >= cascade->features->len)
      return g_strdup_printf ("node %u has feature %u, but there are %u", i,
          node->feature, cascade->features->len);
    for (guint side = 0; side < 2; side++) {
      gint child = node->child[side];

      if (child > 0 && (child <= (gint) i || child >= (gint) tree->n_nodes))
        return g_strdup_printf (
            "node %u leads to node %d, but must lead to a later one of %u", i,
            child, tree->n_nodes);
      if (-child > (gint) tree->n_nodes)
        return g_strdup_printf ("node %u leads to leaf %d, but there are %u", i,
            -child, tree->n_nodes + 1);
    }
  }
  return NULL;
}

/* The place of the lowest bit that is set. */
static gint
lowest_bit (gfloat value)
{
  gint exponent;
  gint32 mantissa = (gint32) ldexpf (frexpf (value, &exponent), FLT_MANT_DIG);

  return exponent - FLT_MANT_DIG + g_bit_nth_lsf ((gulong) ABS (mantissa), -1);
}

/* What the sums of some trees are made of: every partial sum is a multiple of
 * the lowest bit of any leaf, and none is larger than the sum of each tree's
 * largest leaf. */
typedef struct {
  gint lowest;
  gdouble largest;
} Sums;

static Sums
sums_of (const Cascade *cascade, guint first_tree, guint n_trees)
{
  Sums sums = { FLT_MAX_EXP, 0 };

  for (guint i = 0; i < n_trees; i++) {
    const CascadeTree *tree = cascade_tree (cascade, first_tree + i);
    gdouble of_tree = 0;

    for (guint j = 0; j <= tree->n_nodes; j++) {
      gfloat leaf = cascade_leaf (cascade, tree->first_leaf + j);

      if (leaf == 0)
        continue;
      sums.lowest = MIN (sums.lowest, lowest_bit (leaf));
      of_tree = MAX (of_tree, fabs (leaf));
    }
    sums.largest += of_tree;
  }
  return sums;
}

static gboolean
are_exact (Sums sums)
{
  return sums.largest <= ldexp (1, sums.lowest + DBL_MANT_DIG - 1);
}

gchar *
cascade_check_stage (const Cascade *cascade, const CascadeStage *stage)
{
  Sums sums = sums_of (cascade, stage->first_tree, stage->n_trees);

  if (are_exact (sums))
    return NULL;
  return g_strdup_printf (
      "the leaves of the stage are too unlike for an exact sum: up to %g, in "
      "steps of %g",
      sums.largest, ldexp (1, sums.lowest));
}

gboolean
cascade_is_exact (const Cascade *cascade)
{
  return are_exact (sums_of (cascade, 0, cascade->trees->len));
}
