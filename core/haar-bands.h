/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The work of the CPU on layers, in parts that threads share: a band is some
 * rows of windows of one layer. Its pixels and sums stay in the cache.
 */
#pragma once

#include "cpu.h"
#include "haar-stages.h"

G_BEGIN_DECLS

/* Rows of 8 bits of luma. */
typedef struct {
  const guint8 *pixels;
  gssize stride;
} HaarPlane;

typedef struct {
  guint layer;
  guint y, n_rows; /* of windows */
  guint thread;    /* which did it: its windows are there */
  guint first_window, n_windows;
} HaarBand;

enum {
  WORKER_PIXELS,
  WORKER_SHRUNK,
  WORKER_SUMS,
  WORKER_SQUARES,
  WORKER_AT,
  WORKER_SCORES,
  WORKER_NORMS,
  WORKER_ALIVE,
  WORKER_GROUPS,
  WORKER_N_SCRATCH,
};

/* What one thread has for itself. */
typedef struct {
  VfScratch scratch[WORKER_N_SCRATCH];
  guint8 *pixels;     /* rows of a band, where they are not the picture's */
  guint16 *shrunk[2]; /* rows of the picture at a layer's width, in 256ths */
  guint shrunk_y[2];  /* which ones; G_MAXUINT: none */
  HaarSums sums;
  HaarHits hits;
  VfScratch windows; /* HaarWindow; grows */
  guint n_windows;
  gboolean missing; /* there was no memory for its windows */
  guint64 stage_ns[HAAR_N_STAGES];
} HaarWorker;

typedef struct {
  const HaarStages *stages;
  const HaarNodes *nodes; /* HAAR_N_STEPS */
  gboolean tilted;        /* the cascade has tilted features */
  gboolean skip;          /* as in HaarParams: opencv_skip */
  guint window_height;    /* of the cascade */
  HaarPlane plane;        /* the whole picture */
  const HaarLayer *layers;
  const HaarTap *taps;
  HaarBand *bands;
  guint n_bands;
  HaarWorker *workers; /* one for each thread */
  gsize stride; /* of the workers' sums (HaarLayout), and of their pixels:
                          more than a layer's width */
} HaarBands;

/* Of a layer: how many bands; `bands` NULL: only that. */
guint haar_bands_of (const HaarLayer *layers, guint layer, HaarBand *bands);

/* Memory for bands of layers that are less than `stride` pixels wide, and their
 * sums. FALSE: there is none. */
gboolean haar_worker_reserve (
    HaarWorker *worker, gsize stride, gboolean tilted, guint window_height);
void haar_worker_clear (HaarWorker *worker);

/* Forgets its windows, and makes room for n: which thread finds how many
 * differs from frame to frame. FALSE: there is no memory. */
gboolean haar_worker_expect (HaarWorker *worker, guint n);
gsize haar_worker_bytes (const HaarWorker *worker);

/* A task of the pool; data is the HaarBands, i one of the bands. */
void haar_bands_run (gpointer data, guint i, guint thread);

G_END_DECLS
