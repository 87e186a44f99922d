/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The collector puts the list in order.
 */
#pragma once

#include "frame-collector.cuh"

#define THREAD_KEYS (MOST_KEYS / FRAME_THREADS)
#define CROWD       48  /* keys of a bucket, from which on a sort is faster */
#define N_SAMPLES   256 /* of a long list */
#define AT_ONCE     16  /* keys that a thread has under way */
#define PART_KEYS   700 /* of a list, where any number may be looked at */

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
  return buckets_between (
      harris_key (r.hi, 0), (HarrisKey) ~(cut << 19) << 32 | G_MAXUINT32);
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

/* The first of n sorted keys in c->keys become corners. */
__device__ __forceinline__ void
put_corners (
    const FrameArgs &a, FrameCollector *c, const FrameRange &r, guint n)
{
  for (guint i = threadIdx.x; i < min (n, a.max_corners); i += FRAME_THREADS)
    if (c->keys[i] != HARRIS_KEY_NONE && passes (a, r, c->keys[i])) {
      put_corner (a, c, c->keys[i], i);
      atomicAdd (&c->n_corners, 1u);
    }
}

/* The keys of all threads become corners. */
__device__ __forceinline__ void
order_few (const FrameArgs &a, FrameCollector *c, const FrameRange &r,
    const HarrisKey keys[THREAD_KEYS], Buckets buckets)
{
  guint count = 0;

  if (!rank_few (c, keys, buckets, [&] (int i, guint rank) {
        if (rank < a.max_corners && passes (a, r, keys[i])) {
          put_corner (a, c, keys[i], rank);
          count++;
        }
      })) {
    sort_crowd (c, keys);
    put_corners (a, c, r, MOST_KEYS);
    return;
  }
  count = warp_sum (count);
  if (this_lane () == 0 && count > 0)
    atomicAdd (&c->n_corners, count);
}

/* Puts a thread's key, if it comes before `bound`, behind the n_keys in
 * c->keys. TRUE, for all threads: there may be no room for as many again. */
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

/* Leaves the first `most` keys, in order. Returns what further ones must come
 * before. */
__device__ __forceinline__ HarrisKey
trim_keys (FrameCollector *c, guint most)
{
  guint n = c->n_keys;
  HarrisKey bound = HARRIS_KEY_NONE;

  sort_keys (c->keys, n);
  if (n >= most)
    bound = c->keys[most - 1];
  if (threadIdx.x == 0)
    c->n_keys = min (n, most);
  __syncthreads ();
  return bound;
}

/* The first `most` keys behind `low` of any number, however they lie, in order
 * in c->keys. Waits for all of them. */
__device__ __forceinline__ void
sift_keys (
    const FrameArgs &a, FrameCollector *c, guint n, HarrisKey low, guint most)
{
  HarrisKey bound = HARRIS_KEY_NONE;

  if (threadIdx.x == 0)
    c->n_keys = 0;
  __syncthreads ();
#pragma unroll 1
  for (guint first = 0; first < n; first += FRAME_THREADS) {
    HarrisKey key[1];

    await_keys<1> (a, first + threadIdx.x, 0, n, key);
    if (add_key (c, key[0] > low ? key[0] : HARRIS_KEY_NONE, bound))
      bound = trim_keys (c, most);
  }
  trim_keys (c, most);
}

/* A key that most likely has a few more than `most` of all n keys before it that
 * come behind `low`, by a sample of them. All threads call it; a sample has two, which compare it
 * with a half of the others each. */
__device__ __forceinline__ HarrisKey
guess_bound (
    const FrameArgs &a, FrameCollector *c, guint n, HarrisKey low, guint most)
{
  constexpr guint half = N_SAMPLES / 2;
  guint sample = threadIdx.x % N_SAMPLES,
        first = threadIdx.x / N_SAMPLES * half;
  float expected = (float) most * N_SAMPLES / n;
  guint rank = (guint) (expected + 3 * sqrtf (expected) + 4), before = 0;
  HarrisKey key[1];

  static_assert (FRAME_THREADS == 2 * N_SAMPLES, "a sample has two threads");
  await_keys<1> (a, sample * (n / N_SAMPLES), 0, n, key);
  if (key[0] <= low)
    key[0] = HARRIS_KEY_NONE;
  if (threadIdx.x < N_SAMPLES) {
    c->keys[sample] = key[0];
    c->buckets[sample] = 0;
  }
  if (threadIdx.x == 0)
    c->bound = HARRIS_KEY_NONE;
  __syncthreads ();
#pragma unroll 4
  for (guint i = first; i < first + half; i++)
    before += c->keys[i] < key[0];
  add_shared (&c->buckets[sample], before);
  __syncthreads ();
  if (threadIdx.x < N_SAMPLES && c->buckets[sample] == rank
      && key[0] != HARRIS_KEY_NONE)
    c->bound = key[0];
  __syncthreads ();
  return c->bound;
}

/* Waits for all n keys, and puts those between into c->keys as far as there is
 * room; c->n_keys counts all of them. */
__device__ __forceinline__ void
gather_keys (const FrameArgs &a, FrameCollector *c, guint n, HarrisKey low,
    HarrisKey bound)
{
#pragma unroll 1
  for (guint first = 0; first < n; first += AT_ONCE * FRAME_THREADS) {
    HarrisKey keys[AT_ONCE];

    await_keys<AT_ONCE> (a, first + threadIdx.x, FRAME_THREADS, n, keys);
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++)
      if (keys[i] > low && keys[i] < bound) {
        guint place = atomicAdd (&c->n_keys, 1u);

        if (place < MOST_KEYS)
          c->keys[place] = keys[i];
      }
  }
}

/* Of a long list, a part that has the first `most` keys behind `low`, or all
 * that there are. FALSE: there is none that is short enough. */
__device__ __forceinline__ bool
find_few (const FrameArgs &a, FrameCollector *c, guint n, HarrisKey low,
    guint most, HarrisKey keys[THREAD_KEYS], Buckets *buckets)
{
  HarrisKey bound = guess_bound (a, c, n, low, most), least = HARRIS_KEY_NONE;

  gather_keys (a, c, n, low, bound);
  for (guint i = threadIdx.x; i < N_SAMPLES; i += FRAME_THREADS)
    c->buckets[i] = 0;
  __syncthreads ();
  if ((c->n_keys < most && bound != HARRIS_KEY_NONE) || c->n_keys > MOST_KEYS)
    return false;
#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++) {
    guint at = threadIdx.x + i * FRAME_THREADS;

    keys[i] = at < c->n_keys ? c->keys[at] : HARRIS_KEY_NONE;
    least = min (least, keys[i]);
  }
  *buckets = buckets_between (~Everyone{ c }.most64 (~least), bound);
  return true;
}

/* The corners from a list of n keys, some of which may be under way. */
__device__ __forceinline__ void
order_keys (const FrameArgs &a, FrameCollector *c, const FrameRange &r, guint n)
{
  Buckets buckets = buckets_of_list (r, c->cut);
  HarrisKey keys[THREAD_KEYS];

  if (n <= MOST_KEYS) {
    await_keys<THREAD_KEYS> (a, threadIdx.x, FRAME_THREADS, n, keys);
  } else if (!find_few (a, c, n, 0, a.max_corners, keys, &buckets)) {
    __syncthreads ();
    sift_keys (a, c, n, 0, a.max_corners);
    put_corners (a, c, r, c->n_keys);
    return;
  }
  order_few (a, c, r, keys, buckets);
}
