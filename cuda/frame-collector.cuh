/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The collector's shared memory, and what its threads find together.
 */
#pragma once

#include "frame-memory.cuh"
#include "range.cuh"

#define N_BUCKETS 2048 /* of the order of a short list */
#define MOST_KEYS 2048 /* that are put in order in shared memory */

struct FrameCollector {
  guint32 of_warp[2][FRAME_WARPS]; /* Team: a row for each barrier */
  guint32 bins[FRAME_BINS];
  alignas (16) guint32 strengths[FRAME_STRENGTHS + 4];
  guint32 cut, n_keys, n_corners;
  guint32 n_listed, bin; /* the list's length; the threshold's bin */
  gdouble threshold;
  HarrisKey bound; /* of a long list: what comes before it may be wanted */
  alignas (16) guint32 buckets[N_BUCKETS + 4];
  alignas (16) HarrisKey keys[MOST_KEYS];
  alignas (16) HarrisCorner corners[FRAME_MAX_CORNERS + 2];
};
static_assert (sizeof (FrameCollector) <= FRAME_LEAST_SHARED,
    "the collector does not fit");

/* The range of all workers, and what follows from it. */
struct FrameRange {
  float lo, hi, scale; /* harris_scale() */
  guint bin;           /* of the threshold */
};

/* Warps that do something together, from number `first` on: all of the
 * collector, or its second half, which decides the threshold. */
template <guint FIRST, guint WARPS, int BARRIER> struct Team {
  FrameCollector *c;

  __device__ __forceinline__ void meet () const
  {
    if constexpr (BARRIER == 0)
      __syncthreads ();
    else
      wait_at (BARRIER, 32 * WARPS);
  }

  /* Not those of the other team, whose warps do not wait for this one's. */
  __device__ __forceinline__ guint32 *slots () const
  {
    return c->of_warp[BARRIER];
  }

  /* Joins what each warp has found, all of whose lanes have it; for all
   * threads. */
  template <typename Join>
  __device__ __forceinline__ guint32 join (guint32 of_warp, Join two) const
  {
    guint32 *of = slots (), warp = this_warp () - FIRST, all;

    meet ();
    if (this_lane () == 0)
      of[warp] = of_warp;
    meet ();
    all = of[0];
#pragma unroll
    for (guint i = 1; i < WARPS; i++)
      all = two (all, of[i]);
    return all;
  }

  __device__ __forceinline__ guint32 least (guint32 v) const
  {
    return join (
        warp_min (v), [] (guint32 a, guint32 b) { return a < b ? a : b; });
  }

  __device__ __forceinline__ guint32 most (guint32 v) const
  {
    return join (
        warp_max (v), [] (guint32 a, guint32 b) { return a > b ? a : b; });
  }

  __device__ __forceinline__ guint32 sum (guint32 v) const
  {
    return join (warp_sum (v), [] (guint32 a, guint32 b) { return a + b; });
  }

  __device__ __forceinline__ guint64 most64 (guint64 v) const
  {
    guint32 upper = (guint32) (v >> 32), high = most (upper);

    return (guint64) high << 32 | most (upper == high ? (guint32) v : 0);
  }

  /* The sum of the values of all threads before this one. */
  __device__ __forceinline__ guint32 sum_before (guint32 v) const
  {
    guint32 *of = slots (), warp = this_warp () - FIRST;
    guint32 before = warp_sum_up_to (v);

    meet ();
    if (this_lane () == 31)
      of[warp] = before;
    meet ();
    before -= v;
#pragma unroll
    for (guint i = 0; i < WARPS; i++)
      before += i < warp ? of[i] : 0;
    return before;
  }
};

#define ROSIN_WARPS (FRAME_BINS / 32)

typedef Team<0, FRAME_WARPS, 0> Everyone;
typedef Team<FRAME_WARPS - ROSIN_WARPS, ROSIN_WARPS, 1> RosinTeam;

/* Waits for all workers' ranges. */
__device__ __forceinline__ FrameRange
collect_range (const FrameArgs &a, FrameCollector *c)
{
  guint32 lo = ~0u, hi = 0;
  FrameRange r;

  if (threadIdx.x < a.workers) {
    guint64 range;

    do
      range = load_now (&a.board->ranges[threadIdx.x]);
    while (range == 0);
    lo = (guint32) (range >> 32);
    hi = (guint32) range;
  }
  r.lo = from_ordered (Everyone{ c }.least (lo));
  r.hi = from_ordered (Everyone{ c }.most (hi));
  r.scale = harris_scale (r.lo, r.hi, a.bins);
  r.bin = 0;
  return r;
}

/* Waits for all pixels of the region; each thread of the team has a bin. */
__device__ __forceinline__ guint32
collect_bin (const FrameArgs &a, const RosinTeam &team, guint bin)
{
  const guint32 *from = a.board->histograms + bin;
  guint32 sum, outside;

  do {
    guint32 v[FRAME_HISTOGRAMS];

#pragma unroll
    for (guint i = 0; i < FRAME_HISTOGRAMS; i++)
      v[i] = load_now (&from[i * FRAME_BINS]);
    outside = a.special && bin == 0 ? load_now (&a.board->outside) : 0;
    sum = 0;
#pragma unroll
    for (guint i = 0; i < FRAME_HISTOGRAMS; i++)
      sum += v[i];
  } while (team.sum (sum + outside) != a.width * a.height);
  return sum;
}

/* As the scalar stage; a thread weighs its bin. */
__device__ __forceinline__ guint
collect_rosin_bin (const FrameArgs &a, const RosinTeam &team)
{
  guint bin = threadIdx.x - (FRAME_THREADS - FRAME_BINS), best;
  guint32 n = collect_bin (a, team, bin);
  gint64 most = team.most (n), distance = 0, farthest;
  guint32 peak = team.least (n == most ? bin : ~0u);
  guint32 end = team.most (n > 0 ? bin : 0);

  team.c->bins[bin] = n;
  team.meet ();
  if (bin > peak && bin <= end)
    distance =
        (most - n) * (end - peak) - (most - team.c->bins[end]) * (bin - peak);
  distance = max (distance, (gint64) 0);
  farthest = (gint64) team.most64 ((guint64) distance);
  best = team.least (farthest > 0 && distance == farthest ? bin : ~0u);
  return best == ~0u ? peak : best;
}
