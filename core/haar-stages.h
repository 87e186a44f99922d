/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * THE TABLE: every stage of the Haar detector that works on pixels or windows,
 * its signature and contract. haar-grey.c, haar-pyramid.c, haar-integral.c and
 * haar-scan.c hold the scalar stages, which are the reference: every other
 * implementation gives the same bits.
 */
#pragma once

#include "cpu.h"
#include "haar-nodes.h"
#include "haar.h"

G_BEGIN_DECLS

/* A pixel of a layer lies between the pixels `first` and first + 1 of the
 * picture, weight/256 of the way. */
typedef struct {
  guint32 first;
  guint32 weight; /* 0 to 256 */
} HaarTap;

/* The picture, or a rectangle of it, at one scale. */
typedef struct {
  VfRect area;         /* of the picture; what is searched */
  guint region;        /* number of the rectangle */
  gfloat scale;        /* pixels of the picture to one of the layer */
  guint width, height; /* of the layer */
  guint window_width, window_height; /* of a window, in the picture */
  guint step;                        /* between windows, both ways */
  guint columns, rows; /* windows have x < columns, y < rows, both multiples
                          of the step */
  gsize taps;          /* the place of its width + height taps */
} HaarLayer;

/* A window that passed, at (x, y) of its layer. */
typedef struct {
  guint32 layer;
  guint16 x, y;
  gdouble score; /* the sum of the last stage */
} HaarWindow;

/* Sums of a strip of a layer, above and to the left of which all is 0: as they
 * are only subtracted from each other, modulo 2^32, that is the same as sums
 * of the whole layer. Row r has the sums of the strip's first r rows; entry x
 * those of the first x pixels of each.
 */
typedef struct {
  guint32 *sums, *squares;
  HaarLayout layout;
} HaarSums;

/* What a row of windows is searched with: room for its windows, rounded up to a
 * multiple of HAAR_HITS_UNIT, and what it finds there. */
typedef struct {
  guint16 *at;     /* the windows that pass: which ones of the row, ascending */
  gdouble *scores; /* of these */
  gfloat *norms;   /* of all windows; with HAAR_HITS_UNIT more at the end */
  guint64 *alive;  /* a bit a window */
  guint16 *groups; /* windows at which groups of such begin */
} HaarHits;

#define HAAR_HITS_UNIT 64

typedef struct {
  /* The luma of n pixels of row y from pixel x on, from the top 8 bits of each
   * channel. */
  void (*grey) (
      const VfImage *image, guint x, guint y, guint n, guint8 *pixels);

  /* One row of the picture at n taps, in 256ths. */
  void (*shrink_row) (
      const guint8 *pixels, const HaarTap *taps, guint n, guint16 *shrunk);

  /* Between two such rows, weight/256 of the way. */
  void (*shrink_column) (const guint16 *above, const guint16 *below,
      guint weight, guint n, guint8 *pixels);

  /* A row of n pixels: n + 1 sums from the row of sums above it; likewise of
   * its squares. odd: as in HaarLayout. */
  void (*sums) (const guint8 *pixels, guint n, gsize odd, const guint32 *above,
      guint32 *sums);
  void (*squares) (const guint8 *pixels, guint n, gsize odd,
      const guint32 *above, guint32 *sums);

  /* Entry x of row r is the sum of the pixels (i, j), j < r, |i - x + 1| <=
   * r - j - 1. From the row of pixels and the one above it (NULL: there is
   * none), and the last row of tilted sums and the one above that. */
  void (*tilted) (const guint8 *pixels, const guint8 *pixels_above, guint n,
      gsize odd, const guint32 *above, const guint32 *above_2, guint32 *sums);

  /* The n windows of row y of a strip, of which window i begins at entry i of
   * the sums as they lie. Returns how many pass. skip: a window that the first
   * stage rejects takes the next one with it. */
  guint (*scan) (const HaarNodes *nodes, const HaarSums *sums, guint y, guint n,
      gboolean skip, HaarHits *hits);
} HaarStages;

/* The scalar stages, compiled for any CPU of this kind: the reference. */
const HaarStages *haar_stages_scalar (void);

/* Those of a CPU level, which the CPU must have. NULL: not built for this
 * machine, as the scalar level never is. */
const HaarStages *haar_stages_of (VfCpuLevel level);

/* Those of vf_cpu_level(). */
const HaarStages *haar_stages_best (void);

/* Each file's rows of the table. */
void haar_stages_fill_grey (HaarStages *stages);
void haar_stages_fill_pyramid (HaarStages *stages);
void haar_stages_fill_integral (HaarStages *stages);
void haar_stages_fill_scan (HaarStages *stages);

G_END_DECLS
