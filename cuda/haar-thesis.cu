/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade in the ways of Tesar's thesis, for study: groups of stages, each
 * in one way, between which the windows that are left are gathered. Lists are
 * those of a tile; its pixels and sums are made as in haar-tiles.cu, or its sums
 * are taken from those of the picture.
 */
#include "haar-stage.cuh"
#include "haar-sums.cuh"
#include "haar-window.cuh"

/* In a list: this window has passed the group. */
#define PASSED 0x8000u

/* So many stages of a group are done in parallel, in one go. */
#define MOST_PARALLEL 128

/* What there is of a tile besides, in the place of the partial sums. */
struct Study {
  gdouble ends[MOST_PARALLEL]; /* prefix sums at the ends of stages */
  gdouble sums[HAAR_CUDA_WARPS];
  guint counts[HAAR_CUDA_WARPS];
  guint rejects[HAAR_CUDA_MAX_TILE / 32]; /* by the first stage */
};

/* Of a tile's windows. */
struct Group {
  guint first, end; /* stages */
  guint n;          /* windows */
  guint16 *list;
};

__device__ static inline void
note_reject (Study *s, guint stage, guint window)
{
  if (stage == 0)
    atomicOr (&s->rejects[window / 32], 1u << window % 32);
}

__device__ static inline void
pass (const HaarCudaFrame &f, const Tile &t, const Windows &w, const Group &g,
    guint i, gdouble score)
{
  if (g.end == f.n_stages)
    report (f, t, w, g.list[i], score);
  else
    g.list[i] |= PASSED;
}

template <bool TREES>
__device__ static inline void
run_sequential (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const Group &g, Study *s)
{
  for (guint i = threadIdx.x; i < g.n; i += HAAR_CUDA_THREADS) {
    guint window = g.list[i], stage = g.first;
    const guint32 *sums = t.sums + window_at (f.geometry, t, w, window);
    gdouble sum = 0;

    for (; stage < g.end; stage++) {
      HaarCudaStage of = load_stage (f, stage);

      sum = stage_sum<TREES> (f, t, of, sums, t.norms[window]);
      if (sum < of.bound)
        break;
    }
    if (stage == g.end)
      pass (f, t, w, g, i, sum);
    else
      note_reject (s, stage, window);
  }
}

template <bool TREES>
__device__ static inline void
run_hybrid (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const Group &g, Study *s)
{
  for (guint i = warp_number (); i < g.n; i += HAAR_CUDA_WARPS) {
    guint window = g.list[i], stage = g.first;
    const guint32 *sums = t.sums + window_at (f.geometry, t, w, window);
    gdouble sum = 0;

    for (; stage < g.end; stage++) {
      HaarCudaStage of = load_stage (f, stage);

      sum = stage_sum_by_warp<TREES> (f, t, of, sums, t.norms[window]);
      if (sum < of.bound)
        break;
    }
    if (lane_number () == 0 && stage == g.end)
      pass (f, t, w, g, i, sum);
    else if (lane_number () == 0)
      note_reject (s, stage, window);
  }
}

/* Every tree of the stages, though most are of no account; the sums at the ends
 * of the stages are left in s->ends. */
template <bool TREES>
__device__ static inline void
scan_trees (const HaarCudaFrame &f, const Tile &t, guint first, guint end,
    const guint32 *sums, gfloat norm, Study *s)
{
  HaarCudaStage from = load_stage (f, first), last = load_stage (f, end - 1);
  guint n = last.first_tree + last.n_trees - from.first_tree, stage = first;
  gdouble before = 0;

  for (guint chunk = 0; chunk < n; chunk += HAAR_CUDA_THREADS) {
    guint i = chunk + threadIdx.x;
    gdouble value[1] = { 0 }, all;
    HaarCudaStage of = load_stage (f, stage);

    while (i < n && from.first_tree + i >= of.first_tree + of.n_trees)
      of = load_stage (f, ++stage);
    if (i < n)
      add_trees<TREES, 1> (f, t, of, from.first_tree + i - of.first_tree,
          of.n_trees, { { sums }, { norm } }, value);
    value[0] = before + block_scan (value[0], s->sums, &all);
    if (i < n && from.first_tree + i + 1 == of.first_tree + of.n_trees)
      s->ends[stage - first] = value[0];
    before += all;
  }
  __syncthreads ();
}

/* The first stage that rejects the window, or the end; all threads know it. */
template <bool TREES>
__device__ static inline guint
stages_passed (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const Group &g, guint window, Study *s, gdouble *score)
{
  const guint32 *sums = t.sums + window_at (f.geometry, t, w, window);
  gfloat norm = t.norms[window];

  for (guint first = g.first; first < g.end; first += MOST_PARALLEL) {
    guint end = min (first + MOST_PARALLEL, g.end);

    scan_trees<TREES> (f, t, first, end, sums, norm, s);
    for (guint i = first; i < end; i++) {
      *score = s->ends[i - first] - (i > first ? s->ends[i - first - 1] : 0);
      if (*score < load_stage (f, i).bound)
        return i;
    }
    __syncthreads ();
  }
  return g.end;
}

template <bool TREES>
__device__ static inline void
run_parallel (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const Group &g, Study *s)
{
  for (guint i = 0; i < g.n; i++) {
    guint window = g.list[i];
    gdouble score = 0;
    guint stage = stages_passed<TREES> (f, t, w, g, window, s, &score);

    __syncthreads ();
    if (threadIdx.x == 0 && stage == g.end)
      pass (f, t, w, g, i, score);
    else if (threadIdx.x == 0)
      note_reject (s, stage, window);
  }
}

/* Windows that have passed, to the other list. All threads come here. */
__device__ static inline guint
gather_by_scan (const Group &g, guint16 *left, Study *s)
{
  guint n = 0;

  for (guint first = 0; first < g.n; first += HAAR_CUDA_THREADS) {
    guint i = first + threadIdx.x;
    guint window = i < g.n ? g.list[i] : 0, passed = window / PASSED, all;
    guint place = n + block_scan (passed, s->counts, &all);

    if (passed)
      left[place - 1] = (guint16) (window % PASSED);
    n += all;
  }
  __syncthreads ();
  return n;
}

__device__ static inline guint
gather_by_atomics (const Group &g, guint16 *left, guint *n)
{
  if (threadIdx.x == 0)
    *n = 0;
  __syncthreads ();
  for (guint i = threadIdx.x; i < g.n; i += HAAR_CUDA_THREADS)
    if (g.list[i] >= PASSED)
      left[atomicAdd (n, 1u)] = (guint16) (g.list[i] % PASSED);
  __syncthreads ();
  return *n;
}

template <bool TREES>
__device__ static inline void
run_group (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const Group &g, HaarWay way, Study *s)
{
  if (way == HAAR_WAY_SEQUENTIAL)
    run_sequential<TREES> (f, t, w, g, s);
  else if (way == HAAR_WAY_HYBRID)
    run_hybrid<TREES> (f, t, w, g, s);
  else
    run_parallel<TREES> (f, t, w, g, s);
  __syncthreads ();
}

template <bool TREES>
__device__ static inline void
run_groups (const HaarCudaFrame &f, const Tile &t, const Windows &w, guint n,
    Counts *counts, Study *s)
{
  Group g = { 0, 0, n, list_at (t, 0) };

  for (guint i = 0; i < f.thesis.n_groups && g.end < f.n_stages; i++) {
    guint size = f.thesis.groups[i].n_stages;
    guint left = f.n_stages - g.end;

    g.first = g.end;
    g.end = g.first + (size > 0 ? min (size, left) : left);
    run_group<TREES> (f, t, w, g, f.thesis.groups[i].way, s);
    if (g.end == f.n_stages)
      return;
    g.n = f.thesis.compaction == HAAR_COMPACTION_SCAN
              ? gather_by_scan (g, list_at (t, i + 1), s)
              : gather_by_atomics (g, list_at (t, i + 1), &counts->next);
    g.list = list_at (t, i + 1);
    __syncthreads ();
  }
}

/* As window_norm(), of the picture's own pixels. */
__device__ static inline gfloat
norm_in_picture (
    const HaarCudaFrame &f, const Tile &t, const Windows &w, guint window)
{
  guint factor = t.layer.factor;
  gsize right = (f.geometry.width - 2) * factor;
  gsize bottom = (f.geometry.height - 2) * factor * (gsize) f.sums_stride;
  const guint64 *at =
      f.squares
      + (t.layer.y + (window_y (t, w, window) + 1) * (gsize) factor)
            * f.sums_stride
      + t.layer.x + (window_x (t, w, window) + 1) * factor;

  if (!is_within (t, w, window))
    return 0;
  return norm_of (f.geometry.norm_area * factor * factor,
      window_sum (f, t, w, window),
      at[0] - at[right] - at[bottom] + at[bottom + right]);
}

/* Windows that are not flat. */
__device__ static inline void
list_all (const HaarCudaFrame &f, const Tile &t, const Windows &w, guint *n)
{
  for (guint word = warp_number (); word < w.words; word += HAAR_CUDA_WARPS) {
    guint window = word * 32 + lane_number ();
    gfloat norm = f.sums ? norm_in_picture (f, t, w, window)
                         : window_norm (f, t, w, window);

    t.norms[window] = norm;
    list_windows (list_at (t, 0), n, norm > 0, window);
  }
  __syncthreads ();
}

template <bool TILTED>
__device__ static inline void
make_sums (const HaarCudaFrame &f, const Tile &t, const Windows &w)
{
  if (f.sums) {
    take_sums (f, t);
    __syncthreads ();
  } else {
    make_pixels (f, t);
    __syncthreads ();
    sum_squares (f.geometry, t, w);
    sum_pixels<TILTED> (f.geometry, t);
  }
}

template <bool TREES, bool TILTED>
__global__ void
__launch_bounds__ (HAAR_CUDA_THREADS)
    thesis_kernel (const __grid_constant__ HaarCudaFrame f)
{
  extern __shared__ __align__ (16) guint8 shared[];
  Counts *counts = (Counts *) shared;
  Tile t = open_tile (f, blockIdx.x, shared + HAAR_CUDA_COUNTS);
  Windows w = windows_of (f.geometry, t);
  Study *s = (Study *) t.partial_sums;

  clear_counts (counts);
  make_sums<TILTED> (f, t, w);
  for (guint i = threadIdx.x; i < w.words; i += HAAR_CUDA_THREADS)
    s->rejects[i] = 0;
  list_all (f, t, w, &counts->listed[0]);
  run_groups<TREES> (f, t, w, counts->listed[0], counts, s);
  for (guint word = threadIdx.x; f.skip && word < w.words;
       word += HAAR_CUDA_THREADS)
    put_rejects (f, t, w, word, s->rejects[word]);
}

extern "C" HaarCudaKernel
haar_cuda_thesis (const HaarCudaFrame *f, gboolean trees, gboolean tilted)
{
  gconstpointer function =
      trees    ? tilted ? (gconstpointer) thesis_kernel<true, true>
                        : (gconstpointer) thesis_kernel<true, false>
         : tilted ? (gconstpointer) thesis_kernel<false, true>
               : (gconstpointer) thesis_kernel<false, false>;

  return { function, f->n_tiles, HAAR_CUDA_THREADS, f->geometry.shared };
}
