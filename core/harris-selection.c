/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the survivors to the list of corners: compaction, sort, selection.
 */
#include "harris-stages.h"

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

static void
selection (HarrisWork *w)
{
  w->state->n_corners = w->state->n_keys;
  if (w->params.max_corners > 0)
    w->state->n_corners = MIN (w->state->n_keys, w->params.max_corners);
  for (guint i = 0; i < w->state->n_corners; i++) {
    guint position = harris_key_position (w->keys[i]);

    w->corners[i] = (HarrisCorner){
      .x = (gfloat) (position % w->image.width),
      .y = (gfloat) (position / w->image.width),
      .response = harris_key_response (w->keys[i]),
    };
  }
}

void
harris_stages_fill_selection (HarrisStages *stages)
{
  stages->frame[HARRIS_STAGE_COMPACTION] = compaction;
  stages->frame[HARRIS_STAGE_SORT] = sort;
  stages->frame[HARRIS_STAGE_SELECTION] = selection;
}
