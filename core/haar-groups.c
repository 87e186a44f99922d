/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-groups.h"

#include "haar-objects.h"
#include "haar-union.h"

#include <math.h>
#include <string.h>

/* Windows that belong together. */
typedef struct {
  gint64 sums[4]; /* x, y, width, height */
  HaarRect rect;  /* their mean */
  guint n;
  gdouble score;
  guint layer; /* of one of them: tells area and region */
} Group;

/* A smaller group within a larger one is a part of the same thing. */
#define WELL_KNOWN 3

static gboolean
reserve (HaarGroups *g, HaarUnion *all, Group **groups, guint32 **numbers)
{
  gboolean missing = FALSE;
  guint n = g->n_windows;

  all->parents = vf_scratch_reserve (
      &g->scratch[GROUPS_PARENTS], 2 * (gsize) n, sizeof (guint32), &missing);
  all->runs = vf_scratch_reserve (
      &g->scratch[GROUPS_RUNS], n, sizeof *all->runs, &missing);
  all->rows = vf_scratch_reserve (
      &g->scratch[GROUPS_ROWS], n, sizeof *all->rows, &missing);
  all->layer_rows = vf_scratch_reserve (&g->scratch[GROUPS_LAYERS],
      g->n_layers + 1, sizeof *all->layer_rows, &missing);
  *groups = vf_scratch_reserve (
      &g->scratch[GROUPS_GROUPS], n, sizeof **groups, &missing);
  *numbers = all->parents + n;
  return !missing;
}

static void
add_to_group (Group *group, const HaarWindow *window, HaarRect rect)
{
  group->score =
      group->n > 0 ? MAX (group->score, window->score) : window->score;
  group->layer = window->layer;
  group->sums[0] += rect.x;
  group->sums[1] += rect.y;
  group->sums[2] += rect.width;
  group->sums[3] += rect.height;
  group->n++;
}

static guint
collect_groups (const HaarUnion *all, Group *groups, guint32 *numbers)
{
  guint n = 0;

  for (guint i = 0; i < all->n_windows; i++) {
    guint root = haar_union_root (all, i);

    /* A root is its group's first window. */
    if (root == i) {
      memset (&groups[n], 0, sizeof groups[n]);
      numbers[i] = n++;
    }
    add_to_group (&groups[numbers[root]], &all->windows[i], all->rects[i]);
  }
  return n;
}

static gint
mean (gint64 sum, gfloat reciprocal)
{
  return (gint) lrintf ((gfloat) sum * reciprocal);
}

/* Groups that are large enough, in place. */
static guint
keep_large (Group *groups, guint n, guint min_neighbors)
{
  guint kept = 0;

  for (guint i = 0; i < n; i++) {
    Group group = groups[i];
    gfloat reciprocal = 1.0f / (gfloat) group.n;

    if (group.n <= min_neighbors)
      continue;
    group.rect = (HaarRect){ mean (group.sums[0], reciprocal),
      mean (group.sums[1], reciprocal), mean (group.sums[2], reciprocal),
      mean (group.sums[3], reciprocal) };
    groups[kept++] = group;
  }
  return kept;
}

static gboolean
is_inside (HaarRect a, HaarRect b)
{
  gint dx = (gint) lrint (b.width * 0.2), dy = (gint) lrint (b.height * 0.2);

  return a.x >= b.x - dx && a.y >= b.y - dy
         && a.x + a.width <= b.x + b.width + dx
         && a.y + a.height <= b.y + b.height + dy;
}

static gboolean
is_part (const HaarGroups *g, const Group *groups, guint n, guint i)
{
  guint region = g->layers[groups[i].layer].region;

  for (guint j = 0; j < n; j++)
    if (j != i && g->layers[groups[j].layer].region == region
        && (groups[j].n > MAX (WELL_KNOWN, groups[i].n)
            || groups[i].n < WELL_KNOWN)
        && is_inside (groups[i].rect, groups[j].rect))
      return TRUE;
  return FALSE;
}

/* Adds what lies in the layer's area, if it is sure enough. */
static void
add_object (HaarGroups *g, const HaarParams *params, guint layer, HaarRect rect,
    guint neighbors, gdouble score)
{
  VfRect area = g->layers[layer].area;
  VfRect cut = vf_rect_clip ((VfRect){ (guint) rect.x, (guint) rect.y,
                                 (guint) rect.width, (guint) rect.height },
      area.width, area.height);
  gdouble margin = MAX (score - (gdouble) g->threshold, 0);
  gdouble confidence = margin / (1 + margin);

  if (vf_rect_is_empty (cut) || confidence < params->min_confidence)
    return;
  cut.x += area.x;
  cut.y += area.y;
  g->objects[g->n_objects++] = (HaarObject){ cut, score, confidence, neighbors,
    g->layers[layer].region };
}

static gboolean
find_groups (HaarGroups *g, const HaarParams *params, const HaarRect *rects)
{
  HaarUnion all = { .layers = g->layers,
    .n_layers = g->n_layers,
    .windows = g->windows,
    .rects = rects,
    .n_windows = g->n_windows };
  Group *groups;
  guint32 *numbers;
  guint n;

  if (!reserve (g, &all, &groups, &numbers))
    return FALSE;
  haar_union_find (&all);
  n = collect_groups (&all, groups, numbers);
  n = keep_large (groups, n, params->min_neighbors);
  for (guint i = 0; i < n; i++)
    if (!is_part (g, groups, n, i))
      add_object (g, params, groups[i].layer, groups[i].rect, groups[i].n,
          groups[i].score);
  return TRUE;
}

gboolean
haar_groups_find (HaarGroups *g, const HaarParams *params)
{
  gboolean missing = FALSE;
  HaarRect *rects = vf_scratch_reserve (
      &g->scratch[GROUPS_RECTS], g->n_windows, sizeof *rects, &missing);

  g->n_objects = 0;
  g->objects = vf_scratch_reserve (
      &g->scratch[GROUPS_OBJECTS], g->n_windows, sizeof *g->objects, &missing);
  if (missing)
    return FALSE;
  for (guint i = 0; i < g->n_windows; i++) {
    const HaarWindow *w = &g->windows[i];

    rects[i] = haar_layers_rect (&g->layers[w->layer], w->x, w->y);
    if (params->min_neighbors == 0)
      add_object (g, params, w->layer, rects[i], 1, w->score);
  }
  if (params->min_neighbors > 0 && g->n_windows > 0
      && !find_groups (g, params, rects))
    return FALSE;
  haar_objects_sort (g->objects, g->n_objects);
  if (params->max_objects > 0)
    g->n_objects = MIN (g->n_objects, params->max_objects);
  return TRUE;
}

void
haar_groups_clear (HaarGroups *g)
{
  vf_scratch_free_all (g->scratch, GROUPS_N_SCRATCH);
}

gsize
haar_groups_bytes (const HaarGroups *g)
{
  return vf_scratch_bytes (g->scratch, GROUPS_N_SCRATCH);
}
