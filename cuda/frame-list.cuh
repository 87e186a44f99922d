/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A worker's part of the list: the survivors that are strong enough.
 */
#pragma once

#include "frame-doubts.cuh"

/* Room in the list is taken while doubts are settled, for all of them; but
 * where there are more of them, afterwards, for those that survive. */
#define FEW_DOUBTS (4 * FRAME_WARPS)
#define DROPPED    0xffff

/* Candidates of a worker: the number of the unit times 32 + the lane. */
struct Found {
  guint16 *sure, *doubts;
  guint n_sure, n_doubts;
};

/* Of a unit's doubts those that no block's maximum beats. */
__device__ __forceinline__ guint32
doubts_left (
    const FrameArgs &a, const FrameWorker &w, guint unit, guint32 doubts)
{
  const guint32 *words = w.words (a.layout.maxima) + this_lane () + 1;
  guint strip_unit = place_of_unit (a, w, unit).strip_unit;
  UnitEnds ends = ends_of_unit (a, w, unit, strip_unit);

  return doubts
         & __ballot_sync (
             ALL_LANES, !is_lost (words_around (words, unit, ends)));
}

/* All threads call it; they may read what it finds after a barrier. Sure ones
 * lie at the start of the memory, doubts at its end. */
__device__ __forceinline__ void
find_candidates (const FrameArgs &a, const FrameWorker &w)
{
  guint lane = this_lane (), before = (1u << lane) - 1, cut = w.own ().cut;
  guint16 *found = (guint16 *) w.words (a.layout.found);

#pragma unroll 1
  for (guint unit = this_warp (); unit < w.units; unit += FRAME_WARPS) {
    Verdicts v = ((const Verdicts *) w.words (a.layout.masks))[unit];
    guint32 strong = __ballot_sync (
        ALL_LANES, strength_of (word_of_block (a, w, unit, lane)) >= cut);
    guint16 candidate = (guint16) (32 * unit + lane);
    guint32 place = 0;

    v.sure &= strong;
    v.doubt &= strong;
    if (v.doubt != 0)
      v.doubt = doubts_left (a, w, unit, v.doubt);
    if ((v.sure | v.doubt) == 0)
      continue;
    if (lane == 0)
      place = atomicAdd (
          &w.own ().found, (guint32) __popc (v.sure) << 16 | __popc (v.doubt));
    place = __shfl_sync (ALL_LANES, place, 0);
    if (v.sure >> lane & 1)
      found[(place >> 16) + __popc (v.sure & before)] = candidate;
    if (v.doubt >> lane & 1)
      found[32 * w.units - 1 - (place & 0xffff) - __popc (v.doubt & before)] =
          candidate;
  }
}

__device__ __forceinline__ Found
found_candidates (const FrameArgs &a, const FrameWorker &w)
{
  Found f;

  f.n_sure = w.own ().found >> 16;
  f.n_doubts = w.own ().found & 0xffff;
  f.sure = (guint16 *) w.words (a.layout.found);
  f.doubts = f.sure + 32 * w.units - f.n_doubts;
  return f;
}

/* Drops the doubts that do not survive; all threads call it. Where others'
 * responses can be read. */
__device__ __forceinline__ void
settle_doubts (
    const FrameArgs &a, const FrameWorker &w, const Found &f, bool few)
{
  Look look = look_of_lane ();
  guint n_valid = 0;

  /* A worker's few doubts go to different warps. */
#pragma unroll 1
  for (guint first = MESSENGER - this_warp (); first < f.n_doubts;
       first += FRAME_WARPS * 32) {
    guint i = first + FRAME_WARPS * this_lane ();
    bool there = i < f.n_doubts;
    bool lost = settle_warp (a, w, look, there, there ? f.doubts[i] : 0, few);

    if (lost)
      f.doubts[i] = DROPPED;
    n_valid += __popc (__ballot_sync (ALL_LANES, there && !lost));
  }
  if (this_lane () == 0 && n_valid > 0)
    atomicAdd (&w.own ().n_valid, n_valid);
}

__device__ __forceinline__ void
take_room (const FrameArgs &a, const FrameWorker &w, guint n)
{
  if (threadIdx.x == 0)
    w.own ().place =
        (guint32) take_now (&a.board->listed, (guint64) 1 << 32 | n);
}

/* Dropped doubts leave no gaps, or, where room was taken for them, keys that
 * come last. */
__device__ __forceinline__ void
write_keys (
    const FrameArgs &a, const FrameWorker &w, const Found &f, bool compact)
{
  guint n = f.n_sure + f.n_doubts, lane = this_lane ();

#pragma unroll 1
  for (guint first = 32 * this_warp (); first < n; first += FRAME_THREADS) {
    guint i = first + lane, place = i;
    guint candidate = i < f.n_sure ? f.sure[i]
                      : i < n      ? f.doubts[i - f.n_sure]
                                   : DROPPED;
    HarrisKey key = HARRIS_KEY_NONE;

    if (candidate != DROPPED) {
      Spot s = spot_of (a, w, candidate);

      key = harris_key (s.response, s.y * a.width + s.x);
    }
    if (compact) {
      guint32 valid = __ballot_sync (ALL_LANES, key != HARRIS_KEY_NONE);

      if (lane == 0)
        place = atomicAdd (&w.own ().n_put, (guint32) __popc (valid));
      place = __shfl_sync (ALL_LANES, place, 0)
              + __popc (valid & ((1u << lane) - 1));
    }
    if (compact ? key != HARRIS_KEY_NONE : i < n)
      store_now (&a.keys[w.own ().place + place], key);
  }
}

/* After find_candidates() and a barrier; all threads call it. */
__device__ __forceinline__ void
list_candidates (const FrameArgs &a, const FrameWorker &w)
{
  Found f = found_candidates (a, w);
  bool few = f.n_doubts <= FEW_DOUBTS;

  if (few)
    take_room (a, w, f.n_sure + f.n_doubts);
  if (f.n_doubts > 0)
    settle_doubts (a, w, f, few);
  __syncthreads ();
  if (!few) {
    take_room (a, w, f.n_sure + w.own ().n_valid);
    __syncthreads ();
  }
  write_keys (a, w, f, !few);
}
