/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * THE TABLE: every stage of the Harris detector, its signature and contract.
 * harris-response.c, harris-threshold.c, harris-suppression.c and
 * harris-selection.c hold the scalar stages, which are the reference: every
 * other implementation gives the same bits.
 */
#pragma once

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
  guint radius;   /* of the window: (filter_length - 1) / 2 */
  gfloat taps[HARRIS_MAX_FILTER_LENGTH / 2 + 1]; /* w0 to w(radius) */
  guint blocks_x, blocks_y; /* blocks of suppression_radius squared pixels */

  gint32 *samples;   /* rows of the response stage: 3 rows a channel */
  gint32 *gradients; /* Ix, Iy of one row, for each channel */
  gfloat *tensor;    /* one row of each of the 3 components */
  gfloat *sums;      /* filter_length rows of each of the 3 components */
  gfloat *windowed;  /* one row of each of the 3 components */

  gfloat *response;      /* [response] width x height */
  guint32 *histogram;    /* [histogram] params.bins counts */
  HarrisKey *maxima;     /* [maxima] one a block, row by row */
  HarrisKey *keys;       /* [suppression] one a block, [compaction] dense,
                            [sort] in order */
  HarrisCorner *corners; /* [selection] */
  HarrisState *state;

  GError *error;    /* set by a stage that failed; the later ones do not run */
  gpointer backend; /* its own; NULL on the CPU */
} HarrisWork;

/* A row of the extended image: pixel x is at index x + pad, for x from -pad to
 * width + pad - 1. */

struct _HarrisStages {
  /* Rows of pixels: the parts of the response stage. No argument aliases
   * another. */

  /* The samples of one channel of row y (0 to height - 1), with the first and
   * last repeated pad times. channel -1: the luma of a colour picture. */
  void (*load) (
      const VfImage *image, gint channel, guint y, guint pad, gint32 *samples);

  /* Central differences of n pixels: ix = right - left, iy = below - above.
   * above, row and below point to the pixel left of the first one. */
  void (*gradient) (const gint32 *above, const gint32 *row, const gint32 *below,
      guint n, gint32 *ix, gint32 *iy);

  /* Ix squared, Iy squared and Ix Iy of n pixels, summed over the channels.
   * gradients holds ix and iy of each channel in turn, n each. */
  void (*tensor) (const gint32 *gradients, guint channels, guint n, gfloat *xx,
      gfloat *yy, gfloat *xy);

  /* The window along a row: p has n + 2 radius values. */
  void (*window_row) (
      const gfloat *p, guint n, const gfloat *taps, guint radius, gfloat *sums);

  /* The window along the columns: 2 radius + 1 rows of n values. */
  void (*window_column) (const gfloat *const *rows, guint n, const gfloat *taps,
      guint radius, gfloat *windowed);

  /* R of n pixels from the windowed tensor; only Harris' own uses k. */
  void (*measure[HARRIS_N_MEASURES]) (const gfloat *xx, const gfloat *yy,
      const gfloat *xy, guint n, gfloat k, gfloat *response);

  /* Whole pictures, in the order of HarrisStage. Each reads fields of the work
   * that earlier ones wrote, and writes its own. */
  void (*frame[HARRIS_N_STAGES]) (HarrisWork *work);
};

/* The scalar stages, compiled for any CPU of this kind: the reference. */
const HarrisStages *harris_stages_scalar (void);

/* The same, compiled for AVX2 and FMA; NULL where they cannot run. */
const HarrisStages *harris_stages_avx2 (void);

/* The fastest of them here. */
const HarrisStages *harris_stages_best (void);

/* Each file's rows of the table. */
void harris_stages_fill_response (HarrisStages *stages);
void harris_stages_fill_response_avx2 (HarrisStages *stages);
void harris_stages_fill_threshold (HarrisStages *stages);
void harris_stages_fill_suppression (HarrisStages *stages);
void harris_stages_fill_selection (HarrisStages *stages);

G_END_DECLS
