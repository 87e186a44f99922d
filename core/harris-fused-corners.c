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
harris_fused_corners (HarrisFused *f)
{
  HarrisWork *w = f->work;
  FusedSearch search = { .fused = f, .limit = least_that_passes (w->state) };
  gboolean window = w->params.suppression == HARRIS_SUPPRESSION_WINDOW;
  gsize n_blocks = (gsize) w->blocks_x * w->blocks_y;

  set_all_near (&search);
  for (gsize i = 0; !window && i < n_blocks; i++)
    w->maxima[i] = HARRIS_KEY_NONE;
  if (search.limit < INFINITY) /* a block's maximum has one thread */
    vf_pool_run (
        f->pool, window ? f->n_threads : 1, f->cell_rows, search_row, &search);
  w->state->n_keys = search.n_keys;
  if (!window) {
    w->stages->frame[HARRIS_STAGE_SUPPRESSION](w);
    w->stages->frame[HARRIS_STAGE_COMPACTION](w);
  }
}
