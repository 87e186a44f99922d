/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Only rows of windows that lie near each other are compared, and of these the
 * runs, of which one pair that is near joins all: a cascade that lets every
 * window pass would else take hours.
 */
#include "haar-union.h"

#include <math.h>

guint32
haar_union_root (const HaarUnion *all, guint32 window)
{
  guint32 *parents = all->parents;

  while (parents[window] != window) {
    parents[window] = parents[parents[window]];
    window = parents[window];
  }
  return window;
}

static void
join (const HaarUnion *all, guint32 a, guint32 b)
{
  a = haar_union_root (all, a);
  b = haar_union_root (all, b);
  all->parents[MAX (a, b)] = MIN (a, b);
}

/* How far edges may lie apart. */
static gint
reach_of (const HaarRect *a, const HaarRect *b)
{
  return (gint) floor (
      0.2 * (MIN (a->width, b->width) + MIN (a->height, b->height)) * 0.5);
}

static gboolean
is_near (gint a, gint b, gint reach)
{
  return ABS (a - b) <= reach;
}

/* A window of the row that was begun last. */
static void
add_to_row (HaarUnion *all, guint window, HaarRow *row)
{
  const HaarRect *rect = &all->rects[window];
  guint next = row->first + row->n;

  if (row->n > 0 && is_near (rect[-1].x, rect->x, reach_of (&rect[-1], rect))) {
    HaarRun *run = &all->runs[next - 1];

    all->parents[window] = haar_union_root (all, run->first);
    run->n++;
    return;
  }
  all->parents[window] = window;
  all->runs[next] = (HaarRun){ window, 1 };
  row->n++;
}

static void
set_rows (HaarUnion *all)
{
  guint n_rows = 0, layer = 0;

  for (guint i = 0; i < all->n_windows; i++) {
    const HaarWindow *w = &all->windows[i];

    while (layer <= w->layer)
      all->layer_rows[layer++] = n_rows;
    /* Whether a row has begun is not known before its first window. */
    if (i == 0 || w->layer != w[-1].layer || w->y != w[-1].y) {
      const HaarRow *before = n_rows > 0 ? &all->rows[n_rows - 1] : NULL;

      all->rows[n_rows++] =
          (HaarRow){ before ? before->first + before->n : 0, 0 };
    }
    add_to_row (all, i, &all->rows[n_rows - 1]);
  }
  while (layer <= all->n_layers)
    all->layer_rows[layer++] = n_rows;
}

static const HaarRect *
first_of (const HaarUnion *all, guint row)
{
  return &all->rects[all->runs[all->rows[row].first].first];
}

/* How far the left edge of a window of one row may lie behind that of a window
 * of another one. */
typedef struct {
  gint least, most;
} Gap;

static Gap
gap_between (const HaarRect *a, const HaarRect *b, gint reach)
{
  gint wider = b->width - a->width;

  return (Gap){ MAX (-reach, -wider - reach), MIN (reach, reach - wider) };
}

static gboolean
are_near (const HaarUnion *all, HaarRun a, HaarRun b, Gap gap)
{
  const HaarRect *ra = all->rects + a.first, *rb = all->rects + b.first;

  for (guint i = 0, j = 0; i < a.n; i++) {
    while (j < b.n && rb[j].x < ra[i].x + gap.least)
      j++;
    if (j == b.n)
      return FALSE;
    if (rb[j].x <= ra[i].x + gap.most)
      return TRUE;
  }
  return FALSE;
}

static gint
end_of (const HaarUnion *all, HaarRun run)
{
  return all->rects[run.first + run.n - 1].x;
}

static void
join_rows (const HaarUnion *all, HaarRow a, HaarRow b, Gap gap)
{
  const HaarRun *ra = all->runs + a.first, *rb = all->runs + b.first;
  guint start = 0;

  for (guint i = 0; i < a.n; i++) {
    gint first = all->rects[ra[i].first].x, end = end_of (all, ra[i]);

    while (start < b.n && end_of (all, rb[start]) < first + gap.least)
      start++;
    for (guint j = start;
         j < b.n && all->rects[rb[j].first].x <= end + gap.most; j++)
      if (are_near (all, ra[i], rb[j], gap))
        join (all, ra[i].first, rb[j].first);
  }
}

/* The first row from `row` to `end` whose y is at least that. */
static guint
find_row (const HaarUnion *all, guint row, guint end, gint y)
{
  while (row < end) {
    guint middle = row + (end - row) / 2;

    if (first_of (all, middle)->y < y)
      row = middle + 1;
    else
      end = middle;
  }
  return row;
}

/* Row a with those rows of a layer that do not come before it. */
static void
join_layer (const HaarUnion *all, guint a, guint layer)
{
  guint end = all->layer_rows[layer + 1];
  guint b = MAX (all->layer_rows[layer], a);
  const HaarRect *ra = first_of (all, a);
  gint reach;

  if (b >= end)
    return;
  reach = reach_of (ra, first_of (all, b));
  b = find_row (all, b, end, ra->y - reach);
  for (; b < end && first_of (all, b)->y <= ra->y + reach; b++) {
    const HaarRect *rb = first_of (all, b);

    if (is_near (ra->y + ra->height, rb->y + rb->height, reach))
      join_rows (all, all->rows[a], all->rows[b], gap_between (ra, rb, reach));
  }
}

/* Later layers of a region have larger windows: beyond some none is near. */
static gboolean
may_join (const HaarUnion *all, guint layer, guint other)
{
  const HaarLayer *a = &all->layers[layer], *b = &all->layers[other];
  guint reach = (a->window_width + a->window_height + 9) / 10;

  return a->region == b->region
         && b->window_width - a->window_width <= 2 * reach;
}

void
haar_union_find (HaarUnion *all)
{
  set_rows (all);
  for (guint layer = 0; layer < all->n_layers; layer++)
    for (guint row = all->layer_rows[layer]; row < all->layer_rows[layer + 1];
         row++)
      for (guint other = layer;
           other < all->n_layers && may_join (all, layer, other); other++)
        join_layer (all, row, other);
}
