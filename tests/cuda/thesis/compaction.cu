/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Windows that have passed, gathered by a scan over all flags or by atomics.
 */
#include "launch.cuh"
#include "thesis.h"

#define ALL_LANES 0xffffffffu

/* A block has a part of the list. */
struct Part {
  guint begin, end;
};

__device__ static inline Part
part_of (guint n)
{
  guint size = (n + gridDim.x - 1) / gridDim.x;

  return { min (blockIdx.x * size, n), min ((blockIdx.x + 1) * size, n) };
}

/* How many threads up to this one say so; *all: of the block. */
__device__ static inline guint
count_to_here (bool yes, guint of_warps[32], guint *all)
{
  guint bits = __ballot_sync (ALL_LANES, yes), lane = threadIdx.x % 32;
  guint warp = threadIdx.x / 32;
  guint count = (guint) __popc (bits & (0xffffffffu >> (31 - lane)));

  __syncthreads ();
  if (lane == 0)
    of_warps[warp] = (guint) __popc (bits);
  __syncthreads ();
  *all = 0;
  for (guint i = 0; i < blockDim.x / 32; i++) {
    count += i < warp ? of_warps[i] : 0;
    *all += of_warps[i];
  }
  return count;
}

__global__ static void
count_kernel (const __grid_constant__ ThesisCompaction c)
{
  __shared__ guint of_warps[32];
  Part part = part_of (*c.n);
  guint n = 0;

  for (guint i = part.begin; i < part.end; i += blockDim.x) {
    guint all;

    count_to_here (i + threadIdx.x < part.end && c.passed[i + threadIdx.x],
        of_warps, &all);
    n += all;
  }
  if (threadIdx.x == 0)
    c.counts[blockIdx.x] = n;
}

/* One warp: where each block's windows go. */
__global__ static void
place_kernel (const __grid_constant__ ThesisCompaction c, guint n_blocks)
{
  guint before = 0;

  for (guint i = 0; i < n_blocks; i += 32) {
    guint at = i + threadIdx.x, own = at < n_blocks ? c.counts[at] : 0;
    guint sum = own;

    for (guint apart = 1; apart < 32; apart *= 2) {
      guint other = __shfl_up_sync (ALL_LANES, sum, apart);

      sum += threadIdx.x >= apart ? other : 0;
    }
    if (at < n_blocks)
      c.counts[at] = before + sum - own;
    before += __shfl_sync (ALL_LANES, sum, 31);
  }
  if (threadIdx.x == 0)
    *c.n_left = before;
}

__global__ static void
scatter_kernel (const __grid_constant__ ThesisCompaction c)
{
  __shared__ guint of_warps[32];
  Part part = part_of (*c.n);
  guint first = c.counts[blockIdx.x];

  for (guint i = part.begin; i < part.end; i += blockDim.x) {
    guint at = i + threadIdx.x, all;
    bool passed = at < part.end && c.passed[at];
    guint place = first + count_to_here (passed, of_warps, &all);

    if (passed)
      c.left[place - 1] = c.windows[at];
    first += all;
  }
}

__global__ static void
atomic_kernel (const __grid_constant__ ThesisCompaction c)
{
  guint n = *c.n;

  for (guint i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    if (c.passed[i])
      c.left[atomicAdd (c.n_left, 1u)] = c.windows[i];
}

extern "C" cudaError_t
thesis_compact (const ThesisCompaction *c, HaarCompaction way, guint grid,
    guint block, cudaStream_t stream)
{
  if (way == HAAR_COMPACTION_SCAN) {
    start ({ grid, block, 0, stream }, count_kernel, *c);
    start ({ 1, 32, 0, stream }, place_kernel, *c, grid);
    start ({ grid, block, 0, stream }, scatter_kernel, *c);
  } else {
    cudaMemsetAsync (c->n_left, 0, sizeof *c->n_left, stream);
    start ({ grid, block, 0, stream }, atomic_kernel, *c);
  }
  return cudaGetLastError ();
}
