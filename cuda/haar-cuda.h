/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Haar detector on the GPU: what the host and its kernels share.
 *
 * Layers are cut into tiles. A block of threads makes the pixels and the sums
 * of one tile in shared memory, and runs the cascade there: nothing but the
 * picture is read, nothing but windows that pass is written. As sums are only
 * subtracted from each other, those of a tile do for its windows.
 *
 * In shared memory a row of sums is split where windows start at every second
 * pixel: first the even columns, then the odd ones. So windows beside each
 * other read words beside each other.
 */
#pragma once

#include "haar-stages.h"
#include "haar-thesis.h"

#include <cuda_runtime_api.h>

G_BEGIN_DECLS

#define HAAR_CUDA_WARPS   8
#define HAAR_CUDA_THREADS (32 * HAAR_CUDA_WARPS)

/* A tile has so many columns of pixels, but for what its last windows reach
 * over, and up to so many rows of windows. */
#define HAAR_CUDA_TILE     64
#define HAAR_CUDA_MAX_ROWS 32
#define HAAR_CUDA_MAX_TILE (HAAR_CUDA_TILE * HAAR_CUDA_MAX_ROWS) /* windows */

/* Of windows, one after the other, a thread takes so many at once. */
#define HAAR_CUDA_SHARE 2
#define HAAR_CUDA_GROUP (32 * HAAR_CUDA_SHARE)

/* Bytes of shared memory, before the sums. */
#define HAAR_CUDA_COUNTS 144

/* All bytes of a window's sums lie below it. */
#define HAAR_CUDA_MAX_WINDOW 65536

/* How the sums of a tile lie in shared memory, for one cascade. Row r of the
 * tilted sums lies `stride` words after row r of the sums, row r + 1 of the
 * sums `pitch` words after row r. Without tilted features they are the same,
 * an odd number. */
typedef struct {
  guint width, height; /* of a window */
  guint rows;          /* of windows */
  guint stride, pitch; /* words */
  guint half;          /* words from the even columns to the odd ones */
  guint pixels_stride; /* bytes: an odd number of words */
  guint norm_area;     /* of the norm rectangle, */
  guint norm[2][4];    /* and its corners, for steps of 1 and of 2 */
  guint sums_size;     /* bytes */
  gsize shared;        /* bytes of all */
} HaarCudaGeometry;

/* Corners are bytes from that of the window's corner; two of them in a word, the
 * first one below: top left and top right, bottom left and bottom right of each
 * rectangle. In memory a third of each node lies beside that of the next one:
 * so threads that read nodes one after the other read words beside each other.
 */
typedef struct {
  guint32 corners[2 * 3];
  gfloat threshold;
  gint32 weights[3];
  gfloat leaf[2];
} HaarCudaNode;

#define HAAR_CUDA_THIRDS 3
typedef struct {
  guint32 words[sizeof (HaarCudaNode) / HAAR_CUDA_THIRDS / sizeof (guint32)];
} HaarCudaThird;

typedef struct {
  guint32 first_tree, first_node; /* the first tree's */
  guint32 n_trees;
  gfloat bound;
} HaarCudaStage;

typedef struct {
  guint32 x, y; /* of its area in the picture */
  guint32 width, height;
  guint32 columns, rows; /* see HaarLayer */
  guint32 step;
  guint32 same;    /* as the picture */
  guint32 factor;  /* HAAR_PYRAMID_INTEGRAL: every so many sums one is taken */
  guint32 words;   /* of 32 windows, a row */
  guint64 taps;    /* see HaarLayer */
  guint64 rejects; /* the place of its words */
} HaarCudaLayer;

typedef struct {
  guint32 layer;
  guint16 x, y; /* of its first window, in the layer */
} HaarCudaTile;

/* No layer: a window that is left out. */
#define HAAR_CUDA_NONE G_MAXUINT32

/* More may have passed than there was room for. */
typedef struct {
  guint32 n_windows;
  guint32 apart[3];
  HaarWindow windows[]; /* in no order */
} HaarCudaFound;

/* What the kernels are given. All pointers are to the GPU's memory. */
typedef struct {
  const guint8 *pixels; /* of 8 bits */
  gint64 stride;
  HaarCudaGeometry geometry;
  const HaarCudaLayer *layers;
  const HaarTap *taps;
  const HaarCudaTile *tiles;
  guint32 n_tiles;
  const HaarCudaThird *nodes[2]; /* for steps of 1 and of 2 */
  guint32 n_nodes;
  const guint32 *children; /* of each node, right above left */
  const guint32 *trees;    /* each one's first node */
  const HaarCudaStage *stages;
  guint32 n_stages;
  guint32 *rejects; /* a bit a window: the first stage rejects it */
  gboolean skip;
  HaarThesis thesis;      /* with no groups: not those ways */
  const guint32 *sums;    /* HAAR_PYRAMID_INTEGRAL: of the picture; else NULL */
  const guint64 *squares; /* likewise */
  guint32 sums_stride;    /* entries, of both */
  HaarCudaFound *found;
  guint32 capacity;
} HaarCudaFrame;

/* The picture, and rows of its luma. */
typedef struct {
  VfImage image;
  guint8 *pixels;
  gsize stride;
} HaarCudaGrey;

/* The picture of 8 bits, and its sums: row y has those of the first y rows,
 * entry x those of the first x pixels of each. */
typedef struct {
  const guint8 *pixels;
  gint64 stride;
  guint32 width, height;
  guint32 *sums;
  guint64 *squares;
  guint32 sums_stride; /* entries, of both */
} HaarCudaIntegral;

/* Kernels, as the runtime knows them. */
typedef struct {
  gconstpointer function;
  guint grid, block;
  gsize shared; /* bytes */
} HaarCudaKernel;

/* Takes a HaarCudaGrey. */
HaarCudaKernel haar_cuda_grey (const HaarCudaGrey *grey);

/* Take a HaarCudaIntegral: the sums of each row, then from them those of all
 * rows above. */
HaarCudaKernel haar_cuda_integral_rows (const HaarCudaIntegral *integral);
HaarCudaKernel haar_cuda_integral_columns (const HaarCudaIntegral *integral);

/* Take a HaarCudaFrame. The first two find windows, for use and in the ways of
 * frame->thesis; the last one marks those that OpenCV steps over. */
HaarCudaKernel haar_cuda_tiles (
    const HaarCudaFrame *frame, gboolean trees, gboolean tilted);
HaarCudaKernel haar_cuda_thesis (
    const HaarCudaFrame *frame, gboolean trees, gboolean tilted);
HaarCudaKernel haar_cuda_skip (const HaarCudaFrame *frame);

G_END_DECLS
