/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Non-maximum suppression by blocks, after Neubeck and Van Gool (2006).
 */
#include "harris-stages.h"

/* Pixels x0 to x1 - 1 of rows y0 to y1 - 1. */
typedef struct {
  guint x0, y0, x1, y1;
} Box;

/* The pixels of a block that lie in the region's bounds: empty, or a Box. */
static Box
block_box (const HarrisWork *w, guint bx, guint by)
{
  guint side = w->params.suppression_radius;

  return (Box){
    .x0 = MAX (bx * side, w->region.bounds.x),
    .y0 = MAX (by * side, w->region.bounds.y),
    .x1 = MIN ((bx + 1) * side, w->region.bounds.x + w->region.bounds.width),
    .y1 = MIN ((by + 1) * side, w->region.bounds.y + w->region.bounds.height),
  };
}

/* The window of 2 L + 1 pixels a side around a pixel, cut by the edge. */
static Box
window_box (const HarrisWork *w, guint x, guint y)
{
  guint radius = w->params.suppression_radius;

  return (Box){
    .x0 = x - MIN (x, radius),
    .y0 = y - MIN (y, radius),
    .x1 = MIN (x + radius + 1, w->image.width),
    .y1 = MIN (y + radius + 1, w->image.height),
  };
}

static HarrisKey
first_of_block (const HarrisWork *w, guint bx, guint by)
{
  Box box = block_box (w, bx, by);
  HarrisKey first = HARRIS_KEY_NONE;

  for (guint y = box.y0; y < box.y1; y++)
    for (guint x = box.x0; x < box.x1; x++) {
      guint position = y * w->image.width + x;

      if (vf_area_contains (w->region, x, y)
          && harris_passes (&w->state->cut, w->response[position]))
        first = MIN (first, harris_key (w->response[position], position));
    }
  return first;
}

static void
maxima (HarrisWork *w)
{
  for (guint by = 0; by < w->blocks_y; by++)
    for (guint bx = 0; bx < w->blocks_x; bx++)
      w->maxima[by * w->blocks_x + bx] = first_of_block (w, bx, by);
}

/* No pixel of its window comes before it. */
static gboolean
survives_window (const HarrisWork *w, guint x, guint y, HarrisKey key)
{
  Box box = window_box (w, x, y);

  for (guint j = box.y0; j < box.y1; j++)
    for (guint i = box.x0; i < box.x1; i++) {
      guint position = j * w->image.width + i;
      gfloat response = w->response[position];

      if (response > 0 && harris_key (response, position) < key)
        return FALSE;
    }
  return TRUE;
}

/* No other block's maximum that lies in its window comes before it. A window
 * reaches one block to each side. */
static gboolean
survives_maxima (const HarrisWork *w, guint x, guint y, HarrisKey key)
{
  Box box = window_box (w, x, y);
  guint side = w->params.suppression_radius;

  for (guint by = box.y0 / side; by <= (box.y1 - 1) / side; by++)
    for (guint bx = box.x0 / side; bx <= (box.x1 - 1) / side; bx++) {
      HarrisKey other = w->maxima[by * w->blocks_x + bx];
      guint i = harris_key_position (other) % w->image.width;
      guint j = harris_key_position (other) / w->image.width;

      if (other < key && i >= box.x0 && i < box.x1 && j >= box.y0 && j < box.y1)
        return FALSE;
    }
  return TRUE;
}

/* It comes before the maxima of the 8 blocks around its own. */
static gboolean
survives_block (const HarrisWork *w, guint x, guint y, HarrisKey key)
{
  guint bx = x / w->params.suppression_radius;
  guint by = y / w->params.suppression_radius;

  for (guint j = by - MIN (by, 1); j < MIN (by + 2, w->blocks_y); j++)
    for (guint i = bx - MIN (bx, 1); i < MIN (bx + 2, w->blocks_x); i++)
      if (w->maxima[j * w->blocks_x + i] < key)
        return FALSE;
  return TRUE;
}

static gboolean
survives_none (const HarrisWork *w, guint x, guint y, HarrisKey key)
{
  return TRUE;
}

typedef gboolean (*Survives) (
    const HarrisWork *w, guint x, guint y, HarrisKey key);

static const Survives survives[HARRIS_N_SUPPRESSIONS] = {
  [HARRIS_SUPPRESSION_WINDOW] = survives_window,
  [HARRIS_SUPPRESSION_MAXIMA] = survives_maxima,
  [HARRIS_SUPPRESSION_BLOCK] = survives_block,
  [HARRIS_SUPPRESSION_NONE] = survives_none,
};

static void
suppression (HarrisWork *w)
{
  guint n_blocks = w->blocks_x * w->blocks_y;

  for (guint i = 0; i < n_blocks; i++) {
    HarrisKey key = w->maxima[i];
    guint x = harris_key_position (key) % w->image.width;
    guint y = harris_key_position (key) / w->image.width;

    if (key != HARRIS_KEY_NONE
        && !survives[w->params.suppression](w, x, y, key))
      key = HARRIS_KEY_NONE;
    w->keys[i] = key;
  }
}

void
harris_stages_fill_suppression (HarrisStages *stages)
{
  stages->frame[HARRIS_STAGE_MAXIMA] = maxima;
  stages->frame[HARRIS_STAGE_SUPPRESSION] = suppression;
}
