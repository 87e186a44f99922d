/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Covers a part of a frame. First a block of threads finds the mean of a block
 * of samples; then a thread has a pixel, with all its samples: several may lie
 * in one word.
 */
#include "cover-cuda.h"

#include "check.h"

#define WARP        32
#define TILE_WIDTH  32
#define TILE_HEIGHT 8
#define N_THREADS   (TILE_WIDTH * TILE_HEIGHT)

/* The sum of all threads' values, in the first one. */
__device__ static guint64
sum_of_all (guint64 value)
{
  __shared__ guint64 sums[N_THREADS / WARP];

  for (int step = WARP / 2; step > 0; step /= 2)
    value += __shfl_down_sync (0xffffffff, value, step);
  if (threadIdx.x % WARP == 0)
    sums[threadIdx.x / WARP] = value;
  __syncthreads ();
  if (threadIdx.x == 0)
    for (int i = 1; i < N_THREADS / WARP; i++)
      value += sums[i];
  return value;
}

__global__ void
__launch_bounds__ (N_THREADS)
    cover_means_kernel (const __grid_constant__ VfCoverFrame frame,
        const __grid_constant__ VfCover cover, guint16 *means)
{
  const VfCanvasSamples *samples = &frame.samples[blockIdx.z];
  VfCoverAxis across = vf_cover_across (&cover, samples);
  VfCoverAxis down = vf_cover_down (&cover, samples);
  guint x = vf_cover_edge (&across, blockIdx.x);
  guint y = vf_cover_edge (&down, blockIdx.y);
  guint width = vf_cover_edge (&across, blockIdx.x + 1) - x;
  guint n = width * (vf_cover_edge (&down, blockIdx.y + 1) - y);
  guint64 sum = 0;

  x += cover.rect.x >> samples->right;
  y += cover.rect.y >> samples->below;
  for (guint i = threadIdx.x; i < n; i += N_THREADS)
    sum += vf_cover_load (&frame, samples, x + i % width, y + i / width);
  sum = sum_of_all (sum);
  if (threadIdx.x == 0)
    means[((gsize) blockIdx.z * cover.rows + blockIdx.y) * cover.columns
          + blockIdx.x] = (guint16) vf_cover_mean (sum, n, frame.depth);
}

__global__ void
__launch_bounds__ (N_THREADS)
    cover_kernel (const __grid_constant__ VfCoverFrame frame,
        const __grid_constant__ VfCover cover, const guint16 *means)
{
  guint x = blockIdx.x * TILE_WIDTH + threadIdx.x;
  guint y = blockIdx.y * TILE_HEIGHT + threadIdx.y;

  if (x < cover.rect.width && y < cover.rect.height)
    vf_cover_pixel (&frame, &cover, means, x, y);
}

static gboolean
launch_means (VfCoverFrame *frame, VfCover *cover, guint16 *means,
    cudaStream_t stream, GError **error)
{
  void *args[] = { frame, cover, &means };

  return VF_CUDA_TRY (cudaLaunchKernel ((const void *) cover_means_kernel,
                          dim3 (cover->columns, cover->rows, frame->channels),
                          dim3 (N_THREADS), args, 0, stream),
      error);
}

extern "C" gboolean
vf_cuda_launch_cover (const VfCoverFrame *frame, const VfCover *cover,
    guint16 *means, cudaStream_t stream, GError **error)
{
  dim3 grid ((cover->rect.width + TILE_WIDTH - 1) / TILE_WIDTH,
      (cover->rect.height + TILE_HEIGHT - 1) / TILE_HEIGHT);
  VfCoverFrame frame_arg = *frame;
  VfCover cover_arg = *cover;
  void *args[] = { &frame_arg, &cover_arg, &means };

  if (cover->mode != VF_COVER_FILL
      && !launch_means (&frame_arg, &cover_arg, means, stream, error))
    return FALSE;
  return VF_CUDA_TRY (cudaLaunchKernel ((const void *) cover_kernel, grid,
                          dim3 (TILE_WIDTH, TILE_HEIGHT), args, 0, stream),
      error);
}
