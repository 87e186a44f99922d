/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The collector's choice where a corner depends on those before it: it takes
 * the list in parts, the strongest first, and these in batches, until there are
 * corners enough.
 */
#pragma once

#include "batch.cuh"
#include "frame-order.cuh"

#define N_FOLDED 1024 /* buckets: a power of 2 */

/* Behind a FrameCollector. */
struct FrameSpacer {
  Batch<FRAME_THREADS> batch;
  guint32 cells[FRAME_MAX_CELLS];
  guint32 first[N_FOLDED], next[FRAME_MAX_CORNERS];
};
static_assert (BATCH_NEAR <= N_BUCKETS, "lists begin in the sort's buckets");
static_assert (
    sizeof (FrameCollector) % 16 == 0
        && sizeof (FrameCollector) + sizeof (FrameSpacer) <= FRAME_LEAST_SPACED,
    "the collector of spaced corners does not fit");

__device__ __forceinline__ FrameSpacer *
spacer_of (FrameCollector *c)
{
  return (FrameSpacer *) (c + 1);
}

__device__ __forceinline__ void
clear_spacer (FrameCollector *c)
{
  FrameSpacer *s = spacer_of (c);

  for (guint i = threadIdx.x; i < FRAME_MAX_CELLS; i += FRAME_THREADS)
    s->cells[i] = 0;
  for (guint i = threadIdx.x; i < N_FOLDED; i += FRAME_THREADS)
    s->first[i] = 0;
}

__device__ __forceinline__ bool
is_spaced (const FrameArgs &a)
{
  return a.spacing.near_below > 0 || a.spacing.cell_limit > 0;
}

/* Before another part of the list. */
__device__ __forceinline__ void
forget_part (FrameCollector *c)
{
  for (guint i = threadIdx.x; i <= N_BUCKETS; i += FRAME_THREADS)
    c->buckets[i] = 0;
  if (threadIdx.x == 0)
    c->n_keys = 0;
  __syncthreads ();
}

/* All keys of a long list that pass. FALSE: there are too many. */
__device__ __forceinline__ bool
find_passing (const FrameArgs &a, FrameCollector *c, const FrameRange &r,
    guint n, HarrisKey keys[THREAD_KEYS])
{
  gather_keys (a, c, n, [&] (HarrisKey key) {
    return key != HARRIS_KEY_NONE && passes (a, r, key);
  });
  __syncthreads ();
  if (c->n_keys <= MOST_KEYS) {
    take_few (c, keys);
    return true;
  }
  __syncthreads ();
  if (threadIdx.x == 0)
    c->n_keys = 0;
  __syncthreads ();
  return false;
}

/* Those that do not pass. */
__device__ __forceinline__ void
drop_weak (const FrameArgs &a, const FrameRange &r, HarrisKey keys[THREAD_KEYS])
{
#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++)
    if (keys[i] != HARRIS_KEY_NONE && !passes (a, r, keys[i]))
      keys[i] = HARRIS_KEY_NONE;
}

/* For keys that pass: from the largest response to one that is nearly the
 * threshold. */
__device__ __forceinline__ Buckets
buckets_of_passing (const FrameCollector *c, const FrameRange &r)
{
  float least = fminf (fmaxf ((float) c->threshold, 0), r.hi);

  return buckets_between (
      harris_key (r.hi, 0), harris_key (least, G_MAXUINT32));
}

/* The next keys behind `low`, in order in c->keys; returns how many there are,
 * none at the list's end. `last`: no more that pass are behind them. Waits for
 * those that are under way. */
__device__ __forceinline__ guint
next_part (const FrameArgs &a, FrameCollector *c, const FrameRange &r, guint n,
    HarrisKey low, bool *last)
{
  Buckets buckets = buckets_of_passing (c, r);
  HarrisKey keys[THREAD_KEYS];
  guint count = 0;

  *last = true;
  if (n <= MOST_KEYS) {
    await_keys<THREAD_KEYS> (a, threadIdx.x, FRAME_THREADS, n, keys);
    drop_weak (a, r, keys);
  } else if (low != 0 || !find_passing (a, c, r, n, keys)) {
    *last = false;
    if (!find_few (a, c, n, low, PART_KEYS, keys, &buckets)) {
      __syncthreads ();
      sift_keys (a, c, n, low, PART_KEYS);
      __syncthreads ();
      return c->n_keys;
    }
  }
  sort_few (c, keys, buckets);
#pragma unroll
  for (int i = 0; i < THREAD_KEYS; i++)
    count += keys[i] != HARRIS_KEY_NONE;
  return Everyone{ c }.sum (count);
}

/* Those of n sorted keys in c->keys that pass. TRUE: more are wanted. What the
 * keys have been sorted by is not needed any more: lists begin there. */
__device__ __forceinline__ bool
space_part (const FrameArgs &a, FrameCollector *c, const FrameRange &r,
    const Kept &kept, guint n, guint &n_corners)
{
#pragma unroll 1
  for (guint first = 0; first < n; first += FRAME_THREADS) {
    guint there = min (n - first, (guint) FRAME_THREADS), passing;
    HarrisKey key = c->keys[first + min (threadIdx.x, there - 1)];

    passing = Everyone{ c }.sum (threadIdx.x < there && passes (a, r, key));
    if (passing == 0)
      return false;
    n_corners = keep_batch (a.spacing, kept, spacer_of (c)->batch, c->buckets,
        passing, key, n_corners);
    if (passing < there || n_corners >= a.max_corners)
      return false;
  }
  return true;
}

__device__ __forceinline__ Kept
kept_of (FrameCollector *c)
{
  FrameSpacer *s = spacer_of (c);

  return Kept{ s->cells, s->first, s->next, N_FOLDED - 1, c->corners };
}

/* The corners from a list of n keys, some of which may be under way. */
__device__ __forceinline__ void
space_keys (const FrameArgs &a, FrameCollector *c, const FrameRange &r, guint n)
{
  guint n_corners = 0, part;
  HarrisKey low = 0;
  bool last;

#pragma unroll 1
  while ((part = next_part (a, c, r, n, low, &last)) > 0
         && space_part (a, c, r, kept_of (c), part, n_corners) && !last) {
    low = c->keys[part - 1];
    __syncthreads ();
    forget_part (c);
  }
  __syncthreads ();
  if (threadIdx.x == 0)
    c->n_corners = min (n_corners, a.max_corners);
}
