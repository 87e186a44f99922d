/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the survivors to the list of corners: compaction, sort, selection.
 */
#include "harris-stages.h"

#include "harris-spacing.h"
#include "harris-subpixel.h"

#include <string.h>

static void
compaction (HarrisWork *w)
{
  guint n_blocks = w->blocks_x * w->blocks_y;

  w->state->n_keys = 0;
  for (guint i = 0; i < n_blocks; i++)
    if (w->keys[i] != HARRIS_KEY_NONE)
      w->keys[w->state->n_keys++] = w->keys[i];
}

static void
sift_down (HarrisKey *keys, guint n, guint parent)
{
  HarrisKey key = keys[parent];

  for (guint child = 2 * parent + 1; child < n; child = 2 * parent + 1) {
    if (child + 1 < n && keys[child + 1] > keys[child])
      child++;
    if (keys[child] <= key)
      break;
    keys[parent] = keys[child];
    parent = child;
  }
  keys[parent] = key;
}

/* A heap sort: in place, where the C library's qsort may allocate. */
static void
sort (HarrisWork *w)
{
  for (guint i = w->state->n_keys / 2; i-- > 0;)
    sift_down (w->keys, w->state->n_keys, i);
  for (guint n = w->state->n_keys; n > 1; n--) {
    HarrisKey last = w->keys[0];

    w->keys[0] = w->keys[n - 1];
    w->keys[n - 1] = last;
    sift_down (w->keys, n - 1, 0);
  }
}

typedef struct {
  guint x, y;
} Place;

static Place
place_of (const HarrisWork *w, HarrisKey key)
{
  guint position = harris_key_position (key);

  return (Place){ position % w->image.width, position / w->image.width };
}

static guint32 *
cell_of (const HarrisWork *w, Place at)
{
  const HarrisCells cells = { w->params.grid_columns, w->params.grid_rows,
    w->image.width, w->image.height };

  return &w->cells[harris_cell_of (&cells, at.x, at.y)];
}

static gboolean
is_near (const HarrisWork *w, HarrisKey key, Place at)
{
  Place other = place_of (w, key);
  gdouble dx = (gdouble) at.x - other.x, dy = (gdouble) at.y - other.y;

  return dx * dx + dy * dy < w->params.min_distance * w->params.min_distance;
}

/* The corners that are kept are the first keys. */
static gboolean
is_near_any (const HarrisWork *w, Place at)
{
  const HarrisBuckets *b = &w->buckets;
  guint column = at.x / b->side, row = at.y / b->side;

  if (!w->buckets_first)
    return FALSE;
  for (guint j = row - MIN (row, 1); j < MIN (row + 2, b->rows); j++)
    for (guint i = column - MIN (column, 1); i < MIN (column + 2, b->columns);
         i++)
      for (guint32 n = w->buckets_first[j * b->columns + i]; n > 0;
           n = w->buckets_next[n - 1])
        if (is_near (w, w->keys[n - 1], at))
          return TRUE;
  return FALSE;
}

static void
keep (HarrisWork *w, HarrisKey key, Place at)
{
  guint n = w->state->n_corners++;
  gdouble dx = 0, dy = 0;

  w->keys[n] = key;
  if (w->cells)
    ++*cell_of (w, at);
  if (w->buckets_first) {
    guint32 *first =
        &w->buckets_first[harris_bucket_of (&w->buckets, at.x, at.y)];

    w->buckets_next[n] = *first;
    *first = n + 1;
  }
  if (w->params.subpixel == HARRIS_SUBPIXEL_QUADRATIC)
    harris_subpixel (
        w->response, w->image.width, w->image.height, at.x, at.y, &dx, &dy);
  w->corners[n] = (HarrisCorner){
    .x = (gfloat) (at.x + dx),
    .y = (gfloat) (at.y + dy),
    .response = harris_key_response (key),
  };
}

static void
selection (HarrisWork *w)
{
  guint most = w->params.max_corners ? w->params.max_corners : G_MAXUINT;
  guint cell_limit = harris_work_cell_limit (w);

  w->state->n_corners = 0;
  if (w->cells)
    memset (w->cells, 0, harris_work_n_cells (w) * sizeof *w->cells);
  if (w->buckets_first)
    memset (w->buckets_first, 0,
        harris_work_n_buckets (w) * sizeof *w->buckets_first);
  for (guint i = 0; i < w->state->n_keys && w->state->n_corners < most; i++) {
    HarrisKey key = w->keys[i];
    Place at = place_of (w, key);

    if ((cell_limit == 0 || *cell_of (w, at) < cell_limit)
        && !is_near_any (w, at))
      keep (w, key, at);
  }
}

void
harris_stages_fill_selection (HarrisStages *stages)
{
  stages->frame[HARRIS_STAGE_COMPACTION] = compaction;
  stages->frame[HARRIS_STAGE_SORT] = sort;
  stages->frame[HARRIS_STAGE_SELECTION] = selection;
}
