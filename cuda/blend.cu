/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Draws small pictures on a frame. A pixel is one thread's, which lays all
 * pictures that reach it over it in their order.
 */
#include "blend-cuda.h"

#include "check.h"

/* A warp has one row of a tile. */
#define TILE_WIDTH  32
#define TILE_HEIGHT 8
#define N_THREADS   (TILE_WIDTH * TILE_HEIGHT)

/* Which of the next patches reach into the tile: a bit each. */
__device__ static void
find_patches (const VfPatches &p, guint first, guint32 *reaching)
{
  guint thread = threadIdx.y * TILE_WIDTH + threadIdx.x;
  int x = (int) (blockIdx.x * TILE_WIDTH), y = (int) (blockIdx.y * TILE_HEIGHT);
  bool reaches = false;

  if (first + thread < p.n_patches) {
    VfPatch patch = p.patches[first + thread];

    reaches = patch.x < x + TILE_WIDTH && patch.x + (int) patch.width > x
              && patch.y < y + TILE_HEIGHT && patch.y + (int) patch.height > y;
  }
  guint32 bits = __ballot_sync (0xffffffff, reaches);
  if (threadIdx.x == 0)
    reaching[threadIdx.y] = bits;
}

__global__ void
__launch_bounds__ (N_THREADS)
    blend_kernel (const __grid_constant__ VfCanvas canvas,
        const __grid_constant__ VfPatches p)
{
  __shared__ guint32 reaching[TILE_HEIGHT];
  guint x = blockIdx.x * TILE_WIDTH + threadIdx.x;
  guint y = blockIdx.y * TILE_HEIGHT + threadIdx.y;
  bool inside = x < canvas.width && y < canvas.height, drawn = false;
  VfBlendPixel pixel = {};
  guint32 highest = 0;

  for (guint first = 0; first < p.n_patches; first += N_THREADS) {
    find_patches (p, first, reaching);
    __syncthreads ();
    for (int word = 0; inside && word < TILE_HEIGHT; word++)
      for (guint32 bits = reaching[word]; bits; bits &= bits - 1) {
        guint at = first + 32 * word + __ffs ((int) bits) - 1;
        guint32 color = vf_patch_color (p.pixels, &p.patches[at], x, y);

        if (color >> 24 == 0)
          continue;
        highest = color;
        if (p.merged)
          continue;
        if (!drawn)
          pixel = vf_canvas_pixel (&canvas, x, y);
        drawn = true;
        vf_blend_over (&canvas, &pixel, color);
      }
    __syncthreads ();
  }
  if (p.merged && highest) {
    pixel = vf_canvas_pixel (&canvas, x, y);
    vf_blend_over (&canvas, &pixel, highest);
    drawn = true;
  }
  if (drawn)
    vf_canvas_set_pixel (&canvas, x, y, &pixel);
}

extern "C" gboolean
vf_cuda_launch_blend (const VfCanvas *canvas, const VfPatches *patches,
    cudaStream_t stream, GError **error)
{
  dim3 grid ((canvas->width + TILE_WIDTH - 1) / TILE_WIDTH,
      (canvas->height + TILE_HEIGHT - 1) / TILE_HEIGHT);
  VfCanvas canvas_arg = *canvas;
  VfPatches patches_arg = *patches;
  void *args[] = { &canvas_arg, &patches_arg };

  return VF_CUDA_TRY (cudaLaunchKernel ((const void *) blend_kernel, grid,
                          dim3 (TILE_WIDTH, TILE_HEIGHT), args, 0, stream),
      error);
}
