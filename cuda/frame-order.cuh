/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The collector puts the list in order.
 */
#pragma once

#include "frame-collector.cuh"

#define THREAD_KEYS (MOST_KEYS / FRAME_THREADS)
#define CROWD       48 /* keys of a bucket, from which on a sort is faster */
#define N_SAMPLES   1024 /* of a long list */
#define BATCH       16 /* keys that a thread has under way at once */

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

/* Keys `first`, first + step, ... of the n of the list, NONE where it ends;
 * waits for those that are under way. */
template <int N>
__device__ __forceinline__ void
await_keys (
    const FrameArgs &a, guint first, guint step, guint n, HarrisKey keys[N])
{
  bool all;

  do {
    all = true;
#pragma unroll
    for (int i = 0; i < N; i++) {
      guint at = first + i * step;

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

  await_keys<THREAD_KEYS> (a, threadIdx.x, FRAME_THREADS, n, keys);
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
__device__ __noinline__ void
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

/* Puts a thread's key, if it comes before `bound`, behind the n_keys in c->keys.
 * TRUE, for all threads: there may be no room for as many again. */
__device__ __forceinline__ bool
add_key (FrameCollector *c, HarrisKey key, HarrisKey bound)
{
  bool mine = key < bound;
  guint32 lanes = __ballot_sync (ALL_LANES, mine), place = 0;

  if (this_lane () == 0 && lanes != 0)
    place = atomicAdd (&c->n_keys, (guint32) __popc (lanes));
  place = __shfl_sync (ALL_LANES, place, 0)
          + __popc (lanes & ((1u << this_lane ()) - 1));
  if (mine)
    c->keys[place] = key;
  return __syncthreads_or (mine && place >= MOST_KEYS - FRAME_THREADS);
}

/* Leaves the first max_corners keys, in order. Returns what further ones must
 * come before. */
__device__ __forceinline__ HarrisKey
trim_keys (const FrameArgs &a, FrameCollector *c)
{
  guint n = c->n_keys;
  HarrisKey bound = HARRIS_KEY_NONE;

  sort_keys (c->keys, n);
  if (n >= a.max_corners)
    bound = c->keys[a.max_corners - 1];
  if (threadIdx.x == 0)
    c->n_keys = min (n, a.max_corners);
  __syncthreads ();
  return bound;
}

/* The first max_corners of any number of keys, however they lie. */
__device__ __forceinline__ void
sift_keys (const FrameArgs &a, FrameCollector *c, guint n)
{
  HarrisKey bound = HARRIS_KEY_NONE;

#pragma unroll 1
  for (guint first = 0; first < n; first += FRAME_THREADS) {
    guint at = first + threadIdx.x;
    HarrisKey key = at < n ? __ldcg (&a.keys[at]) : HARRIS_KEY_NONE;

    if (add_key (c, key, bound))
      bound = trim_keys (a, c);
  }
  trim_keys (a, c);
}

/* A key that most likely has a few more than max_corners of all n before it,
 * by a sample of them. */
__device__ __forceinline__ HarrisKey
guess_bound (const FrameArgs &a, FrameCollector *c, guint n)
{
  guint step = n / N_SAMPLES;
  guint rank = 3 * a.max_corners / 2 * N_SAMPLES / n + 8;
  HarrisKey keys[N_SAMPLES / FRAME_THREADS];

  await_keys<N_SAMPLES / FRAME_THREADS> (
      a, step * threadIdx.x, step * FRAME_THREADS, n, keys);
#pragma unroll
  for (int i = 0; i < N_SAMPLES / FRAME_THREADS; i++)
    c->keys[i * FRAME_THREADS + threadIdx.x] = keys[i];
  __syncthreads ();
  sort_keys (c->keys, N_SAMPLES);
  return c->keys[min (rank, N_SAMPLES - 1u)];
}

/* Waits for all n keys, and puts those before `bound` into c->keys as far as
 * there is room; c->n_keys counts all of them. */
__device__ __forceinline__ void
gather_keys (const FrameArgs &a, FrameCollector *c, guint n, HarrisKey bound)
{
#pragma unroll 1
  for (guint first = 0; first < n; first += BATCH * FRAME_THREADS) {
    HarrisKey keys[BATCH];

    await_keys<BATCH> (a, first + threadIdx.x, FRAME_THREADS, n, keys);
#pragma unroll
    for (int i = 0; i < BATCH; i++)
      if (keys[i] < bound) {
        guint place = atomicAdd (&c->n_keys, 1u);

        if (place < MOST_KEYS)
          c->keys[place] = keys[i];
      }
  }
}

/* The first max_corners of any number of keys, in order in c->keys; returns how
 * many there are. */
__device__ __forceinline__ guint
order_many (const FrameArgs &a, FrameCollector *c, guint n)
{
  HarrisKey bound = guess_bound (a, c, n);
  guint n_before;

  __syncthreads ();
  gather_keys (a, c, n, bound);
  __syncthreads ();
  n_before = c->n_keys;
  __syncthreads ();
  if (n_before >= a.max_corners && n_before <= MOST_KEYS) {
    trim_keys (a, c);
  } else {
    if (threadIdx.x == 0)
      c->n_keys = 0;
    __syncthreads ();
    sift_keys (a, c, n);
  }
  return c->n_keys;
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
