/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The selection where what is kept depends on what was kept before; and where
 * between the pixels corners lie.
 */
#include "batch.cuh"
#include "harris-subpixel.h"
#include "launch.cuh"

#include <math.h>

static_assert (HARRIS_N_SUBPIXELS == 2, "a subpixel is missing on the GPU");

/* All threads of the block call it. */
__device__ static Spot
begin_spot (const SpacingArgs &a, Batch &b, guint n, HarrisKey key)
{
  guint position = harris_key_position (key), cell;
  Spot s = { threadIdx.x, position % a.width, position / a.width };

  s.fate = s.number < n ? UNDECIDED : REJECTED;
  b.at[s.number] = s.y << 16 | s.x;
  if (a.near_below > 0) {
    sort_numbers (b.by_bucket, n, bucket_of (a, s.x, s.y), s.number);
    if (s.fate == UNDECIDED && is_near_kept (a, s))
      s.fate = REJECTED;
  }
  b.fates[s.number] = s.fate;
  if (a.cell_limit > 0) {
    cell = cell_of (a, s.x, s.y);
    sort_numbers (b.by_cell, n, cell, s.number);
    s.cell_first = lower_bound (b.by_cell, n, (HarrisKey) cell << 32);
    s.cell_place =
        lower_bound (b.by_cell, n, (HarrisKey) cell << 32 | s.number);
    s.cell_kept = a.cells[cell];
    if (s.number < n && s.cell_place == s.cell_first)
      b.in_cell[s.cell_first] = s.cell_kept;
  }
  __syncthreads ();
  return s;
}

/* Fates are written between two barriers, and read outside of them. */
__device__ static void
decide_batch (const SpacingArgs &a, Batch &b, guint n, Spot &s)
{
  do {
    Fate fate = s.fate == UNDECIDED ? decide (a, b, n, s) : s.fate;

    __syncthreads ();
    if (fate != s.fate) {
      s.fate = fate;
      b.fates[s.number] = fate;
      if (fate == KEPT && a.cell_limit > 0)
        atomicAdd (&b.in_cell[s.cell_first], 1);
    }
  } while (__syncthreads_or (s.fate == UNDECIDED));
}

/* How many of the batch before this thread's are kept, and in `all` how many
 * are. */
__device__ static guint
count_kept (Batch &b, bool kept, guint *all)
{
  guint lanes = __ballot_sync (~0u, kept), lane = threadIdx.x % 32, before = 0;

  if (lane == 0)
    b.of_warp[threadIdx.x / 32] = __popc (lanes);
  __syncthreads ();
  *all = 0;
  for (guint i = 0; i < BATCH / 32; i++) {
    before += i < threadIdx.x / 32 ? b.of_warp[i] : 0;
    *all += b.of_warp[i];
  }
  return before + __popc (lanes & ((1u << lane) - 1));
}

__device__ static void
keep (const SpacingArgs &a, const Spot &s, HarrisKey key, guint n)
{
  a.keys[n] = key;
  a.corners[n] = corner_of (key, a.width);
  if (a.cell_limit > 0)
    atomicAdd (&a.cells[cell_of (a, s.x, s.y)], 1);
  if (a.near_below > 0)
    a.buckets_next[n] =
        atomicExch (&a.buckets_first[bucket_of (a, s.x, s.y)], n + 1);
}

/* One block of threads. What is kept lies before what has been looked at, so
 * that both have room in the same keys. */
__global__ void
__launch_bounds__ (BATCH) spacing_kernel (const __grid_constant__ SpacingArgs a)
{
  __shared__ Batch batch;
  guint n_keys = a.state->n_keys, n_corners = 0;
  guint most = a.max_corners ? a.max_corners : ~0u;

  for (guint first = 0; first < n_keys && n_corners < most; first += BATCH) {
    guint n = min (n_keys - first, BATCH), all;
    HarrisKey key = a.keys[first + min (threadIdx.x, n - 1)];
    Spot spot = begin_spot (a, batch, n, key);
    guint place;

    decide_batch (a, batch, n, spot);
    place = n_corners + count_kept (batch, spot.fate == KEPT, &all);
    if (spot.fate == KEPT && place < most)
      keep (a, spot, key, place);
    n_corners += all;
    __syncthreads ();
  }
  if (threadIdx.x == 0)
    a.state->n_corners = min (n_corners, most);
}

/* The smallest whole number that dx dx + dy dy must reach. */
static guint
near_below (const HarrisWork *w)
{
  gdouble distance = w->params.min_distance;

  return (guint) ceil (distance * distance);
}

static SpacingArgs
spacing_args (const HarrisWork *w)
{
  SpacingArgs a = {};

  a.width = w->image.width;
  a.height = w->image.height;
  a.max_corners = w->params.max_corners;
  a.near_below = near_below (w);
  a.buckets = w->buckets;
  a.grid_columns = w->params.grid_columns;
  a.grid_rows = w->params.grid_rows;
  a.cell_limit = harris_work_cell_limit (w);
  a.keys = w->keys;
  a.cells = w->cells;
  a.buckets_first = w->buckets_first;
  a.buckets_next = w->buckets_next;
  a.corners = w->corners;
  a.state = w->state;
  return a;
}

extern "C" gboolean
harris_cuda_has_spacing (const HarrisWork *w)
{
  return near_below (w) > 0 || harris_work_cell_limit (w) > 0;
}

/* FALSE, with the work's error: it could not be done. */
static gboolean
clear (HarrisWork *w, guint32 *counts, gsize n)
{
  cudaStream_t stream = ((const HarrisCuda *) w->backend)->stream;

  return n == 0
         || VF_CUDA_TRY (
             cudaMemsetAsync (counts, 0, n * sizeof *counts, stream),
             &w->error);
}

extern "C" void
harris_cuda_select_spaced (HarrisWork *w)
{
  if (w->error || !clear (w, w->cells, harris_work_n_cells (w))
      || !clear (w, w->buckets_first, harris_work_n_buckets (w)))
    return;
  launch (
      w, "the selection", Launch{ 1, BATCH }, spacing_kernel, spacing_args (w));
}

#define SUBPIXEL_THREADS 128

/* pitch: floats from one row of the response to the next. */
__global__ void
__launch_bounds__ (SUBPIXEL_THREADS)
    subpixel_kernel (const gfloat *response, guint pitch, guint width,
        guint height, HarrisCorner *corners, const HarrisState *state)
{
  for (guint i = blockIdx.x * SUBPIXEL_THREADS + threadIdx.x;
       i < state->n_corners; i += gridDim.x * SUBPIXEL_THREADS) {
    guint x = (guint) corners[i].x, y = (guint) corners[i].y;
    gdouble dx = 0, dy = 0;

    if (x + 1 < width)
      harris_subpixel (response, pitch, height, x, y, &dx, &dy);
    corners[i].x = (gfloat) (x + dx);
    corners[i].y = (gfloat) (y + dy);
  }
}

static void
launch_subpixel (HarrisWork *w, guint blocks, guint pitch)
{
  if (w->params.subpixel == HARRIS_SUBPIXEL_QUADRATIC)
    launch (w, "the places between the pixels",
        Launch{ blocks, SUBPIXEL_THREADS }, subpixel_kernel, w->response, pitch,
        w->image.width, w->image.height, w->corners, w->state);
}

extern "C" void
harris_cuda_subpixel (HarrisWork *w)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;

  launch_subpixel (w, cuda->processors, w->image.width);
}

extern "C" void
harris_cuda_frame_subpixel (HarrisWork *w)
{
  guint most = w->params.max_corners;

  launch_subpixel (w, (most + SUBPIXEL_THREADS - 1) / SUBPIXEL_THREADS,
      harris_cuda_frame_pitch (w));
}
