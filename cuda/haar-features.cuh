/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade at one window, whose corner lies at `sums` in shared memory.
 */
#pragma once

#include "haar-tile.cuh"

struct Node {
  uint4 words[3];
};

__device__ inline Node
load_node (const HaarCudaFrame &f, const Tile &t, guint number)
{
  const uint4 *words = (const uint4 *) t.nodes + number;

  return { { __ldg (words), __ldg (words + f.n_nodes),
      __ldg (words + 2 * f.n_nodes) } };
}

__device__ inline guint32
sum_at (const guint32 *sums, guint32 bytes)
{
  return *(const guint32 *) ((const guint8 *) sums + bytes);
}

__device__ inline guint32
rect_sum (const guint32 *sums, guint32 top, guint32 bottom)
{
  return sum_at (sums, top & 0xffff) - sum_at (sums, top >> 16)
         - sum_at (sums, bottom & 0xffff) + sum_at (sums, bottom >> 16);
}

__device__ inline bool
goes_left (const Node &node, const guint32 *sums, gfloat norm)
{
  const uint4 *w = node.words;
  guint32 value = w[1].w * rect_sum (sums, w[0].x, w[0].y)
                  + w[2].x * rect_sum (sums, w[0].z, w[0].w);

  if (w[2].y != 0)
    value += w[2].y * rect_sum (sums, w[1].x, w[1].y);
  return (gfloat) (gint32) value * norm < __uint_as_float (w[1].z);
}

__device__ inline gfloat
leaf_of (const Node &node, bool left)
{
  return __uint_as_float (left ? node.words[2].z : node.words[2].w);
}

/* From the first of its nodes on. */
__device__ inline gfloat
tree_leaf (const HaarCudaFrame &f, const Tile &t, guint number,
    const guint32 *sums, gfloat norm)
{
  for (;;) {
    Node node = load_node (f, t, number);
    bool left = goes_left (node, sums, norm);
    guint32 children = __ldg (f.children + number);
    guint child = left ? children & 0xffff : children >> 16;

    if (child == 0)
      return leaf_of (node, left);
    number += child;
  }
}

__device__ inline HaarCudaStage
load_stage (const HaarCudaFrame &f, guint stage)
{
  uint4 words = __ldg ((const uint4 *) (f.stages + stage));

  return { words.x, words.y, words.z, __uint_as_float (words.w) };
}

/* Windows that a thread takes at once: a node is then read once for all. */
template <guint N> struct Taken {
  const guint32 *sums[N];
  gfloat norms[N];
};

/* Those of every `parts`-th tree, from tree `part` on, are added to the sums,
 * which are exact in any order. */
template <guint N>
__device__ inline void
add_stumps (const HaarCudaFrame &f, const Tile &t, const HaarCudaStage &stage,
    guint part, guint parts, const Taken<N> &taken, gdouble sums[N])
{
  guint last = stage.n_trees - 1;
  Node next = load_node (f, t, stage.first_node + min (part, last));

  /* While one is worked out, the next one is on its way. */
#pragma unroll 2
  for (guint i = part; i <= last; i += parts) {
    Node node = next;

    next = load_node (f, t, stage.first_node + min (i + parts, last));
#pragma unroll
    for (guint j = 0; j < N; j++)
      sums[j] += (gdouble) leaf_of (
          node, goes_left (node, taken.sums[j], taken.norms[j]));
  }
}

template <bool TREES, guint N>
__device__ inline void
add_trees (const HaarCudaFrame &f, const Tile &t, const HaarCudaStage &stage,
    guint part, guint parts, const Taken<N> &taken, gdouble sums[N])
{
  if constexpr (!TREES) {
    add_stumps (f, t, stage, part, parts, taken, sums);
  } else {
    for (guint i = part; i < stage.n_trees; i += parts) {
      guint node = __ldg (f.trees + stage.first_tree + i);

#pragma unroll
      for (guint j = 0; j < N; j++)
        sums[j] +=
            (gdouble) tree_leaf (f, t, node, taken.sums[j], taken.norms[j]);
    }
  }
}

/* By one thread. */
template <bool TREES>
__device__ inline gdouble
stage_sum (const HaarCudaFrame &f, const Tile &t, const HaarCudaStage &stage,
    const guint32 *sums, gfloat norm)
{
  gdouble sum[1] = { 0 };

  add_trees<TREES, 1> (f, t, stage, 0, 1, { { sums }, { norm } }, sum);
  return sum[0];
}

/* By a warp, for the same window. */
template <bool TREES>
__device__ inline gdouble
stage_sum_by_warp (const HaarCudaFrame &f, const Tile &t,
    const HaarCudaStage &stage, const guint32 *sums, gfloat norm)
{
  gdouble sum[1] = { 0 };

  add_trees<TREES, 1> (
      f, t, stage, lane_number (), 32, { { sums }, { norm } }, sum);
  for (guint apart = 16; apart > 0; apart /= 2)
    sum[0] += __shfl_xor_sync (ALL_LANES, sum[0], apart);
  return sum[0];
}

__device__ inline guint32
norm_rect_sum (const guint32 *sums, const guint corners[4])
{
  return sums[corners[0]] - sums[corners[1]] - sums[corners[2]]
         + sums[corners[3]];
}

/* 1 / (standard deviation times area), of the norm rectangle's sum and sum of
 * squares, which are whole numbers; 0: the window is flat. */
template <typename Squares>
__device__ inline gfloat
norm_of (guint norm_area, guint32 sum, Squares squares)
{
  gdouble area = norm_area;
  gdouble variance = area * (gdouble) squares - (gdouble) sum * sum;
  gfloat norm;

  /* So flat that no rounding matters: what most flat windows are. */
  if (variance < 99 * area * area)
    return 0;
  /* The quotient is a float, its product with the area is not. */
  norm = (gfloat) __drcp_rn (__dsqrt_rn (variance));
  return area * norm < 0.1 ? norm : 0;
}
