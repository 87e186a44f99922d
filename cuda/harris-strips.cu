/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The response for all parameters and samples. A block of threads walks down a
 * strip of the picture, a few rows a step: samples, tensors, the window along
 * their rows. Of these sums it keeps as many rows as the window along the
 * columns needs, in a ring. So shared memory does not grow with the strip, and
 * the largest window fits what every GPU has.
 */
#include "gradient.cuh"
#include "response.cuh"
#include "samples.cuh"
#include "window.cuh"

static_assert (HARRIS_N_WINDOWS == 2, "a window is missing on the GPU");
static_assert (HARRIS_MAX_REACH == 3, "a gradient is missing on the GPU");

/* All fields, in order: one that is new does not compile, and comes to this
 * list when a kernel heeds it. */
[[maybe_unused]] static void
know_all_fields (const HarrisParams &params, const VfImage &image)
{
  [[maybe_unused]] const auto &[gradient, window_type, filter_length, sigma, k,
      measure, bins, threshold_mode, threshold, suppression, suppression_radius,
      max_corners, min_distance, grid_columns, grid_rows, subpixel, channels] =
      params;
  [[maybe_unused]] const auto &[width, height, image_channels, data, stride,
      step, depth, word, big_endian, shift, memory] = image;
}

/* Pixels of a step. */
#define WIDTH 32
#define ROWS  8

#define N_THREADS    128
#define TENSOR_ROWS  4 /* that a thread makes */
#define SUM_COLUMNS  4
#define PIXEL_ROWS   2
#define MAX_RADIUS   (HARRIS_MAX_FILTER_LENGTH / 2)
#define SHARED_BYTES (48 * 1024) /* all GPUs have so much */

static_assert (WIDTH *ROWS == N_THREADS * PIXEL_ROWS,
    "a thread finishes the same pixels of each step");
static_assert (
    ROWS == 2 * TENSOR_ROWS && 2 * (WIDTH + 2 * MAX_RADIUS) <= N_THREADS,
    "a thread makes tensors once a step");
static_assert (WIDTH % SUM_COLUMNS == 0 && PIXEL_ROWS == 2,
    "the window's 2 radius rows are a multiple of a thread's rows");

/* How the shared memory lies: the ring, then tensors, then samples. */
struct Strip {
  int radius, reach;

  __host__ __device__ constexpr int ring_rows () const
  {
    return ROWS + 2 * radius;
  }

  __host__ __device__ constexpr int ring () const
  {
    return WIDTH * ring_rows ();
  }

  __host__ __device__ constexpr int tensor_width () const
  {
    return WIDTH + 2 * radius;
  }

  /* Odd, so that threads that take columns of several rows meet in no bank. */
  __host__ __device__ constexpr int tensor_pitch () const
  {
    return tensor_width () + 1;
  }

  __host__ __device__ constexpr int tensors () const
  {
    return ROWS * tensor_pitch ();
  }

  __host__ __device__ constexpr int sample_width () const
  {
    return tensor_width () + 2 * reach;
  }

  __host__ __device__ constexpr int sample_rows () const
  {
    return ROWS + 2 * reach;
  }

  __host__ __device__ constexpr int samples () const
  {
    return sample_rows () * sample_width ();
  }

  __host__ __device__ constexpr gsize bytes (guint channels, gsize value) const
  {
    return 3 * (gsize) (ring () + tensors ()) * value
           + channels * (gsize) samples () * sizeof (guint16);
  }
};

static_assert (Strip{ MAX_RADIUS, HARRIS_MAX_REACH }.bytes (3, sizeof (gint64))
                   <= SHARED_BYTES - 64,
    "the largest window does not fit");

/* The samples for ROWS rows of tensors, from row y on. */
__device__ static void
load_samples (const ResponseArgs &a, Strip strip, int y, guint16 *samples)
{
  int x0 = (int) blockIdx.x * WIDTH - strip.radius - strip.reach;
  int y0 = y - strip.reach, width = strip.sample_width ();

  for (guint c = 0; c < a.channels; c++, samples += strip.samples ())
    for (int j = threadIdx.y; j < strip.sample_rows (); j += N_THREADS / WIDTH)
      for (int i = threadIdx.x; i < width; i += WIDTH)
        samples[j * width + i] =
            (guint16) extended_sample (a.image, a.channels, c, x0 + i, y0 + j);
}

/* Half of the threads make the upper rows, half the lower ones. Integers are
 * rounded once where the window wants floats. */
template <int REACH, typename Tensor, typename Value>
__device__ static void
make_tensors (const ResponseArgs &a, Strip strip, int thread,
    const guint16 *samples, Value *tensors)
{
  int width = strip.tensor_width (), pitch = strip.tensor_pitch ();
  int x = thread % width, y = thread / width * TENSOR_ROWS;
  Tensor sums[3][TENSOR_ROWS] = {};

  if (y >= ROWS)
    return;
  samples += y * strip.sample_width () + x;
  for (guint c = 0; c < a.channels; c++, samples += strip.samples ()) {
    gint32 ix[TENSOR_ROWS], iy[TENSOR_ROWS];

    find_gradients<REACH> (a.gradient, samples, strip.sample_width (), ix, iy);
    add_tensors (ix, iy, sums);
  }
#pragma unroll
  for (int c = 0; c < 3; c++)
#pragma unroll
    for (int k = 0; k < TENSOR_ROWS; k++)
      tensors[(c * ROWS + y + k) * pitch + x] = (Value) sums[c][k];
}

template <typename Value> struct __align__ (16) Sums
{
  Value values[SUM_COLUMNS];
};

/* A place in the ring that is less than its length from it. */
__device__ inline int
in_ring (Strip strip, int row)
{
  if (row < 0)
    return row + strip.ring_rows ();
  return row < strip.ring_rows () ? row : row - strip.ring_rows ();
}

/* The window along the rows, of all three components, to the ring from row
 * `first` on. */
template <typename Value>
__device__ static void
window_rows (const ResponseArgs &a, Strip strip, int thread, int first,
    const Value *tensors, Value *ring)
{
  constexpr int parts = WIDTH / SUM_COLUMNS;

  for (int i = thread; i < 3 * ROWS * parts; i += N_THREADS) {
    int line = i / parts, x = i % parts * SUM_COLUMNS, c = line / ROWS;
    int row = in_ring (strip, first + line % ROWS);
    const Value *p = tensors + line * strip.tensor_pitch () + x + strip.radius;
    Value sums[1][SUM_COLUMNS];
    Sums<Value> all;

    window_line (
        a.taps, strip.radius, [p] (int j, Value (&v)[1]) { v[0] = p[j]; },
        sums);
#pragma unroll
    for (int k = 0; k < SUM_COLUMNS; k++)
      all.values[k] = sums[0][k];
    *(Sums<Value> *) (ring + c * strip.ring () + row * WIDTH + x) = all;
  }
}

/* The window along the columns around row `middle` of the ring, and the one
 * below it. */
template <typename Value>
__device__ static void
window_columns (const ResponseArgs &a, Strip strip, int middle,
    const Value *ring, float (&windowed)[3][PIXEL_ROWS])
{
  const Value *column = ring + threadIdx.x;
  int component = strip.ring ();
  Value sums[3][PIXEL_ROWS];

  window_line (
      a.taps, strip.radius,
      [=] (int i, Value (&v)[3]) {
        const Value *p = column + in_ring (strip, middle + i) * WIDTH;

        v[0] = p[0];
        v[1] = p[component];
        v[2] = p[2 * component];
      },
      sums);
#pragma unroll
  for (int c = 0; c < 3; c++)
#pragma unroll
    for (int k = 0; k < PIXEL_ROWS; k++)
      windowed[c][k] = (float) sums[c][k];
}

/* A step writes what nobody has read since the last barrier: its columns are
 * done with the ring before the next step's rows come to it. After a step with
 * tensor rows y to y + ROWS - 1 of the strip, the columns can be made of rows
 * y - 2 radius to y - 2 radius + ROWS - 1. */
template <int REACH, typename Tensor, typename Value>
__global__ void
__launch_bounds__ (N_THREADS, 8)
    strips_kernel (const __grid_constant__ ResponseArgs a)
{
  extern __shared__ float4 vectors[];
  const Strip strip = { (int) a.radius, REACH };
  int thread = threadIdx.y * WIDTH + threadIdx.x, first = 0;
  int top = (int) (blockIdx.y * a.strip), delay = 2 * strip.radius;
  int height = min ((int) a.strip, (int) a.image.height - top);
  Value *ring = (Value *) vectors, *tensors = ring + 3 * strip.ring ();
  guint16 *samples = (guint16 *) (tensors + 3 * strip.tensors ());
  Range range = range_empty ();

  tell_begin (a);
  for (int y = 0; y < height + delay; y += ROWS) {
    int row = (int) threadIdx.y * PIXEL_ROWS;

    load_samples (a, strip, top - strip.radius + y, samples);
    __syncthreads ();
    make_tensors<REACH, Tensor> (a, strip, thread, samples, tensors);
    __syncthreads ();
    window_rows (a, strip, thread, first, tensors, ring);
    __syncthreads ();
    if (y + row >= delay && y + row < height + delay) {
      float windowed[3][PIXEL_ROWS];
      int middle = in_ring (strip, first + row - strip.radius);

      window_columns (a, strip, middle, ring, windowed);
      finish_pixels (a, windowed, blockIdx.x * WIDTH + threadIdx.x,
          (guint) (top + y + row - delay), range);
    }
    first = in_ring (strip, first + ROWS);
  }
  if (a.control)
    range_publish (range, a.control);
}

template <int REACH, typename Tensor, typename Value>
static void
launch_kernel (HarrisWork *w, const ResponseArgs &a)
{
  const Strip strip = { (int) a.radius, REACH };
  Launch l = {};

  l.grid = dim3 ((a.image.width + WIDTH - 1) / WIDTH,
      (a.image.height + a.strip - 1) / a.strip);
  l.block = dim3 (WIDTH, N_THREADS / WIDTH);
  l.shared = strip.bytes (a.channels, sizeof (Value));
  launch (w, "the response", l, strips_kernel<REACH, Tensor, Value>, a);
}

template <int REACH, typename Tensor>
static void
launch_window (HarrisWork *w, const ResponseArgs &a)
{
  if (w->params.window_type == HARRIS_WINDOW_BOX)
    launch_kernel<REACH, Tensor, Tensor> (w, a);
  else
    launch_kernel<REACH, Tensor, gfloat> (w, a);
}

template <int REACH>
static void
launch_gradient (HarrisWork *w, const ResponseArgs &a)
{
  if (sums_fit_32_bits (w))
    launch_window<REACH, gint32> (w, a);
  else
    launch_window<REACH, gint64> (w, a);
}

/* Enough strips for all of the GPU, but none so short that the rows above and
 * below it are most of the work. */
static guint
strip_rows (const HarrisWork *w)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  guint columns = (w->image.width + WIDTH - 1) / WIDTH;
  guint rows = columns * w->image.height / (16 * cuda->processors);

  return (MAX (rows, 4 * w->radius) / ROWS + 1) * ROWS;
}

void
launch_strips (HarrisWork *w, ResponseArgs a)
{
  a.strip = strip_rows (w);
  if (w->gradient.reach == 1)
    launch_gradient<1> (w, a);
  else if (w->gradient.reach == 2)
    launch_gradient<2> (w, a);
  else /* no sample is so small that 32 bits hold these */
    launch_window<3, gint64> (w, a);
}
