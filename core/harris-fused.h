/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The fast way through a detection on the CPU. It gives what the scalar stages
 * give, bit for bit, and never holds a whole plane.
 *
 * The picture is cut into strips of columns (lanes.h) and bands of rows. The
 * pixels of each piece stream through rows that stay in the cache, up to the
 * response, of which only those cells are kept that the later steps may have
 * to read: most pixels of a picture are flat, and all fall into one bin of the
 * histogram, whatever it is. At the end that is checked; where it is wrong, the
 * pieces are streamed once more, and everything is kept.
 */
#pragma once

#include "cpu.h"
#include "harris-stages.h"
#include "lanes.h"
#include "scratch.h"

G_BEGIN_DECLS

typedef struct {
  guint x;      /* of the first pixel */
  guint length; /* of a segment, pixels; a multiple of LANES_CELL */
  guint cell;   /* the place of its first cell in a row of cells */
} FusedStrip;

/* The narrowest strips but for the last are 4 lanes of 40 pixels. */
#define FUSED_MAX_STRIPS (VF_IMAGE_MAX_SIDE / 160 + 1)

/* What cells are kept. */
typedef enum {
  FUSED_KEEP_ALL,
  FUSED_KEEP_BINS,  /* those that may reach into several bins */
  FUSED_KEEP_LIMIT, /* those that may exceed the threshold */
} FusedKeep;

/* A piece's cells: values first to end - 1, and ranges of the response. */
typedef struct {
  guint first, end;
  gfloat lo, hi;
  gfloat left_lo, left_hi; /* of what was left out, and 0; lo > hi: nothing */
} FusedPiece;

enum {
  FUSED_SCRATCH_PLACES,
  FUSED_SCRATCH_COLUMNS,
  FUSED_SCRATCH_MAXIMA,
  FUSED_SCRATCH_KEPT,
  FUSED_SCRATCH_VALUES,
  FUSED_SCRATCH_PIECES,
  FUSED_SCRATCH_COUNTS,
  FUSED_SCRATCH_THREADS,
  FUSED_N_SCRATCH,
};

/* How the tensor is computed, so that it is exact. */
typedef enum {
  FUSED_CENTRAL, /* in float, with central differences */
  FUSED_NARROW,  /* in float */
  FUSED_WIDE,    /* in double */
} FusedTensor;

typedef enum {
  FUSED_GAUSSIAN,
  FUSED_BOX,        /* sums that fit a float, */
  FUSED_BOX_WIDE,   /* a double, */
  FUSED_BOX_WIDEST, /* 64 bits */
} FusedWindow;

typedef struct {
  HarrisWork *work;
  const Lanes *lanes;
  VfPool *pool;
  guint n_threads;

  FusedTensor tensor;
  FusedWindow window;
  gboolean one_row, four_rows; /* the functions for the defaults' tensor and
                                  window along a row, and for the rest, do */
  FusedStrip strips[FUSED_MAX_STRIPS];
  guint n_strips;
  guint cell_rows, row_cells; /* with those beyond the picture's right edge */
  guint band_rows, n_bands;   /* rows of cells in a band but the last */
  guint row_vectors;          /* of the longest row of a strip */

  guint32 *places;    /* of each column of cells in a row of them */
  guint32 *columns;   /* of each place */
  gfloat *maxima;     /* of the cells, row by row */
  LanesKept *kept;    /* of each vector of cells */
  gfloat *values;     /* of the kept cells */
  FusedPiece *pieces; /* n_strips for each band */
  guint32 *counts;    /* of LANES_TABLES histograms for each of count_threads */
  guint8 *threads;    /* thread_size bytes for each thread */
  gsize thread_size;
  guint count_threads; /* those that may count all bins */

  gboolean whole; /* the region is the picture */
  FusedKeep keep;
  gfloat last_bin_width; /* of the frame before */
  gint bin_width; /* bits of what it is at least, after the pieces that are
                     done; atomic */
  gfloat left_lo, left_hi; /* of what was left out; lo > hi: nothing */

  VfScratch scratch[FUSED_N_SCRATCH];
} HarrisFused;

/* One of the cells around a pixel's own, or that itself: which of its pixels lie
 * in the window of pixel i of the cell in the middle, and come earlier or later
 * in the picture; a bit each. */
typedef struct {
  gint dx, dy;
  guint16 earlier[LANES_CELL_PIXELS], later[LANES_CELL_PIXELS];
} FusedNear;

#define FUSED_N_NEAR 9

struct _FusedSearch {
  HarrisFused *fused;
  gfloat least, most; /* largest responses of the cells to visit; no pixel
                         below `least` */
  FusedNear near[FUSED_N_NEAR];
  guint n_keys; /* so far; atomic */
};

/* Sizes and memory for a work that has been set up. FALSE: no memory. */
gboolean harris_fused_set_up (HarrisFused *fused);
void harris_fused_clear (HarrisFused *fused);

/* The response: range, maxima, kept cells and, where work->response is not
 * NULL, the plane. */
void harris_fused_stream (HarrisFused *fused);

/* Histogram and threshold; where `counts`, all bins are counted. FALSE: what
 * was left out may matter. */
gboolean harris_fused_threshold (HarrisFused *fused, gboolean counts);

/* The keys that survive, in no order: all, or as many of the first ones as may
 * become corners. */
void harris_fused_corners (HarrisFused *fused);

/* Searches every cell from search->least to search->most. */
void harris_fused_search (FusedSearch *search, guint n_threads);

/* Searches cells with largest responses of at least `limit`, the largest ones
 * first, until there are `wanted` keys and no other one comes before them. */
void harris_fused_search_strongest (
    FusedSearch *search, gfloat limit, guint wanted);

/* Corners may come from any of the keys, not from the first ones alone. */
gboolean harris_fused_wants_all (const HarrisFused *fused);

/* All of it, up to the corners; stage_ns has 0s. planes: response and histogram
 * are wanted. */
void harris_fused_run (
    HarrisFused *fused, gboolean planes, guint64 stage_ns[HARRIS_N_STAGES]);

/* The values of the cell with this place in the row, or NULL: it was not kept.
 * lanes: those of the level, which a file for one level knows. */
static inline const gfloat *
harris_fused_cell (const HarrisFused *f, guint lanes, guint place, guint row)
{
  LanesKept kept = f->kept[((gsize) row * f->row_cells + place) / lanes];
  guint lane = place % lanes;
  guint before = (guint) __builtin_popcount (kept.kept & ((1u << lane) - 1));

  if (!(kept.kept >> lane & 1))
    return NULL;
  return f->values + (gsize) (kept.first + before) * LANES_CELL_PIXELS;
}

G_END_DECLS
