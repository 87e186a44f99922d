/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From samples to the response: gradient, tensor, window, measure. Here for
 * what most pictures and the defaults are: bytes, the central differences and
 * a Gaussian window of 5 taps. A block of threads makes a tile of the response,
 * and keeps all between in shared memory.
 */
#include "response.cuh"
#include "samples.cuh"

#define RADIUS 2

/* A tile is as wide as a warp; a thread makes several rows of it. */
#define TILE_WIDTH  32
#define THREAD_ROWS 8 /* of threads */
#define N_THREADS   (TILE_WIDTH * THREAD_ROWS)
#define PIXEL_ROWS  4 /* of a thread */
#define TILE_HEIGHT (THREAD_ROWS * PIXEL_ROWS)

/* The tensors and the samples that a tile needs. */
#define TENSOR_WIDTH  (TILE_WIDTH + 2 * RADIUS)
#define TENSOR_HEIGHT (TILE_HEIGHT + 2 * RADIUS)
#define N_TENSORS     (TENSOR_WIDTH * TENSOR_HEIGHT)
#define SAMPLE_WIDTH  (TENSOR_WIDTH + 2)
#define N_SAMPLES     (SAMPLE_WIDTH * (TENSOR_HEIGHT + 2))
#define N_SUMS        (TILE_WIDTH * TENSOR_HEIGHT)

__device__ static void
load_samples (const ResponseArgs &a, int thread, guint16 *samples)
{
  int x0 = (int) blockIdx.x * TILE_WIDTH - RADIUS - 1;
  int y0 = (int) blockIdx.y * TILE_HEIGHT - RADIUS - 1;

  for (guint c = 0; c < a.channels; c++)
    for (int i = thread; i < N_SAMPLES; i += N_THREADS)
      samples[c * N_SAMPLES + i] = (guint16) extended_sample<true> (
          a.image, a.channels, c, x0 + i % SAMPLE_WIDTH, y0 + i / SAMPLE_WIDTH);
}

/* 3 * 255 * 255 < 2^24: the sums are exact as integers and as floats. */
__device__ static void
make_tensors (
    guint channels, int thread, const guint16 *samples, float *tensors)
{
  for (int i = thread; i < N_TENSORS; i += N_THREADS) {
    const guint16 *above =
        samples + i / TENSOR_WIDTH * SAMPLE_WIDTH + i % TENSOR_WIDTH + 1;
    int xx = 0, yy = 0, xy = 0;

    for (guint c = 0; c < channels; c++, above += N_SAMPLES) {
      int ix = above[SAMPLE_WIDTH + 1] - above[SAMPLE_WIDTH - 1];
      int iy = above[2 * SAMPLE_WIDTH] - above[0];

      xx += ix * ix;
      yy += iy * iy;
      xy += ix * iy;
    }
    tensors[i] = (float) xx;
    tensors[N_TENSORS + i] = (float) yy;
    tensors[2 * N_TENSORS + i] = (float) xy;
  }
}

/* The window along the rows, of all three components: four sums in a row need
 * eight values, two loads. */
__device__ static void
window_rows (
    const ResponseArgs &a, int thread, const float *tensors, float *sums)
{
  constexpr int quads = TILE_WIDTH / 4, stride = TENSOR_WIDTH / 4;

  /* The components lie one after the other in both: 3 times the rows. */
  for (int i = thread; i < 3 * TENSOR_HEIGHT * quads; i += N_THREADS) {
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

/* The window along a column, for a thread's rows. */
__device__ static void
window_column (
    const ResponseArgs &a, const float *sums, float (&windowed)[PIXEL_ROWS])
{
#pragma unroll
  for (int row = 0; row < PIXEL_ROWS; row++) {
    const float *p = sums + (row + RADIUS) * TILE_WIDTH;
    float sum = __fmul_rn (a.taps[0], p[0]);

#pragma unroll
    for (int j = 1; j <= RADIUS; j++)
      sum = __fmaf_rn (
          a.taps[j], __fadd_rn (p[-j * TILE_WIDTH], p[j * TILE_WIDTH]), sum);
    windowed[row] = sum;
  }
}

/* The response of a thread's pixels, and their range. */
__device__ static Range
make_response (const ResponseArgs &a, const float *sums)
{
  float windowed[3][PIXEL_ROWS];
  Range range = range_empty ();

  for (int c = 0; c < 3; c++)
    window_column (a,
        sums + c * N_SUMS + threadIdx.y * PIXEL_ROWS * TILE_WIDTH + threadIdx.x,
        windowed[c]);
  finish_pixels (a, windowed, blockIdx.x * TILE_WIDTH + threadIdx.x,
      blockIdx.y * TILE_HEIGHT + threadIdx.y * PIXEL_ROWS, range);
  return range;
}

/* The samples are not needed any more when the sums are made: they share
 * memory. */
__global__ void
__launch_bounds__ (N_THREADS)
    tiles_kernel (const __grid_constant__ ResponseArgs a)
{
  extern __shared__ float4 vectors[];
  int thread = threadIdx.y * TILE_WIDTH + threadIdx.x;
  float *tensors = (float *) vectors, *sums = tensors + 3 * N_TENSORS;
  guint16 *samples = (guint16 *) sums;
  Range range;

  tell_begin (a);
  load_samples (a, thread, samples);
  __syncthreads ();
  make_tensors (a.channels, thread, samples, tensors);
  __syncthreads ();
  window_rows (a, thread, tensors, sums);
  __syncthreads ();
  range = make_response (a, sums);
  if (a.control)
    range_publish (range, a.control);
}

static void
launch_small_tiles (HarrisWork *w, const ResponseArgs &a)
{
  gsize samples = a.channels * N_SAMPLES * sizeof (guint16);
  gsize sums = 3 * N_SUMS * sizeof (float);
  Launch l = {};

  l.grid = dim3 ((a.image.width + TILE_WIDTH - 1) / TILE_WIDTH,
      (a.image.height + TILE_HEIGHT - 1) / TILE_HEIGHT);
  l.block = dim3 (TILE_WIDTH, THREAD_ROWS);
  l.shared = 3 * N_TENSORS * sizeof (float) + MAX (samples, sums);
  launch (w, "the response", l, tiles_kernel, a);
}

static ResponseArgs
response_args (const HarrisWork *w, guint pitch, HarrisCudaControl *control,
    guint64 *began)
{
  ResponseArgs a = {};

  a.image = w->image;
  a.region = w->region;
  a.gradient = w->gradient;
  for (guint i = 0; i <= w->radius; i++)
    a.taps[i] = w->taps[i];
  a.k = (gfloat) w->params.k;
  a.measure = w->params.measure;
  a.channels = w->channels;
  a.radius = w->radius;
  a.everywhere = !w->region.inside && w->region.bounds.width == w->image.width
                 && w->region.bounds.height == w->image.height;
  a.response = w->response;
  a.pitch = pitch;
  a.control = control;
  a.began = began;
  return a;
}

static void
launch_response (
    HarrisWork *w, guint pitch, HarrisCudaControl *control, guint64 *began)
{
  ResponseArgs a = response_args (w, pitch, control, began);
  bool box = w->params.window_type == HARRIS_WINDOW_BOX;

  if (w->radius == RADIUS && !box
      && w->params.gradient == HARRIS_GRADIENT_CENTRAL
      && samples_are_bytes (w->image))
    launch_small_tiles (w, a);
  else if (!(box ? launch_box (w, a) : launch_wide_tiles (w, a)))
    launch_strips (w, a);
}

extern "C" void
harris_cuda_response (HarrisWork *w)
{
  launch_response (w, w->image.width, NULL, NULL);
}

extern "C" void
harris_cuda_response_for_frame (HarrisWork *w)
{
  launch_response (
      w, harris_cuda_frame_pitch (w), NULL, harris_cuda_frame_began (w));
}

extern "C" void
harris_cuda_response_and_range (HarrisWork *w)
{
  launch_response (
      w, w->image.width, ((HarrisCuda *) w->backend)->control, NULL);
}
