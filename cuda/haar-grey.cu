/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The luma of 8 bits, from the top 8 bits of each channel. Words need not be
 * aligned.
 */
#include "haar-cuda.h"

#define THREADS 256
#define BLOCKS  1024

__device__ static inline guint32
top_bits (const VfImage &image, guint channel, int x, int y)
{
  return vf_image_sample (&image, channel, x, y) >> (image.depth - 8);
}

__device__ static inline guint32
luma_at (const VfImage &image, int x, int y)
{
  if (image.channels == 1)
    return top_bits (image, 0, x, y);
  return (VF_LUMA_RED * top_bits (image, 0, x, y)
             + VF_LUMA_GREEN * top_bits (image, 1, x, y)
             + VF_LUMA_BLUE * top_bits (image, 2, x, y) + VF_LUMA_HALF)
         >> VF_LUMA_SHIFT;
}

__global__ static void
__launch_bounds__ (THREADS) grey_kernel (const __grid_constant__ HaarCudaGrey g)
{
  for (guint y = blockIdx.x; y < g.image.height; y += gridDim.x)
    for (guint x = threadIdx.x; x < g.image.width; x += THREADS)
      g.pixels[y * g.stride + x] = (guint8) luma_at (g.image, (int) x, (int) y);
}

extern "C" HaarCudaKernel
haar_cuda_grey (const HaarCudaGrey *g)
{
  return { (gconstpointer) grey_kernel, MIN (g->image.height, BLOCKS), THREADS,
    0 };
}
