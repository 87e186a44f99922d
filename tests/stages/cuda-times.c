/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long detections take on the GPU.
 */
#include "bench.h"
#include "bench-times.h"
#include "cuda-gpu.h"

#include "harris-backend.h"
#include "harris-graph.h"

#define N_FRAMES 101

/* Memory for one launch or two. */
static void
add_frame_memory (HarrisWork *w)
{
  GError *error = NULL;

  w->response =
      gpu_reserve (&gpu.arrays[RESPONSE], harris_cuda_frame_response_size (w));
  gpu.cuda.board = gpu_reserve (&gpu.board, harris_cuda_board_size (w));
  w->state = vf_cuda_reserve (
      &gpu.pinned_state, VF_CUDA_PINNED, sizeof (HarrisState), &error);
  g_assert_no_error (error);
  w->corners = vf_cuda_reserve (&gpu.pinned_corners, VF_CUDA_PINNED,
      harris_cuda_frame_corners_size (w), &error);
  g_assert_no_error (error);
}

/* Samples and all other memory on the GPU. */
static void
work_on_gpu (HarrisWork *w, const HarrisParams *params, const VfImage *image,
    const guint8 *inside)
{
  VfArea all = { { 0, 0, image->width, image->height }, inside };
  HarrisWork host;
  Array arrays[N_ARRAYS];
  GError *error = NULL;

  *w = (HarrisWork){ .backend = &gpu.cuda };
  harris_work_set_up (w, params, image, &all);
  host = *w;
  gpu_list_arrays (&host, w, arrays);
  for (guint i = 0; i < N_ARRAYS; i++)
    *arrays[i].device = gpu_reserve (&gpu.arrays[i], arrays[i].size);
  harris_cuda_set_first (
      w, &gpu.cuda, gpu_reserve (&gpu.first, harris_cuda_first_size (w)));
  gpu.cuda.tiles = gpu_reserve (&gpu.tiles,
      sizeof (guint32)
          * harris_cuda_n_tiles ((gsize) w->blocks_x * w->blocks_y));
  vf_cuda_upload (&gpu.upload, image, gpu.cuda.stream, &w->image, &error);
  g_assert_no_error (error);
  vf_cuda_upload_area (&gpu.upload, &w->region, gpu.cuda.stream, &error);
  g_assert_no_error (error);
}

gdouble
gpu_elapsed_ns (cudaEvent_t from, cudaEvent_t to)
{
  gfloat ms;

  gpu_check (cudaEventElapsedTime (&ms, from, to));
  return (gdouble) ms * 1e6;
}

static void
time_stages (HarrisWork *w, cudaEvent_t marks[], CudaTimes *times)
{
  gdouble (*samples)[N_FRAMES] =
      g_malloc ((HARRIS_N_STAGES + 1) * sizeof *samples);

  for (guint n = 0; n < N_FRAMES; n++) {
    gpu_check (cudaEventRecord (marks[0], gpu.cuda.stream));
    for (guint i = 0; i < HARRIS_N_STAGES; i++) {
      harris_stages_cuda ()->frame[i](w);
      gpu_check (cudaEventRecord (marks[i + 1], gpu.cuda.stream));
    }
    gpu_check (cudaStreamSynchronize (gpu.cuda.stream));
    for (guint i = 0; i < HARRIS_N_STAGES; i++)
      samples[i][n] = gpu_elapsed_ns (marks[i], marks[i + 1]);
    samples[HARRIS_N_STAGES][n] =
        gpu_elapsed_ns (marks[0], marks[HARRIS_N_STAGES]);
  }
  for (guint i = 0; i < HARRIS_N_STAGES; i++)
    times->stages[i] = median_of (samples[i], N_FRAMES);
  times->all_stages = median_of (samples[HARRIS_N_STAGES], N_FRAMES);
  g_free (samples);
}

/* Steps of a frame; with a graph, all of a way whose steps can be one. */
typedef struct {
  HarrisWork *work;
  const HarrisCudaWay *way;
  guint n_steps;
  HarrisCudaGraph *graph;
} Steps;

static void
take_steps (const Steps *s)
{
  if (s->graph)
    harris_cuda_run_way (s->work, s->way, s->graph);
  for (guint j = 0; !s->graph && j < s->n_steps; j++)
    s->way->steps[j].launch (s->work);
}

/* Several frames between two events, so that the time is that of frames in a row
 * and not that of the first launch. */
static gdouble
time_steps (const Steps *s, cudaEvent_t marks[])
{
  gdouble samples[N_FRAMES];

  take_steps (s);
  for (guint n = 0; n < N_FRAMES; n++) {
    gpu_check (cudaEventRecord (marks[0], gpu.cuda.stream));
    for (guint i = 0; i < 10; i++)
      take_steps (s);
    gpu_check (cudaEventRecord (marks[1], gpu.cuda.stream));
    gpu_check (cudaStreamSynchronize (gpu.cuda.stream));
    samples[n] = gpu_elapsed_ns (marks[0], marks[1]) / 10;
  }
  return median_of (samples, N_FRAMES);
}

static gdouble
time_fused (HarrisWork *w, guint n_steps, cudaEvent_t marks[])
{
  const Steps steps = { w, &harris_cuda_fused, n_steps, NULL };

  return time_steps (&steps, marks);
}

/* As the backend does it. */
static gdouble
time_way (HarrisWork *w, const HarrisCudaWay *way, cudaEvent_t marks[])
{
  static HarrisCudaGraph graph;
  const Steps steps = { w, way, 0, &graph };
  gdouble ns = time_steps (&steps, marks);

  harris_cuda_graph_clear (&graph);
  return ns;
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
  times->host_to_host = median_of (samples, N_FRAMES);
  harris_free (detector);
}

static gdouble
time_upload (const VfImage *image, cudaEvent_t marks[])
{
  gsize size = (gsize) image->width * image->height;
  VfCudaBlock from = { 0 }, to = { 0 };
  GError *error = NULL;
  gdouble samples[N_FRAMES];

  vf_cuda_reserve (&from, VF_CUDA_PINNED, size, &error);
  g_assert_no_error (error);
  gpu_reserve (&to, size);
  for (guint n = 0; n < N_FRAMES; n++) {
    gpu_check (cudaEventRecord (marks[0], gpu.cuda.stream));
    gpu_check (cudaMemcpyAsync (
        to.data, from.data, size, cudaMemcpyHostToDevice, gpu.cuda.stream));
    gpu_check (cudaEventRecord (marks[1], gpu.cuda.stream));
    gpu_check (cudaStreamSynchronize (gpu.cuda.stream));
    samples[n] = gpu_elapsed_ns (marks[0], marks[1]);
  }
  vf_cuda_release (&from, VF_CUDA_PINNED);
  vf_cuda_release (&to, VF_CUDA_DEVICE);
  return median_of (samples, N_FRAMES);
}

gboolean
cuda_time_frames (const VfImage *image, CudaTimes *times)
{
  cudaEvent_t marks[HARRIS_N_STAGES + 1];
  HarrisParams params;
  HarrisWork work;

  harris_params_init (&params);
  if (!gpu_open ())
    return FALSE;
  for (guint i = 0; i <= HARRIS_N_STAGES; i++)
    gpu_check (cudaEventCreate (&marks[i]));
  work_on_gpu (&work, &params, image, NULL);
  time_stages (&work, marks, times);
  times->fused = time_fused (&work, harris_cuda_fused.n_steps, marks);
  g_assert_no_error (work.error);
  times->upload = time_upload (image, marks);
  times->npp = gpu_time_npp (image);
  for (guint i = 0; i <= HARRIS_N_STAGES; i++)
    gpu_check (cudaEventDestroy (marks[i]));
  gpu_time_one_launch (image, times);
  time_detector (image, times);
  return TRUE;
}

gboolean
cuda_time_operator (const HarrisParams *params, const VfImage *image,
    const guint8 *inside, CudaOperatorTimes *times)
{
  const HarrisCudaWay *way;
  cudaEvent_t marks[2];
  HarrisWork work;

  if (!gpu_open ())
    return FALSE;
  for (guint i = 0; i < 2; i++)
    gpu_check (cudaEventCreate (&marks[i]));
  work_on_gpu (&work, params, image, inside);
  times->response = time_fused (&work, 1, marks);
  times->fused = time_fused (&work, harris_cuda_fused.n_steps, marks);
  way = harris_cuda_frame_way (&work);
  times->best = times->fused;
  if (way) {
    add_frame_memory (&work);
    times->best = time_way (&work, way, marks);
  }
  g_assert_no_error (work.error);
  for (guint i = 0; i < 2; i++)
    gpu_check (cudaEventDestroy (marks[i]));
  return TRUE;
}
