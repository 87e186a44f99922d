/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The rows through which one thread of the fast way streams a piece, and the
 * cells that come out of them.
 */
#pragma once

#include "harris-fused.h"

G_BEGIN_DECLS

typedef struct {
  const HarrisFused *fused;
  guint8 *line;    /* samples of a strip and beside it, of 1 or 2 bytes */
  gfloat *samples; /* 2 reach + 1 rows a channel */
  gpointer ix, iy; /* one row each, of gfloat or gint32 */
  gpointer wide[LANES_COMPONENTS];  /* a row each, of gdouble; NULL: not used */
  gfloat *tensor[LANES_COMPONENTS]; /* a row each */
  guint8 *sums;                     /* filter_length rows a component */
  gpointer total[LANES_COMPONENTS]; /* of those rows, with a box */
  gfloat *windowed[LANES_COMPONENTS]; /* a row each */
  gfloat *response;                   /* LANES_CELL rows */
  gfloat *least;                      /* of a row of cells */
  gsize sums_item;                    /* bytes of a sum */
} FusedRows;

/* Lays rows out in `memory`, and returns how many bytes they take; rows NULL:
 * only that. */
gsize harris_fused_rows (
    const HarrisFused *fused, gpointer memory, FusedRows *rows);

/* Brings a band of the picture to the caches. Rows in the order of memory are
 * what CPUs fetch ahead; a strip's, a picture's width apart, are not. */
void harris_fused_fetch (const HarrisFused *fused, guint band);

/* Row y of the picture's extension and of one channel: n vectors from `pad`
 * pixels left of the strip. line: room for its samples. */
void harris_fused_load (const HarrisFused *fused, const FusedStrip *strip,
    guint channel, gint y, guint pad, guint n, guint8 *line, gfloat *row);

/* Before the first row of cells of a piece: its values go to the piece's place.
 */
void harris_fused_start_cells (
    HarrisFused *fused, const FusedPiece *piece, LanesCells *cells);

/* The cells of the LANES_CELL rows of the response, which are row `row` of the
 * strip's; with four_rows the response is made from `sums` before. */
void harris_fused_finish_cells (const FusedRows *rows, const FusedStrip *strip,
    const gfloat *const *sums, guint row, LanesCells *cells);

/* After the last one: what the piece now knows, and with it all others. */
void harris_fused_end_cells (
    HarrisFused *fused, const LanesCells *cells, FusedPiece *piece);

G_END_DECLS
