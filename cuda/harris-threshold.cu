/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the response to what passes: range, histogram, Rosin's threshold. One
 * stage a launch.
 */
#include "launch.cuh"
#include "threshold.cuh"

#define N_THREADS 256

/* Blocks of threads for work that each takes in turn. */
static guint
n_blocks_for (const HarrisWork *w, gsize items)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;

  return (guint) CLAMP (items, 1, 8 * cuda->processors);
}

__device__ static const gfloat *
region_row (const gfloat *response, guint width, VfArea region, guint y)
{
  return response + (gsize) (region.bounds.y + y) * width + region.bounds.x;
}

__global__ void
__launch_bounds__ (N_THREADS) range_kernel (const gfloat *response, guint width,
    VfArea region, HarrisCudaControl *control, HarrisState *state)
{
  Range range = range_empty ();

  for (guint y = blockIdx.x; y < region.bounds.height; y += gridDim.x) {
    const gfloat *row = region_row (response, width, region, y);

    for (guint x = threadIdx.x; x < region.bounds.width; x += N_THREADS)
      if (vf_area_has (region, x, y))
        range_add (range, row[x]);
  }
  range_publish (range, control);
  if (is_last_block (&control->blocks_done) && threadIdx.x == 0) {
    range = range_published (control);
    state->lo = range.lo;
    state->hi = range.hi;
  }
}

extern "C" void
harris_cuda_range (HarrisWork *w)
{
  HarrisCuda *cuda = (HarrisCuda *) w->backend;
  guint n_blocks = n_blocks_for (w, w->region.bounds.height);

  if (w->error
      || !VF_CUDA_TRY (cudaMemsetAsync (cuda->control, 0, sizeof *cuda->control,
                           cuda->stream),
          &w->error))
    return;
  launch (w, "the range", Launch{ n_blocks, N_THREADS }, range_kernel,
      w->response, w->image.width, w->region, cuda->control, w->state);
}

__global__ void
__launch_bounds__ (N_THREADS)
    histogram_kernel (const gfloat *response, guint width, VfArea region,
        guint bins, const HarrisState *state, guint32 *counts)
{
  extern __shared__ guint32 shared[];
  float scale = harris_scale (state->lo, state->hi, bins);
  Histogram histogram;

  if (scale == 0)
    return;
  histogram = histogram_begin (counts, shared, state->lo, scale, bins);
  for (guint y = blockIdx.x; y < region.bounds.height; y += gridDim.x) {
    const gfloat *row = region_row (response, width, region, y);

    for (guint x = threadIdx.x; x < region.bounds.width; x += N_THREADS)
      if (vf_area_has (region, x, y))
        histogram_count (histogram, row[x]);
  }
  histogram_end (histogram, counts);
}

extern "C" void
harris_cuda_histogram (HarrisWork *w)
{
  HarrisCuda *cuda = (HarrisCuda *) w->backend;
  guint n_blocks = n_blocks_for (w, w->region.bounds.height),
        bins = w->params.bins;
  gsize size = bins * sizeof *w->histogram;
  gsize shared = bins <= SHARED_BINS ? size : 0;

  if (w->error || w->params.threshold_mode != HARRIS_THRESHOLD_ROSIN
      || !VF_CUDA_TRY (
          cudaMemsetAsync (w->histogram, 0, size, cuda->stream), &w->error))
    return;
  launch (w, "the histogram", Launch{ n_blocks, N_THREADS, shared },
      histogram_kernel, w->response, w->image.width, w->region, bins, w->state,
      w->histogram);
}

__global__ void
__launch_bounds__ (N_THREADS)
    threshold_kernel (const __grid_constant__ ThresholdArgs a,
        const guint32 *histogram, HarrisState *state)
{
  decide_threshold (a, Range{ state->lo, state->hi }, histogram, state);
}

extern "C" void
harris_cuda_threshold (HarrisWork *w)
{
  launch (w, "the threshold", Launch{ 1, N_THREADS }, threshold_kernel,
      threshold_args (w), w->histogram, w->state);
}
