/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Harris detector on the GPU: what its steps share, and their launchers.
 *
 * A launcher takes a HarrisWork whose samples (image.data, words at multiples
 * of their size), region.inside, response, histogram, maxima, keys, corners,
 * cells, buckets_first, buckets_next and state lie in the GPU's memory and
 * whose backend is a HarrisCuda; the rows of the response stage are not used.
 * It puts work into the stream and returns at once. An error goes to
 * work->error, and with an error there it does nothing.
 */
#pragma once

#include "harris-stages.h"

#include <cuda_runtime_api.h>

G_BEGIN_DECLS

/* Counters that the blocks of one launch share, in the GPU's memory. */
typedef struct {
  guint32 lo, hi; /* ordered() of the range (range.cuh); lo complemented, so
                     that both grow from 0 */
  guint32 blocks_done;
  guint32 next_tile;
} HarrisCudaControl;

/* How long a frame took in one launch or two, in nanoseconds. */
typedef struct {
  guint64 response; /* of two launches the first one */
  guint64 rest;     /* at least 1; of one launch: all of it */
} HarrisCudaFrameTimes;

typedef struct _HarrisCudaGraph HarrisCudaGraph; /* harris-graph.h */

typedef struct {
  cudaStream_t stream;
  HarrisCudaGraph *graph;     /* that takes launches; NULL: the stream does */
  guint processors;           /* multiprocessors of the GPU */
  gpointer first;             /* state, control and histogram lie in it */
  gsize first_size;           /* bytes */
  HarrisCudaControl *control; /* one */
  guint32 *tiles;             /* harris_cuda_n_tiles() of them */
  gsize shared;   /* bytes of shared memory that a block of threads can have */
  gpointer board; /* harris_cuda_board_size() bytes: see harris_cuda_frame() */
  HarrisCudaFrameTimes *times; /* in the host's pinned memory; NULL: nobody
                                  asks for them */

  /* harris-arrival.h */
  guint32 turn; /* of this frame: not 0, and not that of the last one */
  const guint32 *arrived; /* in the GPU's memory: becomes `turn` when the frame
                             is there; NULL: it is when the launch begins */
  gboolean blank;         /* before that the frame's memory was FRAME_BLANK */
  guint32 patience;       /* nanoseconds for which the launch waits for it */
  guint32 *finished; /* in the host's pinned memory: becomes `turn` when the
                             corners are there; NULL: nobody asks */
} HarrisCuda;

/* Keys that one block of the compaction takes. */
#define HARRIS_CUDA_TILE 2048

static inline gsize
harris_cuda_n_tiles (gsize n_blocks)
{
  return (n_blocks + HARRIS_CUDA_TILE - 1) / HARRIS_CUDA_TILE;
}

/* The stages one by one: the frame[] rows of the table. */
const HarrisStages *harris_stages_cuda (void);

void harris_cuda_response (HarrisWork *work);
void harris_cuda_range (HarrisWork *work);
void harris_cuda_histogram (HarrisWork *work);
void harris_cuda_threshold (HarrisWork *work);
void harris_cuda_maxima (HarrisWork *work);
void harris_cuda_suppression (HarrisWork *work);
void harris_cuda_compaction (HarrisWork *work);
void harris_cuda_sort (HarrisWork *work);
void harris_cuda_selection (HarrisWork *work);

/* The same in few launches. What harris_cuda_set_first() lays out is 0 before
 * the first. */
void harris_cuda_response_and_range (HarrisWork *work);
void harris_cuda_maxima_and_threshold (HarrisWork *work);
void harris_cuda_suppression_and_compaction (HarrisWork *work);
void harris_cuda_sort_and_selection (HarrisWork *work);

/* What either selection is made of, in this order. Where a corner depends on
 * those before it, by min-distance or by a grid with a limit: the sorted keys
 * in turn. Then the places between the pixels, where they are wanted. */
gboolean harris_cuda_has_spacing (const HarrisWork *work);
void harris_cuda_select_spaced (HarrisWork *work);
void harris_cuda_subpixel (HarrisWork *work);

/* All in one launch, with the operators and samples that it is made for; or
 * with any in two, the first of which makes the response. After either, the
 * places between the pixels, where they are wanted. State and corners then lie
 * in the host's memory, pinned, and are there when the launch is done; the
 * response has harris_cuda_frame_response_size() bytes, and rows of
 * harris_cuda_frame_pitch() floats. The board is 0 before the first launch, and
 * each leaves it so, but for what harris_cuda_frame_arrived() points to. */
void harris_cuda_frame (HarrisWork *work);
void harris_cuda_response_for_frame (HarrisWork *work);
void harris_cuda_frame_of_response (HarrisWork *work);
void harris_cuda_frame_subpixel (HarrisWork *work);
guint harris_cuda_frame_pitch (const HarrisWork *work);
gsize harris_cuda_frame_response_size (const HarrisWork *work);
gsize harris_cuda_frame_corners_size (const HarrisWork *work);
gsize harris_cuda_board_size (const HarrisWork *work);
guint64 *harris_cuda_frame_began (const HarrisWork *work);

/* The word of the board that HarrisCuda.arrived points to, for any launch that
 * has one. */
const guint32 *harris_cuda_frame_arrived (const HarrisWork *work);

/* Once on each GPU, the calling thread's. */
gboolean harris_cuda_frame_prepare (
    HarrisCuda *cuda, gint device, GError **error);

/* A way through a detection: its launchers, in their order. */
typedef struct {
  HarrisStage stage; /* the first of those that it does */
  void (*launch) (HarrisWork *work);
} HarrisCudaStep;

typedef struct {
  const HarrisCudaStep *steps;
  guint n_steps; /* up to HARRIS_N_STAGES */
} HarrisCudaWay;

extern const HarrisCudaWay harris_cuda_stages; /* one launch or more a stage */
extern const HarrisCudaWay harris_cuda_fused;
extern const HarrisCudaWay harris_cuda_one_launch; /* harris_cuda_frame() */
extern const HarrisCudaWay harris_cuda_two_launches;

/* One launch, two or NULL: which of them are made for a work. */
const HarrisCudaWay *harris_cuda_frame_way (const HarrisWork *work);

/* Lays the memory that is cleared together out: the sizes of a work that has
 * been set up, then its pointers into it. */
gsize harris_cuda_first_size (const HarrisWork *work);
void harris_cuda_set_first (HarrisWork *work, HarrisCuda *cuda, gpointer first);

G_END_DECLS
