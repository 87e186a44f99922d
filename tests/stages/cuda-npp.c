/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long the response of NVIDIA's NPP takes, where that library is found: a
 * part of what a detection does. Its header need not be there.
 */
#include "bench.h"
#include "bench-times.h"
#include "cuda-gpu.h"

#include <dlfcn.h>

#define N_SAMPLES  101
#define N_IN_A_ROW 10

typedef struct {
  int width, height;
} NppSize;

typedef struct {
  int x, y;
} NppPoint;

typedef struct {
  cudaStream_t stream;
  int device, processors, threads_of_processor, threads_of_block;
  size_t shared;
  int major, minor;
  unsigned int flags;
  int reserved;
} NppContext;

enum { NPP_SOBEL = 0, NPP_3_X_3 = 200, NPP_5_X_5 = 201, NPP_REPLICATE = 2 };

/* The size is an int or a size_t by the library's version. */
typedef int (*NppBufferSize) (NppSize size, size_t *bytes);
typedef int (*NppHarris) (const guint8 *from, int from_step, NppSize size,
    NppPoint offset, gfloat *to, int to_step, NppSize part, int filter,
    int mask, int window, float k, float scale, int border, guint8 *buffer,
    NppContext context);

typedef struct {
  NppHarris harris;
  NppContext context;
  NppSize size;
  int from_step;
  VfCudaBlock from, to, buffer;
} Npp;

static gboolean
npp_find (Npp *npp, NppBufferSize *buffer_size)
{
  static const gchar *const names[] = { "libnppif.so.13", "libnppif.so.12",
    "libnppif.so.11", "libnppif.so" };
  gpointer library = NULL;

  for (guint i = 0; !library && i < G_N_ELEMENTS (names); i++)
    library = dlopen (names[i], RTLD_NOW);
  if (!library)
    return FALSE;
  *(gpointer *) &npp->harris =
      dlsym (library, "nppiFilterHarrisCornersBorder_8u32f_C1R_Ctx");
  *(gpointer *) buffer_size =
      dlsym (library, "nppiFilterHarrisCornersBorderGetBufferSize");
  return npp->harris && *buffer_size;
}

static void
npp_fill_context (NppContext *context)
{
  struct cudaDeviceProp device;

  context->stream = gpu.cuda.stream;
  gpu_check (cudaGetDevice (&context->device));
  gpu_check (cudaGetDeviceProperties (&device, context->device));
  context->processors = device.multiProcessorCount;
  context->threads_of_processor = device.maxThreadsPerMultiProcessor;
  context->threads_of_block = device.maxThreadsPerBlock;
  context->shared = device.sharedMemPerBlock;
  context->major = device.major;
  context->minor = device.minor;
}

static gboolean
npp_run (Npp *npp)
{
  NppPoint origin = { 0, 0 };

  return npp->harris (npp->from.data, npp->from_step, npp->size, origin,
             npp->to.data, npp->size.width * (int) sizeof (gfloat), npp->size,
             NPP_SOBEL, NPP_3_X_3, NPP_5_X_5, 0.04f, 1, NPP_REPLICATE,
             npp->buffer.data, npp->context)
         == 0;
}

static gboolean
npp_open (Npp *npp, const VfImage *image)
{
  NppBufferSize buffer_size;
  size_t bytes = 0;

  if (!npp_find (npp, &buffer_size))
    return FALSE;
  npp_fill_context (&npp->context);
  npp->size = (NppSize){ (int) image->width, (int) image->height };
  npp->from_step = (int) image->width;
  if (buffer_size (npp->size, &bytes) != 0)
    return FALSE;
  gpu_reserve (&npp->buffer, bytes + 1);
  gpu_reserve (&npp->to, sizeof (gfloat) * image->width * image->height);
  gpu_reserve (&npp->from, (gsize) image->width * image->height);
  gpu_check (cudaMemcpy2D (npp->from.data, image->width, image->data[0],
      (gsize) image->stride[0], image->width, image->height,
      cudaMemcpyHostToDevice));
  return npp_run (npp);
}

gdouble
gpu_time_npp (const VfImage *image)
{
  Npp npp = { 0 };
  gdouble samples[N_SAMPLES], median = 0;
  cudaEvent_t from, to;

  gpu_check (cudaEventCreate (&from));
  gpu_check (cudaEventCreate (&to));
  if (npp_open (&npp, image)) {
    for (guint i = 0; i < N_SAMPLES; i++) {
      gpu_check (cudaEventRecord (from, gpu.cuda.stream));
      for (guint j = 0; j < N_IN_A_ROW; j++)
        npp_run (&npp);
      gpu_check (cudaEventRecord (to, gpu.cuda.stream));
      gpu_check (cudaStreamSynchronize (gpu.cuda.stream));
      samples[i] = gpu_elapsed_ns (from, to) / N_IN_A_ROW;
    }
    median = median_of (samples, N_SAMPLES);
  }
  vf_cuda_release (&npp.from, VF_CUDA_DEVICE);
  vf_cuda_release (&npp.to, VF_CUDA_DEVICE);
  vf_cuda_release (&npp.buffer, VF_CUDA_DEVICE);
  gpu_check (cudaEventDestroy (from));
  gpu_check (cudaEventDestroy (to));
  return median;
}
