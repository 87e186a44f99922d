/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From samples to the response: gradient, tensor, Gaussian window, measure. A
 * block makes a tile of the response, and keeps all between in shared memory.
 */
#include "launch.cuh"
#include "range.cuh"

/* A tile is as wide as a warp. A thread makes several rows of it where the
 * window is small; the window of any length leaves memory for one. */
#define TILE_WIDTH  32
#define THREAD_ROWS 8
#define N_THREADS   (TILE_WIDTH * THREAD_ROWS)

typedef struct {
  VfImage image;
  VfArea region;
  gfloat taps[HARRIS_MAX_FILTER_LENGTH / 2 + 1];
  gfloat k;
  guint measure, channels, radius;
  gfloat *response;
  HarrisCudaControl *control; /* NULL: the range is not wanted */
} ResponseArgs;

/* RADIUS < 0: any radius, known at run time. */
template <int RADIUS> struct Tile {
  static constexpr int rows_a_thread = RADIUS < 0 ? 1 : 4;
  static constexpr int height = THREAD_ROWS * rows_a_thread;

  const int radius;

  __host__ __device__ explicit Tile (int any)
      : radius (RADIUS < 0 ? any : RADIUS)
  {
  }

  __host__ __device__ int tensor_width () const
  {
    return TILE_WIDTH + 2 * radius;
  }

  __host__ __device__ int tensor_height () const
  {
    return height + 2 * radius;
  }

  __host__ __device__ int samples () const
  {
    return (tensor_width () + 2) * (tensor_height () + 2);
  }

  __host__ __device__ int tensors () const
  {
    return tensor_width () * tensor_height ();
  }

  __host__ __device__ int sums () const
  {
    return TILE_WIDTH * tensor_height ();
  }
};

/* Rows and pixels of a picture are less than 2^31 bytes apart. */
__device__ static gint32
sample_at (const VfImage &image, guint channel, int x, int y)
{
  return image.data[channel][(gint64) y * (gint32) image.stride[channel]
                             + (gint64) x * (gint32) image.step[channel]];
}

__device__ static gint32
load_sample (const ResponseArgs &a, guint channel, int x, int y)
{
  const VfImage &image = a.image;

  x = min (max (x, 0), (int) image.width - 1);
  y = min (max (y, 0), (int) image.height - 1);
  if (image.channels == 3 && a.channels == 1)
    return (9798 * sample_at (image, 0, x, y)
               + 19235 * sample_at (image, 1, x, y)
               + 3735 * sample_at (image, 2, x, y) + (1 << 14))
           >> 15;
  return sample_at (image, channel, x, y);
}

/* The samples of a tile and the border around it that its tensors need. */
template <int RADIUS>
__device__ static void
load_samples (
    const ResponseArgs &a, Tile<RADIUS> tile, int thread, guint16 *samples)
{
  int width = tile.tensor_width () + 2;
  int x0 = (int) blockIdx.x * TILE_WIDTH - tile.radius - 1;
  int y0 = (int) blockIdx.y * tile.height - tile.radius - 1;

  for (guint c = 0; c < a.channels; c++)
    for (int i = thread; i < tile.samples (); i += N_THREADS)
      samples[c * tile.samples () + i] =
          (guint16) load_sample (a, c, x0 + i % width, y0 + i / width);
}

/* 3 * 255 * 255 < 2^24: the sums are exact as integers and as floats. */
template <int RADIUS>
__device__ static void
make_tensors (guint channels, Tile<RADIUS> tile, int thread,
    const guint16 *samples, float *tensors)
{
  int width = tile.tensor_width (), n = tile.tensors ();

  for (int i = thread; i < n; i += N_THREADS) {
    int stride = width + 2, xx = 0, yy = 0, xy = 0;
    const guint16 *above = samples + i / width * stride + i % width + 1;

    for (guint c = 0; c < channels; c++, above += tile.samples ()) {
      int ix = above[stride + 1] - above[stride - 1];
      int iy = above[2 * stride] - above[0];

      xx += ix * ix;
      yy += iy * iy;
      xy += ix * iy;
    }
    tensors[i] = (float) xx;
    tensors[n + i] = (float) yy;
    tensors[2 * n + i] = (float) xy;
  }
}

/* The window along the rows, of all three components. */
template <int RADIUS>
__device__ static void
window_rows (const ResponseArgs &a, Tile<RADIUS> tile, int thread,
    const float *tensors, float *sums)
{
  int width = tile.tensor_width ();

  for (int c = 0; c < 3; c++)
    for (int i = thread; i < tile.sums (); i += N_THREADS) {
      const float *p = tensors + c * tile.tensors () + i / TILE_WIDTH * width
                       + i % TILE_WIDTH + tile.radius;
      float sum = __fmul_rn (a.taps[0], p[0]);

      for (int j = 1; j <= tile.radius; j++)
        sum = __fmaf_rn (a.taps[j], __fadd_rn (p[-j], p[j]), sum);
      sums[c * tile.sums () + i] = sum;
    }
}

/* The same for 5 taps: four sums in a row need eight values, two loads. */
template <>
__device__ void
window_rows<2> (const ResponseArgs &a, Tile<2> tile, int thread,
    const float *tensors, float *sums)
{
  constexpr int quads = TILE_WIDTH / 4;
  int stride = tile.tensor_width () / 4;

  /* The components lie one after the other in both: 3 times the rows. */
  for (int i = thread; i < 3 * tile.tensor_height () * quads; i += N_THREADS) {
    const float4 *p = (const float4 *) tensors + i / quads * stride + i % quads;
    float4 low = p[0], high = p[1];
    const float v[8] = { low.x, low.y, low.z, low.w, high.x, high.y, high.z,
      high.w };
    float sum[4];

#pragma unroll
    for (int x = 0; x < 4; x++) {
      sum[x] = __fmul_rn (a.taps[0], v[x + 2]);
      sum[x] = __fmaf_rn (a.taps[1], __fadd_rn (v[x + 1], v[x + 3]), sum[x]);
      sum[x] = __fmaf_rn (a.taps[2], __fadd_rn (v[x], v[x + 4]), sum[x]);
    }
    ((float4 *) sums)[i] = make_float4 (sum[0], sum[1], sum[2], sum[3]);
  }
}

/* The window along a column, for `rows_a_thread` rows one below the other. */
template <int RADIUS>
__device__ static void
window_column (const ResponseArgs &a, Tile<RADIUS> tile, const float *sums,
    float *windowed)
{
  constexpr int n = Tile<RADIUS>::rows_a_thread;

#pragma unroll
  for (int row = 0; row < n; row++) {
    const float *p = sums + (row + tile.radius) * TILE_WIDTH;
    float sum = __fmul_rn (a.taps[0], p[0]);

#pragma unroll
    for (int j = 1; j <= tile.radius; j++)
      sum = __fmaf_rn (
          a.taps[j], __fadd_rn (p[-j * TILE_WIDTH], p[j * TILE_WIDTH]), sum);
    windowed[row] = sum;
  }
}

static_assert (HARRIS_N_MEASURES == 2, "a measure is missing on the GPU");

__device__ static float
measure (guint which, float k, float xx, float yy, float xy)
{
  float trace = __fadd_rn (xx, yy);

  if (which == HARRIS_MEASURE_HARRIS) {
    float det = __fmaf_rn (xx, yy, -__fmul_rn (xy, xy));

    return __fmaf_rn (-k, __fmul_rn (trace, trace), det);
  } else {
    float d = __fsub_rn (xx, yy), e = __fadd_rn (xy, xy);
    float root = __fsqrt_rn (__fmaf_rn (d, d, __fmul_rn (e, e)));

    return __fmul_rn (0.5f, __fsub_rn (trace, root));
  }
}

/* The response of a thread's pixels, and their range. */
template <int RADIUS>
__device__ static Range
make_response (const ResponseArgs &a, Tile<RADIUS> tile, const float *sums)
{
  constexpr int n = Tile<RADIUS>::rows_a_thread;
  guint x = blockIdx.x * TILE_WIDTH + threadIdx.x;
  guint y = blockIdx.y * tile.height + threadIdx.y * n;
  float windowed[3][n];
  Range range = range_empty ();

  for (int c = 0; c < 3; c++)
    window_column (a, tile,
        sums + c * tile.sums () + threadIdx.y * n * TILE_WIDTH + threadIdx.x,
        windowed[c]);
#pragma unroll
  for (int row = 0; row < n; row++) {
    float r = measure (
        a.measure, a.k, windowed[0][row], windowed[1][row], windowed[2][row]);

    if (x >= a.image.width || y + row >= a.image.height)
      continue;
    a.response[(gsize) (y + row) * a.image.width + x] = r;
    if (vf_area_contains (a.region, x, y + row))
      range_add (range, r);
  }
  return range;
}

/* The samples are not needed any more when the sums are made: they share
 * memory. */
template <int RADIUS>
__global__ void
__launch_bounds__ (N_THREADS)
    response_kernel (const __grid_constant__ ResponseArgs a)
{
  extern __shared__ float4 vectors[];
  float *shared = (float *) vectors;
  const Tile<RADIUS> tile ((int) a.radius);
  int thread = threadIdx.y * TILE_WIDTH + threadIdx.x;
  float *tensors = shared, *sums = shared + 3 * tile.tensors ();
  guint16 *samples = (guint16 *) sums;
  Range range;

  load_samples (a, tile, thread, samples);
  __syncthreads ();
  make_tensors (a.channels, tile, thread, samples, tensors);
  __syncthreads ();
  window_rows (a, tile, thread, tensors, sums);
  __syncthreads ();
  range = make_response (a, tile, sums);
  if (a.control)
    range_publish (range, a.control);
}

template <int RADIUS>
static void
launch_tiles (HarrisWork *w, const ResponseArgs &a)
{
  const Tile<RADIUS> tile ((int) w->radius);
  gsize samples = a.channels * tile.samples () * sizeof (guint16);
  gsize sums = 3 * tile.sums () * sizeof (float);
  Launch l = {};

  l.grid = dim3 ((a.image.width + TILE_WIDTH - 1) / TILE_WIDTH,
      (a.image.height + tile.height - 1) / tile.height);
  l.block = dim3 (TILE_WIDTH, THREAD_ROWS);
  l.shared = 3 * tile.tensors () * sizeof (float) + MAX (samples, sums);
  launch (w, "the response", l, response_kernel<RADIUS>, a);
}

static void
launch_response (HarrisWork *w, HarrisCudaControl *control)
{
  ResponseArgs a = {};

  a.image = w->image;
  a.region = w->region;
  for (guint i = 0; i <= w->radius; i++)
    a.taps[i] = w->taps[i];
  a.k = (gfloat) w->params.k;
  a.measure = w->params.measure;
  a.channels = w->channels;
  a.radius = w->radius;
  a.response = w->response;
  a.control = control;
  if (w->radius == 2)
    launch_tiles<2> (w, a);
  else
    launch_tiles<-1> (w, a);
}

extern "C" void
harris_cuda_response (HarrisWork *w)
{
  launch_response (w, NULL);
}

extern "C" void
harris_cuda_response_and_range (HarrisWork *w)
{
  launch_response (w, ((HarrisCuda *) w->backend)->control);
}
