/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The sums of a whole picture, and those of its squares, in the GPU's memory:
 * for the pyramid of Tesar's thesis.
 */
#include "haar-lists.cuh"

#define COLUMN_THREADS 64

/* A block takes a row. */
__global__ static void
__launch_bounds__ (HAAR_CUDA_THREADS)
    integral_rows_kernel (const __grid_constant__ HaarCudaIntegral in)
{
  extern __shared__ __align__ (16) guint8 shared[];
  guint32 *of_warps = (guint32 *) shared;
  const guint8 *from = in.pixels + (gint64) blockIdx.x * in.stride;
  gsize row = (gsize) (blockIdx.x + 1) * in.sums_stride;
  guint32 sum = 0, squares = 0;

  if (threadIdx.x == 0)
    in.sums[row] = in.squares[row] = 0;
  for (guint first = 0; first < in.width; first += HAAR_CUDA_THREADS) {
    guint x = first + threadIdx.x, all, all_squares;
    guint32 pixel = x < in.width ? from[x] : 0;
    guint32 to_here = sum + block_scan (pixel, of_warps, &all);
    guint32 squares_to_here =
        squares + block_scan (pixel * pixel, of_warps, &all_squares);

    if (x < in.width) {
      in.sums[row + x + 1] = to_here;
      in.squares[row + x + 1] = squares_to_here;
    }
    sum += all;
    squares += all_squares;
  }
}

/* A thread takes a column. */
__global__ static void
__launch_bounds__ (COLUMN_THREADS)
    integral_columns_kernel (const __grid_constant__ HaarCudaIntegral in)
{
  guint x = blockIdx.x * COLUMN_THREADS + threadIdx.x;
  guint32 sum = 0;
  guint64 squares = 0;

  if (x > in.width)
    return;
  in.sums[x] = 0;
  in.squares[x] = 0;
#pragma unroll 8
  for (guint y = 1; y <= in.height; y++) {
    gsize at = (gsize) y * in.sums_stride + x;

    sum += in.sums[at];
    squares += in.squares[at];
    in.sums[at] = sum;
    in.squares[at] = squares;
  }
}

extern "C" HaarCudaKernel
haar_cuda_integral_rows (const HaarCudaIntegral *in)
{
  return { (gconstpointer) integral_rows_kernel, in->height, HAAR_CUDA_THREADS,
    HAAR_CUDA_WARPS * sizeof (guint32) };
}

extern "C" HaarCudaKernel
haar_cuda_integral_columns (const HaarCudaIntegral *in)
{
  return { (gconstpointer) integral_columns_kernel,
    in->width / COLUMN_THREADS + 1, COLUMN_THREADS, 0 };
}
