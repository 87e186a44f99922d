/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A whole detection in one launch. At 1080p it is a chain of waits more than
 * work, so the blocks of threads never meet at a common barrier: what they tell
 * each other says by itself that it is there. All of them must run at once.
 */
#include "frame-list.cuh"
#include "frame-spacing.cuh"
#include "launch.cuh"

/* The range of the picture, once all workers have told theirs. */
__device__ __forceinline__ void
await_range (const FrameArgs &a, const FrameWorker &w)
{
  constexpr int n = 5; /* workers a lane: most GPUs need one turn */
  guint32 lo = ~0u, hi = 0;

#pragma unroll 1
  for (guint first = 0; first < a.workers; first += 32 * n) {
    guint64 range[n];
    bool all;

    do {
      all = true;
#pragma unroll
      for (int i = 0; i < n; i++) {
        guint worker = first + 32 * i + this_lane ();

        range[i] = worker < a.workers ? load_now (&a.board->ranges[worker])
                                      : (guint64) ~0u << 32;
      }
#pragma unroll
      for (int i = 0; i < n; i++)
        all &= range[i] != 0;
    } while (!__all_sync (ALL_LANES, all));
#pragma unroll
    for (int i = 0; i < n; i++) {
      lo = min (lo, (guint32) (range[i] >> 32));
      hi = max (hi, (guint32) range[i]);
    }
  }
  lo = warp_min (lo);
  hi = warp_max (hi);
  if (this_lane () == 0) {
    FrameShared &own = w.own ();

    own.range_lo = from_ordered (lo);
    own.range_hi = from_ordered (hi);
    own.scale = harris_scale (own.range_lo, own.range_hi, a.bins);
    own.top = strength_of (__float_as_uint (own.range_hi));
    own.window = first_window_bin (own.range_lo, own.scale);
  }
}

/* From the response to the verdicts, while the workers tell their ranges. The
 * herald goes its own way then, and meets the others when they need what it
 * waits for: when all of the worker's responses have arrived in memory. */
template <bool SPECIAL>
__device__ __forceinline__ void
work_before_range (const FrameArgs &a, const FrameWorker &w, FrameSpan span)
{
  guint warp = this_warp ();
  guint32 top;

  __syncthreads ();
  if (warp == MESSENGER && this_lane () == 0)
    store_now (&a.board->ranges[blockIdx.x],
        (guint64) w.own ().lo << 32 | w.own ().hi);
  top = strength_of (__float_as_uint (from_ordered (w.own ().hi)));
  find_verdicts<SPECIAL> (a, w, span, top);
  if (warp == HERALD) {
    wait_at (VERDICTS_KNOWN, FRAME_THREADS);
    publish_digest (a, w, top);
    __syncwarp ();
    if (this_lane () == 0) {
      fence_now ();
      add_now (&a.board->stored, 1);
    }
    __syncwarp ();
    return;
  }
  pass_by (VERDICTS_KNOWN, FRAME_THREADS);
  if (warp == MESSENGER)
    await_range (a, w);
  wait_at (RANGE_OF_ALL, FRAME_THREADS - 32);
}

/* The histogram, while the workers tell what they have. */
template <bool SPECIAL>
__device__ __forceinline__ void
work_before_cut (const FrameArgs &a, const FrameWorker &w)
{
  constexpr guint counting = FRAME_WARPS - 2;
  guint warp = this_warp ();

  if (warp == MESSENGER) {
    guint32 cut = gather_cut (a, w.own ().top, w.words (a.layout.counts));

    if (this_lane () == 0)
      w.own ().cut = cut;
    while (load_acquire (&a.board->stored) != a.workers)
      ;
  } else {
    count_bins<SPECIAL> (a, w, warp, counting);
    wait_at (COUNTED, 32 * counting);
    send_bins (a, w, 32 * counting);
  }
}

/* Waits for a frame that is under way. FALSE: it takes too long. All threads
 * call it; the lanes of the warp that waits stay together, else what follows
 * takes more registers than there are. */
__device__ __forceinline__ bool
await_frame (const FrameArgs &a)
{
  bool late = false;

  if (!a.arrived)
    return true;
  if (this_warp () == 0) {
    guint64 start = time_now ();

    while (
        !late
        && !__all_sync (ALL_LANES, load_acquire_system (a.arrived) == a.turn))
      late = __any_sync (ALL_LANES, time_now () - start > a.patience);
    if (a.times && blockIdx.x == 0 && this_lane () == 0)
      store_now (&a.board->began, time_now ());
  }
  return !__syncthreads_or (late);
}

template <bool GIVEN, bool SPECIAL>
__device__ __forceinline__ void
work (const FrameArgs &a, char *shared)
{
  bool there = GIVEN || await_frame (a);
  FrameWorker w = frame_worker (a, shared);
  FrameSpan span = span_of_warp (a, w);

  make_response<GIVEN, SPECIAL> (a, w, span);
  if (SPECIAL)
    gather_range (w, find_inside (a, w, span));
  if (!there)
    atomicMax (&w.own ().hi, ordered (NAN));
  work_before_range<SPECIAL> (a, w, span);
  if (this_warp () != HERALD && w.own ().scale > 0)
    work_before_cut<SPECIAL> (a, w);
  __syncthreads ();
  if (w.own ().scale > 0) {
    find_candidates (a, w);
    __syncthreads ();
    list_candidates (a, w);
  } else if (threadIdx.x == 0) {
    take_now (&a.board->listed, (guint64) 1 << 32);
  }
}

/* Waits until each worker has taken its room in the list, and nobody reads or
 * adds to what is cleared next. Returns the length of the list. */
__device__ __forceinline__ guint
await_list (const FrameArgs &a)
{
  guint64 listed;

  while (load_now (&a.board->stored) != a.workers)
    ;
  do
    listed = load_now (&a.board->listed);
  while ((guint32) (listed >> 32) != a.workers);
  return (guint32) listed;
}

/* Who has taken room in the list reads nothing of it any more. The next frame
 * may be on its way already. */
__device__ __forceinline__ void
clear_board (const FrameArgs &a, guint n_keys)
{
  constexpr guint n_vectors = offsetof (FrameBoard, arrived) / 16;

  static_assert (offsetof (FrameBoard, arrived) % 16 == 0,
      "the words that are cleared are no whole vectors");
  for (guint i = threadIdx.x; i < n_vectors; i += FRAME_THREADS)
    ((ulonglong2 *) a.board)[i] = make_ulonglong2 (0, 0);
  for (guint i = threadIdx.x; i < (n_keys + 1) / 2; i += FRAME_THREADS)
    ((ulonglong2 *) a.keys)[i] = make_ulonglong2 (0, 0);
}

/* Whole vectors go over the bus. */
__device__ __forceinline__ void
send_corners (const FrameArgs &a, FrameCollector *c)
{
  guint n = (c->n_corners * sizeof (HarrisCorner) + 15) / 16;

  for (guint i = threadIdx.x; i < n; i += FRAME_THREADS)
    ((float4 *) a.corners)[i] = ((const float4 *) c->corners)[i];
}

__device__ __forceinline__ void
send_state (
    const FrameArgs &a, FrameCollector *c, const FrameRange &r, guint n_keys)
{
  HarrisState state = {};

  state.lo = r.lo;
  state.hi = r.hi;
  state.n_keys = n_keys;
  state.n_corners = c->n_corners;
  state.threshold = c->threshold;
  if (r.scale > 0)
    state.cut = HarrisCut{ 0, r.lo, r.scale, a.bins, r.bin };
  else
    state.cut.limit = INFINITY;
  *a.state = state;
}

template <bool SPECIAL>
__device__ __forceinline__ void
clear_collector (FrameCollector *c)
{
  for (guint i = threadIdx.x; i <= N_BUCKETS; i += FRAME_THREADS)
    c->buckets[i] = 0;
  for (guint i = threadIdx.x; i < FRAME_STRENGTHS; i += FRAME_THREADS)
    c->strengths[i] = 0;
  if (threadIdx.x == 0) {
    c->cut = c->n_keys = c->n_corners = c->bin = 0;
    c->threshold = NAN;
  }
  if (SPECIAL)
    clear_spacer (c);
  __syncthreads ();
}

/* The threshold, by the warps of its team. Each thread knows the one that its
 * bin gives before the bins are there: to divide takes long. */
__device__ __forceinline__ void
collect_threshold (const FrameArgs &a, FrameCollector *c, const FrameRange &r)
{
  guint bin = threadIdx.x - (FRAME_THREADS - FRAME_BINS);
  gdouble threshold =
      r.lo + (bin + 1.0) * ((gdouble) r.hi - (gdouble) r.lo) / a.bins;

  if (collect_rosin_bin (a, RosinTeam{ c }) == bin) {
    c->bin = bin;
    c->threshold = threshold;
  }
}

/* Waits for all that the workers tell but the keys; different warps for
 * different things. */
__device__ __forceinline__ void
collect_all (const FrameArgs &a, FrameCollector *c, FrameRange &r)
{
  guint warp = this_warp ();

  if (warp == 0) {
    guint32 cut =
        gather_cut (a, strength_of (__float_as_uint (r.hi)), c->strengths);

    if (this_lane () == 0)
      c->cut = cut;
  } else if (warp == 1) {
    guint n = await_list (a);

    if (this_lane () == 0)
      c->n_listed = n;
  } else if (warp >= FRAME_WARPS - ROSIN_WARPS && r.scale > 0) {
    collect_threshold (a, c, r);
  }
  __syncthreads ();
  r.bin = c->bin;
}

__device__ __forceinline__ void
tell_times (const FrameArgs &a, guint64 began, guint64 start)
{
  if (a.arrived)
    began = start = load_now (&a.board->began);
  a.times->response = began > 0 ? start - began : 0;
  a.times->rest = max (time_now () - start, (guint64) 1);
}

/* The list is put in order twice: at first an empty one, so that the code is
 * near when the true one comes. */
template <bool SPECIAL>
__device__ __forceinline__ void
collect (const FrameArgs &a, FrameCollector *c)
{
  guint64 start = time_now (), began = a.board->began;
  FrameRange r = {};
  guint n = 0;

  clear_collector<SPECIAL> (c);
#pragma unroll 1
  for (bool rehearsal = true;; rehearsal = false) {
    if (!rehearsal) {
      r = collect_range (a, c);
      collect_all (a, c, r);
      n = c->n_listed;
    }
    if (SPECIAL && is_spaced (a))
      space_keys (a, c, r, n);
    else
      order_keys (a, c, r, n);
    __syncthreads ();
    if (!rehearsal)
      break;
  }
  send_corners (a, c);
  if (threadIdx.x == 0) {
    send_state (a, c, r, n);
    if (a.times)
      tell_times (a, began, start);
  }
  if (a.finished) {
    __syncthreads ();
    if (threadIdx.x == 0)
      store_for_host (a.finished, a.turn);
  }
  clear_board (a, n);
}

/* GIVEN: the response is in the plane. SPECIAL: see FrameArgs. */
template <bool GIVEN, bool SPECIAL>
__global__ void
__launch_bounds__ (FRAME_THREADS, 1)
    frame_kernel (const __grid_constant__ FrameArgs a)
{
  extern __shared__ float4 shared[];

  if (blockIdx.x == a.workers)
    collect<SPECIAL> (a, (FrameCollector *) shared);
  else
    work<GIVEN, SPECIAL> (a, (char *) shared);
}

/* More shared memory than 48 KiB must be asked for. */
extern "C" gboolean
harris_cuda_frame_prepare (HarrisCuda *cuda, gint device, GError **error)
{
  const void *const kernels[] = { (const void *) frame_kernel<false, false>,
    (const void *) frame_kernel<false, true>,
    (const void *) frame_kernel<true, false>,
    (const void *) frame_kernel<true, true> };
  gint shared;

  if (!VF_CUDA_TRY (cudaDeviceGetAttribute (&shared,
                        cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
          error))
    return FALSE;
  for (const void *kernel : kernels)
    if (!VF_CUDA_TRY (cudaFuncSetAttribute (kernel,
                          cudaFuncAttributeMaxDynamicSharedMemorySize, shared),
            error))
      return FALSE;
  cuda->shared = (gsize) shared;
  return TRUE;
}

template <bool GIVEN>
static void
launch_frame (HarrisWork *w)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  FrameArgs a = {};
  Launch l = {};

  (void) frame_divide_work (w, GIVEN, &a);
  a.plane = w->response;
  a.board = (FrameBoard *) cuda->board;
  a.keys = (HarrisKey *) (a.board + 1);
  a.state = w->state;
  a.corners = w->corners;
  a.times = cuda->times;
  a.finished = cuda->finished;
  a.arrived = cuda->arrived;
  a.turn = cuda->turn;
  a.patience = cuda->patience;
  l.grid = dim3 (a.workers + 1);
  l.block = dim3 (FRAME_THREADS);
  l.shared =
      MAX (a.layout.size, a.special ? FRAME_LEAST_SPACED : FRAME_LEAST_SHARED);
  l.together = true;
  launch (w, "the frame", l,
      a.special ? frame_kernel<GIVEN, true> : frame_kernel<GIVEN, false>, a);
}

extern "C" void
harris_cuda_frame (HarrisWork *w)
{
  launch_frame<false> (w);
}

extern "C" void
harris_cuda_frame_of_response (HarrisWork *w)
{
  launch_frame<true> (w);
}
