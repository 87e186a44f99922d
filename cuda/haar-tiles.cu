/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * All windows of all layers, in one launch: a block of threads takes a tile.
 * A thread takes a window while there are many of them, and only those that
 * are left are looked at further; then a warp does.
 */
#include "haar-features.cuh"
#include "haar-sums.cuh"

/* With so few windows in a tile warps take them. */
#ifndef HAAR_FEW_WINDOWS
#define HAAR_FEW_WINDOWS 16
#endif

/* In shared memory as well. */
struct Counts {
  guint listed[3]; /* windows left after a stage, in turn */
  guint next;      /* to be taken by a warp */
};
G_STATIC_ASSERT (sizeof (Counts) == HAAR_CUDA_COUNTS);

/* The sums of squares over the norm rectangles of all windows. */
__device__ static inline void
sum_squares (const HaarCudaGeometry &g, const Tile &t, const Windows &w)
{
  sum_rows<true> (g, t);
  __syncthreads ();
  sum_columns (g, t);
  __syncthreads ();
  for (guint window = threadIdx.x; window < w.words * 32;
       window += HAAR_CUDA_THREADS)
    t.squares[window] =
        norm_rect_sum (t.sums + window_at (g, t, w, window), g.norm[t.shift]);
  __syncthreads ();
}

template <bool TILTED>
__device__ static inline void
sum_pixels (const HaarCudaGeometry &g, const Tile &t)
{
  sum_rows<false> (g, t);
  __syncthreads ();
  if (TILTED) {
    add_tilted (g, t);
    __syncthreads ();
    subtract_tilted (g, t);
    __syncthreads ();
  }
  sum_columns (g, t);
  __syncthreads ();
}

/* Adds the windows of those lanes that keep theirs. */
__device__ static inline void
list_windows (guint16 *list, guint *n, bool keep, guint window)
{
  guint kept = __ballot_sync (ALL_LANES, keep), first = 0;

  if (kept == 0)
    return;
  if (lane_number () == 0)
    first = atomicAdd (n, (guint) __popc (kept));
  first = __shfl_sync (ALL_LANES, first, 0);
  if (keep)
    list[first + (guint) __popc (kept & ((1u << lane_number ()) - 1))] =
        (guint16) window;
}

__device__ static inline void
note_rejects (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    guint word, bool reject)
{
  guint rejects = __ballot_sync (ALL_LANES, reject);
  guint x = window_x (t, w, word * 32) / t.layer.step / 32;
  guint y = window_y (t, w, word * 32);

  if (lane_number () == 0 && x < t.layer.words && y < t.layer.rows)
    f.rejects[t.layer.rejects + (guint64) (y / t.layer.step) * t.layer.words
              + x] = rejects;
}

/* Norms, and what the first stage says, for a word of windows. */
template <bool TREES>
__device__ static inline void
judge_word (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const HaarCudaStage &stage, guint word, guint *n)
{
  const HaarCudaGeometry &g = f.geometry;
  guint window = word * 32 + lane_number ();
  const guint32 *sums = t.sums + window_at (g, t, w, window);
  bool there = window_x (t, w, window) < t.layer.columns
               && window_y (t, w, window) < t.layer.rows;
  bool passed = false;
  gfloat norm = 0;

  if (there)
    norm = norm_of (
        g.norm_area, norm_rect_sum (sums, g.norm[t.shift]), t.squares[window]);
  if (norm > 0)
    passed = !(stage_sum<TREES> (f, t, stage, 0, 1, sums, norm) < stage.bound);
  t.norms[window] = norm;
  list_windows (list_at (t, 0), n, passed, window);
  if (f.skip)
    note_rejects (f, t, w, word, norm > 0 && !passed);
}

template <bool TREES>
__device__ static inline void
first_stage (const HaarCudaFrame &f, const Tile &t, const Windows &w, guint *n)
{
  HaarCudaStage stage = load_stage (f, 0);

  for (guint word = warp_number (); word < w.words; word += HAAR_CUDA_WARPS)
    judge_word<TREES> (f, t, w, stage, word, n);
}

/* The windows of a stage, 32 for each group. Warps beyond them share: a group's
 * trees are dealt out to so many. */
struct Groups {
  guint n, parts;
};

__device__ static inline Groups
groups_of (guint n_windows)
{
  guint n = (n_windows + 31) / 32;

  return { n, n < HAAR_CUDA_WARPS ? HAAR_CUDA_WARPS / n : 1 };
}

/* This thread's window, or, beyond the last one, any. */
__device__ static inline guint
window_of_group (const guint16 *list, guint n, guint group)
{
  return list[min (group * 32 + lane_number (), n - 1)];
}

template <bool TREES>
__device__ static inline gdouble
part_of_sum (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const HaarCudaStage &stage, guint window, guint part, guint parts)
{
  return stage_sum<TREES> (f, t, stage, part, parts,
      t.sums + window_at (f.geometry, t, w, window), t.norms[window]);
}

/* A group that has more than one warp. All threads of the block come here. */
template <bool TREES>
__device__ static inline gdouble
shared_sum (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const HaarCudaStage &stage, const Groups &groups, guint window)
{
  guint part = warp_number () / groups.n;
  gdouble sum = 0;

  if (part < groups.parts)
    t.partial_sums[threadIdx.x] =
        part_of_sum<TREES> (f, t, w, stage, window, part, groups.parts);
  __syncthreads ();
  for (guint i = 0; part == 0 && i < groups.parts; i++)
    sum += t.partial_sums[i * groups.n * 32 + threadIdx.x];
  return sum;
}

/* One stage for all that is listed. */
template <bool TREES>
__device__ static inline void
next_stage (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const guint16 *list, guint n, const HaarCudaStage &stage, guint16 *left,
    guint *n_left)
{
  Groups groups = groups_of (n);
  guint group = warp_number () % groups.n;
  gdouble sum;

  if (groups.parts > 1) {
    guint window = window_of_group (list, n, group);

    sum = shared_sum<TREES> (f, t, w, stage, groups, window);
    if (warp_number () < groups.n)
      list_windows (left, n_left,
          group * 32 + lane_number () < n && !(sum < stage.bound), window);
    return;
  }
  for (group = warp_number (); group < groups.n; group += HAAR_CUDA_WARPS) {
    guint window = window_of_group (list, n, group);

    sum = part_of_sum<TREES> (f, t, w, stage, window, 0, 1);
    list_windows (left, n_left,
        group * 32 + lane_number () < n && !(sum < stage.bound), window);
  }
}

__device__ static inline void
report (const HaarCudaFrame &f, const Tile &t, const Windows &w, guint window,
    gdouble score)
{
  guint i = atomicAdd (&f.found->n_windows, 1u);

  if (i < f.capacity)
    f.found->windows[i] = { t.number, (guint16) window_x (t, w, window),
      (guint16) window_y (t, w, window), score };
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

  if (threadIdx.x == 0)
    *counts = { { 0, 0, 0 }, 0 };
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
