/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "data.h"

#include "cascade-data.h"
#include "haar-plan.h"

#include <math.h>
#include <string.h>

gpointer
thesis_send (gconstpointer data, gsize size)
{
  gpointer there;

  cuda_must (cudaMalloc (&there, MAX (size, 1)));
  cuda_must (cudaMemcpy (there, data, size, cudaMemcpyHostToDevice));
  return there;
}

/* -- The cascade -- */

static void
set_node (ThesisNode *to, const Cascade *cascade, const CascadeTree *tree)
{
  const CascadeNode *node = cascade_node (cascade, tree->first_node);
  const CascadeFeature *feature = cascade_feature (cascade, node->feature);

  if (tree->n_nodes != 1 || feature->tilted)
    g_error ("the experiments take cascades of upright stumps only");
  *to = (ThesisNode){ .threshold = node->threshold };
  for (guint i = 0; i < feature->n_rects; i++) {
    const CascadeRect *r = &feature->rects[i];

    to->rects[i] = (guint32) r->x | (guint32) r->y << 8
                   | (guint32) r->width << 16 | (guint32) r->height << 24;
    to->weights |= (guint32) (guint8) (gint8) r->weight << 8 * i;
  }
  for (guint side = 0; side < 2; side++)
    to->leaf[side] =
        cascade_leaf (cascade, tree->first_leaf + (guint) -node->child[side]);
}

static void
set_cascade (ThesisData *data, const Cascade *cascade)
{
  ThesisNode *nodes = g_new (ThesisNode, cascade->trees->len);

  data->n_stages = cascade->stages->len;
  data->n_nodes = cascade->trees->len;
  if (data->n_stages > THESIS_MAX_STAGES || data->n_nodes > THESIS_MAX_NODES)
    g_error ("the experiments take up to %d stages and %d stumps",
        THESIS_MAX_STAGES, THESIS_MAX_NODES);
  for (guint i = 0; i < data->n_stages; i++) {
    const CascadeStage *stage = cascade_stage (cascade, i);

    data->stages[i] = (ThesisStage){ stage->first_tree, stage->n_trees,
      stage->threshold - CASCADE_MARGIN };
  }
  for (guint i = 0; i < data->n_nodes; i++)
    set_node (&nodes[i], cascade, cascade_tree (cascade, i));
  data->nodes = thesis_send (nodes, data->n_nodes * sizeof *nodes);
  cuda_must (thesis_set_constant_nodes (nodes, data->n_nodes));
  g_free (nodes);
}

/* -- Layers and windows -- */

typedef struct {
  const HaarPlan *plan;
  const VfImage *image;
  guint stride;
  guint32 *sums;
  guint64 *squares;
  GArray *windows; /* ThesisWindow */
} Making;

static guint
between (guint a, guint b, guint weight)
{
  return a * (256 - weight) + b * weight;
}

static guint
pixel_of (const Making *m, const HaarLayer *l, guint x, guint y)
{
  const VfImage *image = m->image;
  const HaarTap *column = &m->plan->taps[l->taps + x];
  const HaarTap *row = &m->plan->taps[l->taps + l->width + y];
  gint i = (gint) column->first, j = (gint) row->first;

  if (l->width == image->width && l->height == image->height)
    return vf_image_sample (image, 0, (gint) x, (gint) y);
  return (between (between (vf_image_sample (image, 0, i, j),
                       vf_image_sample (image, 0, i + 1, j), column->weight),
              between (vf_image_sample (image, 0, i, j + 1),
                  vf_image_sample (image, 0, i + 1, j + 1), column->weight),
              row->weight)
             + (1 << 15))
         >> 16;
}

static void
sum_layer (const Making *m, const HaarLayer *l, gsize first)
{
  for (guint y = 0; y < l->height; y++)
    for (guint x = 0; x < l->width; x++) {
      gsize at = first + (gsize) (y + 1) * m->stride + x + 1;
      guint pixel = pixel_of (m, l, x, y);

      m->sums[at] = pixel + m->sums[at - 1] + m->sums[at - m->stride]
                    - m->sums[at - m->stride - 1];
      m->squares[at] = pixel * pixel + m->squares[at - 1]
                       + m->squares[at - m->stride]
                       - m->squares[at - m->stride - 1];
    }
}

/* 0: it is flat. */
static gfloat
norm_of (const Making *m, const Cascade *cascade, gsize corner)
{
  gsize top = corner + m->stride + 1, width = cascade->width - 2;
  gsize bottom = top + (gsize) (cascade->height - 2) * m->stride;
  gdouble area = (gdouble) width * (cascade->height - 2);
  gdouble sum = m->sums[top] - m->sums[top + width] - m->sums[bottom]
                + m->sums[bottom + width];
  gdouble squares =
      (gdouble) (m->squares[top] - m->squares[top + width] - m->squares[bottom]
                 + m->squares[bottom + width]);
  gdouble variance = area * squares - sum * sum;
  gfloat norm = variance > 0 ? (gfloat) (1 / sqrt (variance)) : 1;

  return area * norm < 0.1 ? norm : 0;
}

static void
list_windows (
    const Making *m, const Cascade *cascade, const HaarLayer *l, gsize first)
{
  for (guint y = 0; y < l->rows; y += l->step)
    for (guint x = 0; x < l->columns; x += l->step) {
      gsize corner = first + (gsize) y * m->stride + x;
      ThesisWindow window = { (guint32) corner, norm_of (m, cascade, corner) };

      if (window.norm > 0)
        g_array_append_val (m->windows, window);
    }
}

static gsize
rows_of (const HaarPlan *plan)
{
  gsize rows = 0;

  for (guint i = 0; i < plan->n_layers; i++)
    rows += plan->layers[i].height + 1;
  return rows;
}

static void
set_windows (ThesisData *data, const Cascade *cascade, Making *m)
{
  gsize rows = rows_of (m->plan), n = rows * m->stride, first = 0;

  m->sums = g_new0 (guint32, n);
  m->squares = g_new0 (guint64, n);
  m->windows = g_array_new (FALSE, FALSE, sizeof (ThesisWindow));
  for (guint i = 0; i < m->plan->n_layers; i++) {
    const HaarLayer *l = &m->plan->layers[i];

    sum_layer (m, l, first);
    list_windows (m, cascade, l, first);
    first += (gsize) (l->height + 1) * m->stride;
  }
  data->stride = m->stride;
  data->sums = thesis_send (m->sums, n * sizeof *m->sums);
  data->n_windows = m->windows->len;
  data->windows =
      thesis_send (m->windows->data, m->windows->len * sizeof (ThesisWindow));
  g_free (m->sums);
  g_free (m->squares);
  g_array_unref (m->windows);
}

void
thesis_data_make (ThesisData *data, const Cascade *cascade,
    const HaarParams *params, const VfImage *image)
{
  const VfRect whole = { 0, 0, image->width, image->height };
  const VfRegion region = { &whole, 1, NULL, FALSE };
  HaarPlan plan = { 0 };
  Making making = { &plan, image, image->width + 1, NULL, NULL, NULL };

  set_cascade (data, cascade);
  if (!haar_plan_make (&plan, cascade, params, image, &region))
    g_error ("no memory");
  set_windows (data, cascade, &making);
  haar_plan_clear (&plan);
}

void
thesis_data_clear (ThesisData *data)
{
  cuda_must (cudaFree (data->nodes));
  cuda_must (cudaFree (data->sums));
  cuda_must (cudaFree (data->windows));
}
