/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The smallest and the largest of many floats, none of them NaN.
 */
#pragma once

#include "harris-cuda.h"

#include <math.h>

struct Range {
  float lo, hi;
};

__device__ inline Range
range_empty ()
{
  return Range{ INFINITY, -INFINITY };
}

__device__ inline void
range_add (Range &range, float value)
{
  range.lo = fminf (range.lo, value);
  range.hi = fmaxf (range.hi, value);
}

/* A number above 0 that sorts as the float does. */
__device__ inline guint32
ordered (float value)
{
  guint32 bits = __float_as_uint (value);

  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__device__ inline float
from_ordered (guint32 bits)
{
  return __uint_as_float (bits & 0x80000000u ? bits & 0x7fffffffu : ~bits);
}

/* Adds what the threads of a block have found; all of them call it, once in a
 * kernel. */
__device__ inline void
range_publish (Range range, HarrisCudaControl *control)
{
  __shared__ guint32 lo, hi;
  guint thread = threadIdx.y * blockDim.x + threadIdx.x;

  if (thread == 0)
    lo = hi = 0;
  __syncthreads ();
  for (int i = 16; i > 0; i /= 2) {
    range.lo = fminf (range.lo, __shfl_xor_sync (~0u, range.lo, i));
    range.hi = fmaxf (range.hi, __shfl_xor_sync (~0u, range.hi, i));
  }
  if (thread % 32 == 0 && range.lo <= range.hi) {
    atomicMax (&lo, ~ordered (range.lo));
    atomicMax (&hi, ordered (range.hi));
  }
  __syncthreads ();
  if (thread == 0 && hi != 0) {
    atomicMax (&control->lo, lo);
    atomicMax (&control->hi, hi);
  }
}

/* What all blocks have published, in an earlier launch or before a fence. */
__device__ inline Range
range_published (const HarrisCudaControl *control)
{
  guint32 lo = __ldcg (&control->lo), hi = __ldcg (&control->hi);

  if (hi == 0)
    return range_empty ();
  return Range{ from_ordered (~lo), from_ordered (hi) };
}

/* TRUE in the last block of a launch that calls it, for all its threads: it
 * sees what the others wrote before. `done` is 0 before the launch and after
 * it. */
__device__ inline bool
is_last_block (guint32 *done)
{
  __shared__ bool last;
  guint thread = threadIdx.y * blockDim.x + threadIdx.x;

  __threadfence ();
  __syncthreads ();
  if (thread == 0) {
    guint n_blocks = gridDim.x * gridDim.y;

    last = atomicInc (done, n_blocks - 1) == n_blocks - 1;
    __threadfence ();
  }
  __syncthreads ();
  return last;
}
