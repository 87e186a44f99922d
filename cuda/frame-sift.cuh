/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The strongest keys of a list of any length.
 */
#pragma once

#include "frame-sort.cuh"

#define N_SAMPLES 256 /* of a long list */
#define AT_ONCE   16  /* keys that a thread has under way */
#define PART_KEYS 700 /* of a list, where any number may be looked at */

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

/* A key that most likely has a few more than `most` of all n keys before it
 * that come behind `low`, by a sample of them. All threads call it; a sample
 * has two, which compare it with a half of the others each. */
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

/* Puts a thread's keys that are wanted behind the n_keys in c->keys, as far as
 * there is room; a warp does it for all of its own at once. */
__device__ __forceinline__ void
put_wanted (FrameCollector *c, const HarrisKey keys[AT_ONCE], guint32 wanted)
{
  guint32 n = __popc (wanted), up_to = warp_sum_up_to (n), place = 0;

  if (this_lane () == 31 && up_to > 0)
    place = atomicAdd (&c->n_keys, up_to);
  place = __shfl_sync (ALL_LANES, place, 31) + up_to - n;
#pragma unroll
  for (int i = 0; i < AT_ONCE; i++)
    if (wanted >> i & 1) {
      if (place < MOST_KEYS)
        c->keys[place] = keys[i];
      place++;
    }
}

/* Waits for all n keys, and puts those that are wanted (key), which NONE is
 * not, into c->keys as far as there is room; c->n_keys, 0 before, counts all of
 * them. */
template <typename Wanted>
__device__ __forceinline__ void
gather_keys (const FrameArgs &a, FrameCollector *c, guint n, Wanted wanted)
{
#pragma unroll 1
  for (guint first = 0; first < n; first += AT_ONCE * FRAME_THREADS) {
    HarrisKey keys[AT_ONCE];
    guint32 bits = 0;

    await_keys<AT_ONCE> (a, first + threadIdx.x, FRAME_THREADS, n, keys);
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++)
      bits |= (guint32) wanted (keys[i]) << i;
    put_wanted (c, keys, bits);
  }
}

/* The thread's of the keys that have been gathered. */
__device__ __forceinline__ void
take_few (FrameCollector *c, HarrisKey keys[THREAD_KEYS])
{
#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++) {
    guint at = threadIdx.x + i * FRAME_THREADS;

    keys[i] = at < c->n_keys ? c->keys[at] : HARRIS_KEY_NONE;
  }
}

/* The first one of all threads'. */
__device__ __forceinline__ HarrisKey
first_of_all (FrameCollector *c, const HarrisKey keys[THREAD_KEYS])
{
  HarrisKey least = HARRIS_KEY_NONE;

#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++)
    least = min (least, keys[i]);
  return ~Everyone{ c }.most64 (~least);
}

/* Of a long list, a part that has the first `most` keys behind `low`, or all
 * that there are. FALSE: there is none that is short enough. */
__device__ __forceinline__ bool
find_few (const FrameArgs &a, FrameCollector *c, guint n, HarrisKey low,
    guint most, HarrisKey keys[THREAD_KEYS], Buckets *buckets)
{
  HarrisKey bound = guess_bound (a, c, n, low, most);

  gather_keys (
      a, c, n, [=] (HarrisKey key) { return key > low && key < bound; });
  for (guint i = threadIdx.x; i < N_SAMPLES; i += FRAME_THREADS)
    c->buckets[i] = 0;
  __syncthreads ();
  if ((c->n_keys < most && bound != HARRIS_KEY_NONE) || c->n_keys > MOST_KEYS)
    return false;
  take_few (c, keys);
  *buckets = buckets_between (first_of_all (c, keys), bound);
  return true;
}
