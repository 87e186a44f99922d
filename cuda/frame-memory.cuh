/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the threads of the frame kernel say to each other: through the GPU's
 * memory, within a worker, within a warp. Then arithmetic that C++ has no
 * operators for.
 */
#pragma once

#include "clock.cuh"
#include "frame.h"

#define ALL_LANES 0xffffffffu

/* Words that other multiprocessors write and read at the same time. */

__device__ inline guint32
load_now (const guint32 *at)
{
  guint32 v;

  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
               : "=r"(v)
               : "l"(at)
               : "memory");
  return v;
}

__device__ inline guint64
load_now (const guint64 *at)
{
  guint64 v;

  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
               : "=l"(v)
               : "l"(at)
               : "memory");
  return v;
}

/* What was written before the value can be read after it. */
__device__ inline guint32
load_acquire (const guint32 *at)
{
  guint32 v;

  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
               : "=r"(v)
               : "l"(at)
               : "memory");
  return v;
}

/* The same of what a copy engine wrote. */
__device__ inline guint32
load_acquire_system (const guint32 *at)
{
  guint32 v;

  asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
               : "=r"(v)
               : "l"(at)
               : "memory");
  return v;
}

/* For the host: what was written before, by those too that the thread has met
 * at a barrier, is there when it reads the value. */
__device__ inline void
store_for_host (guint32 *at, guint32 v)
{
  asm volatile("fence.acq_rel.sys;" ::: "memory");
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(at), "r"(v)
               : "memory");
}

__device__ inline void
store_now (guint64 *at, guint64 v)
{
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at), "l"(v)
               : "memory");
}

__device__ inline void
add_now (guint32 *at, guint32 v)
{
  asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(at), "r"(v)
               : "memory");
}

/* Returns the old value. */
__device__ inline guint64
take_now (guint64 *at, guint64 v)
{
  guint64 old;

  asm volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], %2;"
               : "=l"(old)
               : "l"(at), "l"(v)
               : "memory");
  return old;
}

/* What the thread, and those that it has met at a barrier, have written goes
 * before what it writes from here on. */
__device__ inline void
fence_now ()
{
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
}

__device__ inline void
prefetch (const void *at)
{
  asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
}

/* Shared memory. */

/* All lanes call it: what they wrote before can be read by who sees the bits. */
__device__ inline void
set_shared_now (guint32 *at, guint32 bits)
{
  __syncwarp ();
  if (threadIdx.x % 32 == 0)
    asm volatile("red.release.cta.shared.or.b32 [%0], %1;" ::"r"(
                     (guint32) __cvta_generic_to_shared (at)),
                 "r"(bits)
                 : "memory");
}

__device__ inline guint32
load_shared_now (const guint32 *at)
{
  guint32 v;

  asm volatile("ld.acquire.cta.shared.u32 %0, [%1];"
               : "=r"(v)
               : "r"((guint32) __cvta_generic_to_shared (at))
               : "memory");
  return v;
}

__device__ inline void
add_shared (guint32 *at, guint32 v)
{
  asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(
                   (guint32) __cvta_generic_to_shared (at)),
               "r"(v)
               : "memory");
}

/* Barrier 0 is that of __syncthreads(). A tool that follows no other one takes
 * what these order for races. */
__device__ inline void
wait_at (int barrier, int threads)
{
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

__device__ inline void
pass_by (int barrier, int threads)
{
  asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

/* Within a warp; all lanes call them. */

/* Its number, in a form in which the compiler knows that all lanes have the
 * same: what depends on it then takes no registers of the lanes, and branches
 * do not part them. The response is half as fast without. */
__device__ inline guint32
this_warp ()
{
  return __shfl_sync (ALL_LANES, threadIdx.x / 32, 0);
}

__device__ inline guint32
this_lane ()
{
  return threadIdx.x % 32;
}

/* The lane's value, which the compiler then keeps in a register where it would
 * rather find it again on every turn of a loop. */
__device__ inline guint32
keep_value (guint32 v)
{
  return __shfl_sync (ALL_LANES, v, this_lane ());
}

/* What a register happens to hold, for what nothing depends on. */
__device__ inline guint32
any_word ()
{
  guint32 v;

  asm("" : "=r"(v));
  return v;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
template <typename Join>
__device__ inline guint32
warp_join (guint32 v, Join join)
{
  for (int i = 16; i > 0; i /= 2)
    v = join (v, __shfl_xor_sync (ALL_LANES, v, i));
  return v;
}

__device__ inline guint32
warp_min (guint32 v)
{
  return warp_join (v, [] (guint32 a, guint32 b) { return min (a, b); });
}

__device__ inline guint32
warp_max (guint32 v)
{
  return warp_join (v, [] (guint32 a, guint32 b) { return max (a, b); });
}

__device__ inline guint32
warp_sum (guint32 v)
{
  return warp_join (v, [] (guint32 a, guint32 b) { return a + b; });
}
#else
__device__ inline guint32
warp_min (guint32 v)
{
  return __reduce_min_sync (ALL_LANES, v);
}

__device__ inline guint32
warp_max (guint32 v)
{
  return __reduce_max_sync (ALL_LANES, v);
}

__device__ inline guint32
warp_sum (guint32 v)
{
  return __reduce_add_sync (ALL_LANES, v);
}
#endif

/* The sum of the values of the lanes up to this one. */
__device__ inline guint32
warp_sum_up_to (guint32 v)
{
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    guint32 below = __shfl_up_sync (ALL_LANES, v, d);

    if (this_lane () >= (guint32) d)
      v += below;
  }
  return v;
}

/* Arithmetic. */

/* 0 where all bits are shifted out. */
__device__ inline guint32
shift_left (guint32 v, guint32 n)
{
  guint32 shifted;

  asm("shl.b32 %0, %1, %2;" : "=r"(shifted) : "r"(v), "r"(n));
  return shifted;
}

/* By n % 32. */
__device__ inline guint32
shift_right (guint32 v, guint32 n)
{
  return __funnelshift_r (v, 0, n);
}

/* Exact for x < 2^28 and divisors below 2^15. */
__device__ inline guint32
frame_divide (guint32 x, FrameDivisor d)
{
  guint32 q = d.reciprocal ? __umulhi (x, d.reciprocal) : x;

  /* The reciprocal is rounded up. */
  return q * d.divisor > x ? q - 1 : q;
}
