/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The fast way from the kept cells to the keys that survive.
 */
#include "harris-fused.h"

#include <math.h>
#include <string.h>

/* The least response that passes: whoever is larger does too. INFINITY: none
 * does. */
static gfloat
least_that_passes (const HarrisState *state)
{
  gfloat lo = MAX (state->lo, 0), hi = state->hi, value;
  guint32 from, to;

  if (!(hi > 0) || !harris_passes (&state->cut, hi))
    return INFINITY;
  memcpy (&from, &lo, sizeof from);
  memcpy (&to, &hi, sizeof to);
  while (from < to) {
    guint32 middle = from + (to - from) / 2;

    memcpy (&value, &middle, sizeof value);
    if (harris_passes (&state->cut, value))
      to = middle;
    else
      from = middle + 1;
  }
  memcpy (&value, &to, sizeof value);
  return value;
}

/* The pixels of a cell for pixel i of the one in the middle. */
static void
set_near (FusedNear *near, guint i, gint radius)
{
  gint x = (gint) i % LANES_CELL, y = (gint) i / LANES_CELL;

  near->earlier[i] = near->later[i] = 0;
  for (gint j = 0; j < LANES_CELL_PIXELS; j++) {
    gint dx = near->dx * LANES_CELL + j % LANES_CELL - x;
    gint dy = near->dy * LANES_CELL + j / LANES_CELL - y;

    if (ABS (dx) > radius || ABS (dy) > radius || (dx == 0 && dy == 0))
      continue;
    if (dy < 0 || (dy == 0 && dx < 0))
      near->earlier[i] |= 1 << j;
    else
      near->later[i] |= 1 << j;
  }
}

/* The cells that decide most often are asked first. */
static void
set_all_near (FusedSearch *search)
{
  static const gint8 places[FUSED_N_NEAR][2] = { { -1, 0 }, { 0, -1 }, { 1, 0 },
    { 0, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 }, { 0, 0 } };
  guint radius = search->fused->work->params.suppression_radius;

  for (guint i = 0; i < FUSED_N_NEAR; i++) {
    search->near[i].dx = places[i][0];
    search->near[i].dy = places[i][1];
    for (guint j = 0; j < LANES_CELL_PIXELS; j++)
      set_near (&search->near[i], j, (gint) radius);
  }
}

static void
search_row (gpointer data, guint row, guint thread)
{
  FusedSearch *search = data;

  search->fused->lanes->search (search, row);
}

void
harris_fused_search (FusedSearch *search, guint n_threads)
{
  const HarrisFused *f = search->fused;

  vf_pool_run (f->pool, n_threads, f->cell_rows, search_row, search);
}

gboolean
harris_fused_wants_all (const HarrisFused *f)
{
  const HarrisParams *params = &f->work->params;

  return params->max_corners == 0 || params->min_distance > 0
         || params->grid_columns > 0;
}

/* The first ones are known without the others where each cell has one pixel
 * that may survive. */
static void
search_windows (FusedSearch *search, gfloat limit)
{
  HarrisFused *f = search->fused;
  const HarrisParams *params = &f->work->params;

  if (harris_fused_wants_all (f) || params->suppression_radius < LANES_CELL - 1)
    harris_fused_search (search, f->n_threads);
  else
    harris_fused_search_strongest (search, limit, params->max_corners);
}

/* The maximum of a block must not change on several threads. */
static void
search_blocks (FusedSearch *search)
{
  HarrisWork *w = search->fused->work;
  gsize n_blocks = (gsize) w->blocks_x * w->blocks_y;

  for (gsize i = 0; i < n_blocks; i++)
    w->maxima[i] = HARRIS_KEY_NONE;
  if (search->least < INFINITY)
    harris_fused_search (search, 1);
  w->stages->frame[HARRIS_STAGE_SUPPRESSION](w);
  w->stages->frame[HARRIS_STAGE_COMPACTION](w);
}

void
harris_fused_corners (HarrisFused *f)
{
  HarrisWork *w = f->work;
  gfloat limit = least_that_passes (w->state);
  FusedSearch search = { .fused = f, .least = limit, .most = INFINITY };

  set_all_near (&search);
  if (w->params.suppression != HARRIS_SUPPRESSION_WINDOW) {
    search_blocks (&search);
    return;
  }
  if (limit < INFINITY)
    search_windows (&search, limit);
  w->state->n_keys = search.n_keys;
}
