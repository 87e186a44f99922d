/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A stage of the cascade for all windows of a list.
 */
#pragma once

#include "haar-features.cuh"
#include "haar-lists.cuh"

/* The windows of a stage are taken in groups by warps. Where there are more
 * warps they share: a group's trees are dealt out to so many of them. */
struct Groups {
  guint n, parts;
};

__device__ inline Groups
groups_of (guint n_windows)
{
  guint n = (n_windows + HAAR_CUDA_GROUP - 1) / HAAR_CUDA_GROUP;

  return { n, n < HAAR_CUDA_WARPS ? HAAR_CUDA_WARPS / n : 1 };
}

/* This thread's windows of a group: places in the list. */
__device__ inline guint
place_in_group (guint group, guint i)
{
  return group * HAAR_CUDA_GROUP + i * 32 + lane_number ();
}

/* N windows a thread; where the list has ended, its last one. */
template <bool TREES, guint N>
__device__ inline void
add_part (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const HaarCudaStage &stage, const guint16 *list, guint n, guint group,
    guint part, guint parts, gdouble sums[N])
{
  Taken<N> taken;

#pragma unroll
  for (guint i = 0; i < N; i++) {
    guint window = list[min (place_in_group (group, i), n - 1)];

    taken.sums[i] = t.sums + window_at (f.geometry, t, w, window);
    taken.norms[i] = t.norms[window];
  }
  add_trees<TREES, N> (f, t, stage, part, parts, taken, sums);
}

template <bool TREES>
__device__ inline void
add_group (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const HaarCudaStage &stage, const guint16 *list, guint n, guint group,
    guint part, guint parts, gdouble sums[HAAR_CUDA_SHARE])
{
  if (group * HAAR_CUDA_GROUP + 32 < n)
    add_part<TREES, HAAR_CUDA_SHARE> (
        f, t, w, stage, list, n, group, part, parts, sums);
  else
    add_part<TREES, 1> (f, t, w, stage, list, n, group, part, parts, sums);
}

/* Adds what the other warps of a group have found. All threads of the block
 * come here. */
__device__ inline void
gather_parts (
    const Tile &t, const Groups &groups, gdouble sums[HAAR_CUDA_SHARE])
{
  for (guint i = 0; i < HAAR_CUDA_SHARE; i++)
    t.partial_sums[i * HAAR_CUDA_THREADS + threadIdx.x] = sums[i];
  __syncthreads ();
  if (warp_number () >= groups.n)
    return;
  for (guint i = 0; i < HAAR_CUDA_SHARE; i++)
    for (guint part = 1; part < groups.parts; part++)
      sums[i] += t.partial_sums[i * HAAR_CUDA_THREADS + part * groups.n * 32
                                + threadIdx.x];
}

__device__ inline void
list_group (const HaarCudaStage &stage, const guint16 *list, guint n,
    guint group, const gdouble sums[HAAR_CUDA_SHARE], guint16 *left,
    guint *n_left)
{
  for (guint i = 0; i < HAAR_CUDA_SHARE; i++) {
    guint place = place_in_group (group, i);

    list_windows (left, n_left, place < n && !(sums[i] < stage.bound),
        list[min (place, n - 1)]);
  }
}

/* One stage for all that is listed. */
template <bool TREES>
__device__ inline void
next_stage (const HaarCudaFrame &f, const Tile &t, const Windows &w,
    const guint16 *list, guint n, const HaarCudaStage &stage, guint16 *left,
    guint *n_left)
{
  Groups groups = groups_of (n);
  guint warps = groups.n * groups.parts;

  for (guint warp = warp_number (); warp < warps || groups.parts > 1;
       warp += HAAR_CUDA_WARPS) {
    guint group = warp % groups.n;
    gdouble sums[HAAR_CUDA_SHARE] = { 0 };

    if (warp < warps)
      add_group<TREES> (
          f, t, w, stage, list, n, group, warp / groups.n, groups.parts, sums);
    if (groups.parts > 1)
      gather_parts (t, groups, sums);
    if (warp < groups.n)
      list_group (stage, list, n, group, sums, left, n_left);
    if (groups.parts > 1)
      return;
  }
}
