/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The response for Gaussian windows and gradients that reach a few pixels, of
 * any samples. A block of threads makes a tile of it: samples, then sums along
 * the rows, then along the columns; the samples and the first sums lie in shared
 * memory.
 */
#include "wide-launch.cuh"
#include "wide-rows.cuh"
#include "wide-samples.cuh"

#define LEAST_ROWS 8 /* of a tile that is worth it */
#define MOST_ROWS  192

template <int GRADIENT, int RADIUS, typename Tensor>
__global__ void
__launch_bounds__ (N_THREADS, 2)
    wide_tiles_kernel (const __grid_constant__ ResponseArgs a)
{
  extern __shared__ float4 vectors[];
  const WindowTile tile = { { RADIUS, reach_of (GRADIENT), (int) a.strip } };
  int x0 = (int) blockIdx.x * tile.width (), y0 = (int) blockIdx.y * tile.rows;
  float *sums = (float *) vectors, *slots = sums + 3 * tile.n_sums () * WIDTH;
  guint16 *samples = (guint16 *) (slots + sum_rows<Tensor> () * WARPS * SLOT);
  Range range = range_empty ();

  tell_begin (a);
  load_samples (
      a, SampleRows{ x0 - tile.margin (), y0 - tile.radius - tile.reach,
             tile.n_samples (), samples });
  __syncthreads ();
  make_sums<GRADIENT, RADIUS, Tensor> (a, tile, samples, slots, sums);
  __syncthreads ();
  finish_rows<RADIUS> (a, tile, sums, x0, y0, range);
  if (a.control)
    range_publish (range, a.control);
}

/* Of a block of threads: rows of sums, rows of pixels, and the wait for
 * samples. */
static guint
cost_of_tile (const WindowTile &tile, guint warp_sums)
{
  guint sums = (tile.n_sums () + WARPS * warp_sums - 1) / (WARPS * warp_sums);
  guint pixels = (tile.rows + WARPS * PIXEL_ROWS - 1) / (WARPS * PIXEL_ROWS);

  return 2 * warp_sums * sums + PIXEL_ROWS * pixels + 2;
}

template <int GRADIENT, int RADIUS, typename Tensor>
static bool
launch_kernel (HarrisWork *w, ResponseArgs &a)
{
  constexpr guint warp_sums = sum_rows<Tensor> ();
  WindowTile tile =
      best_tile (w, WindowTile{ { RADIUS, reach_of (GRADIENT), 0 } }, warp_sums,
          LEAST_ROWS, MOST_ROWS, PIXEL_ROWS,
          [] (const WindowTile &t) { return cost_of_tile (t, warp_sums); });

  return launch_tiles (
      w, wide_tiles_kernel<GRADIENT, RADIUS, Tensor>, tile, warp_sums, a);
}

template <int GRADIENT, int RADIUS>
static bool
launch_window (HarrisWork *w, ResponseArgs &a)
{
  return sums_fit_32_bits (w) ? launch_kernel<GRADIENT, RADIUS, gint32> (w, a)
                              : launch_kernel<GRADIENT, RADIUS, gint64> (w, a);
}

template <int GRADIENT>
static bool
launch_gradient (HarrisWork *w, ResponseArgs &a)
{
  if (w->radius <= 2)
    return launch_window<GRADIENT, 2> (w, a);
  if (w->radius <= 4)
    return launch_window<GRADIENT, 4> (w, a);
  return launch_window<GRADIENT, MAX_RADIUS> (w, a);
}

bool
launch_wide_tiles (HarrisWork *w, ResponseArgs a)
{
  if (w->radius > MAX_RADIUS || w->gradient.reach > MAX_REACH)
    return false;
  a.layout = layout_of_samples (w->image, w->channels);
  if (w->params.gradient == HARRIS_GRADIENT_CENTRAL)
    return launch_gradient<CENTRAL> (w, a);
  if (w->gradient.reach == 1)
    return launch_gradient<1> (w, a);
  return launch_gradient<2> (w, a);
}
