/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The windows that OpenCV steps over: it leaves out the one after a window that
 * the first stage rejects.
 */
#include "haar-cuda.h"

#define THREADS 128
#define BLOCKS  64

/* How many windows right before window i of a row are rejected. */
__device__ static inline guint
rejects_before (const guint32 *row, guint i)
{
  guint n = 0;

  while (n < i) {
    guint word = (i - n - 1) / 32, place = (i - n - 1) % 32;
    guint run = (guint) __clz ((int) ~(row[word] << (31 - place)));

    n += min (run, place + 1);
    if (run <= place)
      break;
  }
  return n;
}

__device__ static inline bool
is_skipped (const HaarCudaFrame &f, const HaarWindow &window)
{
  const HaarCudaLayer &layer = f.layers[window.layer];
  const guint32 *row = f.rejects + layer.rejects
                       + (guint64) (window.y / layer.step) * layer.words;

  return rejects_before (row, window.x / layer.step) % 2 != 0;
}

__global__ static void
__launch_bounds__ (THREADS)
    skip_kernel (const __grid_constant__ HaarCudaFrame f)
{
  guint n = min (f.found->n_windows, f.capacity);

  for (guint i = blockIdx.x * THREADS + threadIdx.x; i < n;
       i += BLOCKS * THREADS)
    if (is_skipped (f, f.found->windows[i]))
      f.found->windows[i].layer = HAAR_CUDA_NONE;
}

extern "C" HaarCudaKernel
haar_cuda_skip (const HaarCudaFrame *f)
{
  return { (gconstpointer) skip_kernel, BLOCKS, THREADS, 0 };
}
