/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Up to MOST_KEYS keys, some of each thread's, are put in order in the
 * collector's shared memory.
 */
#pragma once

#include "frame-collector.cuh"

#define THREAD_KEYS (MOST_KEYS / FRAME_THREADS)
#define CROWD       48 /* keys of a bucket, from which on a sort is faster */

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

/* Buckets of keys: from `low` on, 2 to the power of `shift` numbers each; the
 * last one has all that follow. */
struct Buckets {
  HarrisKey low;
  int shift;
};

/* For keys from `low` to `high`. */
__device__ __forceinline__ Buckets
buckets_between (HarrisKey low, HarrisKey high)
{
  constexpr int bits = 11;

  static_assert (N_BUCKETS == 1 << bits, "bits of a bucket's number");
  return Buckets{ low, max (0, 64 - __clzll (high - low) - bits) };
}

/* For all keys that are not too weak for the list. */
__device__ __forceinline__ Buckets
buckets_of_list (const FrameRange &r, guint32 cut)
{
  guint32 least = cut << FRAME_STRENGTH_BITS;

  return buckets_between (
      harris_key (r.hi, 0), (HarrisKey) ~least << 32 | G_MAXUINT32);
}

__device__ __forceinline__ guint
bucket_of (Buckets b, HarrisKey key)
{
  return (guint) min ((key - b.low) >> b.shift, (HarrisKey) N_BUCKETS - 1);
}

/* Calls visit (i, rank) for each of the thread's keys that is there: the key
 * finds its bucket, and then its place among the few that are in it. The
 * buckets are 0 before. FALSE: they crowd in one. */
template <typename Visit>
__device__ __forceinline__ bool
rank_few (FrameCollector *c, const HarrisKey keys[THREAD_KEYS], Buckets buckets,
    Visit visit)
{
  guint bucket[THREAD_KEYS], place[THREAD_KEYS];
  bool crowded = false;

#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++)
    if (keys[i] != HARRIS_KEY_NONE) {
      bucket[i] = bucket_of (buckets, keys[i]);
      place[i] = atomicAdd (&c->buckets[bucket[i]], 1u);
      crowded |= place[i] >= CROWD;
    }
  if (__syncthreads_or (crowded))
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
      visit (i, rank);
    }
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

/* The same of up to MOST_KEYS keys, some of which are NONE, of all threads. */
__device__ __forceinline__ void
sort_crowd (FrameCollector *c, const HarrisKey keys[THREAD_KEYS])
{
#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++)
    c->keys[threadIdx.x + i * FRAME_THREADS] = keys[i];
  __syncthreads ();
  sort_keys (c->keys, MOST_KEYS);
}

/* Puts the keys of all threads in order in c->keys. */
__device__ __forceinline__ void
sort_few (FrameCollector *c, const HarrisKey keys[THREAD_KEYS], Buckets buckets)
{
  guint ranks[THREAD_KEYS];

  if (!rank_few (
          c, keys, buckets, [&] (int i, guint rank) { ranks[i] = rank; })) {
    sort_crowd (c, keys);
    return;
  }
  __syncthreads ();
#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++)
    if (keys[i] != HARRIS_KEY_NONE)
      c->keys[ranks[i]] = keys[i];
  __syncthreads ();
}
