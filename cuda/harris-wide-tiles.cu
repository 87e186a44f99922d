/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The response for windows and gradients that reach a few pixels, of any
 * samples. A block of threads makes a tile of it. A warp takes rows of the tile
 * as a whole, 4 columns a lane: samples, then sums along the rows, then along
 * the columns; the samples and the first sums lie in shared memory.
 */
#include "response.cuh"
#include "samples.cuh"

#define WARPS        8
#define N_THREADS    (32 * WARPS)
#define COLUMNS      4 /* of a lane */
#define WIDTH        (32 * COLUMNS)
#define PIXEL_ROWS   2 /* of a warp, in the last step */
#define SMALL_RADIUS 2 /* of the window; kernels are made for it */
#define MAX_RADIUS   7 /* and for this one */
#define MAX_REACH    2 /* of the gradient */
#define LEAST_ROWS   8 /* of a tile that is worth it */
#define MOST_ROWS    192
#define FIXED_SHARED 1024 /* bytes that the GPU and other variables need */

/* Rows of sums that a warp makes at once: as many as registers hold. */
template <typename Tensor>
__host__ __device__ constexpr int
sum_rows ()
{
  return sizeof (Tensor) == 8 ? 2 : 4;
}

/* A row of values that the lanes read each other's of: column 4 i + k of the
 * tile lies at k pitches + i, so that lanes that look equally far meet in no
 * bank. There is room for what the outer lanes look for outside the tile. */
#define LANES(columns) (((columns) + COLUMNS - 1) / COLUMNS)
#define SPARE          LANES (MAX_RADIUS)
#define SLOT_PITCH     (32 + 2 * SPARE + 1)
#define SLOT           (COLUMNS * SLOT_PITCH)

/* How a tile lies in the picture and in shared memory: its sums, a component
 * after the other; slots of the warps; samples, a channel after the other. */
struct Tile {
  int radius, reach, rows;

  /* Columns at either end that are not finished, whole lanes. */
  __host__ __device__ constexpr int margin () const
  {
    return LANES (radius + reach) * COLUMNS;
  }

  __host__ __device__ constexpr int width () const
  {
    return WIDTH - 2 * margin ();
  }

  /* Rows of sums, rounded up to what a warp makes at once. */
  __host__ __device__ constexpr int n_sums () const
  {
    return (rows + 2 * radius + 3) / 4 * 4;
  }

  __host__ __device__ constexpr int n_samples () const
  {
    return n_sums () + 2 * reach;
  }

  __host__ __device__ static constexpr int slots (gsize value)
  {
    return (value == 8 ? 2 : 4) * WARPS * SLOT;
  }

  __host__ __device__ constexpr gsize bytes (guint channels, gsize value) const
  {
    return (3 * (gsize) n_sums () * WIDTH + slots (value)) * value
           + channels * (gsize) n_samples () * WIDTH * sizeof (guint16);
  }
};

/* Samples x to x + 3 of a row; `whole`: they lie one after the other, at a
 * multiple of the size of all. */
__device__ static void
load_words (const VfImage &image, guint c, const int x[COLUMNS], int y,
    bool whole, guint32 v[COLUMNS])
{
  if (!whole) {
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      v[i] = word_at (image, sample_place (image, c, x[i], y));
    return;
  }
  const guint8 *at = sample_place (image, c, x[0], y);

  if (image.word == 1) {
    guint32 all = *(const guint32 *) at;

#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      v[i] = all >> (8 * i) & 0xff;
  } else if (image.word == 2) {
    uint2 all = *(const uint2 *) at;
    guint32 order = image.big_endian ? 0x4401 : 0x4410;

    v[0] = __byte_perm (all.x, 0, order);
    v[1] = __byte_perm (all.x, 0, order + 0x22);
    v[2] = __byte_perm (all.y, 0, order);
    v[3] = __byte_perm (all.y, 0, order + 0x22);
  } else {
    uint4 all = *(const uint4 *) at;
    guint32 order = image.big_endian ? 0x0123 : 0x3210;

    v[0] = __byte_perm (all.x, 0, order);
    v[1] = __byte_perm (all.y, 0, order);
    v[2] = __byte_perm (all.z, 0, order);
    v[3] = __byte_perm (all.w, 0, order);
  }
}

/* Whether all rows of a channel allow it. */
__device__ static bool
is_dense (const VfImage &image, guint c)
{
  gsize size = COLUMNS * image.word;

  return image.step[c] == (gssize) image.word
         && (gsize) image.data[c] % size == 0
         && (gsize) image.stride[c] % size == 0;
}

__device__ __forceinline__ void
take_samples (const VfImage &image, guint c, guint32 v[COLUMNS])
{
#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    v[i] = v[i] >> image.shift[c] & ((1u << image.depth) - 1);
}

/* Whether all channels lie in the same words. */
__device__ static bool
is_packed (const VfImage &image)
{
  return image.channels == 3 && image.data[0] == image.data[1]
         && image.data[0] == image.data[2];
}

/* The samples of all channels of a row. */
__device__ __forceinline__ void
load_row (const VfImage &image, const int x[COLUMNS], int y, bool inside,
    guint32 v[3][COLUMNS])
{
  bool packed = is_packed (image);

#pragma unroll
  for (int c = 0; c < 3; c++) {
    if (c >= (int) image.channels)
      break;
    if (packed && c > 0) {
#pragma unroll
      for (int i = 0; i < COLUMNS; i++)
        v[c][i] = v[0][i];
    } else {
      load_words (image, c, x, y, inside && is_dense (image, c), v[c]);
    }
  }
#pragma unroll
  for (int c = 0; c < 3; c++)
    if (c < (int) image.channels)
      take_samples (image, c, v[c]);
}

/* The luma of a colour picture that is taken for one of one channel. */
__device__ __forceinline__ void
make_luma (guint32 v[3][COLUMNS])
{
#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    v[0][i] = (VF_LUMA_RED * v[0][i] + VF_LUMA_GREEN * v[1][i]
                  + VF_LUMA_BLUE * v[2][i] + VF_LUMA_HALF)
              >> VF_LUMA_SHIFT;
}

/* All samples of the tile, from column x0 and row y0 of the picture on. The
 * edges repeat without end. */
__device__ static void
load_samples (
    const ResponseArgs &a, const Tile &tile, int x0, int y0, guint16 *samples)
{
  const VfImage &image = a.image;
  int lane = threadIdx.x % 32, first = x0 + COLUMNS * lane;
  bool inside = first >= 0 && first + COLUMNS <= (int) image.width;
  bool luma = image.channels == 3 && a.channels == 1;
  int x[COLUMNS];

#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    x[i] = min (max (first + i, 0), (int) image.width - 1);
#pragma unroll 1
  for (int row = threadIdx.x / 32; row < tile.n_samples (); row += WARPS) {
    int y = min (max (y0 + row, 0), (int) image.height - 1);
    guint16 *to = samples + row * WIDTH + COLUMNS * lane;
    guint32 v[3][COLUMNS];

    load_row (image, x, y, inside, v);
    if (luma)
      make_luma (v);
#pragma unroll
    for (int c = 0; c < 3; c++)
      if (c < (int) a.channels)
        *(uint2 *) (to + c * tile.n_samples () * WIDTH) =
            make_uint2 (v[c][0] | v[c][1] << 16, v[c][2] | v[c][3] << 16);
  }
}

/* The samples of a lane's columns of a row, with those beside. Lanes at the
 * ends read their own instead: what comes of it is in the margin. */
template <int REACH>
__device__ __forceinline__ void
read_samples (const guint16 *row, gint32 (&v)[COLUMNS + 2 * REACH])
{
  static_assert (REACH <= 2, "the words beside hold two samples");
  int lane = threadIdx.x % 32;
  const guint32 *words = (const guint32 *) row + 2 * lane;
  guint32 left = words[lane > 0 ? -1 : 0], right = words[lane < 31 ? 2 : 0];
  uint2 own = *(const uint2 *) words;

  if (REACH == 2) {
    v[0] = left & 0xffff;
    v[REACH + COLUMNS + REACH - 1] = right >> 16;
  }
  v[REACH - 1] = left >> 16;
  v[REACH] = own.x & 0xffff;
  v[REACH + 1] = own.x >> 16;
  v[REACH + 2] = own.y & 0xffff;
  v[REACH + 3] = own.y >> 16;
  v[REACH + COLUMNS] = right & 0xffff;
}

/* Ix and Iy of ROWS rows of a lane's columns, of one channel: as
 * find_gradients(). samples: the first row that they need. */
template <int REACH, int ROWS>
__device__ __forceinline__ void
lane_gradients (const HarrisGradientTaps &taps, const guint16 *samples,
    gint32 (&ix)[ROWS][COLUMNS], gint32 (&iy)[ROWS][COLUMNS])
{
  constexpr int side = 2 * REACH + 1;

#pragma unroll
  for (int j = 0; j < ROWS - 1 + side; j++) {
    gint32 v[COLUMNS + 2 * REACH];

    read_samples<REACH> (samples + j * WIDTH, v);
#pragma unroll
    for (int x = 0; x < COLUMNS; x++) {
      gint32 derivative = 0, smooth = 0;

#pragma unroll
      for (int i = 0; i < side; i++) {
        derivative += taps.derivative[i] * v[x + i];
        smooth += taps.smoothing[i] * v[x + i];
      }
#pragma unroll
      for (int k = 0; k < ROWS; k++)
        if (j - k >= 0 && j - k < side) {
          gint32 along = taps.smoothing[j - k] * derivative;
          gint32 across = taps.derivative[j - k] * smooth;

          ix[k][x] = j == k ? along : ix[k][x] + along;
          iy[k][x] = j == k ? across : iy[k][x] + across;
        }
    }
  }
}

template <typename Tensor, int ROWS> struct Tensors {
  Tensor sums[3][ROWS][COLUMNS];
};

/* The tensors of ROWS rows, summed over the channels. */
template <int REACH, int ROWS, typename Tensor>
__device__ __forceinline__ void
make_tensors (const ResponseArgs &a, const Tile &tile, const guint16 *samples,
    Tensors<Tensor, ROWS> &t)
{
#pragma unroll
  for (int c = 0; c < 3; c++)
#pragma unroll
    for (int k = 0; k < ROWS; k++)
#pragma unroll
      for (int x = 0; x < COLUMNS; x++)
        t.sums[c][k][x] = 0;
#pragma unroll 1
  for (guint c = 0; c < a.channels; c++) {
    gint32 ix[ROWS][COLUMNS], iy[ROWS][COLUMNS];

    lane_gradients<REACH, ROWS> (
        a.gradient, samples + c * tile.n_samples () * WIDTH, ix, iy);
#pragma unroll
    for (int k = 0; k < ROWS; k++)
#pragma unroll
      for (int x = 0; x < COLUMNS; x++) {
        t.sums[0][k][x] += (Tensor) ix[k][x] * ix[k][x];
        t.sums[1][k][x] += (Tensor) iy[k][x] * iy[k][x];
        t.sums[2][k][x] += (Tensor) ix[k][x] * iy[k][x];
      }
  }
}

template <typename Value> struct __align__ (16) Quad
{
  Value values[COLUMNS];
};

/* Floats have the Gaussian window, integers the box. */
template <typename Value> constexpr bool is_box = true;
template <> constexpr bool is_box<gfloat> = false;

/* The window along a line around N places of C components each. v: the values
 * of these places and of RADIUS more at either end. A smaller window has taps
 * that are 0, which change no sum. */
template <int RADIUS, int N, int C>
__device__ __forceinline__ void
window_gaussian (const ResponseArgs &a, const float (&v)[N + 2 * RADIUS][C],
    float (&sums)[N][C])
{
#pragma unroll
  for (int k = 0; k < N; k++)
#pragma unroll
    for (int c = 0; c < C; c++) {
      sums[k][c] = __fmul_rn (a.taps[0], v[k + RADIUS][c]);
#pragma unroll
      for (int i = 1; i <= RADIUS; i++)
        sums[k][c] = __fmaf_rn (a.taps[i],
            __fadd_rn (v[k + RADIUS - i][c], v[k + RADIUS + i][c]), sums[k][c]);
    }
}

/* The box: values that a smaller one leaves out do not count. */
template <int RADIUS, int N, int C, typename Value>
__device__ __forceinline__ void
window_box (const ResponseArgs &a, const Value (&v)[N + 2 * RADIUS][C],
    Value (&sums)[N][C])
{
#pragma unroll
  for (int k = 0; k < N; k++)
#pragma unroll
    for (int c = 0; c < C; c++)
      sums[k][c] = v[k + RADIUS][c];
#pragma unroll
  for (int i = 1; i <= RADIUS; i++)
    if (i <= (int) a.radius) {
#pragma unroll
      for (int k = 0; k < N; k++)
#pragma unroll
        for (int c = 0; c < C; c++)
          sums[k][c] += v[k + RADIUS - i][c] + v[k + RADIUS + i][c];
    }
}

/* The window along a row whose values lie in a slot. */
template <int RADIUS, typename Value>
__device__ __forceinline__ void
window_row (const ResponseArgs &a, const Value *slot, Value *sums)
{
  const Value *own = slot + SPARE + threadIdx.x % 32;
  Value v[COLUMNS + 2 * RADIUS][1], row[COLUMNS][1];
  Quad<Value> all;

#pragma unroll
  for (int i = 0; i < COLUMNS + 2 * RADIUS; i++) {
    int x = i - RADIUS;

    v[i][0] = own[(x & (COLUMNS - 1)) * SLOT_PITCH + (x >> 2)];
  }
  if constexpr (is_box<Value>)
    window_box<RADIUS> (a, v, row);
  else
    window_gaussian<RADIUS> (a, v, row);
#pragma unroll
  for (int x = 0; x < COLUMNS; x++)
    all.values[x] = row[x][0];
  *(Quad<Value> *) sums = all;
}

/* The sums along the rows, component by component. What is done several times
 * is a loop: code that does not fit into the cache takes longer than the loop.
 */
template <int REACH, int RADIUS, typename Tensor, typename Value>
__device__ __forceinline__ void
make_sums (const ResponseArgs &a, const Tile &tile, const guint16 *samples,
    Value *slots, Value *sums)
{
  constexpr int rows = sum_rows<Tensor> ();
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, n = tile.n_sums ();
  Value *slot = slots + rows * warp * SLOT;

#pragma unroll 1
  for (int y = rows * warp; y < n; y += rows * WARPS) {
    Tensors<Tensor, rows> t;

    make_tensors<REACH> (a, tile, samples + y * WIDTH, t);
#pragma unroll
    for (int c = 0; c < 3; c++) {
      __syncwarp ();
#pragma unroll
      for (int k = 0; k < rows; k++)
#pragma unroll
        for (int x = 0; x < COLUMNS; x++)
          slot[k * SLOT + x * SLOT_PITCH + SPARE + lane] =
              (Value) t.sums[c][k][x];
      __syncwarp ();
#pragma unroll 1
      for (int k = 0; k < rows; k++)
        window_row<RADIUS> (a, slot + k * SLOT,
            sums + (c * n + y + k) * WIDTH + COLUMNS * lane);
    }
  }
}

/* The window along the columns around PIXEL_ROWS rows of sums. */
template <int RADIUS, typename Value>
__device__ __forceinline__ void
window_columns (const ResponseArgs &a, const Value *first,
    float (&windowed)[PIXEL_ROWS][COLUMNS])
{
  Value v[PIXEL_ROWS + 2 * RADIUS][COLUMNS], sums[PIXEL_ROWS][COLUMNS];

#pragma unroll
  for (int i = 0; i < PIXEL_ROWS + 2 * RADIUS; i++) {
    Quad<Value> q = *(const Quad<Value> *) (first + i * WIDTH);

#pragma unroll
    for (int x = 0; x < COLUMNS; x++)
      v[i][x] = q.values[x];
  }
  if constexpr (is_box<Value>)
    window_box<RADIUS> (a, v, sums);
  else
    window_gaussian<RADIUS> (a, v, sums);
#pragma unroll
  for (int k = 0; k < PIXEL_ROWS; k++)
#pragma unroll
    for (int x = 0; x < COLUMNS; x++)
      windowed[k][x] = (float) sums[k][x];
}

/* Responses of a row of a lane's columns. */
struct Responses {
  float r[COLUMNS];
};

/* Those that are dear; out of the way of the others' code. */
__device__ __noinline__ static float
other_measure (guint which, float xx, float yy, float xy)
{
  return measure (which, 0, xx, yy, xy);
}

__device__ __noinline__ static Range
count_region (const ResponseArgs &a, Responses r, guint x, guint y, Range range)
{
#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    if (x + i < a.image.width && vf_area_contains (a.region, x + i, y))
      range_add (range, r.r[i]);
  return range;
}

/* Writes a row's responses that lie in the picture, and counts those in the
 * region. */
__device__ __forceinline__ void
put_row (
    const ResponseArgs &a, const Responses &all, guint x, guint y, Range &range)
{
  guint width = a.image.width;
  float *to = a.response + (gsize) y * a.pitch + x;

  if (x >= width || y >= a.image.height)
    return;
  if (width % COLUMNS == 0 && a.everywhere) {
    *(float4 *) to = make_float4 (all.r[0], all.r[1], all.r[2], all.r[3]);
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      range_add (range, all.r[i]);
  } else {
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      if (x + i < width)
        to[i] = all.r[i];
    range = count_region (a, all, x, y, range);
  }
}

/* The rows of the tile from their sums; (x0, y0): its first pixel. */
template <int RADIUS, typename Value>
__device__ __forceinline__ void
finish_rows (const ResponseArgs &a, const Tile &tile, const Value *sums, int x0,
    int y0, Range &range)
{
  int warp = threadIdx.x / 32, column = COLUMNS * (threadIdx.x % 32);
  bool harris = a.measure == HARRIS_MEASURE_HARRIS;

  if (column < tile.margin () || column >= WIDTH - tile.margin ())
    return;
#pragma unroll 1
  for (int y = PIXEL_ROWS * warp; y < tile.rows; y += PIXEL_ROWS * WARPS) {
    float w[3][PIXEL_ROWS][COLUMNS];

#pragma unroll
    for (int c = 0; c < 3; c++)
      window_columns<RADIUS> (
          a, sums + (c * tile.n_sums () + y) * WIDTH + column, w[c]);
#pragma unroll
    for (int k = 0; k < PIXEL_ROWS; k++) {
      Responses all;

#pragma unroll
      for (int x = 0; x < COLUMNS; x++)
        all.r[x] = harris ? measure (HARRIS_MEASURE_HARRIS, a.k, w[0][k][x],
                       w[1][k][x], w[2][k][x])
                          : other_measure (
                              a.measure, w[0][k][x], w[1][k][x], w[2][k][x]);
      put_row (a, all, x0 + column - tile.margin (), y0 + y + k, range);
    }
  }
}

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

/* Rows of 64 bits leave room for small tiles alone, of which what a large window
 * needs around would be most. */
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
