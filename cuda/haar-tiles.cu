/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * All windows of all layers, in one launch: a block of threads takes a tile.
 * A thread takes a window while there are many of them, and only those that
 * are left are looked at further; then a warp does.
 */
#include "haar-stage.cuh"
#include "haar-sums.cuh"
#include "haar-window.cuh"

/* With so few windows in a tile warps take them. */
#define HAAR_FEW_WINDOWS 32

/* With so many they are spread over the banks of shared memory. */
#define HAAR_MANY_WINDOWS 96

/* Norms, and what the first stage says, for a word of windows. */
template <bool TREES>
__device__ static inline void
judge_word (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const HaarCudaStage &stage, guint word, guint *n)
{
  guint window = word * 32 + lane_number ();
  gfloat norm = window_norm (f, t, w, window);
  bool passed = false;
  guint rejects;

  if (norm > 0)
    passed = !(stage_sum<TREES> (f, t, stage,
                   t.sums + window_at (f.geometry, t, w, window), norm)
               < stage.bound);
  t.norms[window] = norm;
  list_windows (list_at (t, 0), n, passed, window);
  rejects = __ballot_sync (ALL_LANES, norm > 0 && !passed);
  if (f.skip && lane_number () == 0)
    put_rejects (f, t, w, word, rejects);
}

template <bool TREES>
__device__ static inline void
first_stage (const HaarCudaFrame &f, const Tile &t, const Windows &w, guint *n)
{
  HaarCudaStage stage = load_stage (f, 0);

  for (guint word = warp_number (); word < w.words; word += HAAR_CUDA_WARPS)
    judge_word<TREES> (f, t, w, stage, word, n);
}

/* A warp: all stages from `first` on. */
template <bool TREES>
__device__ static inline void
last_stages (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    guint window, guint first)
{
  const guint32 *sums = t.sums + window_at (f.geometry, t, w, window);
  gfloat norm = t.norms[window];
  gdouble sum = 0;

  for (guint i = first; i < f.n_stages; i++) {
    HaarCudaStage stage = load_stage (f, i);

    sum = stage_sum_by_warp<TREES> (f, t, stage, sums, norm);
    if (sum < stage.bound)
      return;
  }
  if (lane_number () == 0)
    report (f, t, w, window, sum);
}

template <bool TREES>
__device__ static inline void
finish_windows (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const guint16 *list, guint n, guint first, guint *next)
{
  for (;;) {
    guint i = 0;

    if (lane_number () == 0)
      i = atomicAdd (next, 1u);
    i = __shfl_sync (ALL_LANES, i, 0);
    if (i >= n)
      return;
    last_stages<TREES> (f, t, w, list[i], first);
  }
}

/* The stages after the first one. The last one is left to warps, even where it
 * is the first. */
template <bool TREES>
__device__ static inline void
run_cascade (
    const HaarCudaFrame &f, const Tile &t, const Windows &w, Counts *counts)
{
  guint stage = 1, turn = 0, n = counts->listed[0];

  for (; n > HAAR_FEW_WINDOWS && stage + 1 < f.n_stages; stage++) {
    guint after = (turn + 1) % 3;

    if (threadIdx.x == 0)
      counts->listed[(turn + 2) % 3] = 0;
    if (n >= HAAR_MANY_WINDOWS)
      spread_windows (
          f.geometry, t, w, list_at (t, stage - 1), n, counts->banks);
    next_stage<TREES> (f, t, w, list_at (t, stage - 1), n,
        load_stage (f, stage), list_at (t, stage), &counts->listed[after]);
    __syncthreads ();
    turn = after;
    n = counts->listed[turn];
  }
  finish_windows<TREES> (f, t, w, list_at (t, stage - 1), n,
      min (stage, f.n_stages - 1), &counts->next);
}

template <bool TREES, bool TILTED>
__global__ void
__launch_bounds__ (HAAR_CUDA_THREADS, 4)
    tiles_kernel (const __grid_constant__ HaarCudaFrame f)
{
  extern __shared__ __align__ (16) guint8 shared[];
  Counts *counts = (Counts *) shared;
  Tile t = open_tile (f, blockIdx.x, shared + HAAR_CUDA_COUNTS);
  Windows w = windows_of (f.geometry, t);

  clear_counts (counts);
  make_pixels (f, t);
  __syncthreads ();
  sum_squares (f.geometry, t, w);
  sum_pixels<TILTED> (f.geometry, t);
  first_stage<TREES> (f, t, w, &counts->listed[0]);
  __syncthreads ();
  run_cascade<TREES> (f, t, w, counts);
}

extern "C" HaarCudaKernel
haar_cuda_tiles (const HaarCudaFrame *f, gboolean trees, gboolean tilted)
{
  gconstpointer function =
      trees    ? tilted ? (gconstpointer) tiles_kernel<true, true>
                        : (gconstpointer) tiles_kernel<true, false>
         : tilted ? (gconstpointer) tiles_kernel<false, true>
               : (gconstpointer) tiles_kernel<false, false>;

  return { function, f->n_tiles, HAAR_CUDA_THREADS, f->geometry.shared };
}
