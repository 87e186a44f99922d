/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The fast way to the first keys alone: whether a pixel survives depends on
 * larger ones only, so cells are searched from the largest response down, as
 * far as corners are wanted.
 */
#include "harris-fused.h"

#include <string.h>

/* Of so many cells one survives, perhaps; if not, more are searched. */
#define CELLS_PER_KEY 6
#define MORE          4

/* Fewer are not worth to wake a thread. */
#define CELLS_FOR_THREADS (1 << 14)

#define N_TALLIES 2048

/* The largest responses of cells, as bits: floats above 0 sort like them. */
typedef struct {
  guint32 least, most;
} Range;

static guint
shift_of (Range range)
{
  guint shift = 0;

  while ((range.most - range.least) >> shift >= N_TALLIES)
    shift++;
  return shift;
}

/* The upper part of a range: with so many cells or up to MORE times as many;
 * with fewer, where the next ones are too many; or with all those of a value.
 */
static Range
strongest_of (const HarrisFused *f, Range range, guint64 n_cells)
{
  for (;;) {
    guint32 counts[N_TALLIES] = { 0 };
    guint shift = shift_of (range);
    guint32 i = (range.most - range.least) >> shift;
    guint64 sum = 0;

    f->lanes->tally (f->maxima, (gsize) f->row_cells * f->cell_rows,
        range.least, range.most, shift, counts);
    while (i > 0 && sum + counts[i] < n_cells)
      sum += counts[i--];
    if (sum + counts[i] <= n_cells * MORE) {
      range.least += i << shift;
      return range;
    }
    if (sum > 0) {
      range.least += (i + 1) << shift;
      return range;
    }
    range.least += i << shift;
    range.most = MIN (range.most, range.least + ((1u << shift) - 1));
    if (shift == 0)
      return range;
  }
}

/* Equal responses come in the order of the picture. */
static void
search_in_order (FusedSearch *search, guint wanted)
{
  const HarrisFused *f = search->fused;

  for (guint row = 0; row < f->cell_rows && search->n_keys < wanted; row++)
    f->lanes->search (search, row);
}

static void
search_range (FusedSearch *search, Range range, guint64 n_cells, guint wanted)
{
  memcpy (&search->least, &range.least, sizeof search->least);
  memcpy (&search->most, &range.most, sizeof search->most);
  if (range.least == range.most)
    search_in_order (search, wanted);
  else
    harris_fused_search (
        search, n_cells < CELLS_FOR_THREADS ? 1 : search->fused->n_threads);
}

void
harris_fused_search_strongest (FusedSearch *search, gfloat limit, guint wanted)
{
  HarrisFused *f = search->fused;
  guint64 n_cells = (guint64) wanted * CELLS_PER_KEY;
  Range rest, range;

  memcpy (&rest.least, &limit, sizeof limit);
  memcpy (&rest.most, &f->work->state->hi, sizeof rest.most);
  do {
    range = strongest_of (f, rest, n_cells);
    search_range (search, range, n_cells, wanted);
    rest.most = range.least - 1;
    n_cells *= MORE;
  } while (search->n_keys < wanted && range.least > rest.least);
}
