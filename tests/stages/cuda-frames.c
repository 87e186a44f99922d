/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long detections in one launch take whose frames lie in the GPU's memory,
 * until the corners are in the host's. The frames are copies of one picture,
 * more of them than any cache holds, in turn.
 */
#include "bench.h"
#include "bench-times.h"
#include "cuda-gpu.h"

#include "harris-backend.h"
#include "harris-graph.h"

#define FRAMES_BYTES ((gsize) 170 << 20)
#define N_STREAMS    4
#define N_IN_A_ROW   10
#define N_SAMPLES    101
#define N_ON_STREAMS 2000

/* What a detection needs but the samples. */
typedef struct {
  HarrisCuda cuda;
  HarrisCudaGraph graph;
  HarrisWork work;
  VfCudaBlock board, response, state, corners;
} Lane;

typedef struct {
  VfCudaBlock samples;
  gsize size; /* of a frame */
  guint n, next;
  Lane lanes[N_STREAMS];
  cudaEvent_t from, to;
} Frames;

static gpointer
pinned (VfCudaBlock *block, gsize size)
{
  GError *error = NULL;
  gpointer data = vf_cuda_reserve (block, VF_CUDA_PINNED, size, &error);

  g_assert_no_error (error);
  return data;
}

static void
lane_open (Lane *lane, const VfImage *image)
{
  VfArea all = { .bounds = { 0, 0, image->width, image->height } };
  HarrisWork *w = &lane->work;
  HarrisParams params;

  harris_params_init (&params);
  lane->cuda = gpu.cuda;
  gpu_check (cudaStreamCreate (&lane->cuda.stream));
  w->backend = &lane->cuda;
  harris_work_set_up (w, &params, image, &all);
  w->response =
      gpu_reserve (&lane->response, harris_cuda_frame_response_size (w));
  w->state = pinned (&lane->state, sizeof (HarrisState));
  w->corners = pinned (&lane->corners, harris_cuda_frame_corners_size (w));
  lane->cuda.board = gpu_reserve (&lane->board, harris_cuda_board_size (w));
}

static void
lane_close (Lane *lane)
{
  harris_cuda_graph_clear (&lane->graph);
  vf_cuda_release (&lane->board, VF_CUDA_DEVICE);
  vf_cuda_release (&lane->response, VF_CUDA_DEVICE);
  vf_cuda_release (&lane->state, VF_CUDA_PINNED);
  vf_cuda_release (&lane->corners, VF_CUDA_PINNED);
  gpu_check (cudaStreamDestroy (lane->cuda.stream));
}

/* Rows at multiples of 128 bytes. */
static void
open_frames (Frames *f, const VfImage *image)
{
  gsize pitch = (image->width + 127) / 128 * 128;
  VfImage on_gpu = *image;

  f->size = pitch * image->height;
  f->n = (guint) (FRAMES_BYTES / f->size) + 1;
  on_gpu.data[0] = gpu_reserve (&f->samples, f->size * f->n);
  on_gpu.stride[0] = (gssize) pitch;
  for (guint i = 0; i < f->n; i++)
    gpu_check (cudaMemcpy2D ((guint8 *) f->samples.data + i * f->size, pitch,
        image->data[0], (gsize) image->stride[0], image->width, image->height,
        cudaMemcpyHostToDevice));
  for (guint i = 0; i < N_STREAMS; i++)
    lane_open (&f->lanes[i], &on_gpu);
  gpu_check (cudaEventCreate (&f->from));
  gpu_check (cudaEventCreate (&f->to));
  gpu_check (cudaDeviceSynchronize ());
}

static void
close_frames (Frames *f)
{
  for (guint i = 0; i < N_STREAMS; i++)
    lane_close (&f->lanes[i]);
  vf_cuda_release (&f->samples, VF_CUDA_DEVICE);
  gpu_check (cudaEventDestroy (f->from));
  gpu_check (cudaEventDestroy (f->to));
}

static void
detect_next (Frames *f, Lane *lane)
{
  lane->work.image.data[0] =
      (const guint8 *) f->samples.data + f->next * f->size;
  f->next = (f->next + 1) % f->n;
  harris_cuda_run_way (&lane->work, &harris_cuda_one_launch, &lane->graph);
  g_assert_no_error (lane->work.error);
}

/* A frame's share of so many in a row between two events. */
static gdouble
time_in_a_row (Frames *f, guint n)
{
  Lane *lane = &f->lanes[0];
  gdouble samples[N_SAMPLES];

  for (gint i = -5; i < N_SAMPLES; i++) {
    gpu_check (cudaEventRecord (f->from, lane->cuda.stream));
    for (guint j = 0; j < n; j++)
      detect_next (f, lane);
    gpu_check (cudaEventRecord (f->to, lane->cuda.stream));
    gpu_check (cudaStreamSynchronize (lane->cuda.stream));
    if (i >= 0)
      samples[i] = gpu_elapsed_ns (f->from, f->to) / n;
  }
  return median_of (samples, N_SAMPLES);
}

static gdouble
time_on_streams (Frames *f)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < N_ON_STREAMS; i++)
    detect_next (f, &f->lanes[i % N_STREAMS]);
  gpu_check (cudaDeviceSynchronize ());
  return (gdouble) (g_get_monotonic_time () - start) * 1e3 / N_ON_STREAMS;
}

void
gpu_time_one_launch (const VfImage *image, CudaTimes *times)
{
  Frames f = { .n = 0 };

  times->one_launch = times->one_launch_alone = times->one_launch_streams = 0;
  open_frames (&f, image);
  if (harris_cuda_frame_way (&f.lanes[0].work) == &harris_cuda_one_launch) {
    times->one_launch = time_in_a_row (&f, N_IN_A_ROW);
    times->one_launch_alone = time_in_a_row (&f, 1);
    time_on_streams (&f);
    times->one_launch_streams = time_on_streams (&f);
  }
  close_frames (&f);
}
