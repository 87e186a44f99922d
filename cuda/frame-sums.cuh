/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From samples to sums: derivatives, their products, and the window along a
 * row. Rows of sums that two warps need one makes, and the other finds them in
 * shared memory.
 */
#pragma once

#include "frame-samples.cuh"

/* Sums along a row of the three components, of a lane's columns. */
typedef float FrameRowSums[3][4];

/* The last two rows of samples, and the derivative along the last one. */
struct FramePipe {
  float before[8], now[8], ix[8]; /* columns -2 to 5 */
  SampleWords ahead[2];           /* rows under way */
};

/* The window along a row of the products p = g q. All of these are integers
 * below 2^24: p beside a lane's columns needs no register, for
 * fma (g, q, p') is the exact p + p'. */
__device__ __forceinline__ void
sum_products (
    const float g[8], const float q[8], const float *taps, float sums[4])
{
  float p[4], near[4], far[4];

#pragma unroll
  for (int i = 0; i < 4; i++)
    p[i] = __fmul_rn (g[i + 2], q[i + 2]);
  near[0] = __fmaf_rn (g[1], q[1], p[1]);
  near[1] = __fadd_rn (p[0], p[2]);
  near[2] = __fadd_rn (p[1], p[3]);
  near[3] = __fmaf_rn (g[6], q[6], p[2]);
  far[0] = __fmaf_rn (g[0], q[0], p[2]);
  far[1] = __fmaf_rn (g[1], q[1], p[3]);
  far[2] = __fmaf_rn (g[6], q[6], p[0]);
  far[3] = __fmaf_rn (g[7], q[7], p[1]);
#pragma unroll
  for (int i = 0; i < 4; i++) {
    sums[i] = __fmul_rn (taps[0], p[i]);
    sums[i] = __fmaf_rn (taps[1], near[i], sums[i]);
    sums[i] = __fmaf_rn (taps[2], far[i], sums[i]);
  }
}

__device__ __forceinline__ void
pipe_push (FramePipe &p, const float v[FRAME_COLUMNS])
{
#pragma unroll
  for (int i = 0; i < 8; i++) {
    p.before[i] = p.now[i];
    p.now[i] = v[i + 1];
    p.ix[i] = __fsub_rn (v[i + 2], v[i]);
  }
}

/* Takes another row of samples, and makes the sums of the row above it. */
__device__ __forceinline__ void
pipe_row (FramePipe &p, FrameFeed &f, const FrameArgs &a, FrameRowSums &sums)
{
  SampleWords w = p.ahead[0];
  float v[FRAME_COLUMNS], iy[8];

  p.ahead[0] = p.ahead[1];
  p.ahead[1] = feed_next (f, a);
  feed_floats (f, w, v);
#pragma unroll
  for (int i = 0; i < 8; i++)
    iy[i] = __fsub_rn (v[i + 1], p.before[i]);
  sum_products (p.ix, p.ix, a.taps, sums[0]);
  sum_products (iy, iy, a.taps, sums[1]);
  sum_products (p.ix, iy, a.taps, sums[2]);
  pipe_push (p, v);
}

/* The first rows on their way. */
__device__ __forceinline__ void
pipe_start (
    FramePipe &p, FrameFeed &f, const FrameArgs &a, SampleWords first[2])
{
  first[0] = feed_next (f, a);
  first[1] = feed_next (f, a);
  p.ahead[0] = feed_next (f, a);
  p.ahead[1] = feed_next (f, a);
}

__device__ __forceinline__ void
pipe_fill (FramePipe &p, const FrameFeed &f, const SampleWords first[2])
{
  float v[FRAME_COLUMNS];

#pragma unroll
  for (int i = 0; i < 2; i++) {
    feed_floats (f, first[i], v);
    pipe_push (p, v);
  }
}

/* A warp's rows of sums in shared memory: a float4 of each lane, for each row
 * and component. */
__device__ __forceinline__ float4 *
shared_sums (const FrameArgs &a, char *shared, guint warp)
{
  return (float4 *) (shared + a.layout.sums) + warp * (FRAME_SUMS / 4)
         + this_lane ();
}

/* Warps that wait for their rows do not meet: a bit of each says that its sums
 * are there. */
__device__ __forceinline__ guint32 *
summed_warps (const FrameArgs &a, char *shared)
{
  return (guint32 *) (shared + a.layout.summed);
}

__device__ __forceinline__ void
tell_sums (const FrameArgs &a, char *shared)
{
  set_shared_now (summed_warps (a, shared), 1u << this_warp ());
}

__device__ __forceinline__ void
await_sums_below (const FrameArgs &a, char *shared)
{
  const guint32 *at = summed_warps (a, shared);
  guint32 below = 2u << this_warp ();

  while (!__all_sync (ALL_LANES, (load_shared_now (at) & below) != 0))
    ;
}

__device__ __forceinline__ void
store_sums (float4 *to, const FrameRowSums (&sums)[4])
{
#pragma unroll
  for (int row = 0; row < 4; row++)
#pragma unroll
    for (int c = 0; c < 3; c++) {
      const float *s = sums[row][c];

      to[(3 * row + c) * 32] = make_float4 (s[0], s[1], s[2], s[3]);
    }
}

__device__ __forceinline__ void
load_sums (const float4 *from, FrameRowSums &sums)
{
#pragma unroll
  for (int c = 0; c < 3; c++) {
    float4 v = from[c * 32];

    sums[c][0] = v.x;
    sums[c][1] = v.y;
    sums[c][2] = v.z;
    sums[c][3] = v.w;
  }
}
