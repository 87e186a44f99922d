/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The response for windows and gradients that reach a few pixels, of any
 * samples. A block of threads makes a tile of it: samples, then sums along the
 * rows, then along the columns; the samples and the first sums lie in shared
 * memory.
 */
#include "wide-rows.cuh"
#include "wide-samples.cuh"

#define LEAST_ROWS   8 /* of a tile that is worth it */
#define MOST_ROWS    192
#define FIXED_SHARED 1024 /* bytes that the GPU and other variables need */

template <int REACH, int RADIUS, typename Tensor, typename Value>
__global__ void
__launch_bounds__ (N_THREADS, 2)
    wide_tiles_kernel (const __grid_constant__ ResponseArgs a)
{
  extern __shared__ float4 vectors[];
  const Tile tile = { RADIUS, REACH, (int) a.strip };
  int x0 = (int) blockIdx.x * tile.width (), y0 = (int) blockIdx.y * tile.rows;
  Value *sums = (Value *) vectors, *slots = sums + 3 * tile.n_sums () * WIDTH;
  guint16 *samples = (guint16 *) (slots + tile.slots (sizeof (Value)));
  Range range = range_empty ();

  tell_begin (a);
  load_samples (
      a, tile, x0 - tile.margin (), y0 - tile.radius - tile.reach, samples);
  __syncthreads ();
  make_sums<REACH, RADIUS, Tensor> (a, tile, samples, slots, sums);
  __syncthreads ();
  finish_rows<RADIUS> (a, tile, sums, x0, y0, range);
  if (a.control)
    range_publish (range, a.control);
}

/* How many turns all blocks of threads take, times what one of them does: rows
 * of sums, rows of pixels, and the wait for samples. Two of them on a
 * multiprocessor take a little longer than one. */
static guint
cost_of_tile (
    const HarrisWork *w, const Tile &tile, guint warp_sums, gsize value)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  guint columns = (w->image.width + tile.width () - 1) / tile.width ();
  guint n = columns * ((w->image.height + tile.rows - 1) / tile.rows);
  bool two =
      2 * (tile.bytes (w->channels, value) + FIXED_SHARED) <= cuda->shared;
  guint places = cuda->processors * (two ? 2 : 1);
  guint turns = (n + places - 1) / places;
  guint sums = (tile.n_sums () + WARPS * warp_sums - 1) / (WARPS * warp_sums);
  guint pixels = (tile.rows + WARPS * PIXEL_ROWS - 1) / (WARPS * PIXEL_ROWS);

  return turns * (two ? 4 : 3)
         * (2 * warp_sums * sums + PIXEL_ROWS * pixels + 2);
}

/* rows: 0 where none fits into shared memory. */
static Tile
best_tile (const HarrisWork *w, Tile tile, guint warp_sums, gsize value)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  Tile best = { tile.radius, tile.reach, 0 };
  guint least = G_MAXUINT;

  for (tile.rows = LEAST_ROWS; tile.rows <= MOST_ROWS;
       tile.rows += PIXEL_ROWS) {
    guint cost;

    if (tile.bytes (w->channels, value) + FIXED_SHARED > cuda->shared)
      break;
    cost = cost_of_tile (w, tile, warp_sums, value);
    if (cost < least) {
      least = cost;
      best.rows = tile.rows;
    }
  }
  return best;
}

/* FALSE: there is too little shared memory for it. */
template <int REACH, int RADIUS, typename Tensor, typename Value>
static bool
launch_kernel (HarrisWork *w, ResponseArgs &a)
{
  void (*kernel) (ResponseArgs) =
      wide_tiles_kernel<REACH, RADIUS, Tensor, Value>;
  Tile tile = best_tile (
      w, Tile{ RADIUS, REACH, 0 }, sum_rows<Tensor> (), sizeof (Value));
  Launch l = {};

  if (tile.rows == 0)
    return false;
  a.strip = tile.rows;
  l.grid = dim3 ((w->image.width + tile.width () - 1) / tile.width (),
      (w->image.height + tile.rows - 1) / tile.rows);
  l.block = dim3 (N_THREADS);
  l.shared = tile.bytes (w->channels, sizeof (Value));
  if (!w->error
      && VF_CUDA_TRY (
          cudaFuncSetAttribute ((const void *) kernel,
              cudaFuncAttributeMaxDynamicSharedMemorySize, (gint) l.shared),
          &w->error))
    launch (w, "the response", l, kernel, a);
  return true;
}

/* Rows of 64 bits leave room for small tiles alone, of which what a large
 * window needs around would be most. */
template <int REACH, int RADIUS>
static bool
launch_box (HarrisWork *w, ResponseArgs &a)
{
  if (sums_fit_32_bits (w))
    return launch_kernel<REACH, RADIUS, gint32, gint32> (w, a);
  if constexpr (RADIUS == SMALL_RADIUS)
    return launch_kernel<REACH, RADIUS, gint64, gint64> (w, a);
  else
    return false;
}

template <int REACH, int RADIUS>
static bool
launch_any_window (HarrisWork *w, ResponseArgs &a)
{
  if (w->params.window_type == HARRIS_WINDOW_BOX)
    return launch_box<REACH, RADIUS> (w, a);
  return sums_fit_32_bits (w)
             ? launch_kernel<REACH, RADIUS, gint32, gfloat> (w, a)
             : launch_kernel<REACH, RADIUS, gint64, gfloat> (w, a);
}

template <int REACH>
static bool
launch_gradient (HarrisWork *w, ResponseArgs &a)
{
  return w->radius <= SMALL_RADIUS
             ? launch_any_window<REACH, SMALL_RADIUS> (w, a)
             : launch_any_window<REACH, MAX_RADIUS> (w, a);
}

bool
launch_wide_tiles (HarrisWork *w, ResponseArgs a)
{
  if (w->radius > MAX_RADIUS || w->gradient.reach > MAX_REACH)
    return false;
  return w->gradient.reach == 1 ? launch_gradient<1> (w, a)
                                : launch_gradient<2> (w, a);
}
