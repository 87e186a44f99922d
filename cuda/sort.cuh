/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A bitonic sort of any number of keys, and the corners that they become.
 *
 * Runs of `size` sorted keys come from two of half that size: first key i of
 * the one is compared with key i from the end of the other, then keys that are
 * size / 4, size / 8, ... 1 apart. The smaller key always goes to the lower
 * place, so that places from n on can be taken for keys that come last, and
 * need not exist.
 */
#pragma once

#include "harris-cuda.h"

/* Keys that a block of threads sorts in shared memory, two a thread. */
#define SORT_CHUNK   2048
#define SORT_THREADS (SORT_CHUNK / 2)

__device__ inline void
sort_pair (HarrisKey *keys, guint n, guint low, guint high)
{
  HarrisKey a, b;

  if (high >= n)
    return;
  a = keys[low];
  b = keys[high];
  if (b < a) {
    keys[low] = b;
    keys[high] = a;
  }
}

/* Pair `i` of the first step towards runs of `size`. */
__device__ inline void
sort_mirrored (HarrisKey *keys, guint n, guint size, guint i)
{
  guint half = size / 2, base = i / half * size, j = i % half;

  sort_pair (keys, n, base + j, base + size - 1 - j);
}

/* Pair `i` of a later step: keys `apart`. */
__device__ inline void
sort_apart (HarrisKey *keys, guint n, guint apart, guint i)
{
  guint low = i / apart * 2 * apart + i % apart;

  sort_pair (keys, n, low, low + apart);
}

/* The block's threads move up to SORT_CHUNK keys to shared memory. */
__device__ inline void
sort_load (const HarrisKey *keys, guint n, HarrisKey *shared)
{
  for (guint i = threadIdx.x; i < n; i += SORT_THREADS)
    shared[i] = keys[i];
  __syncthreads ();
}

__device__ inline void
sort_store (HarrisKey *keys, guint n, const HarrisKey *shared)
{
  for (guint i = threadIdx.x; i < n; i += SORT_THREADS)
    keys[i] = shared[i];
  __syncthreads ();
}

/* All steps with keys at most `apart` apart. */
__device__ inline void
sort_merge_shared (HarrisKey *shared, guint n, guint apart)
{
  for (; apart > 0; apart /= 2) {
    sort_apart (shared, n, apart, threadIdx.x);
    __syncthreads ();
  }
}

/* Sorts up to SORT_CHUNK keys. */
__device__ inline void
sort_shared (HarrisKey *shared, guint n)
{
  for (guint size = 2; size / 2 < n; size *= 2) {
    sort_mirrored (shared, n, size, threadIdx.x);
    __syncthreads ();
    sort_merge_shared (shared, n, size / 4);
  }
}

/* The parts of the sort of many keys; each goes through all chunks or pairs,
 * and needs all blocks of threads to have done the one before. */

__device__ inline void
sort_chunks (HarrisKey *keys, guint n, HarrisKey *shared)
{
  for (guint first = blockIdx.x * SORT_CHUNK; first < n;
       first += gridDim.x * SORT_CHUNK) {
    guint count = min (n - first, SORT_CHUNK);

    sort_load (keys + first, count, shared);
    sort_shared (shared, count);
    sort_store (keys + first, count, shared);
  }
}

/* Enough pairs for runs of `size` that cover n keys. */
__device__ inline guint
sort_n_pairs (guint n, guint size)
{
  return (n + size - 1) / size * (size / 2);
}

__device__ inline void
sort_step_mirrored (HarrisKey *keys, guint n, guint size)
{
  for (guint i = blockIdx.x * SORT_THREADS + threadIdx.x;
       i < sort_n_pairs (n, size); i += gridDim.x * SORT_THREADS)
    sort_mirrored (keys, n, size, i);
}

__device__ inline void
sort_step_apart (HarrisKey *keys, guint n, guint apart)
{
  for (guint i = blockIdx.x * SORT_THREADS + threadIdx.x;
       i < sort_n_pairs (n, 2 * apart); i += gridDim.x * SORT_THREADS)
    sort_apart (keys, n, apart, i);
}

/* The last steps of a run of any size: keys less than a chunk apart. */
__device__ inline void
sort_merge_chunks (HarrisKey *keys, guint n, HarrisKey *shared)
{
  for (guint first = blockIdx.x * SORT_CHUNK; first < n;
       first += gridDim.x * SORT_CHUNK) {
    guint count = min (n - first, SORT_CHUNK);

    sort_load (keys + first, count, shared);
    sort_merge_shared (shared, count, SORT_CHUNK / 2);
    sort_store (keys + first, count, shared);
  }
}

__device__ inline HarrisCorner
corner_of (HarrisKey key, guint width)
{
  guint position = harris_key_position (key);

  return HarrisCorner{ (gfloat) (position % width), (gfloat) (position / width),
    harris_key_response (key) };
}

/* Up to so many keys are put in order by counting for each how many come
 * before it: a warp does that, and none waits for another. */
#define RANK_KEYS 4096

__device__ inline guint
rank_of (HarrisKey key, const HarrisKey *keys, guint n)
{
  guint rank = 0;

#pragma unroll 8
  for (guint i = threadIdx.x % 32; i < n; i += 32)
    rank += keys[i] < key;
  for (int i = 16; i > 0; i /= 2)
    rank += __shfl_xor_sync (~0u, rank, i);
  return rank;
}

/* Calls visit (key, rank) once for each of n keys in any order, by all blocks
 * of SORT_THREADS threads. */
template <typename Visit>
__device__ inline void
rank_keys (const HarrisKey *keys, guint n, Visit visit)
{
  for (guint i = threadIdx.x / 32 * gridDim.x + blockIdx.x; i < n;
       i += gridDim.x * (SORT_THREADS / 32)) {
    HarrisKey key = keys[i];
    guint rank = rank_of (key, keys, n);

    if (threadIdx.x % 32 == 0)
      visit (key, rank);
  }
}

/* The first max_corners (0: all) of them. */
__device__ inline void
rank_corners (const HarrisKey *keys, guint n, guint max_corners, guint width,
    HarrisCorner *corners, HarrisState *state)
{
  guint count = max_corners ? min (n, max_corners) : n;

  rank_keys (keys, n, [&] (HarrisKey key, guint rank) {
    if (rank < count)
      corners[rank] = corner_of (key, width);
  });
  if (blockIdx.x == 0 && threadIdx.x == 0)
    state->n_corners = count;
}

/* The first max_corners (0: all) of n sorted keys, by all blocks of
 * SORT_THREADS threads. */
__device__ inline void
select_corners (const HarrisKey *keys, guint n, guint max_corners, guint width,
    HarrisCorner *corners, HarrisState *state)
{
  guint count = max_corners ? min (n, max_corners) : n;

  for (guint i = blockIdx.x * SORT_THREADS + threadIdx.x; i < count;
       i += gridDim.x * SORT_THREADS)
    corners[i] = corner_of (keys[i], width);
  if (blockIdx.x == 0 && threadIdx.x == 0)
    state->n_corners = count;
}
