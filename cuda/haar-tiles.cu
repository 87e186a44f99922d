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

/* With so many they are spread over the banks of shared memory. */
#ifndef HAAR_MANY_WINDOWS
#define HAAR_MANY_WINDOWS 96
#endif

/* In shared memory as well. */
struct Counts {
  guint listed[3]; /* windows left after a stage, in turn */
  guint next;      /* to be taken by a warp */
  guint banks[32]; /* windows of each, while they are counted */
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
    passed = !(stage_sum<TREES> (f, t, stage, sums, norm) < stage.bound);
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

/* Where window p of those sorted by bank comes in the list: as far as can be, 32
 * windows one after the other have banks of their own. */
__device__ static inline guint
spread_place (guint p, guint n)
{
  guint rows = (n + 31) / 32, full = n - (rows - 1) * 32;

  if (p < rows * full)
    return p % rows * 32 + p / rows;
  p -= rows * full;
  return p % (rows - 1) * 32 + full + p / (rows - 1);
}

/* The number of windows in the banks before this lane's. */
__device__ static inline guint
windows_before (const guint banks[32])
{
  guint own = banks[lane_number ()], sum = own;

  for (guint apart = 1; apart < 32; apart *= 2) {
    guint before = __shfl_up_sync (ALL_LANES, sum, apart);

    sum += lane_number () >= apart ? before : 0;
  }
  return sum - own;
}

/* All features of a window lie as many banks from it, in every window: threads
 * whose windows have banks of their own never wait for each other. */
__device__ static inline void
spread_windows (const HaarCudaGeometry &g, const Tile &t, const Windows &w,
    guint16 *list, guint n, guint banks[32])
{
  const guint most = HAAR_CUDA_MAX_TILE / HAAR_CUDA_THREADS;
  guint windows[most], before; /* with their number in the bank above */

#pragma unroll
  for (guint i = 0; i < most; i++) {
    guint place = i * HAAR_CUDA_THREADS + threadIdx.x;

    if (place < n) {
      windows[i] = list[place];
      windows[i] |= atomicAdd (&banks[window_at (g, t, w, windows[i]) % 32], 1u)
                    << 16;
    }
  }
  __syncthreads ();
  before = windows_before (banks);
#pragma unroll
  for (guint i = 0; i < most; i++) {
    guint place = i * HAAR_CUDA_THREADS + threadIdx.x;

    if (i * HAAR_CUDA_THREADS < n) {
      guint window = place < n ? windows[i] & 0xffff : 0;
      guint first = __shfl_sync (
          ALL_LANES, before, (gint) (window_at (g, t, w, window) % 32));

      if (place < n)
        list[spread_place (first + (windows[i] >> 16), n)] = (guint16) window;
    }
  }
  __syncthreads ();
  if (threadIdx.x < 32)
    banks[threadIdx.x] = 0;
}

/* The windows of a stage are taken in groups by warps. Where there are more
 * warps they share: a group's trees are dealt out to so many of them. */
struct Groups {
  guint n, parts;
};

__device__ static inline Groups
groups_of (guint n_windows)
{
  guint n = (n_windows + HAAR_CUDA_GROUP - 1) / HAAR_CUDA_GROUP;

  return { n, n < HAAR_CUDA_WARPS ? HAAR_CUDA_WARPS / n : 1 };
}

/* This thread's windows of a group: places in the list. */
__device__ static inline guint
place_in_group (guint group, guint i)
{
  return group * HAAR_CUDA_GROUP + i * 32 + lane_number ();
}

/* N windows a thread; where the list has ended, its last one. */
template <bool TREES, guint N>
__device__ static inline void
add_part (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const HaarCudaStage &stage, const guint16 *list, guint n, guint group,
    guint part, guint parts, gdouble sums[N])
{
  Taken<N> taken;

#pragma unroll
  for (guint i = 0; i < N; i++) {
    guint window = list[min (place_in_group (group, i), n - 1)];

    taken.sums[i] = t.sums + window_at (f.geometry, t, w, window);
    taken.norms[i] = t.norms[window];
  }
  add_trees<TREES, N> (f, t, stage, part, parts, taken, sums);
}

template <bool TREES>
__device__ static inline void
add_group (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const HaarCudaStage &stage, const guint16 *list, guint n, guint group,
    guint part, guint parts, gdouble sums[HAAR_CUDA_SHARE])
{
  if (group * HAAR_CUDA_GROUP + 32 < n)
    add_part<TREES, HAAR_CUDA_SHARE> (
        f, t, w, stage, list, n, group, part, parts, sums);
  else
    add_part<TREES, 1> (f, t, w, stage, list, n, group, part, parts, sums);
}

/* Adds what the other warps of a group have found. All threads of the block
 * come here. */
__device__ static inline void
gather_parts (
    const Tile &t, const Groups &groups, gdouble sums[HAAR_CUDA_SHARE])
{
  for (guint i = 0; i < HAAR_CUDA_SHARE; i++)
    t.partial_sums[i * HAAR_CUDA_THREADS + threadIdx.x] = sums[i];
  __syncthreads ();
  if (warp_number () >= groups.n)
    return;
  for (guint i = 0; i < HAAR_CUDA_SHARE; i++)
    for (guint part = 1; part < groups.parts; part++)
      sums[i] += t.partial_sums[i * HAAR_CUDA_THREADS + part * groups.n * 32
                                + threadIdx.x];
}

__device__ static inline void
list_group (const HaarCudaStage &stage, const guint16 *list, guint n,
    guint group, const gdouble sums[HAAR_CUDA_SHARE], guint16 *left,
    guint *n_left)
{
  for (guint i = 0; i < HAAR_CUDA_SHARE; i++) {
    guint place = place_in_group (group, i);

    list_windows (left, n_left, place < n && !(sums[i] < stage.bound),
        list[min (place, n - 1)]);
  }
}

/* One stage for all that is listed. */
template <bool TREES>
__device__ static inline void
next_stage (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const guint16 *list, guint n, const HaarCudaStage &stage, guint16 *left,
    guint *n_left)
{
  Groups groups = groups_of (n);
  guint warps = groups.n * groups.parts;

  for (guint warp = warp_number (); warp < warps || groups.parts > 1;
       warp += HAAR_CUDA_WARPS) {
    guint group = warp % groups.n;
    gdouble sums[HAAR_CUDA_SHARE] = { 0 };

    if (warp < warps)
      add_group<TREES> (
          f, t, w, stage, list, n, group, warp / groups.n, groups.parts, sums);
    if (groups.parts > 1)
      gather_parts (t, groups, sums);
    if (warp < groups.n)
      list_group (stage, list, n, group, sums, left, n_left);
    if (groups.parts > 1)
      return;
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

  if (threadIdx.x < sizeof *counts / sizeof (guint))
    ((guint *) counts)[threadIdx.x] = 0;
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
