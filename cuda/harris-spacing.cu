/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The selection where what is kept depends on what was kept before; and where
 * between the pixels corners lie.
 */
#include "batch.cuh"
#include "harris-subpixel.h"
#include "launch.cuh"
#include "sort.cuh"

#include <math.h>

static_assert (HARRIS_N_SUBPIXELS == 2, "a subpixel is missing on the GPU");

/* One block of threads. */
__global__ void
__launch_bounds__ (SORT_THREADS) spacing_kernel (
    const __grid_constant__ HarrisSpacing a, const __grid_constant__ Kept kept,
    const HarrisKey *keys, HarrisState *state)
{
  __shared__ Batch<SORT_THREADS> batch;
  __shared__ alignas (16) guint32 near_first[BATCH_NEAR];
  guint n_keys = state->n_keys, n_corners = 0;

  for (guint first = 0; first < n_keys && n_corners < a.max_corners;
       first += SORT_THREADS) {
    guint n = min (n_keys - first, SORT_THREADS);

    n_corners = keep_batch (a, kept, batch, near_first, n,
        keys[first + min (threadIdx.x, n - 1)], n_corners);
  }
  if (threadIdx.x == 0)
    state->n_corners = min (n_corners, a.max_corners);
}

/* The smallest whole number that dx dx + dy dy must reach. */
static guint
near_below (const HarrisWork *w)
{
  gdouble distance = w->params.min_distance;

  return (guint) ceil (distance * distance);
}

extern "C" HarrisSpacing
harris_cuda_spacing (const HarrisWork *w)
{
  HarrisSpacing a = {};

  a.width = w->image.width;
  a.max_corners = w->params.max_corners ? w->params.max_corners : G_MAXUINT;
  a.near_below = near_below (w);
  a.buckets = w->buckets;
  a.cells = HarrisCells{ w->params.grid_columns, w->params.grid_rows,
    w->image.width, w->image.height };
  /* A grid of one cell takes max-corners, as the list does. */
  a.cell_limit = harris_work_n_cells (w) > 1 ? harris_work_cell_limit (w) : 0;
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
  launch (w, "the selection", Launch{ 1, SORT_THREADS }, spacing_kernel,
      harris_cuda_spacing (w),
      Kept{ w->cells, w->buckets_first, w->buckets_next, G_MAXUINT32,
          w->corners },
      w->keys, w->state);
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
