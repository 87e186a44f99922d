/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade at each window of a row.
 */
#include "haar-stages.h"
#include "haar-window.h"

typedef enum {
  WINDOW_REJECTED, /* by the first stage */
  WINDOW_FAILED,   /* flat, or rejected by a later stage */
  WINDOW_PASSED,
} Verdict;

static inline Verdict
judge (const HaarNodes *nodes, const guint32 *sums, const guint32 *squares,
    gdouble *score)
{
  gfloat norm;

  if (!haar_window_norm (nodes, sums, squares, &norm))
    return WINDOW_FAILED;
  for (guint i = 0; i < nodes->n_stages; i++) {
    *score = haar_window_sum (nodes, &nodes->stages[i], sums, norm);
    if (*score < nodes->stages[i].bound)
      return i == 0 ? WINDOW_REJECTED : WINDOW_FAILED;
  }
  return WINDOW_PASSED;
}

static guint
scan (const HaarNodes *nodes, const HaarSums *sums, guint y, guint n,
    gboolean skip, HaarHits *hits)
{
  const guint32 *row = sums->sums + y * sums->layout.pitch;
  const guint32 *squares = sums->squares + y * sums->layout.stride;
  guint n_hits = 0;

  for (guint i = 0; i < n; i++) {
    Verdict verdict =
        judge (nodes, row + i, squares + i, &hits->scores[n_hits]);

    if (verdict == WINDOW_PASSED)
      hits->at[n_hits++] = (guint16) i;
    if (verdict == WINDOW_REJECTED && skip)
      i++;
  }
  return n_hits;
}

void
haar_stages_fill_scan (HaarStages *stages)
{
  stages->scan = scan;
}
