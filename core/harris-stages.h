/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * THE TABLE: every stage of the Harris detector, its signature and contract.
 * harris-response.c, harris-threshold.c, harris-suppression.c and
 * harris-selection.c hold the scalar stages, which are the reference: every
 * other implementation gives the same bits.
 */
#pragma once

#include "clock.h"
#include "harris-gradients.h"
#include "harris-order.h"
#include "harris.h"

G_BEGIN_DECLS

typedef struct _HarrisStages HarrisStages;

/* The numbers that the stages of one detection find. */
typedef struct {
  gfloat lo, hi;     /* [range] of the response in the region; lo > hi: it holds
                        no pixel */
  HarrisCut cut;     /* [threshold] what passes */
  gdouble threshold; /* [threshold] as reported */
  guint n_keys;      /* [compaction] */
  guint n_corners;   /* [selection] */
} HarrisState;

/* The squares in which the selection looks for corners that are near: a side is
 * at least min-distance, so they lie in the 3 x 3 around. buckets_first has a
 * number for each, buckets_next one for each corner: 1 + the place of the first
 * corner in the bucket, or of the next one; 0: there is none. */
typedef struct {
  guint side, columns, rows;
} HarrisBuckets;

/* What the stages of one detection hand to each other. Each field says who
 * writes it. A backend owns the memory: pointers are to the host's on the CPU,
 * to the device's on a GPU. */
typedef struct {
  /* Written before the first stage. */
  const HarrisStages *stages;
  HarrisParams params;
  VfImage image;
  VfArea region;  /* cut by the image; may be empty */
  guint channels; /* of the tensor: 1 or 3 */
  HarrisGradientTaps gradient;
  guint radius; /* of the window: (filter_length - 1) / 2 */
  gfloat taps[HARRIS_MAX_FILTER_LENGTH / 2 + 1]; /* w0 to w(radius) */
  guint blocks_x, blocks_y; /* blocks of suppression_radius squared pixels */

  HarrisBuckets buckets;

  /* Rows of the response stage. */
  gint32 *samples;   /* 2 gradient.reach + 1 rows a channel */
  gint32 *gradients; /* Ix, Iy of one row, for each channel */
  gint64 *tensor;    /* one row of each of the 3 components */
  gfloat *rounded;   /* the same; NULL with a box */
  gfloat *sums;      /* filter_length rows of each component; NULL with a box */
  gint64 *box_sums;  /* the same; NULL with a Gaussian */
  gfloat *windowed;  /* one row of each of the 3 components */

  gfloat *response;      /* [response] width x height */
  guint32 *histogram;    /* [histogram] params.bins counts */
  HarrisKey *maxima;     /* [maxima] one a block, row by row */
  HarrisKey *keys;       /* [suppression] one a block, [compaction] dense,
                            [sort] in order */
  HarrisCorner *corners; /* [selection] */
  guint32 *cells;        /* [selection] corners in each cell; NULL: no grid */
  guint32 *buckets_first, *buckets_next; /* see HarrisBuckets; NULL: no
                                            min-distance */
  HarrisState *state;

  GError *error;    /* set by a stage that failed; the later ones do not run */
  gpointer backend; /* its own; NULL on the CPU */
} HarrisWork;

/* How many items a field has that the definition sizes. */
gsize harris_work_max_corners (const HarrisWork *work);
gsize harris_work_n_cells (const HarrisWork *work);   /* 0: no grid */
gsize harris_work_n_buckets (const HarrisWork *work); /* 0: no min-distance */

/* How many corners a cell of the grid takes; 0: any number. */
guint harris_work_cell_limit (const HarrisWork *work);

/* A row of the extended image: pixel x is at index x + pad, for x from -pad to
 * width + pad - 1. */

struct _HarrisStages {
  /* Rows of pixels: the parts of the response stage. No argument aliases
   * another. */

  /* The samples of one channel of row y (0 to height - 1), with the first and
   * last repeated pad times. channel -1: the luma of a colour picture. */
  void (*load) (
      const VfImage *image, gint channel, guint y, guint pad, gint32 *samples);

  /* Ix and Iy of n pixels. rows: 2 reach + 1 of them from the top, each from
   * `reach` pixels left of the first one. */
  void (*gradient) (const HarrisGradientTaps *taps, const gint32 *const *rows,
      guint n, gint32 *ix, gint32 *iy);

  /* Ix squared, Iy squared and Ix Iy of n pixels, summed over the channels.
   * gradients holds ix and iy of each channel in turn, n each. */
  void (*tensor) (const gint32 *gradients, guint channels, guint n, gint64 *xx,
      gint64 *yy, gint64 *xy);

  /* Rounds n values once. */
  void (*round) (const gint64 *p, guint n, gfloat *rounded);

  /* The Gaussian window along a row: p has n + 2 radius values. */
  void (*window_row) (
      const gfloat *p, guint n, const gfloat *taps, guint radius, gfloat *sums);

  /* The Gaussian window along the columns: 2 radius + 1 rows of n values. */
  void (*window_column) (const gfloat *const *rows, guint n, const gfloat *taps,
      guint radius, gfloat *windowed);

  /* The box, likewise: exact sums, rounded once at the end. */
  void (*box_row) (const gint64 *p, guint n, guint radius, gint64 *sums);
  void (*box_column) (
      const gint64 *const *rows, guint n, guint radius, gfloat *windowed);

  /* R of n pixels from the windowed tensor; only Harris' own uses k. */
  void (*measure[HARRIS_N_MEASURES]) (const gfloat *xx, const gfloat *yy,
      const gfloat *xy, guint n, gfloat k, gfloat *response);

  /* Whole pictures, in the order of HarrisStage. Each reads fields of the work
   * that earlier ones wrote, and writes its own. */
  void (*frame[HARRIS_N_STAGES]) (HarrisWork *work);
};

/* The scalar stages, compiled for any CPU of this kind: the reference. */
const HarrisStages *harris_stages_scalar (void);

/* Each file's rows of the table. */
void harris_stages_fill_response (HarrisStages *stages);
void harris_stages_fill_threshold (HarrisStages *stages);
void harris_stages_fill_suppression (HarrisStages *stages);
void harris_stages_fill_selection (HarrisStages *stages);

G_END_DECLS
