/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What becomes of the response, for one CPU level.
 */
#include "lanes-rows.h"

/* Cells that are listed at once. */
#define LISTED 64

/* Vectors of a cell. */
#define CELL_VECTORS (LANES_CELL_PIXELS / VF_LANES)

/* The pixels of lanes `lane` to `lane` + 3, cell by cell. A vector takes the
 * same four lanes of as many rows as it has room for: so the cells are whole
 * after a transposition, and nothing crosses from one quarter to another. */
VEC_INLINE void
take_cells (const gfloat *response, gsize row, guint lane,
    Vec cells[LANES_CELL][CELL_VECTORS])
{
#pragma GCC unroll 4
  for (guint j = 0; j < CELL_VECTORS; j++) {
    const gfloat *from = response + j * VF_LANES / LANES_CELL * row + lane;
    Vec v[4];

#pragma GCC unroll 4
    for (guint i = 0; i < 4; i++)
      v[i] = vec_join ((const guint8 *) (from + VALUES (i)), row);
    vec_transpose_4 (v);
#pragma GCC unroll 4
    for (guint i = 0; i < 4; i++)
      cells[i][j] = v[i];
  }
}

/* Puts the pixels of the cells whose bit is set one behind the other. Every
 * cell is written, and overwritten by the next one if it is not kept: so there
 * is nothing to guess for the CPU. values has room for one cell more. */
VEC_INLINE gfloat *
keep_cells (const gfloat *response, gsize row, guint kept, gfloat *values)
{
#pragma GCC unroll 4
  for (guint lane = 0; lane < VF_LANES; lane += 4) {
    Vec cells[LANES_CELL][CELL_VECTORS];

    take_cells (response, row, lane, cells);
#pragma GCC unroll 4
    for (guint i = 0; i < 4; i++) {
#pragma GCC unroll 4
      for (guint j = 0; j < CELL_VECTORS; j++)
        vec_store (values + VALUES (j), cells[i][j]);
      values += (kept >> (lane + i) & 1) * LANES_CELL_PIXELS;
    }
  }
  return values;
}

static void
extremes (const gfloat *response, guint n, gfloat *least, gfloat *most)
{
  for (guint i = 0; i < n; i += LANES_CELL) {
    Vec lo = vec_set (INFINITY), hi = vec_set (-INFINITY);

#pragma GCC unroll 4
    for (guint y = 0; y < LANES_CELL; y++)
#pragma GCC unroll 4
      for (guint j = i; j < i + LANES_CELL; j++) {
        Vec v = vec_load (response + VALUES (y * n + j));

        lo = vec_min (v, lo);
        hi = vec_max (v, hi);
      }
    vec_store (least, lo);
    vec_store (most, hi);
    least += VF_LANES;
    most += VF_LANES;
  }
}

static void
cells (const gfloat *response, guint n, const gfloat *least, const gfloat *most,
    LanesCells *c, LanesKept *kept)
{
  Vec below = vec_set (c->keep_below), above = vec_set (c->keep_above);
  Vec lo = vec_load (c->lo), hi = vec_load (c->hi);
  Vec left_lo = vec_load (c->left_lo), left_hi = vec_load (c->left_hi);
  gfloat *values = c->values + (gsize) c->n_kept * LANES_CELL_PIXELS;

  for (guint i = 0; i < n / LANES_CELL; i++) {
    Vec cell_lo = vec_load (least + VALUES (i));
    Vec cell_hi = vec_load (most + VALUES (i));
    VecInt keep = (cell_lo < below) | (cell_hi > above);

    lo = vec_min (cell_lo, lo);
    hi = vec_max (cell_hi, hi);
    left_lo = vec_min ((Vec) ((VecInt) cell_lo & ~keep), left_lo);
    left_hi = vec_max ((Vec) ((VecInt) cell_hi & ~keep), left_hi);
    kept[i].kept = vec_mask (keep);
    kept[i].first =
        (guint32) ((gsize) (values - c->values) / LANES_CELL_PIXELS);
    if (kept[i].kept)
      values = keep_cells (
          response + VALUES (i * LANES_CELL), VALUES (n), kept[i].kept, values);
  }
  vec_store (c->lo, lo);
  vec_store (c->hi, hi);
  vec_store (c->left_lo, left_lo);
  vec_store (c->left_hi, left_hi);
  c->n_kept = (guint) ((gsize) (values - c->values) / LANES_CELL_PIXELS);
}

/* Rows of 4 pixels of each lane; the last ones may reach beyond the picture. */
static void
plane (const gfloat *response, guint n, gfloat *to, gsize plane_width,
    guint width, guint height)
{
  for (guint y = 0; y < height; y++)
    for (guint i = 0; i < n; i += 4) {
      Vec v[4];

      for (guint k = 0; k < 4; k++)
        v[k] = vec_load (response + VALUES (y * n + i + k));
      vec_transpose_4 (v);
      for (guint l = 0; l < VF_LANES && l * n + i < width; l++) {
        VecQuad quad = vec_quad (v[l % 4], l / 4);
        guint x = l * n + i;

        memcpy (to + y * plane_width + x, &quad,
            MIN (width - x, 4) * sizeof (gfloat));
      }
    }
}

static guint
sum_lanes (VecInt v)
{
  guint sum = 0;

  for (guint l = 0; l < VF_LANES; l++)
    sum += (guint) v[l];
  return sum;
}

/* The cells that reach a limit are listed first: every one is written, and
 * overwritten by the next one if it does not, so that there is nothing to guess
 * for the CPU. Returns how many there are. */
VEC_INLINE guint
list_high (const gfloat *values, gsize n, Vec low, Vec limit, VecInt *below,
    const gfloat *cells[LISTED])
{
  guint n_cells = 0;

  for (gsize x = 0; x < n; x += LANES_CELL_PIXELS) {
    Vec most = vec_load (values + x);

    *below -= most < low;
#pragma GCC unroll 4
    for (gsize i = VF_LANES; i < LANES_CELL_PIXELS; i += VF_LANES) {
      Vec v = vec_load (values + x + i);

      *below -= v < low;
      most = vec_max (v, most);
    }
    cells[n_cells] = values + x;
    n_cells += vec_mask (most >= limit) != 0;
  }
  return n_cells;
}

static guint
count (const gfloat *values, gsize n, gfloat low,
    const gfloat limits[LANES_MAX_LIMITS], guint32 counts[LANES_MAX_LIMITS])
{
  VecInt below = { 0 }, sums[LANES_MAX_LIMITS] = { { 0 } };

  for (gsize x = 0; x < n; x += LISTED * LANES_CELL_PIXELS) {
    const gfloat *cells[LISTED];
    guint n_cells =
        list_high (values + x, MIN (n - x, LISTED * LANES_CELL_PIXELS),
            vec_set (low), vec_set (limits[0]), &below, cells);

    for (guint i = 0; i < n_cells; i++)
      for (guint j = 0; j < LANES_CELL_PIXELS; j += VF_LANES) {
        Vec v = vec_load (cells[i] + j);

        for (guint k = 0; k < LANES_MAX_LIMITS; k++)
          sums[k] -= v >= vec_set (limits[k]);
      }
  }
  for (guint k = 0; k < LANES_MAX_LIMITS; k++)
    counts[k] += sum_lanes (sums[k]);
  return sum_lanes (below);
}

/* The tables in turn: a count that follows one of the same bin does not wait for
 * it. */
static void
histogram (const gfloat *values, gsize n, gfloat lo, gfloat scale, guint bins,
    guint32 *counts)
{
  guint32 *tables[LANES_TABLES];
  Vec first = vec_set (lo), factor = vec_set (scale);
  Vec last = vec_set ((gfloat) bins - 1);
  VecInt behind = (gint32) bins - (VecInt){ 0 };

  for (guint i = 0; i < LANES_TABLES; i++)
    tables[i] = counts + i * (bins + 1);
  for (gsize x = 0; x < n; x += LANES_CELL_PIXELS) {
    gint32 bin[LANES_CELL_PIXELS] __attribute__ ((aligned (64)));

    for (guint i = 0; i < LANES_CELL_PIXELS; i += VF_LANES) {
      Vec v = vec_load (values + x + i);
      VecInt is_number = v == v;
      VecInt b =
          __builtin_convertvector(vec_min ((v - first) * factor, last), VecInt);

      *(VecInt *) (bin + i) = (b & is_number) | (behind & ~is_number);
    }
#pragma GCC unroll 16
    for (guint i = 0; i < LANES_CELL_PIXELS; i++)
      tables[i % LANES_TABLES][bin[i]]++;
  }
}

static void
range (const gfloat *values, gsize n, gfloat *lo, gfloat *hi)
{
  Vec least = vec_set (*lo), most = vec_set (*hi);

  for (gsize x = 0; x < n; x += VF_LANES) {
    Vec v = vec_load (values + x);

    least = vec_min (v, least);
    most = vec_max (v, most);
  }
  for (guint l = 0; l < VF_LANES; l++) {
    *lo = MIN (*lo, least[l]);
    *hi = MAX (*hi, most[l]);
  }
}

void
lanes_fill_cells (Lanes *lanes)
{
  lanes->extremes = extremes;
  lanes->cells = cells;
  lanes->plane = plane;
  lanes->count = count;
  lanes->histogram = histogram;
  lanes->range = range;
}
