/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A worker's steps, from the frame to its part of the list.
 */
#pragma once

#include "frame-arrival.cuh"
#include "frame-digest.cuh"
#include "frame-histogram.cuh"
#include "frame-list.cuh"

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

/* SPECIAL: see FrameArgs. */
template <FrameSource FROM, bool SPECIAL>
__device__ __forceinline__ void
work (const FrameArgs &a, char *shared)
{
  FrameWorker w = frame_worker (a, shared);
  FrameSpan span = span_of_warp (a, w);

  if (FROM != FRAME_THERE) {
    clear_shared (a, w);
    __syncthreads ();
  }
  if (FROM == FRAME_COMING)
    await_rows (a, w, span);
  make_response<FROM, SPECIAL> (a, w, span);
  if (SPECIAL)
    gather_range (w, find_inside (a, w, span));
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
  if (FROM == FRAME_COMING && !isnan (w.own ().range_hi))
    make_blank (a);
}
