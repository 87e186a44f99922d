/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The collector puts the list in order.
 */
#pragma once

#include "frame-sift.cuh"

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
