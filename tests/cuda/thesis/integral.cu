/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sums of a picture by scans of its rows, a transposition, and scans again.
 */
#include "launch.cuh"
#include "thesis.h"

#define ALL_LANES 0xffffffffu
#define TILE      32

/* Rows of n values; a block has one. */
template <typename T> struct Rows {
  const T *from;
  guint from_stride, n;
  guint32 *to;
};

/* Up a tree of sums and down again, in shared memory: of the values before each
 * one. `size` is a power of two. */
__device__ static inline void
scan_tree (guint32 *values, guint size)
{
  for (guint apart = 1; apart < size; apart *= 2) {
    __syncthreads ();
    for (guint i = 2 * apart * (threadIdx.x + 1) - 1; i < size;
         i += 2 * apart * blockDim.x)
      values[i] += values[i - apart];
  }
  __syncthreads ();
  if (threadIdx.x == 0)
    values[size - 1] = 0;
  for (guint apart = size / 2; apart > 0; apart /= 2) {
    __syncthreads ();
    for (guint i = 2 * apart * (threadIdx.x + 1) - 1; i < size;
         i += 2 * apart * blockDim.x) {
      guint32 left = values[i - apart];

      values[i - apart] = values[i];
      values[i] += left;
    }
  }
  __syncthreads ();
}

template <typename T>
__global__ static void
classic_kernel (const Rows<T> rows, guint size)
{
  extern __shared__ guint32 values[];
  const T *from = rows.from + (gsize) blockIdx.x * rows.from_stride;
  guint32 *to = rows.to + (gsize) blockIdx.x * rows.n;

  for (guint i = threadIdx.x; i < size; i += blockDim.x)
    values[i] = i < rows.n ? from[i] : 0;
  scan_tree (values, size);
  for (guint i = threadIdx.x; i < rows.n; i += blockDim.x)
    to[i] = values[i] + from[i];
}

__device__ static inline uint4
load_four (const guint8 *from)
{
  uchar4 four = *(const uchar4 *) from;

  return { four.x, four.y, four.z, four.w };
}

__device__ static inline uint4
load_four (const guint32 *from)
{
  return *(const uint4 *) from;
}

/* The sums of all values before this thread's; *all: of the block. */
__device__ static inline guint32
scan_before (guint32 value, guint32 of_warps[32], guint32 *all)
{
  guint lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  guint32 sum = value;

  for (guint apart = 1; apart < 32; apart *= 2) {
    guint32 before = __shfl_up_sync (ALL_LANES, sum, apart);

    sum += lane >= apart ? before : 0;
  }
  __syncthreads ();
  if (lane == 31)
    of_warps[warp] = sum;
  __syncthreads ();
  *all = 0;
  for (guint i = 0; i < blockDim.x / 32; i++) {
    sum += i < warp ? of_warps[i] : 0;
    *all += of_warps[i];
  }
  return sum - value;
}

template <typename T>
__global__ static void
vector_kernel (const Rows<T> rows)
{
  __shared__ guint32 of_warps[32];
  const T *from = rows.from + (gsize) blockIdx.x * rows.from_stride;
  guint32 *to = rows.to + (gsize) blockIdx.x * rows.n, sum = 0;

  for (guint first = 0; first < rows.n; first += 4 * blockDim.x) {
    guint i = first + 4 * threadIdx.x;
    uint4 four = i < rows.n ? load_four (from + i) : uint4{ 0, 0, 0, 0 };
    guint32 all, before;

    four.y += four.x;
    four.z += four.y;
    four.w += four.z;
    before = sum + scan_before (four.w, of_warps, &all);
    if (i < rows.n)
      *(uint4 *) (to + i) = { before + four.x, before + four.y, before + four.z,
        before + four.w };
    sum += all;
  }
}

/* A block of TILE x 8 threads has a tile of TILE x TILE. */
__global__ static void
transpose_kernel (const guint32 *from, guint width, guint height, guint32 *to)
{
  __shared__ guint32 tile[TILE][TILE + 1];
  guint x = blockIdx.x * TILE, y = blockIdx.y * TILE;

  for (guint i = threadIdx.y; i < TILE; i += blockDim.y)
    if (x + threadIdx.x < width && y + i < height)
      tile[i][threadIdx.x] = from[(gsize) (y + i) * width + x + threadIdx.x];
  __syncthreads ();
  for (guint i = threadIdx.y; i < TILE; i += blockDim.y)
    if (y + threadIdx.x < height && x + i < width)
      to[(gsize) (x + i) * height + y + threadIdx.x] = tile[threadIdx.x][i];
}

static void
transpose (const guint32 *from, guint width, guint height, guint32 *to,
    cudaStream_t stream)
{
  dim3 grid ((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);

  start ({ grid, dim3 (TILE, 8), 0, stream }, transpose_kernel, from, width,
      height, to);
}

template <typename T>
static void
scan_rows (const Rows<T> &rows, guint n_rows, ThesisScan scan, guint block,
    cudaStream_t stream)
{
  guint size = 1;

  while (size < rows.n)
    size *= 2;
  if (scan == THESIS_SCAN_CLASSIC)
    start ({ n_rows, block, size * sizeof (guint32), stream },
        classic_kernel<T>, rows, size);
  else
    start ({ n_rows, block, 0, stream }, vector_kernel<T>, rows);
}

extern "C" cudaError_t
thesis_integral (
    const ThesisIntegral *in, ThesisScan scan, guint block, cudaStream_t stream)
{
  guint width = in->width, height = in->height;
  Rows<guint8> rows = { in->pixels, in->stride, width, in->sums };
  Rows<guint32> columns = { in->transposed, height, height, in->sums };

  scan_rows (rows, height, scan, block, stream);
  transpose (in->sums, width, height, in->transposed, stream);
  scan_rows (columns, width, scan, block, stream);
  transpose (in->sums, height, width, in->transposed, stream);
  return cudaGetLastError ();
}
