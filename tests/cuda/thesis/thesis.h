/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The experiments of Tesar's thesis: kernels that are as simple as its own, over
 * windows and sums in the GPU's memory, for any size of block and grid.
 */
#pragma once

#include "haar-thesis.h"

#include <cuda_runtime_api.h>

G_BEGIN_DECLS

#define THESIS_MAX_STAGES 32
#define THESIS_MAX_NODES  2340 /* as many as constant memory has room for */

/* A stump. A rectangle is x, y, width, height, from the lowest byte on; weights
 * are bytes with a sign, 0: there is no such rectangle. */
typedef struct {
  guint32 rects[3];
  guint32 weights;
  gfloat threshold;
  gfloat leaf[2];
} ThesisNode;

typedef struct {
  guint32 first, n; /* nodes */
  gfloat bound;
} ThesisStage;

/* Its corner's place among the sums. */
typedef struct {
  guint32 corner;
  gfloat norm;
} ThesisWindow;

typedef enum {
  THESIS_GLOBAL,
  THESIS_CONSTANT,
  THESIS_SHARED,
  THESIS_N_PLACES,
} ThesisPlace;

/* Stages first to end - 1 at all windows of a list. Pointers are to the GPU's
 * memory. */
typedef struct {
  const guint32 *sums; /* of all layers, in rows of the same stride */
  guint32 stride;
  const ThesisNode *nodes;
  ThesisStage stages[THESIS_MAX_STAGES];
  guint first, end;
  const ThesisWindow *windows;
  const guint32 *n; /* how many */
  guint8 *passed;   /* whether each of them does */
} ThesisRun;

/* For the place THESIS_CONSTANT. */
cudaError_t thesis_set_constant_nodes (const ThesisNode *nodes, guint n);

cudaError_t thesis_run (const ThesisRun *run, HaarWay way, ThesisPlace place,
    guint grid, guint block, cudaStream_t stream);

/* Windows that have passed, to another list. */
typedef struct {
  const ThesisWindow *windows;
  const guint32 *n;
  const guint8 *passed;
  ThesisWindow *left;
  guint32 *n_left;
  guint32 *counts; /* of each block, and one more */
} ThesisCompaction;

cudaError_t thesis_compact (const ThesisCompaction *compaction,
    HaarCompaction way, guint grid, guint block, cudaStream_t stream);

/* Sums of a picture, of rows first, which are then transposed. */
typedef struct {
  const guint8 *pixels;
  guint width, height; /* both multiples of 4, up to 4096 */
  guint stride;        /* of the pixels, a multiple of 4 */
  guint32 *sums;       /* width x height, of the pixels up to each one */
  guint32 *transposed; /* likewise, height x width */
} ThesisIntegral;

typedef enum {
  THESIS_SCAN_CLASSIC, /* a block a row, up and down a tree in shared memory */
  THESIS_SCAN_VECTOR,  /* the same, of vectors of four, by shuffles */
  THESIS_N_SCANS,
} ThesisScan;

/* block: threads of a block that scans. The sums end up in `sums`. */
cudaError_t thesis_integral (const ThesisIntegral *integral, ThesisScan scan,
    guint block, cudaStream_t stream);

G_END_DECLS
