/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The CUDA stages one at a time, from the host's memory and back.
 */
#include "cuda-stages.h"

#include "device.h"
#include "harris-backend.h"
#include "harris-cuda.h"
#include "upload.h"

#include <stdlib.h>

enum { RESPONSE, HISTOGRAM, MAXIMA, KEYS, CORNERS, STATE, N_ARRAYS };

typedef struct {
  HarrisCuda cuda;
  VfCudaUpload upload;
  VfCudaBlock arrays[N_ARRAYS], control, tiles, first, inside;
} Gpu;

static Gpu gpu;

static void
check (cudaError_t result)
{
  if (result != cudaSuccess)
    g_error ("%s", cudaGetErrorString (result));
}

static gpointer
open_gpu (gpointer data)
{
  GError *error = NULL;
  VfContext *context = vf_cuda_context_open (VF_DEVICE_ANY, NULL, &error);
  gint processors;

  if (!context || !vf_cuda_enter (context, &error)) {
    g_test_message ("%s", error->message);
    g_error_free (error);
    return NULL;
  }
  check (cudaDeviceGetAttribute (&processors, cudaDevAttrMultiProcessorCount,
      (gint) vf_context_device (context)));
  check (cudaStreamCreate (&gpu.cuda.stream));
  gpu.cuda.processors = (guint) processors;
  return &gpu;
}

static Gpu *
the_gpu (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, open_gpu, NULL);
}

typedef struct {
  gpointer *host, *device;
  gsize size;
} Array;

static void
list_arrays (HarrisWork *host, HarrisWork *device, Array arrays[N_ARRAYS])
{
  gsize pixels = (gsize) host->image.width * host->image.height;
  gsize n_blocks = (gsize) host->blocks_x * host->blocks_y;

#define ARRAY(field, count)                                                    \
  (Array){ (gpointer *) &host->field, (gpointer *) &device->field,             \
    (count) * sizeof *host->field }
  arrays[RESPONSE] = ARRAY (response, pixels);
  arrays[HISTOGRAM] = ARRAY (histogram, host->params.bins);
  arrays[MAXIMA] = ARRAY (maxima, n_blocks);
  arrays[KEYS] = ARRAY (keys, n_blocks);
  arrays[CORNERS] = ARRAY (corners, harris_work_max_corners (host));
  arrays[STATE] = ARRAY (state, 1);
#undef ARRAY
}

static gpointer
reserve (VfCudaBlock *block, gsize size)
{
  GError *error = NULL;
  gpointer data = vf_cuda_reserve (block, VF_CUDA_DEVICE, size, &error);

  g_assert_no_error (error);
  return data;
}

static void
copy_inside (VfArea *region)
{
  gsize size = (gsize) region->bounds.width * region->bounds.height;
  gpointer inside;

  if (!region->inside)
    return;
  inside = reserve (&gpu.inside, size);
  check (cudaMemcpy (inside, region->inside, size, cudaMemcpyHostToDevice));
  region->inside = inside;
}

static void
run_stage (HarrisWork *host, HarrisStage stage)
{
  HarrisWork device = *host;
  Array arrays[N_ARRAYS];
  GError *error = NULL;

  device.error = NULL;
  device.backend = &gpu.cuda;
  gpu.cuda.control = reserve (&gpu.control, sizeof (HarrisCudaControl));
  gpu.cuda.tiles = reserve (&gpu.tiles,
      sizeof (guint32)
          * harris_cuda_n_tiles ((gsize) host->blocks_x * host->blocks_y));
  copy_inside (&device.region);
  list_arrays (host, &device, arrays);
  for (guint i = 0; i < N_ARRAYS; i++) {
    *arrays[i].device = reserve (&gpu.arrays[i], arrays[i].size);
    check (cudaMemcpy (*arrays[i].device, *arrays[i].host, arrays[i].size,
        cudaMemcpyHostToDevice));
  }
  /* Later stages are tested without any samples. */
  if (stage == HARRIS_STAGE_RESPONSE)
    vf_cuda_upload (
        &gpu.upload, &host->image, gpu.cuda.stream, &device.image, &error);
  g_assert_no_error (error);
  harris_stages_cuda ()->frame[stage](&device);
  g_assert_no_error (device.error);
  check (cudaStreamSynchronize (gpu.cuda.stream));
  for (guint i = 0; i < N_ARRAYS; i++)
    check (cudaMemcpy (*arrays[i].host, *arrays[i].device, arrays[i].size,
        cudaMemcpyDeviceToHost));
}

void
cuda_stages_free (void)
{
  vf_cuda_upload_clear (&gpu.upload);
  for (guint i = 0; i < N_ARRAYS; i++)
    vf_cuda_release (&gpu.arrays[i], VF_CUDA_DEVICE);
  vf_cuda_release (&gpu.control, VF_CUDA_DEVICE);
  vf_cuda_release (&gpu.tiles, VF_CUDA_DEVICE);
  vf_cuda_release (&gpu.first, VF_CUDA_DEVICE);
  vf_cuda_release (&gpu.inside, VF_CUDA_DEVICE);
  if (gpu.cuda.stream)
    check (cudaStreamDestroy (gpu.cuda.stream));
}

#define DEFINE_STAGE(name, stage)                                              \
  static void name (HarrisWork *work)                                          \
  {                                                                            \
    run_stage (work, stage);                                                   \
  }

DEFINE_STAGE (response, HARRIS_STAGE_RESPONSE)
DEFINE_STAGE (range, HARRIS_STAGE_RANGE)
DEFINE_STAGE (histogram, HARRIS_STAGE_HISTOGRAM)
DEFINE_STAGE (threshold, HARRIS_STAGE_THRESHOLD)
DEFINE_STAGE (maxima, HARRIS_STAGE_MAXIMA)
DEFINE_STAGE (suppression, HARRIS_STAGE_SUPPRESSION)
DEFINE_STAGE (compaction, HARRIS_STAGE_COMPACTION)
DEFINE_STAGE (sort, HARRIS_STAGE_SORT)
DEFINE_STAGE (selection, HARRIS_STAGE_SELECTION)

const HarrisStages *
cuda_stages (void)
{
  static const HarrisStages stages = {
    .frame = { response, range, histogram, threshold, maxima, suppression,
        compaction, sort, selection },
  };

  return the_gpu () ? &stages : NULL;
}

/* The times. */

#define N_FRAMES 101

static int
compare_doubles (const void *a, const void *b)
{
  gdouble p = *(const gdouble *) a, q = *(const gdouble *) b;

  return p < q ? -1 : p > q;
}

static gdouble
median (gdouble values[N_FRAMES])
{
  qsort (values, N_FRAMES, sizeof *values, compare_doubles);
  return values[N_FRAMES / 2];
}

/* Samples and all other memory on the GPU. */
static void
work_on_gpu (HarrisWork *w, const VfImage *image)
{
  VfArea all = { .bounds = { 0, 0, image->width, image->height } };
  HarrisParams params;
  HarrisWork host;
  Array arrays[N_ARRAYS];
  GError *error = NULL;

  harris_params_init (&params);
  *w = (HarrisWork){ .backend = &gpu.cuda };
  harris_work_set_up (w, &params, image, &all);
  host = *w;
  list_arrays (&host, w, arrays);
  for (guint i = 0; i < N_ARRAYS; i++)
    *arrays[i].device = reserve (&gpu.arrays[i], arrays[i].size);
  harris_cuda_set_first (
      w, &gpu.cuda, reserve (&gpu.first, harris_cuda_first_size (w)));
  gpu.cuda.tiles = reserve (&gpu.tiles,
      sizeof (guint32)
          * harris_cuda_n_tiles ((gsize) w->blocks_x * w->blocks_y));
  vf_cuda_upload (&gpu.upload, image, gpu.cuda.stream, &w->image, &error);
  g_assert_no_error (error);
}

static gdouble
elapsed_ns (cudaEvent_t from, cudaEvent_t to)
{
  gfloat ms;

  check (cudaEventElapsedTime (&ms, from, to));
  return (gdouble) ms * 1e6;
}

static void
time_stages (HarrisWork *w, cudaEvent_t marks[], CudaTimes *times)
{
  gdouble (*samples)[N_FRAMES] =
      g_malloc ((HARRIS_N_STAGES + 1) * sizeof *samples);

  for (guint n = 0; n < N_FRAMES; n++) {
    check (cudaEventRecord (marks[0], gpu.cuda.stream));
    for (guint i = 0; i < HARRIS_N_STAGES; i++) {
      harris_stages_cuda ()->frame[i](w);
      check (cudaEventRecord (marks[i + 1], gpu.cuda.stream));
    }
    check (cudaStreamSynchronize (gpu.cuda.stream));
    for (guint i = 0; i < HARRIS_N_STAGES; i++)
      samples[i][n] = elapsed_ns (marks[i], marks[i + 1]);
    samples[HARRIS_N_STAGES][n] = elapsed_ns (marks[0], marks[HARRIS_N_STAGES]);
  }
  for (guint i = 0; i < HARRIS_N_STAGES; i++)
    times->stages[i] = median (samples[i]);
  times->all_stages = median (samples[HARRIS_N_STAGES]);
  g_free (samples);
}

/* Several frames between two events, so that the time is that of frames in a
 * row and not that of the first launch. */
static void
time_fused (HarrisWork *w, cudaEvent_t marks[], CudaTimes *times)
{
  gdouble samples[N_FRAMES];

  for (guint n = 0; n < N_FRAMES; n++) {
    check (cudaEventRecord (marks[0], gpu.cuda.stream));
    for (guint i = 0; i < 10; i++)
      for (guint j = 0; j < harris_cuda_fused.n_steps; j++)
        harris_cuda_fused.steps[j].launch (w);
    check (cudaEventRecord (marks[1], gpu.cuda.stream));
    check (cudaStreamSynchronize (gpu.cuda.stream));
    samples[n] = elapsed_ns (marks[0], marks[1]) / 10;
  }
  times->fused = median (samples);
}

static void
time_detector (const VfImage *image, CudaTimes *times)
{
  HarrisDetector *detector = harris_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, NULL);
  HarrisParams params;
  gdouble samples[N_FRAMES];

  harris_params_init (&params);
  for (gint n = -5; n < N_FRAMES; n++) {
    gint64 start = g_get_monotonic_time ();

    g_assert_nonnull (harris_detect (detector, &params, image, NULL, NULL));
    if (n >= 0)
      samples[n] = (gdouble) (g_get_monotonic_time () - start) * 1e3;
  }
  times->host_to_host = median (samples);
  harris_free (detector);
}

gboolean
cuda_time_frames (const VfImage *image, CudaTimes *times)
{
  cudaEvent_t marks[HARRIS_N_STAGES + 1];
  HarrisWork work;

  if (!the_gpu ())
    return FALSE;
  for (guint i = 0; i <= HARRIS_N_STAGES; i++)
    check (cudaEventCreate (&marks[i]));
  work_on_gpu (&work, image);
  time_stages (&work, marks, times);
  time_fused (&work, marks, times);
  g_assert_no_error (work.error);
  for (guint i = 0; i <= HARRIS_N_STAGES; i++)
    check (cudaEventDestroy (marks[i]));
  time_detector (image, times);
  return TRUE;
}
