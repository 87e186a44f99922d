/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The response for box windows, of any gradient and samples. Their sums are
 * whole numbers, so each row's come from those of the row above: with the
 * tensors of a row that comes into the window, without those of one that goes,
 * which are made again. A warp walks down its rows of a tile of samples, all of
 * the sums in its lanes; it waits for no other one.
 */
#include "wide-launch.cuh"
#include "wide-responses.cuh"
#include "wide-samples.cuh"
#include "wide-tensors.cuh"

#define STEP_ROWS 2  /* of a step down */
#define MOST_ROWS 64 /* of a warp */

/* Sums up to each column, from the first one on: column 4 i + k of the tile
 * lies at k pitches + i. */
#define LINE_PITCH 32
#define LINE       (COLUMNS * LINE_PITCH)

/* How it lies in shared memory: lines of the warps, then samples, a channel
 * after the other. Its rows are those of a warp. */
struct BoxTile : Tile {
  __host__ __device__ constexpr int height () const
  {
    return WARPS * rows;
  }

  /* Rows of tensors before the first one that is finished: those of its window
   * above it, one that leaves it, and one more for an even number. */
  __host__ __device__ constexpr int above () const
  {
    return radius + 2;
  }

  __host__ __device__ constexpr int n_samples () const
  {
    return height () + above () + radius + 2 * reach;
  }

  __host__ __device__ constexpr gsize bytes (guint channels, guint sum) const
  {
    return 3 * WARPS * LINE * sum
           + channels * (gsize) n_samples () * WIDTH * sizeof (guint16);
  }
};

/* Of a lane's columns: of one row of tensors each. */
template <typename Sum> struct ColumnSums {
  Sum s[3][COLUMNS];
};

template <typename Sum>
__device__ __forceinline__ void
add_row (ColumnSums<Sum> &all, const Tensors<Sum, STEP_ROWS> &t, int k)
{
#pragma unroll
  for (int c = 0; c < 3; c++)
#pragma unroll
    for (int x = 0; x < COLUMNS; x++)
      all.s[c][x] += t.sums[c][k][x];
}

/* Sums up to each of a warp's columns; they may wrap around. */
template <typename Sum, typename Bits>
__device__ __forceinline__ void
put_line (const ColumnSums<Sum> &all, Bits *line)
{
  int lane = threadIdx.x % 32;

#pragma unroll
  for (int c = 0; c < 3; c++) {
    Bits up_to[COLUMNS], before;

    up_to[0] = (Bits) all.s[c][0];
#pragma unroll
    for (int x = 1; x < COLUMNS; x++)
      up_to[x] = up_to[x - 1] + (Bits) all.s[c][x];
    before = up_to[COLUMNS - 1];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
      Bits below = __shfl_up_sync (~0u, before, d);

      before += lane >= d ? below : 0;
    }
    before -= up_to[COLUMNS - 1];
#pragma unroll
    for (int x = 0; x < COLUMNS; x++)
      line[c * LINE + x * LINE_PITCH + lane] = before + up_to[x];
  }
}

/* Where a lane finds the sum up to the column that lies so far behind its first
 * one. */
__device__ __forceinline__ int
place_in_line (int column)
{
  return (column & (COLUMNS - 1)) * LINE_PITCH + (column >> 2)
         + threadIdx.x % 32;
}

template <typename Sum, typename Bits>
__device__ __forceinline__ void
take_windows (const ResponseArgs &a, const Bits *line, float (&w)[3][COLUMNS])
{
  int radius = (int) a.radius;

#pragma unroll
  for (int x = 0; x < COLUMNS; x++) {
    const Bits *last = line + place_in_line (x + radius);
    const Bits *before = line + place_in_line (x - radius - 1);

#pragma unroll
    for (int c = 0; c < 3; c++)
      w[c][x] = (float) (Sum) (last[c * LINE] - before[c * LINE]);
  }
}

/* The window's rows but the last, for the row that is finished first; samples:
 * those that the first of them needs, two rows before. */
template <int GRADIENT, typename Sum>
__device__ __forceinline__ void
begin_sums (const ResponseArgs &a, int pitch, const guint16 *samples,
    ColumnSums<Sum> &all)
{
#pragma unroll
  for (int c = 0; c < 3; c++)
#pragma unroll
    for (int x = 0; x < COLUMNS; x++)
      all.s[c][x] = 0;
#pragma unroll 1
  for (int y = 0; y < 2 * (int) a.radius + 2; y += STEP_ROWS) {
    Tensors<Sum, STEP_ROWS> t;

    clear_tensors (t);
    sum_tensors<GRADIENT, false> (a, pitch, samples + y * WIDTH, t);
    if (y > 0)
      add_row (all, t, 0);
    add_row (all, t, 1);
  }
}

template <int GRADIENT, typename Sum, typename Bits>
__device__ __forceinline__ void
walk_down (const ResponseArgs &a, const BoxTile &tile, const guint16 *samples,
    Bits *line, int x0, int y0, Range &range)
{
  int column = COLUMNS * (int) (threadIdx.x % 32);
  int pitch = tile.n_samples () * WIDTH;
  bool mine = column >= tile.margin () && column < WIDTH - tile.margin ();
  ColumnSums<Sum> all;

  begin_sums<GRADIENT> (a, pitch, samples, all);
#pragma unroll 1
  for (int y = 0; y < tile.rows && y0 + y < (int) a.image.height;
       y += STEP_ROWS) {
    Tensors<Sum, STEP_ROWS> t;

    clear_tensors (t);
    sum_tensors<GRADIENT, false> (
        a, pitch, samples + (y + 2 * tile.radius + 2) * WIDTH, t);
    sum_tensors<GRADIENT, true> (a, pitch, samples + (y + 1) * WIDTH, t);
#pragma unroll
    for (int k = 0; k < STEP_ROWS; k++) {
      float w[3][COLUMNS];

      add_row (all, t, k);
      __syncwarp ();
      put_line (all, line);
      __syncwarp ();
      if (mine) {
        take_windows<Sum> (a, line, w);
        put_responses (a, row_responses (a, w[0], w[1], w[2]),
            x0 + column - tile.margin (), y0 + y + k, range);
      }
    }
  }
}

template <int GRADIENT, typename Sum, typename Bits>
__global__ void
__launch_bounds__ (N_THREADS, 2)
    box_kernel (const __grid_constant__ ResponseArgs a)
{
  extern __shared__ float4 vectors[];
  const BoxTile tile = { { (int) a.radius, reach_of (GRADIENT),
      (int) a.strip } };
  int warp = threadIdx.x / 32;
  int x0 = (int) blockIdx.x * tile.width ();
  int y0 = (int) blockIdx.y * tile.height ();
  Bits *lines = (Bits *) vectors;
  guint16 *samples = (guint16 *) (lines + 3 * WARPS * LINE);
  Range range = range_empty ();

  tell_begin (a);
  load_samples (
      a, SampleRows{ x0 - tile.margin (), y0 - tile.above () - tile.reach,
             tile.n_samples (), samples });
  __syncthreads ();
  walk_down<GRADIENT, Sum> (a, tile, samples + warp * tile.rows * WIDTH,
      lines + 3 * warp * LINE, x0, y0 + warp * tile.rows, range);
  if (a.control)
    range_publish (range, a.control);
}

/* Of a warp: rows of tensors, of which one that is finished needs two, and the
 * wait for samples. */
static guint
cost_of_tile (const BoxTile &tile)
{
  return 2 * tile.radius + 5 * tile.rows + 20;
}

template <int GRADIENT, typename Sum, typename Bits>
static bool
launch_kernel (HarrisWork *w, ResponseArgs &a)
{
  BoxTile tile =
      best_tile (w, BoxTile{ { (int) w->radius, reach_of (GRADIENT), 0 } },
          sizeof (Sum), STEP_ROWS, MOST_ROWS, STEP_ROWS, cost_of_tile);

  return launch_tiles (
      w, box_kernel<GRADIENT, Sum, Bits>, tile, sizeof (Sum), a);
}

template <int GRADIENT>
static bool
launch_gradient (HarrisWork *w, ResponseArgs &a)
{
  return sums_fit_32_bits (w) ? launch_kernel<GRADIENT, gint32, guint32> (w, a)
                              : launch_kernel<GRADIENT, gint64, guint64> (w, a);
}

bool
launch_box (HarrisWork *w, ResponseArgs a)
{
  a.layout = layout_of_samples (w->image, w->channels);
  if (w->params.gradient == HARRIS_GRADIENT_CENTRAL)
    return launch_gradient<CENTRAL> (w, a);
  if (w->gradient.reach == 1)
    return launch_gradient<1> (w, a);
  if (w->gradient.reach == 2)
    return launch_gradient<2> (w, a);
  return launch_kernel<3, gint64, guint64> (w, a);
}
