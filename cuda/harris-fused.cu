/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The same steps in few launches. The response (harris-response.cu) brings the
 * range with it; then the histogram, the maxima of the blocks and the
 * threshold; then what survives, as a list; then the list in order.
 */
#include "blocks.cuh"
#include "launch.cuh"
#include "sort.cuh"
#include "threshold.cuh"

#include <cooperative_groups.h>

/* One look at every response: counts it, and finds the maximum of its block
 * among those above 0. The last block of threads decides the threshold. */
template <guint GROUP>
__global__ void
__launch_bounds__ (BLOCK_THREADS)
    maxima_and_threshold_kernel (const __grid_constant__ BlockArgs a,
        const __grid_constant__ ThresholdArgs t, HarrisCudaControl *control,
        guint32 *counts, HarrisKey *maxima, HarrisState *state)
{
  extern __shared__ guint32 shared[];
  Range range = range_published (control);
  float scale = harris_scale (range.lo, range.hi, t.bins);

  if (t.mode == HARRIS_THRESHOLD_ROSIN && scale > 0) {
    Histogram histogram =
        histogram_begin (counts, shared, range.lo, scale, t.bins);

    find_maxima<GROUP> (a, maxima, [&] (gfloat response) {
      histogram_count (histogram, response);
      return response > 0;
    });
    histogram_end (histogram, counts);
  } else {
    find_maxima<GROUP> (
        a, maxima, [] (gfloat response) { return response > 0; });
  }
  if (!is_last_block (&control->blocks_done))
    return;
  decide_threshold (t, range, counts, state);
  if (threadIdx.x == 0) {
    state->lo = range.lo;
    state->hi = range.hi;
  }
}

template <guint GROUP>
static void
launch_maxima (HarrisWork *w)
{
  HarrisCuda *cuda = (HarrisCuda *) w->backend;
  guint bins = w->params.bins;
  gsize shared = bins <= SHARED_BINS ? bins * sizeof *w->histogram : 0;

  launch (w, "the maxima and the threshold",
      Launch{ block_grid (w, GROUP), BLOCK_THREADS, shared },
      maxima_and_threshold_kernel<GROUP>, block_args (w), threshold_args (w),
      cuda->control, w->histogram, w->maxima, w->state);
}

extern "C" void
harris_cuda_maxima_and_threshold (HarrisWork *w)
{
  launch_by_group (
      w, launch_maxima<1>, launch_maxima<32>, launch_maxima<BLOCK_THREADS>);
}

/* Appends a warp's keys to the list, in no order. */
__device__ static void
append (HarrisKey key, HarrisKey *keys, guint *n_keys)
{
  guint lanes = __ballot_sync (~0u, key != HARRIS_KEY_NONE);
  guint lane = threadIdx.x % 32, place = 0;

  if (lanes == 0)
    return;
  if (lane == 0)
    place = atomicAdd (n_keys, __popc (lanes));
  place = __shfl_sync (~0u, place, 0) + __popc (lanes & ((1u << lane) - 1));
  if (key != HARRIS_KEY_NONE)
    keys[place] = key;
}

/* Whole warps go through the loop together. */
__global__ void
__launch_bounds__ (BLOCK_THREADS, 4)
    suppression_and_compaction_kernel (const __grid_constant__ BlockArgs a,
        const HarrisKey *maxima, HarrisKey *keys, HarrisState *state)
{
  const HarrisCut cut = state->cut;
  guint n_blocks = a.blocks_x * a.blocks_y;

  for (guint first = blockIdx.x * BLOCK_THREADS; first < n_blocks;
       first += gridDim.x * BLOCK_THREADS) {
    guint i = first + threadIdx.x;
    HarrisKey key = i < n_blocks ? maxima[i] : HARRIS_KEY_NONE;

    if (key != HARRIS_KEY_NONE
        && !harris_passes (&cut, harris_key_response (key)))
      key = HARRIS_KEY_NONE;
    append (survivor (a, maxima, key), keys, &state->n_keys);
  }
}

extern "C" void
harris_cuda_suppression_and_compaction (HarrisWork *w)
{
  launch (w, "the suppression", Launch{ block_grid (w, 1), BLOCK_THREADS },
      suppression_and_compaction_kernel, block_args (w), w->maxima, w->keys,
      w->state);
}

/* Any number of keys; all blocks of threads run at once. */
__device__ static void
sort_together (cooperative_groups::grid_group all, HarrisKey *keys, guint n)
{
  __shared__ HarrisKey shared[SORT_CHUNK];

  sort_chunks (keys, n, shared);
  for (guint size = 2 * SORT_CHUNK; size / 2 < n; size *= 2) {
    all.sync ();
    sort_step_mirrored (keys, n, size);
    for (guint apart = size / 4; apart >= SORT_CHUNK; apart /= 2) {
      all.sync ();
      sort_step_apart (keys, n, apart);
    }
    all.sync ();
    sort_merge_chunks (keys, n, shared);
  }
}

__global__ void
__launch_bounds__ (SORT_THREADS) sort_and_selection_kernel (HarrisKey *keys,
    guint max_corners, guint width, HarrisCorner *corners, HarrisState *state)
{
  cooperative_groups::grid_group all = cooperative_groups::this_grid ();
  guint n = state->n_keys;

  if (n <= RANK_KEYS) {
    rank_corners (keys, n, max_corners, width, corners, state);
    return;
  }
  sort_together (all, keys, n);
  all.sync ();
  select_corners (keys, n, max_corners, width, corners, state);
}

/* spare: room for as many keys. */
__global__ void
__launch_bounds__ (SORT_THREADS)
    sort_kernel (HarrisKey *keys, HarrisKey *spare, const HarrisState *state)
{
  cooperative_groups::grid_group all = cooperative_groups::this_grid ();
  guint n = state->n_keys;

  if (n > RANK_KEYS) {
    sort_together (all, keys, n);
    return;
  }
  rank_keys (keys, n, [&] (HarrisKey key, guint rank) { spare[rank] = key; });
  all.sync ();
  for (guint i = blockIdx.x * SORT_THREADS + threadIdx.x; i < n;
       i += gridDim.x * SORT_THREADS)
    keys[i] = spare[i];
}

extern "C" void
harris_cuda_sort_and_selection (HarrisWork *w)
{
  HarrisCuda *cuda = (HarrisCuda *) w->backend;
  Launch l = { cuda->processors, SORT_THREADS, 0, true };

  if (harris_cuda_has_spacing (w)) {
    /* Nobody needs the maxima any more. */
    launch (w, "the sort", l, sort_kernel, w->keys, w->maxima, w->state);
    harris_cuda_select_spaced (w);
  } else {
    launch (w, "the sort and the selection", l, sort_and_selection_kernel,
        w->keys, w->params.max_corners, w->image.width, w->corners, w->state);
  }
  harris_cuda_subpixel (w);
}
