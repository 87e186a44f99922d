/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which pixels of a row of cells survive, for one CPU level.
 */
#include "harris-fused.h"

#include "lanes-rows.h"

/* Which of a cell's values are at least `limit`: bit i is value i's. */
VEC_INLINE guint
at_least (const gfloat *values, gfloat limit)
{
  Vec least = vec_set (limit);
  guint bits = 0;

#pragma GCC unroll 4
  for (guint i = 0; i < LANES_CELL_PIXELS; i += VF_LANES)
    bits |= vec_mask (vec_load (values + i) >= least) << i;
  return bits;
}

/* Likewise, of those above it. */
VEC_INLINE guint
above (const gfloat *values, gfloat limit)
{
  Vec most = vec_set (limit);
  guint bits = 0;

#pragma GCC unroll 4
  for (guint i = 0; i < LANES_CELL_PIXELS; i += VF_LANES)
    bits |= vec_mask (vec_load (values + i) > most) << i;
  return bits;
}

/* Pixels x0 to x1 - 1 of rows y0 to y1 - 1. */
typedef struct {
  guint x0, y0, x1, y1;
} Box;

/* Of LANES_CELL numbers from `first` on, those from x0 to x1 - 1: a bit each.
 */
static guint
bits_between (guint first, guint x0, guint x1)
{
  guint bits = (1 << LANES_CELL) - 1;

  if (x0 > first)
    bits &= bits << (x0 - first);
  if (x1 < first + LANES_CELL)
    bits &= (1u << (x1 - first)) - 1;
  return bits;
}

/* The values of a cell that lie in a box: a bit each, row by row. */
static guint
bits_of_box (guint column, guint row, Box box)
{
  static const guint16 rows[1 << LANES_CELL] = { 0, 0xf, 0xf0, 0xff, 0xf00,
    0xf0f, 0xff0, 0xfff, 0xf000, 0xf00f, 0xf0f0, 0xf0ff, 0xff00, 0xff0f, 0xfff0,
    0xffff };

  return 0x1111 * bits_between (column * LANES_CELL, box.x0, box.x1)
         & rows[bits_between (row * LANES_CELL, box.y0, box.y1)];
}

/* Whether a pixel of the part of a cell that lies in the box comes before the
 * key. What is larger does; of what is as large, position decides. */
static gboolean
cell_comes_first (const HarrisFused *f, guint place, guint column, guint row,
    Box box, HarrisKey key)
{
  const gfloat *values = harris_fused_cell (f, VF_LANES, place, row);
  guint bits;

  if (!values) /* its largest response does not pass */
    return FALSE;
  bits = at_least (values, harris_key_response (key))
         & bits_of_box (column, row, box);
  for (; bits; bits &= bits - 1) {
    guint i = (guint) __builtin_ctz (bits);
    guint x = column * LANES_CELL + i % LANES_CELL;
    guint y = row * LANES_CELL + i / LANES_CELL;

    if (harris_key (values[i], y * f->work->image.width + x) < key)
      return TRUE;
  }
  return FALSE;
}

/* As far as the cells reach that lie beyond those around its own. */
static gboolean
survives_far (const HarrisFused *f, guint x, guint y, HarrisKey key)
{
  guint radius = f->work->params.suppression_radius;
  gfloat response = harris_key_response (key);
  Box box = {
    .x0 = x - MIN (x, radius),
    .y0 = y - MIN (y, radius),
    .x1 = MIN (x + radius + 1, f->work->image.width),
    .y1 = MIN (y + radius + 1, f->work->image.height),
  };

  for (guint j = box.y0 / LANES_CELL; j <= (box.y1 - 1) / LANES_CELL; j++) {
    const gfloat *maxima = f->maxima + (gsize) j * f->row_cells;

    for (guint i = box.x0 / LANES_CELL; i <= (box.x1 - 1) / LANES_CELL; i++) {
      guint place = f->places[i];

      if (maxima[place] >= response
          && cell_comes_first (f, place, i, j, box, key))
        return FALSE;
    }
  }
  return TRUE;
}

/* No pixel of the cells around its own that lies in its window comes before
 * it. Pixels beyond the picture's edge are NaN. */
static gboolean
survives_near (
    const FusedSearch *s, guint column, guint row, guint pixel, gfloat response)
{
  const HarrisFused *f = s->fused;

  for (guint i = 0; i < FUSED_N_NEAR; i++) {
    const FusedNear *near = &s->near[i];
    guint x = column + (guint) near->dx, y = row + (guint) near->dy, place;
    const gfloat *values;

    if (x >= f->row_cells || y >= f->cell_rows)
      continue;
    place = f->places[x];
    if (f->maxima[(gsize) y * f->row_cells + place] < response)
      continue;
    values = harris_fused_cell (f, VF_LANES, place, y);
    if (values
        && ((at_least (values, response) & near->earlier[pixel])
            || (above (values, response) & near->later[pixel])))
      return FALSE;
  }
  return TRUE;
}

static void
add_to_block (const HarrisFused *f, guint x, guint y, HarrisKey key)
{
  guint side = f->work->params.suppression_radius;
  HarrisKey *first =
      &f->work->maxima[(gsize) (y / side) * f->work->blocks_x + x / side];

  *first = MIN (*first, key);
}

/* Every pixel of a cell that passes and lies in the region. */
static void
visit_cell (FusedSearch *search, guint place, guint row)
{
  const HarrisFused *f = search->fused;
  const HarrisWork *w = f->work;
  const gfloat *values = harris_fused_cell (f, VF_LANES, place, row);
  guint column = f->columns[place], bits;
  gboolean window = w->params.suppression == HARRIS_SUPPRESSION_WINDOW;

  /* Of pixels that lie in each other's windows only the first may survive. */
  if (window && w->params.suppression_radius >= LANES_CELL - 1) {
    bits = at_least (values, f->maxima[(gsize) row * f->row_cells + place]);
    bits &= -bits;
  } else {
    bits = at_least (values, search->least);
  }
  for (; bits; bits &= bits - 1) {
    guint i = (guint) __builtin_ctz (bits);
    guint x = column * LANES_CELL + i % LANES_CELL;
    guint y = row * LANES_CELL + i / LANES_CELL;
    HarrisKey key = harris_key (values[i], y * w->image.width + x);

    if (!f->whole && !vf_area_contains (w->region, x, y))
      continue;
    if (!window)
      add_to_block (f, x, y, key);
    else if (survives_near (search, column, row, i, values[i])
             && (w->params.suppression_radius <= LANES_CELL
                 || survives_far (f, x, y, key)))
      w->keys[g_atomic_int_add (&search->n_keys, 1)] = key;
  }
}

static void
search (FusedSearch *s, guint row)
{
  const HarrisFused *f = s->fused;
  const gfloat *maxima = f->maxima + (gsize) row * f->row_cells;
  Vec least = vec_set (s->least), most = vec_set (s->most);

  for (guint i = 0; i < f->row_cells; i += VF_LANES) {
    Vec v = vec_load (maxima + i);

    for (guint bits = vec_mask ((v >= least) & (v <= most)); bits;
         bits &= bits - 1)
      visit_cell (s, i + (guint) __builtin_ctz (bits), row);
  }
}

/* Floats above 0 sort like their bits. */
static void
tally (const gfloat *values, gsize n, guint32 least, guint32 most, guint shift,
    guint32 *counts)
{
  VecInt first = (gint32) least - (VecInt){ 0 };
  VecInt last = (gint32) most - (VecInt){ 0 };

  for (gsize x = 0; x < n; x += VF_LANES) {
    VecInt v = (VecInt) vec_load (values + x);

    for (guint bits = vec_mask ((v >= first) & (v <= last)); bits;
         bits &= bits - 1) {
      guint32 value;

      memcpy (&value, values + x + __builtin_ctz (bits), sizeof value);
      counts[(value - least) >> shift]++;
    }
  }
}

void
lanes_fill_search (Lanes *lanes)
{
  lanes->search = search;
  lanes->tally = tally;
}
