/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The CUDA stages one at a time, from the host's memory and back.
 */
#include "cuda-gpu.h"

#include "device.h"
#include "harris-backend.h"

Gpu gpu;

static gpointer
open_gpu (gpointer data)
{
  GError *error = NULL;
  VfContext *context = vf_cuda_context_open (VF_DEVICE_ANY, NULL, &error);
  gint processors, device;

  if (!context || !vf_cuda_enter (context, &error)) {
    g_test_message ("%s", error->message);
    g_error_free (error);
    return NULL;
  }
  device = (gint) vf_context_device (context);
  cuda_must (cudaDeviceGetAttribute (
      &processors, cudaDevAttrMultiProcessorCount, device));
  harris_cuda_frame_prepare (&gpu.cuda, device, &error);
  g_assert_no_error (error);
  cuda_must (cudaStreamCreate (&gpu.cuda.stream));
  gpu.cuda.processors = (guint) processors;
  return &gpu;
}

gboolean
gpu_open (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, open_gpu, NULL) != NULL;
}

void
gpu_list_arrays (HarrisWork *host, HarrisWork *device, Array arrays[N_ARRAYS])
{
  gsize pixels = (gsize) host->image.width * host->image.height;
  gsize n_blocks = (gsize) host->blocks_x * host->blocks_y;
  gsize n_buckets = harris_work_n_buckets (host);

#define ARRAY(field, count)                                                    \
  (Array){ (gpointer *) &host->field, (gpointer *) &device->field,             \
    (count) * sizeof *host->field }
  arrays[RESPONSE] = ARRAY (response, pixels);
  arrays[HISTOGRAM] = ARRAY (histogram, host->params.bins);
  arrays[MAXIMA] = ARRAY (maxima, n_blocks);
  arrays[KEYS] = ARRAY (keys, n_blocks);
  arrays[CORNERS] = ARRAY (corners, harris_work_max_corners (host));
  arrays[CELLS] = ARRAY (cells, harris_work_n_cells (host));
  arrays[BUCKETS_FIRST] = ARRAY (buckets_first, n_buckets);
  arrays[BUCKETS_NEXT] =
      ARRAY (buckets_next, n_buckets > 0 ? harris_work_max_corners (host) : 0);
  arrays[STATE] = ARRAY (state, 1);
#undef ARRAY
}

gpointer
gpu_reserve (VfCudaBlock *block, gsize size)
{
  GError *error = NULL;
  gpointer data;

  if (size == 0)
    return NULL;
  data = vf_cuda_reserve (block, VF_CUDA_DEVICE, size, &error);
  g_assert_no_error (error);
  return data;
}

static void
run_stage (HarrisWork *host, HarrisStage stage)
{
  HarrisWork device = *host;
  Array arrays[N_ARRAYS];
  GError *error = NULL;

  device.error = NULL;
  device.backend = &gpu.cuda;
  gpu.cuda.control = gpu_reserve (&gpu.control, sizeof (HarrisCudaControl));
  gpu.cuda.tiles = gpu_reserve (&gpu.tiles,
      sizeof (guint32)
          * harris_cuda_n_tiles ((gsize) host->blocks_x * host->blocks_y));
  vf_cuda_upload_area (&gpu.upload, &device.region, gpu.cuda.stream, &error);
  gpu_list_arrays (host, &device, arrays);
  for (guint i = 0; i < N_ARRAYS; i++) {
    *arrays[i].device = gpu_reserve (&gpu.arrays[i], arrays[i].size);
    if (arrays[i].size == 0)
      continue;
    cuda_must (cudaMemcpy (*arrays[i].device, *arrays[i].host, arrays[i].size,
        cudaMemcpyHostToDevice));
  }
  /* Later stages are tested without any samples. */
  if (stage == HARRIS_STAGE_RESPONSE)
    vf_cuda_upload (
        &gpu.upload, &host->image, gpu.cuda.stream, &device.image, &error);
  g_assert_no_error (error);
  harris_stages_cuda ()->frame[stage](&device);
  g_assert_no_error (device.error);
  cuda_must (cudaStreamSynchronize (gpu.cuda.stream));
  for (guint i = 0; i < N_ARRAYS; i++)
    if (arrays[i].size > 0)
      cuda_must (cudaMemcpy (*arrays[i].host, *arrays[i].device, arrays[i].size,
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
  vf_cuda_release (&gpu.board, VF_CUDA_DEVICE);
  vf_cuda_release (&gpu.pinned_state, VF_CUDA_PINNED);
  vf_cuda_release (&gpu.pinned_corners, VF_CUDA_PINNED);
  if (gpu.cuda.stream)
    cuda_must (cudaStreamDestroy (gpu.cuda.stream));
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

  return gpu_open () ? &stages : NULL;
}
