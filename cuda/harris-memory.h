/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The memory of a detector of corners on the GPU, and what comes back from it.
 */
#pragma once

#include "harris-backend.h"
#include "harris-cuda.h"
#include "memory.h"

G_BEGIN_DECLS

/* The blocks of the GPU's memory. */
enum {
  SCRATCH_FIRST, /* state, control, histogram: cleared together */
  SCRATCH_RESPONSE,
  SCRATCH_MAXIMA,
  SCRATCH_KEYS,
  SCRATCH_TILES,
  SCRATCH_CORNERS,
  SCRATCH_CELLS,
  SCRATCH_BUCKETS_FIRST,
  SCRATCH_BUCKETS_NEXT,
  SCRATCH_BOARD,
  N_SCRATCH,
};

/* Starts zeroed. */
typedef struct {
  VfCudaBlock scratch[N_SCRATCH];
  VfCudaBlock state, corners, planes; /* pinned, what comes back */
} HarrisCudaMemory;

/* Sets the work's pointers, and those of its HarrisCuda: what a frame in one
 * launch or two needs, or one in more. FALSE with a VF_ERROR. */
gboolean harris_cuda_reserve_for_frame (
    HarrisCudaMemory *memory, HarrisWork *work, GError **error);
gboolean harris_cuda_reserve (
    HarrisCudaMemory *memory, HarrisWork *work, GError **error);

gsize harris_cuda_memory_bytes (const HarrisCudaMemory *memory);
void harris_cuda_memory_clear (HarrisCudaMemory *memory);

/* After more than two launches: waits for the state and the corners. */
gboolean harris_cuda_fetch (
    HarrisCudaMemory *memory, const HarrisWork *work, GError **error);

/* Then for the response and the histogram, which the result gets. */
gboolean harris_cuda_fetch_planes (HarrisCudaMemory *memory,
    const HarrisWork *work, HarrisResult *result, GError **error);

G_END_DECLS
