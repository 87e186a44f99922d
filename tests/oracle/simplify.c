/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Simpler parameters, storage and regions.
 */
#include "simplify.h"

#include <math.h>
#include <string.h>

const Simplify simplifications[] = { simplify_columns, simplify_rows,
  simplify_channels, simplify_storage, simplify_region, simplify_params,
  simplify_numbers, simplify_depth, simplify_to_zero, simplify_to_less,
  simplify_mask, NULL };

gboolean
nth_span (int length, guint i, Span *span)
{
  for (int size = length; size > 0; size /= 2) {
    guint n = (guint) ((length + size - 1) / size);

    if (i < n) {
      span->start = (int) i * size;
      span->end = MIN (span->start + size, length);
      return TRUE;
    }
    i -= n;
  }
  return FALSE;
}

static const struct {
  gsize offset;
  int simplest;
} ints[] = {
  { G_STRUCT_OFFSET (OracleParams, gradient), ORACLE_CENTRAL },
  { G_STRUCT_OFFSET (OracleParams, window_type), ORACLE_GAUSSIAN },
  { G_STRUCT_OFFSET (OracleParams, filter_length), 5 },
  { G_STRUCT_OFFSET (OracleParams, measure), ORACLE_HARRIS },
  { G_STRUCT_OFFSET (OracleParams, bins), 256 },
  { G_STRUCT_OFFSET (OracleParams, threshold_mode), ORACLE_ROSIN },
  { G_STRUCT_OFFSET (OracleParams, suppression), ORACLE_SUPPRESS_WINDOW },
  { G_STRUCT_OFFSET (OracleParams, suppression_radius), 4 },
  { G_STRUCT_OFFSET (OracleParams, max_corners), 200 },
  { G_STRUCT_OFFSET (OracleParams, grid_columns), 0 },
  { G_STRUCT_OFFSET (OracleParams, grid_rows), 0 },
  { G_STRUCT_OFFSET (OracleParams, subpixel), ORACLE_SUBPIXEL_NONE },
  { G_STRUCT_OFFSET (OracleParams, gray), 0 },
};

/* What a range cannot say. */
static void
keep_valid (OracleParams *p)
{
  p->filter_length |= 1;
  if (p->grid_columns == 0 || p->grid_rows == 0)
    p->grid_columns = p->grid_rows = 0;
  if (p->threshold_mode == ORACLE_RELATIVE && p->threshold >= 1)
    p->threshold = 0.5;
}

/* To its simplest value, half of the way to it, one step. */
static Simplified
simplify_int (OracleParams *p, guint field, guint way)
{
  int *number = G_STRUCT_MEMBER_P (p, ints[field].offset);
  int before = *number, difference = before - ints[field].simplest;

  if (way == 0)
    *number -= difference;
  else if (way == 1)
    *number -= difference / 2;
  else
    *number -= (difference > 0) - (difference < 0);
  keep_valid (p);
  return *number == before ? SIMPLIFY_SAME : SIMPLIFIED;
}

Simplified
simplify_params (Case *c, guint i)
{
  if (i >= 3 * G_N_ELEMENTS (ints)) {
    if (i > 3 * G_N_ELEMENTS (ints))
      return SIMPLIFY_NO_MORE;
    return set_int (&c->color, FALSE);
  }
  return simplify_int (&c->params, i / 3, i % 3);
}

static const struct {
  gsize offset;
  double simplest, least;
} doubles[] = {
  { G_STRUCT_OFFSET (OracleParams, sigma), 1.5, 0.5 },
  { G_STRUCT_OFFSET (OracleParams, k), 0.04, 0 },
  { G_STRUCT_OFFSET (OracleParams, threshold), 0, 0 },
  { G_STRUCT_OFFSET (OracleParams, min_distance), 0, 0 },
};

/* To its simplest value, to a whole number, to eighths. */
Simplified
simplify_numbers (Case *c, guint i)
{
  guint field = i / 3, way = i % 3;
  double *number, before;

  if (field >= G_N_ELEMENTS (doubles))
    return SIMPLIFY_NO_MORE;
  number = G_STRUCT_MEMBER_P (&c->params, doubles[field].offset);
  before = *number;
  if (before == doubles[field].simplest)
    return SIMPLIFY_SAME;
  if (way == 0)
    *number = doubles[field].simplest;
  else
    *number = MAX (way == 1 ? floor (before) : floor (before * 8) / 8,
        doubles[field].least);
  return *number == before ? SIMPLIFY_SAME : SIMPLIFIED;
}

static const gsize storage_fields[] = {
  G_STRUCT_OFFSET (Storage, before),
  G_STRUCT_OFFSET (Storage, mirrored),
  G_STRUCT_OFFSET (Storage, upside_down),
  G_STRUCT_OFFSET (Storage, padding),
  G_STRUCT_OFFSET (Storage, gap),
  G_STRUCT_OFFSET (Storage, big_endian),
};

/* All of it, or one field, or a layout in planes of words without shifts. */
Simplified
simplify_storage (Case *c, guint i)
{
  Storage simple = storage_simple (c->image.depth);

  if (i > G_N_ELEMENTS (storage_fields) + 1)
    return SIMPLIFY_NO_MORE;
  if (i > 1)
    return set_int (G_STRUCT_MEMBER_P (&c->storage, storage_fields[i - 2]), 0);
  if (memcmp (&simple, &c->storage, sizeof simple) == 0
      || (i == 1 && c->storage.layout == LAYOUT_PLANES))
    return SIMPLIFY_SAME;
  if (i == 0) {
    c->storage = simple;
  } else {
    c->storage.layout = LAYOUT_PLANES;
    memset (c->storage.shift, 0, sizeof c->storage.shift);
  }
  return SIMPLIFIED;
}

static Simplified
drop_rect (Case *c, int which)
{
  if (which >= c->n_rects)
    return SIMPLIFY_SAME;
  c->n_rects--;
  memmove (c->rects + which, c->rects + which + 1,
      (gsize) (c->n_rects - which) * sizeof *c->rects);
  return SIMPLIFIED;
}

static Simplified
drop_list (Case *c)
{
  if (!c->has_list)
    return SIMPLIFY_SAME;
  c->has_list = c->inverted = FALSE;
  c->n_rects = 0;
  return SIMPLIFIED;
}

static Simplified
drop_mask (Case *c)
{
  if (!c->mask)
    return SIMPLIFY_SAME;
  g_clear_pointer (&c->mask, g_free);
  return SIMPLIFIED;
}

/* The same mask, a byte a pixel, so that it is cut with the picture. */
static Simplified
fit_mask (Case *c)
{
  int width = c->image.width, height = c->image.height;
  guint8 *mask;

  if (!c->mask || (c->mask_width == width && c->mask_height == height))
    return SIMPLIFY_SAME;
  mask = g_new (guint8, (gsize) width * height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      mask[y * width + x] = c->mask[y * c->mask_height / height * c->mask_width
                                    + x * c->mask_width / width];
  g_free (c->mask);
  c->mask = mask;
  c->mask_width = width;
  c->mask_height = height;
  return SIMPLIFIED;
}

Simplified
simplify_region (Case *c, guint i)
{
  switch (i) {
    case 0:
      return drop_list (c);
    case 1:
      return drop_mask (c);
    case 2:
      return fit_mask (c);
    default:
      return i < 3 + CASE_MAX_RECTS ? drop_rect (c, (int) i - 3)
                                    : SIMPLIFY_NO_MORE;
  }
}
