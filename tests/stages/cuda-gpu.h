/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The GPU of cuda-stages.c, for cuda-times.c: its stream, and memory for one
 * work.
 */
#pragma once

#include "cuda-stages.h"

#include "cuda-must.h"
#include "harris-cuda.h"
#include "upload.h"

G_BEGIN_DECLS

/* The fields of a work that are arrays. */
enum {
  RESPONSE,
  HISTOGRAM,
  MAXIMA,
  KEYS,
  CORNERS,
  CELLS,
  BUCKETS_FIRST,
  BUCKETS_NEXT,
  STATE,
  N_ARRAYS,
};

typedef struct {
  HarrisCuda cuda;
  VfCudaUpload upload;
  VfCudaBlock arrays[N_ARRAYS], control, tiles, first, board;
  VfCudaBlock pinned_state, pinned_corners;
} Gpu;

extern Gpu gpu;

/* FALSE: there is none. */
gboolean gpu_open (void);

/* Fills the times of detections in one launch; 0 where that cannot be. */
void gpu_time_one_launch (const VfImage *image, CudaTimes *times);

/* 0: the library is not there. */
gdouble gpu_time_npp (const VfImage *image);

gdouble gpu_elapsed_ns (cudaEvent_t from, cudaEvent_t to);

/* NULL: no bytes. */
gpointer gpu_reserve (VfCudaBlock *block, gsize size);

/* The arrays of two works of the same set-up, and their sizes in bytes. */
typedef struct {
  gpointer *host, *device;
  gsize size;
} Array;
void gpu_list_arrays (
    HarrisWork *host, HarrisWork *device, Array arrays[N_ARRAYS]);

G_END_DECLS
