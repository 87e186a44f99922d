/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Lists of windows that may still pass, in shared memory; and what places things
 * in lists.
 */
#pragma once

#include "haar-tile.cuh"

/* In shared memory as well. */
struct Counts {
  guint listed[3]; /* windows left after a stage, in turn */
  guint next;      /* to be taken by a warp */
  guint banks[32]; /* windows of each, while they are counted */
};
G_STATIC_ASSERT (sizeof (Counts) == HAAR_CUDA_COUNTS);

/* Adds the windows of those lanes that keep theirs. */
__device__ inline void
list_windows (guint16 *list, guint *n, bool keep, guint window)
{
  guint kept = __ballot_sync (ALL_LANES, keep), first = 0;

  if (kept == 0)
    return;
  if (lane_number () == 0)
    first = atomicAdd (n, (guint) __popc (kept));
  first = __shfl_sync (ALL_LANES, first, 0);
  if (keep)
    list[first + (guint) __popc (kept & ((1u << lane_number ()) - 1))] =
        (guint16) window;
}

/* Where window p of those sorted by bank comes in the list: as far as can be, 32
 * windows one after the other have banks of their own. */
__device__ inline guint
spread_place (guint p, guint n)
{
  guint rows = (n + 31) / 32, full = n - (rows - 1) * 32;

  if (p < rows * full)
    return p % rows * 32 + p / rows;
  p -= rows * full;
  return p % (rows - 1) * 32 + full + p / (rows - 1);
}

/* The number of windows in the banks before this lane's. */
__device__ inline guint
windows_before (const guint banks[32])
{
  guint own = banks[lane_number ()], sum = own;

  for (guint apart = 1; apart < 32; apart *= 2) {
    guint before = __shfl_up_sync (ALL_LANES, sum, apart);

    sum += lane_number () >= apart ? before : 0;
  }
  return sum - own;
}

/* All features of a window lie as many banks from it, in every window: threads
 * whose windows have banks of their own never wait for each other. */
__device__ inline void
spread_windows (const HaarCudaGeometry &g, const Tile &t, const Windows &w,
    guint16 *list, guint n, guint banks[32])
{
  const guint most = HAAR_CUDA_MAX_TILE / HAAR_CUDA_THREADS;
  guint windows[most], before; /* with their number in the bank above */

#pragma unroll
  for (guint i = 0; i < most; i++) {
    guint place = i * HAAR_CUDA_THREADS + threadIdx.x;

    if (place < n) {
      windows[i] = list[place];
      windows[i] |= atomicAdd (&banks[window_at (g, t, w, windows[i]) % 32], 1u)
                    << 16;
    }
  }
  __syncthreads ();
  before = windows_before (banks);
#pragma unroll
  for (guint i = 0; i < most; i++) {
    guint place = i * HAAR_CUDA_THREADS + threadIdx.x;

    if (i * HAAR_CUDA_THREADS < n) {
      guint window = place < n ? windows[i] & 0xffff : 0;
      guint first = __shfl_sync (
          ALL_LANES, before, (gint) (window_at (g, t, w, window) % 32));

      if (place < n)
        list[spread_place (first + (windows[i] >> 16), n)] = (guint16) window;
    }
  }
  __syncthreads ();
  if (threadIdx.x < 32)
    banks[threadIdx.x] = 0;
}

/* The sums of all values up to each thread's; *all is that of the block. */
template <typename T>
__device__ inline T
block_scan (T value, T *of_warps, T *all)
{
  T sum = value;

  for (guint apart = 1; apart < 32; apart *= 2) {
    T before = __shfl_up_sync (ALL_LANES, sum, apart);

    if (lane_number () >= apart)
      sum += before;
  }
  __syncthreads ();
  if (lane_number () == 31)
    of_warps[warp_number ()] = sum;
  __syncthreads ();
  *all = 0;
  for (guint i = 0; i < HAAR_CUDA_WARPS; i++) {
    if (i == warp_number ())
      sum += *all;
    *all += of_warps[i];
  }
  return sum;
}
