/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The collector puts the list in order.
 */
#pragma once

#include "frame-collector.cuh"

#define THREAD_KEYS (MOST_KEYS / FRAME_THREADS)
#define CROWD       48 /* keys of a bucket, from which on a sort is faster */
#define BATCH       8  /* keys that a thread has under way at once */

/* All corners pass, or none after one that does not. */
__device__ __forceinline__ bool
passes (const FrameArgs &a, const FrameRange &r, HarrisKey key)
{
  HarrisCut cut = { 0, r.lo, r.scale, a.bins, r.bin };

  return harris_passes (&cut, harris_key_response (key));
}

__device__ __forceinline__ void
put_corner (const FrameArgs &a, FrameCollector *c, HarrisKey key, guint rank)
{
  guint position = harris_key_position (key);
  guint y = frame_divide (position, a.row);

  c->corners[rank] = HarrisCorner{ (gfloat) (position - y * a.width),
    (gfloat) y, harris_key_response (key) };
}

/* Keys n, n + FRAME_THREADS, ... of the list; waits for those that are under
 * way. */
template <int N>
__device__ __forceinline__ void
await_keys (const FrameArgs &a, guint first, guint n, HarrisKey keys[N])
{
  bool all;

  do {
    all = true;
#pragma unroll
    for (int i = 0; i < N; i++) {
      guint at = first + i * FRAME_THREADS;

      keys[i] = at < n ? load_now (&a.keys[at]) : HARRIS_KEY_NONE;
    }
#pragma unroll
    for (int i = 0; i < N; i++)
      all &= keys[i] != 0;
  } while (!all);
}

/* Turns the buckets' counts into where they begin. */
__device__ __forceinline__ void
number_buckets (FrameCollector *c)
{
  constexpr int n = N_BUCKETS / FRAME_THREADS;
  guint32 *own = c->buckets + n * threadIdx.x, counts[n], sum = 0;

#pragma unroll
  for (int i = 0; i < n; i++) {
    counts[i] = own[i];
    sum += counts[i];
  }
  sum = Everyone{ c }.sum_before (sum);
#pragma unroll
  for (int i = 0; i < n; i++) {
    own[i] = sum;
    sum += counts[i];
  }
  if (threadIdx.x == FRAME_THREADS - 1)
    c->buckets[N_BUCKETS] = sum;
}

/* The largest response is in bucket 0, the least that is wanted in the last. */
__device__ __forceinline__ guint
bucket_of (const FrameRange &r, int shift, HarrisKey key)
{
  guint32 below = __float_as_uint (r.hi) - ~(guint32) (key >> 32);

  return min (below >> shift, N_BUCKETS - 1u);
}

__device__ __forceinline__ int
bucket_shift (const FrameRange &r, guint32 cut)
{
  constexpr int bits = 11;
  guint32 span = __float_as_uint (r.hi) - (cut << 19);

  static_assert (N_BUCKETS == 1 << bits, "bits of a bucket's number");
  return max (0, 32 - __clz (span) - bits);
}

/* Up to MOST_KEYS keys: each finds its bucket, and then its place among the few
 * that are in it. The buckets are 0 before. FALSE: they crowd in one. */
__device__ __forceinline__ bool
order_few (const FrameArgs &a, FrameCollector *c, const FrameRange &r, guint n)
{
  int shift = bucket_shift (r, c->cut);
  guint bucket[THREAD_KEYS], place[THREAD_KEYS], count = 0;
  HarrisKey keys[THREAD_KEYS];

  await_keys<THREAD_KEYS> (a, threadIdx.x, n, keys);
#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++)
    if (keys[i] != HARRIS_KEY_NONE) {
      bucket[i] = bucket_of (r, shift, keys[i]);
      place[i] = atomicAdd (&c->buckets[bucket[i]], 1u);
      if (place[i] >= CROWD)
        c->crowded = 1;
    }
  __syncthreads ();
  if (c->crowded)
    return false;
  number_buckets (c);
  __syncthreads ();
#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++)
    if (keys[i] != HARRIS_KEY_NONE)
      c->keys[c->buckets[bucket[i]] + place[i]] = keys[i];
  __syncthreads ();
#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++)
    if (keys[i] != HARRIS_KEY_NONE) {
      guint first = c->buckets[bucket[i]], end = c->buckets[bucket[i] + 1];
      guint rank = first;

      for (guint j = first; j < end; j++)
        rank += c->keys[j] < keys[i];
      if (rank < a.max_corners && passes (a, r, keys[i])) {
        put_corner (a, c, keys[i], rank);
        count++;
      }
    }
  count = warp_sum (count);
  if (this_lane () == 0 && count > 0)
    atomicAdd (&c->n_corners, count);
  return true;
}

/* A bitonic sort of n keys in shared memory, as in sort.cuh. */
__device__ __forceinline__ void
sort_keys (HarrisKey *keys, guint n)
{
  guint size = 2;

  while (size < n)
    size *= 2;
  for (guint i = n + threadIdx.x; i < size; i += FRAME_THREADS)
    keys[i] = HARRIS_KEY_NONE;
  __syncthreads ();
  for (guint run = 2; run <= size; run *= 2)
    for (guint apart = run / 2; apart > 0; apart /= 2) {
      for (guint i = threadIdx.x; i < size / 2; i += FRAME_THREADS) {
        guint j = i & (apart - 1), low = 2 * (i - j) + j;
        guint high = apart == run / 2 ? 2 * (i - j) + run - 1 - j : low + apart;
        HarrisKey x = keys[low], y = keys[high];

        if (y < x) {
          keys[low] = y;
          keys[high] = x;
        }
      }
      __syncthreads ();
    }
}

/* Calls visit (key) for all n keys of the list, which are there; whole warps
 * call it, with NONE where there is no key. */
template <typename Visit>
__device__ __forceinline__ void
visit_keys (const FrameArgs &a, guint n, Visit visit)
{
#pragma unroll 1
  for (guint first = 0; first < n; first += BATCH * FRAME_THREADS) {
    HarrisKey keys[BATCH];

#pragma unroll
    for (int i = 0; i < BATCH; i++) {
      guint at = first + threadIdx.x + i * FRAME_THREADS;

      keys[i] = at < n ? __ldcg (&a.keys[at]) : HARRIS_KEY_NONE;
    }
#pragma unroll
    for (int i = 0; i < BATCH; i++)
      visit (keys[i]);
  }
}

/* Waits for all n keys; how many there are but NONE, the least and the largest
 * of them. */
__device__ __forceinline__ guint
survey_keys (const FrameArgs &a, FrameCollector *c, guint n, HarrisKey *low,
    HarrisKey *high)
{
  guint32 count = 0;

  *low = HARRIS_KEY_NONE;
  *high = 0;
#pragma unroll 1
  for (guint first = threadIdx.x; first < n; first += BATCH * FRAME_THREADS) {
    HarrisKey keys[BATCH];

    await_keys<BATCH> (a, first, n, keys);
#pragma unroll
    for (int i = 0; i < BATCH; i++)
      if (keys[i] != HARRIS_KEY_NONE) {
        *low = min (*low, keys[i]);
        *high = max (*high, keys[i]);
        count++;
      }
  }
  count = Everyone{ c }.sum (count);
  *low = ~Everyone{ c }.most64 (~*low);
  *high = Everyone{ c }.most64 (*high);
  return count;
}

/* Key number `wanted` lies between low and high; `before` others come before
 * low. Brings low and high nearer to it: to one of N_BUCKETS parts. */
__device__ __forceinline__ void
narrow (const FrameArgs &a, FrameCollector *c, guint n, guint wanted)
{
  HarrisKey low = c->low, high = c->high;
  guint32 before = c->before;
  int shift = 0;

  while ((high - low) >> shift >= N_BUCKETS)
    shift++;
  for (guint i = threadIdx.x; i <= N_BUCKETS; i += FRAME_THREADS)
    c->buckets[i] = 0;
  __syncthreads ();
  visit_keys (a, n, [&] (HarrisKey key) {
    if (key >= low && key <= high)
      atomicAdd (&c->buckets[(key - low) >> shift], 1u);
  });
  __syncthreads ();
  number_buckets (c);
  __syncthreads ();
  for (guint i = threadIdx.x; i < N_BUCKETS; i += FRAME_THREADS)
    if (before + c->buckets[i] < wanted
        && before + c->buckets[i + 1] >= wanted) {
      c->low = low + ((HarrisKey) i << shift);
      c->high = min (high, c->low + (((HarrisKey) 1 << shift) - 1));
      c->before = before + c->buckets[i];
      c->inside = c->buckets[i + 1] - c->buckets[i];
    }
  __syncthreads ();
}

/* The first max_corners of any number of keys, in order in c->keys; returns how
 * many there are. */
__device__ __forceinline__ guint
order_many (const FrameArgs &a, FrameCollector *c, guint n)
{
  HarrisKey low, high;
  guint count = survey_keys (a, c, n, &low, &high);
  guint wanted = min (count, a.max_corners);

  if (threadIdx.x == 0) {
    c->low = low;
    c->high = high;
    c->before = c->n_keys = 0;
    c->inside = count;
  }
  __syncthreads ();
  while (c->before + c->inside > MOST_KEYS)
    narrow (a, c, n, wanted);
  high = c->high;
  visit_keys (a, n, [&] (HarrisKey key) {
    bool mine = key <= high;
    guint32 lanes = __ballot_sync (ALL_LANES, mine), place = 0;

    if (this_lane () == 0 && lanes != 0)
      place = atomicAdd (&c->n_keys, (guint32) __popc (lanes));
    place = __shfl_sync (ALL_LANES, place, 0)
            + __popc (lanes & ((1u << this_lane ()) - 1));
    if (mine)
      c->keys[place] = key;
  });
  __syncthreads ();
  sort_keys (c->keys, c->n_keys);
  return wanted;
}

/* The corners from a list of n keys, some of which may be under way. */
__device__ __forceinline__ void
order_keys (const FrameArgs &a, FrameCollector *c, const FrameRange &r, guint n)
{
  guint count = 0, most;

  if (n <= MOST_KEYS && order_few (a, c, r, n))
    return;
  most = order_many (a, c, n);
  for (guint i = threadIdx.x; i < most; i += FRAME_THREADS)
    if (passes (a, r, c->keys[i])) {
      put_corner (a, c, c->keys[i], i);
      count++;
    }
  count = warp_sum (count);
  if (this_lane () == 0 && count > 0)
    atomicAdd (&c->n_corners, count);
}
