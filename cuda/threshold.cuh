/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The histogram of the response, and the threshold that it gives.
 */
#pragma once

#include "range.cuh"

/* Up to so many bins a block of threads counts in memory of its own. */
#define SHARED_BINS 8192

/* Counts of one block of threads. */
struct Histogram {
  guint32 *counts; /* shared, or the GPU's whole one */
  float lo, scale;
  guint bins;
  guint bin, run; /* of this thread: not counted yet */
};

__device__ inline bool
histogram_is_shared (guint bins)
{
  return bins <= SHARED_BINS;
}

/* All threads of the block call it. */
__device__ inline Histogram
histogram_begin (
    guint32 *counts, guint32 *shared, float lo, float scale, guint bins)
{
  if (!histogram_is_shared (bins))
    return Histogram{ counts, lo, scale, bins, 0, 0 };
  for (guint i = threadIdx.x; i < bins; i += blockDim.x)
    shared[i] = 0;
  __syncthreads ();
  return Histogram{ shared, lo, scale, bins, 0, 0 };
}

/* Neighbours often fall into the same bin: a run of them is one addition. */
__device__ inline void
histogram_count (Histogram &h, float response)
{
  guint bin = harris_bin (response, h.lo, h.scale, h.bins);

  if (bin != h.bin) {
    if (h.run > 0)
      atomicAdd (&h.counts[h.bin], h.run);
    h.bin = bin;
    h.run = 0;
  }
  h.run++;
}

/* Merges what the block has counted; all its threads call it. */
__device__ inline void
histogram_end (Histogram &h, guint32 *counts)
{
  if (h.run > 0)
    atomicAdd (&h.counts[h.bin], h.run);
  if (!histogram_is_shared (h.bins))
    return;
  __syncthreads ();
  for (guint i = threadIdx.x; i < h.bins; i += blockDim.x)
    if (h.counts[i] > 0)
      atomicAdd (&counts[i], h.counts[i]);
}

/* What the threshold depends on. */
typedef struct {
  guint mode, bins;
  gdouble threshold;
} ThresholdArgs;

static inline ThresholdArgs
threshold_args (const HarrisWork *w)
{
  ThresholdArgs a;

  a.mode = w->params.threshold_mode;
  a.bins = w->params.bins;
  a.threshold = w->params.threshold;
  return a;
}

/* The largest of the block's values, for all of its threads. */
template <typename T>
__device__ inline T
block_max (T value)
{
  __shared__ T of_warp[32];
  guint warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  for (int i = 16; i > 0; i /= 2)
    value = max (value, __shfl_xor_sync (~0u, value, i));
  __syncthreads ();
  if (lane == 0)
    of_warp[warp] = value;
  __syncthreads ();
  value = of_warp[lane < blockDim.x / 32 ? lane : 0];
  for (int i = 16; i > 0; i /= 2)
    value = max (value, __shfl_xor_sync (~0u, value, i));
  return value;
}

/* The bin farthest below the line from the peak to the last bin that is not
 * empty; the lowest of several. All threads of the block call it. */
__device__ inline guint
rosin_bin (const guint32 *histogram, guint bins)
{
  unsigned long long first = 0;
  long long farthest = 0;
  guint end = 0, best = ~0u, peak;
  gint64 h_peak, h_end;

  for (guint i = threadIdx.x; i < bins; i += blockDim.x) {
    guint32 count = __ldcg (&histogram[i]);

    first = max (first, (unsigned long long) count << 32 | (~0u - i));
    end = count > 0 ? i : end;
  }
  first = block_max (first);
  end = block_max (end);
  peak = ~0u - (guint) first;
  h_peak = (gint64) (first >> 32);
  h_end = __ldcg (&histogram[end]);
  for (guint i = peak + threadIdx.x; i <= end; i += blockDim.x) {
    gint64 distance = (h_peak - __ldcg (&histogram[i])) * (end - peak)
                      - (h_peak - h_end) * (i - peak);

    if (distance > farthest) {
      farthest = distance;
      best = i;
    }
  }
  if (farthest != block_max (farthest))
    best = ~0u;
  best = ~block_max (~best);
  return best == ~0u ? peak : best;
}

__device__ inline void
cut_nothing_passes (HarrisState *state)
{
  state->cut.limit = INFINITY;
  state->threshold = NAN;
}

static_assert (
    HARRIS_N_THRESHOLD_MODES == 3, "a threshold mode is missing on the GPU");

/* The range and the histogram are there; all threads of the block call it. */
__device__ inline void
decide_threshold (const ThresholdArgs &a, Range range, const guint32 *histogram,
    HarrisState *state)
{
  float scale = harris_scale (range.lo, range.hi, a.bins);
  bool rosin = a.mode == HARRIS_THRESHOLD_ROSIN && scale > 0;
  guint bin = rosin ? rosin_bin (histogram, a.bins) : 0;

  if (threadIdx.x != 0)
    return;
  state->cut = HarrisCut{};
  if (rosin) {
    state->cut.scale = scale;
    state->cut.lo = range.lo;
    state->cut.bins = a.bins;
    state->cut.bin = bin;
    state->threshold =
        range.lo
        + (bin + 1.0) * ((gdouble) range.hi - (gdouble) range.lo) / a.bins;
  } else if (a.mode == HARRIS_THRESHOLD_ABSOLUTE && range.lo <= range.hi) {
    state->cut.limit = (gfloat) min (a.threshold, (gdouble) G_MAXFLOAT);
    state->threshold = a.threshold;
  } else if (a.mode == HARRIS_THRESHOLD_RELATIVE && range.hi > 0) {
    state->cut.limit = (gfloat) a.threshold * range.hi;
    state->threshold = state->cut.limit;
  } else {
    cut_nothing_passes (state);
  }
}
