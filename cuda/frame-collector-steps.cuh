/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The collector's steps, from what the workers tell to the corners.
 */
#pragma once

#include "frame-digest.cuh"
#include "frame-spacing.cuh"

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
