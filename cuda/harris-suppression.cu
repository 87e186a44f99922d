/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Non-maximum suppression by blocks, after Neubeck and Van Gool (2006). One
 * stage a launch.
 */
#include "blocks.cuh"
#include "launch.cuh"

template <guint GROUP>
__global__ void
__launch_bounds__ (BLOCK_THREADS)
    maxima_kernel (const __grid_constant__ BlockArgs a,
        const HarrisState *state, HarrisKey *maxima)
{
  const HarrisCut cut = state->cut;

  find_maxima<GROUP> (a, maxima,
      [&] (gfloat response) { return harris_passes (&cut, response); });
}

template <guint GROUP>
static void
launch_maxima (HarrisWork *w)
{
  launch (w, "the maxima", Launch{ block_grid (w, GROUP), BLOCK_THREADS },
      maxima_kernel<GROUP>, block_args (w), w->state, w->maxima);
}

extern "C" void
harris_cuda_maxima (HarrisWork *w)
{
  launch_by_group (
      w, launch_maxima<1>, launch_maxima<32>, launch_maxima<BLOCK_THREADS>);
}

/* Whole warps go through the loop together. */
__global__ void
__launch_bounds__ (BLOCK_THREADS, 4)
    suppression_kernel (const __grid_constant__ BlockArgs a,
        const HarrisKey *maxima, HarrisKey *keys)
{
  guint n_blocks = a.blocks_x * a.blocks_y;

  for (guint first = blockIdx.x * BLOCK_THREADS; first < n_blocks;
       first += gridDim.x * BLOCK_THREADS) {
    guint i = first + threadIdx.x;
    HarrisKey key = i < n_blocks ? maxima[i] : HARRIS_KEY_NONE;

    key = survivor (a, maxima, key);
    if (i < n_blocks)
      keys[i] = key;
  }
}

extern "C" void
harris_cuda_suppression (HarrisWork *w)
{
  launch (w, "the suppression", Launch{ block_grid (w, 1), BLOCK_THREADS },
      suppression_kernel, block_args (w), w->maxima, w->keys);
}
