/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rows of pixels in vectors, one table of functions for each CPU level.
 *
 * A strip of `lanes` segments of `length` pixels each is dealt out: lane l of
 * vector i of a row holds pixel l * length + i of the strip. So the neighbours
 * of a vector's pixels are the vectors beside it, whole and aligned, and nothing
 * is ever shuffled; a row that needs neighbours has vectors before the first
 * and after the last one. Rows start at multiples of VF_LANES_ALIGNMENT bytes.
 * No argument aliases another, unless it says so.
 */
#pragma once

#include "cpu.h"
#include "harris-gradients.h"

G_BEGIN_DECLS

#define VF_LANES_MAX       16
#define VF_LANES_ALIGNMENT 64

/* No segment is longer. */
#define LANES_MAX_LENGTH 40

/* Of histogram(). */
#define LANES_TABLES 4

/* Of count(). */
#define LANES_MAX_LIMITS 12

/* The three components of a tensor: xx, yy, xy. */
#define LANES_COMPONENTS 3

/* Pixels are also dealt with in cells, 4 x 4 of them. */
#define LANES_CELL        4
#define LANES_CELL_PIXELS 16

/* Cells that share a vector, and which of them were kept: bit l is lane l's.
 * The first one's values are at index first * LANES_CELL_PIXELS, the others'
 * behind it. */
typedef struct {
  guint32 first, kept;
} LanesKept;

/* What became of cells so far. Of each range lo > hi where there is none. */
typedef struct {
  /* Lane by lane: of all pixels, */
  gfloat lo[VF_LANES_MAX] __attribute__ ((aligned (VF_LANES_ALIGNMENT)));
  gfloat hi[VF_LANES_MAX];
  /* and of those that were not kept, and perhaps 0. */
  gfloat left_lo[VF_LANES_MAX], left_hi[VF_LANES_MAX];
  gfloat keep_below, keep_above; /* a cell is kept when a pixel of it is */
  gfloat *values; /* LANES_CELL_PIXELS of each kept cell, row by row */
  guint n_kept;
} LanesCells;

typedef struct _FusedSearch FusedSearch;

typedef struct {
  guint lanes;
  guint length; /* of a segment that keeps what a strip needs in the L1 cache */

  /* n vectors of the samples of a strip, rounded up to a multiple of 4. Reads as
   * far as sample (lanes - 1) * length + n, rounded up to a multiple of 16. */
  void (*spread_8) (const guint8 *samples, guint length, guint n, gfloat *row);
  void (*spread_16) (
      const guint16 *samples, guint length, guint n, gfloat *row);

  /* Every `step`th of n bytes; what lies between is read, but nothing after the
   * last one. */
  void (*pick) (const guint8 *from, guint step, guint n, guint8 *bytes);

  /* The tensor of n vectors by central differences: for each channel the rows
   * above, on and below it, each from the vector to the left of the first one.
   * Exact for 3 channels of 8 bits; rounded once for one of up to 16. */
  void (*tensor_central) (const gfloat *const (*rows)[3], guint channels,
      guint n, gfloat *const tensor[LANES_COMPONENTS]);

  /* Ix and Iy, of 2 reach + 1 rows, each from `reach` vectors left of the first
   * one. Exact where no |Ix| exceeds 2^24. */
  void (*gradient) (const HarrisGradientTaps *taps, const gfloat *const *rows,
      guint n, gfloat *ix, gfloat *iy);

  /* Adds to the tensor, or starts it. Exact where no sum exceeds 2^24; one
   * channel's is rounded once. */
  void (*tensor) (const gfloat *ix, const gfloat *iy, gboolean start, guint n,
      gfloat *const tensor[LANES_COMPONENTS]);

  /* The same, always exact. */
  void (*gradient_wide) (const HarrisGradientTaps *taps,
      const gfloat *const *rows, guint n, gint32 *ix, gint32 *iy);
  void (*tensor_wide) (const gint32 *ix, const gint32 *iy, gboolean start,
      guint n, gdouble *const tensor[LANES_COMPONENTS]);

  /* Rounds n vectors. */
  void (*narrow) (const gdouble *wide, guint n, gfloat *row);

  /* The Gaussian along a row of n + 2 radius vectors. */
  void (*window_row) (
      const gfloat *p, guint n, const gfloat *taps, guint radius, gfloat *sums);

  /* The Gaussian across 2 radius + 1 rows. */
  void (*window_column) (const gfloat *const *rows, guint n, const gfloat *taps,
      guint radius, gfloat *windowed);

  /* The box along a row of n + 2 radius vectors: puts its sums in the place of
   * those of the row that leaves the box, and brings the sums of the box up to
   * date. For sums that a float, a double or a 64-bit integer holds. */
  void (*box) (
      const gfloat *p, guint n, guint radius, gfloat *sums, gfloat *total);
  void (*box_wide) (
      const gdouble *p, guint n, guint radius, gdouble *sums, gdouble *total);
  void (*box_widest) (
      const gdouble *p, guint n, guint radius, gint64 *sums, gint64 *total);
  void (*narrow_widest) (const gint64 *wide, guint n, gfloat *row);

  /* R of n vectors. */
  void (*measure[HARRIS_N_MEASURES]) (
      const gfloat *const tensor[3], guint n, gfloat k, gfloat *response);

  /* Central differences of one channel, the tensor and the Gaussian of radius 2
   * along the row in one: n vectors of each component, `length` vectors apart.
   * rows as tensor_central()'s. */
  void (*central_row) (
      const gfloat *const rows[3], guint n, const gfloat *taps, gfloat *sums);

  /* The Gaussian of radius 2 across, Harris' measure and extremes() in one, for
   * 4 rows, from the 8 rows of central_row() that they need. */
  void (*column_harris) (const gfloat *const rows[8], guint n,
      const gfloat *taps, gfloat k, gfloat *response, gfloat *least,
      gfloat *most);

  /* The least and the largest R of each cell of 4 rows of n vectors each, one
   * row behind the other: n / 4 vectors. A pixel that is NaN does not count;
   * where all are, INFINITY and -INFINITY. */
  void (*extremes) (
      const gfloat *response, guint n, gfloat *least, gfloat *most);

  /* What becomes of these cells: n / 4 vectors of them. */
  void (*cells) (const gfloat *response, guint n, const gfloat *least,
      const gfloat *most, LanesCells *cells, LanesKept *kept);

  /* The same 4 rows into a plane, in the order of the picture. */
  void (*plane) (const gfloat *response, guint n, gfloat *plane,
      gsize plane_width, guint width, guint height);

  /* counts[i] += how many of n values, a multiple of 16, are at least limits[i]
   * (these ascend); returns how many are below `low`. NaN is neither. */
  guint (*count) (const gfloat *values, gsize n, gfloat low,
      const gfloat limits[LANES_MAX_LIMITS], guint32 counts[LANES_MAX_LIMITS]);

  /* The histogram of n values, a multiple of 16, that are at least lo; NaN is
   * counted behind it. counts: LANES_TABLES x (bins + 1), whose sum it is. */
  void (*histogram) (const gfloat *values, gsize n, gfloat lo, gfloat scale,
      guint bins, guint32 *counts);

  /* Widens the range lo to hi so that it holds n values, a multiple of 16, but
   * for NaN. */
  void (*range) (const gfloat *values, gsize n, gfloat *lo, gfloat *hi);

  /* Counts those of n values, a multiple of VF_LANES_MAX, whose bits lie from
   * `least` > 0 to `most`: counts[(bits - least) >> shift]. */
  void (*tally) (const gfloat *values, gsize n, guint32 least, guint32 most,
      guint shift, guint32 *counts);

  /* Adds the keys of a row of cells that survive; with blocks, those that pass
   * go to their blocks' maxima. See harris-fused.h. */
  void (*search) (FusedSearch *search, guint row);
} Lanes;

/* Only for a CPU that has the level. NULL: not built for this machine, as the
 * scalar level never is. */
const Lanes *lanes_of (VfCpuLevel level);

G_END_DECLS
