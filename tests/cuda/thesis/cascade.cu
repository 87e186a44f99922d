/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade at windows in the GPU's memory, in three ways, with its features
 * in three places.
 */
#include "launch.cuh"
#include "thesis.h"

#define ALL_LANES 0xffffffffu

__constant__ static ThesisNode constant_nodes[THESIS_MAX_NODES];

extern __shared__ ThesisNode shared_nodes[];

struct GlobalNodes {
  __device__ GlobalNodes (const ThesisRun &run) : nodes (run.nodes)
  {
  }
  __device__ const ThesisNode &at (guint i) const
  {
    return nodes[i];
  }
  const ThesisNode *nodes;
};

struct ConstantNodes {
  __device__ ConstantNodes (const ThesisRun &run)
  {
  }
  __device__ const ThesisNode &at (guint i) const
  {
    return constant_nodes[i];
  }
};

/* Those of the group; each block has its copy. */
struct SharedNodes {
  __device__ SharedNodes (const ThesisRun &run)
      : first (run.stages[run.first].first)
  {
    const ThesisStage &last = run.stages[run.end - 1];
    guint n = (last.first + last.n - first) * (sizeof (ThesisNode) / 4);
    const guint32 *from = (const guint32 *) (run.nodes + first);

    for (guint i = threadIdx.x; i < n; i += blockDim.x)
      ((guint32 *) shared_nodes)[i] = from[i];
    __syncthreads ();
  }
  __device__ const ThesisNode &at (guint i) const
  {
    return shared_nodes[i - first];
  }
  guint first;
};

__device__ static inline guint32
rect_sum (const guint32 *sums, guint32 stride, guint32 rect)
{
  const guint32 *top = sums + (rect >> 8 & 255) * stride + (rect & 255);
  const guint32 *bottom = top + (rect >> 24) * stride;
  guint32 width = rect >> 16 & 255;

  return top[0] - top[width] - bottom[0] + bottom[width];
}

__device__ static inline gfloat
leaf_of (const ThesisNode &node, const ThesisRun &run, ThesisWindow window)
{
  const guint32 *sums = run.sums + window.corner;
  guint32 value = 0;

#pragma unroll
  for (guint i = 0; i < 3; i++) {
    gint weight = (gint8) (node.weights >> 8 * i);

    if (weight != 0)
      value += (guint32) weight * rect_sum (sums, run.stride, node.rects[i]);
  }
  return node
      .leaf[(gfloat) (gint32) value * window.norm < node.threshold ? 0 : 1];
}

/* Every `step`-th node of a stage from the `from`-th on. */
template <typename Nodes>
__device__ static inline gdouble
part_of_sum (const ThesisRun &run, const Nodes &nodes, const ThesisStage &stage,
    ThesisWindow window, guint from, guint step)
{
  gdouble sum = 0;

  for (guint i = from; i < stage.n; i += step)
    sum += (gdouble) leaf_of (nodes.at (stage.first + i), run, window);
  return sum;
}

template <typename Nodes>
__global__ static void
sequential_kernel (const __grid_constant__ ThesisRun run)
{
  Nodes nodes (run);
  guint n = *run.n;

  for (guint i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    guint stage = run.first;

    while (
        stage < run.end
        && !(part_of_sum (run, nodes, run.stages[stage], run.windows[i], 0, 1)
             < run.stages[stage].bound))
      stage++;
    run.passed[i] = stage == run.end;
  }
}

template <typename Nodes>
__global__ static void
hybrid_kernel (const __grid_constant__ ThesisRun run)
{
  Nodes nodes (run);
  guint n = *run.n, warps = blockDim.x / 32, lane = threadIdx.x % 32;

  for (guint i = blockIdx.x * warps + threadIdx.x / 32; i < n;
       i += gridDim.x * warps) {
    guint stage = run.first;

    for (; stage < run.end; stage++) {
      gdouble sum =
          part_of_sum (run, nodes, run.stages[stage], run.windows[i], lane, 32);

      for (guint apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync (ALL_LANES, sum, apart);
      if (sum < run.stages[stage].bound)
        break;
    }
    if (lane == 0)
      run.passed[i] = stage == run.end;
  }
}

/* The sums of all values up to each thread's; *all is that of the block. */
__device__ static inline gdouble
block_scan (gdouble value, gdouble of_warps[32], gdouble *all)
{
  guint lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  for (guint apart = 1; apart < 32; apart *= 2) {
    gdouble before = __shfl_up_sync (ALL_LANES, value, apart);

    value += lane >= apart ? before : 0;
  }
  __syncthreads ();
  if (lane == 31)
    of_warps[warp] = value;
  __syncthreads ();
  *all = 0;
  for (guint i = 0; i < blockDim.x / 32; i++) {
    value += i < warp ? of_warps[i] : 0;
    *all += of_warps[i];
  }
  return value;
}

/* Leaves in ends[] the sums up to the end of each stage. */
template <typename Nodes>
__device__ static inline void
scan_leaves (const ThesisRun &run, const Nodes &nodes, ThesisWindow window,
    gdouble of_warps[32], gdouble ends[THESIS_MAX_STAGES])
{
  guint first = run.stages[run.first].first, stage = run.first;
  guint n = run.stages[run.end - 1].first + run.stages[run.end - 1].n;
  gdouble before = 0;

  for (guint chunk = first; chunk < n; chunk += blockDim.x) {
    guint i = chunk + threadIdx.x;
    gdouble all,
        sum = i < n ? (gdouble) leaf_of (nodes.at (i), run, window) : 0;

    sum = before + block_scan (sum, of_warps, &all);
    while (i < n && i >= run.stages[stage].first + run.stages[stage].n)
      stage++;
    if (i < n && i + 1 == run.stages[stage].first + run.stages[stage].n)
      ends[stage] = sum;
    before += all;
  }
}

template <typename Nodes>
__global__ static void
parallel_kernel (const __grid_constant__ ThesisRun run)
{
  __shared__ gdouble of_warps[32], ends[THESIS_MAX_STAGES];
  Nodes nodes (run);
  guint n = *run.n;

  for (guint i = blockIdx.x; i < n; i += gridDim.x) {
    scan_leaves (run, nodes, run.windows[i], of_warps, ends);
    __syncthreads ();
    if (threadIdx.x == 0) {
      guint stage = run.first;

      while (stage < run.end
             && !(ends[stage] - (stage > run.first ? ends[stage - 1] : 0)
                  < run.stages[stage].bound))
        stage++;
      run.passed[i] = stage == run.end;
    }
    __syncthreads ();
  }
}

typedef void (*Kernel) (const ThesisRun run);

template <typename Nodes>
static Kernel
kernel_of (HaarWay way)
{
  return way == HAAR_WAY_SEQUENTIAL ? sequential_kernel<Nodes>
         : way == HAAR_WAY_HYBRID   ? hybrid_kernel<Nodes>
                                    : parallel_kernel<Nodes>;
}

extern "C" cudaError_t
thesis_run (const ThesisRun *run, HaarWay way, ThesisPlace place, guint grid,
    guint block, cudaStream_t stream)
{
  const ThesisStage &first = run->stages[run->first];
  const ThesisStage &last = run->stages[run->end - 1];
  Kernel kernel = place == THESIS_GLOBAL     ? kernel_of<GlobalNodes> (way)
                  : place == THESIS_CONSTANT ? kernel_of<ConstantNodes> (way)
                                             : kernel_of<SharedNodes> (way);
  gsize shared = 0;

  if (place == THESIS_SHARED) {
    cudaError_t result;

    shared = (last.first + last.n - first.first) * sizeof (ThesisNode);
    result = cudaFuncSetAttribute ((const void *) kernel,
        cudaFuncAttributeMaxDynamicSharedMemorySize, (gint) shared);
    if (result != cudaSuccess)
      return result;
  }
  start ({ grid, block, shared, stream }, kernel, *run);
  return cudaGetLastError ();
}

extern "C" cudaError_t
thesis_set_constant_nodes (const ThesisNode *nodes, guint n)
{
  return cudaMemcpyToSymbol (constant_nodes, nodes, n * sizeof *nodes);
}
