/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Smaller pictures, and smaller samples.
 */
#include "simplify.h"

#include <string.h>

/* Where the edge between two columns or rows is without some of them. */
static int
moved (int edge, Span without)
{
  return edge - (CLAMP (edge, without.start, without.end) - without.start);
}

static void
cut_rects (Case *c, Span columns, Span rows)
{
  for (int i = 0; i < c->n_rects; i++) {
    OracleRect *r = &c->rects[i];
    int right = moved (r->x + r->width, columns);
    int bottom = moved (r->y + r->height, rows);

    r->x = moved (r->x, columns);
    r->y = moved (r->y, rows);
    r->width = right - r->x;
    r->height = bottom - r->y;
  }
}

/* The picture and the mask that goes with it without some columns and rows;
 * at least one of each stays. */
static Simplified
cut (Case *c, Span columns, Span rows)
{
  int width = c->image.width, height = c->image.height;
  gboolean cut_mask =
      c->mask && c->mask_width == width && c->mask_height == height;
  guint16 *samples = case_samples (c);
  gsize kept = 0, mask_kept = 0;

  if (columns.end - columns.start >= width || rows.end - rows.start >= height)
    return SIMPLIFY_SAME;
  for (int i = 0; i < c->image.channels * height * width; i++) {
    int x = i % width, y = i / width % height;

    if ((x >= columns.start && x < columns.end)
        || (y >= rows.start && y < rows.end))
      continue;
    samples[kept++] = samples[i];
    if (cut_mask && i < width * height)
      c->mask[mask_kept++] = c->mask[i];
  }
  cut_rects (c, columns, rows);
  c->image.width -= columns.end - columns.start;
  c->image.height -= rows.end - rows.start;
  if (cut_mask) {
    c->mask_width = c->image.width;
    c->mask_height = c->image.height;
  }
  return SIMPLIFIED;
}

Simplified
simplify_columns (Case *c, guint i)
{
  Span columns, none = { 0, 0 };

  if (!nth_span (c->image.width, i, &columns))
    return SIMPLIFY_NO_MORE;
  return cut (c, columns, none);
}

Simplified
simplify_rows (Case *c, guint i)
{
  Span rows, none = { 0, 0 };

  if (!nth_span (c->image.height, i, &rows))
    return SIMPLIFY_NO_MORE;
  return cut (c, none, rows);
}

/* One channel of three. */
Simplified
simplify_channels (Case *c, guint i)
{
  gsize plane = (gsize) c->image.width * c->image.height;

  if (i >= 3 || c->image.channels == 1)
    return SIMPLIFY_NO_MORE;
  memmove (
      case_samples (c), case_samples (c) + i * plane, plane * sizeof (guint16));
  c->storage.shift[0] = c->storage.shift[i];
  c->image.channels = 1;
  return SIMPLIFIED;
}

/* To 8 bits, or by one bit. */
Simplified
simplify_depth (Case *c, guint i)
{
  int less = i == 0 ? c->image.depth - 8 : 1;

  if (i > 1)
    return SIMPLIFY_NO_MORE;
  if (c->image.depth == 8)
    return SIMPLIFY_SAME;
  for (gsize j = 0; j < case_n_samples (c); j++)
    case_samples (c)[j] >>= less;
  c->image.depth -= less;
  return SIMPLIFIED;
}

Simplified
simplify_to_zero (Case *c, guint i)
{
  Simplified simplified = SIMPLIFY_SAME;
  Span span;

  if (!nth_span ((int) case_n_samples (c), i, &span))
    return SIMPLIFY_NO_MORE;
  for (int j = span.start; j < span.end; j++)
    if (case_samples (c)[j] != 0) {
      case_samples (c)[j] = 0;
      simplified = SIMPLIFIED;
    }
  return simplified;
}

/* Halves, and then the next lower numbers. */
Simplified
simplify_to_less (Case *c, guint i)
{
  guint n = (guint) case_n_samples (c);
  guint16 *sample;

  if (i >= 2 * n)
    return SIMPLIFY_NO_MORE;
  sample = case_samples (c) + i % n;
  if (*sample == 0)
    return SIMPLIFY_SAME;
  *sample = i < n ? *sample / 2 : *sample - 1;
  return SIMPLIFIED;
}

/* More of it inside. */
Simplified
simplify_mask (Case *c, guint i)
{
  Simplified simplified = SIMPLIFY_SAME;
  Span span;

  if (!c->mask || !nth_span (c->mask_width * c->mask_height, i, &span))
    return SIMPLIFY_NO_MORE;
  for (int j = span.start; j < span.end; j++)
    if (c->mask[j] != 1) {
      c->mask[j] = 1;
      simplified = SIMPLIFIED;
    }
  return simplified;
}
