/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * As much of CUDA's language as our kernels for faces use, on the host.
 */
#pragma once

#include "threads.h"

#include <cuda_runtime_api.h>

#include <cmath>
#include <cstring>

#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __launch_bounds__
#undef __grid_constant__
#undef __align__
#define __global__
#define __device__
#define __host__
#define __shared__
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(n)

#define threadIdx host_thread
#define blockIdx  host_block
#define gridDim   host_grid

static inline void
__syncthreads (void)
{
  host_wait_for_block ();
}

template <typename T>
static inline T
lane_value (T value, guint lane)
{
  guint64 bits = 0;
  T other;

  std::memcpy (&bits, &value, sizeof value);
  bits = host_exchange (bits)[lane];
  std::memcpy (&other, &bits, sizeof other);
  return other;
}

template <typename T>
static inline T
__shfl_sync (guint mask, T value, gint lane)
{
  return lane_value (value, (guint) lane);
}

template <typename T>
static inline T
__shfl_xor_sync (guint mask, T value, guint bits)
{
  return lane_value (value, (threadIdx.x % 32) ^ bits);
}

template <typename T>
static inline T
__shfl_up_sync (guint mask, T value, guint distance)
{
  guint lane = threadIdx.x % 32;

  return lane_value (value, lane >= distance ? lane - distance : lane);
}

static inline guint
__ballot_sync (guint mask, bool vote)
{
  const guint64 *votes = host_exchange (vote);
  guint bits = 0;

  for (guint i = 0; i < 32; i++)
    bits |= (guint) votes[i] << i;
  return bits;
}

static inline guint
atomicAdd (guint *at, guint value)
{
  guint before = *at;

  *at += value;
  return before;
}

static inline guint
atomicOr (guint *at, guint bits)
{
  guint before = *at;

  *at |= bits;
  return before;
}

template <typename T>
static inline T
__ldg (const T *at)
{
  return *at;
}

static inline gint
__popc (guint bits)
{
  return __builtin_popcount (bits);
}

static inline gint
__clz (gint bits)
{
  return bits ? __builtin_clz ((guint) bits) : 32;
}

static inline gfloat
__uint_as_float (guint bits)
{
  gfloat value;

  std::memcpy (&value, &bits, sizeof value);
  return value;
}

static inline gdouble
__drcp_rn (gdouble value)
{
  return 1 / value;
}

static inline gdouble
__dsqrt_rn (gdouble value)
{
  return std::sqrt (value);
}

template <typename T>
static inline T
min (T a, T b)
{
  return a < b ? a : b;
}

template <typename T>
static inline T
max (T a, T b)
{
  return a > b ? a : b;
}
