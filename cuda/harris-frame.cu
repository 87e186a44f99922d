/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A whole detection in one launch. At 1080p it is a chain of waits more than
 * work, so the blocks of threads never meet at a common barrier: what they tell
 * each other says by itself that it is there. All of them must run at once.
 */
#include "frame-collector-steps.cuh"
#include "frame-worker-steps.cuh"
#include "launch.cuh"

/* SPECIAL: see FrameArgs. */
template <FrameSource FROM, bool SPECIAL>
__global__ void
__launch_bounds__ (FRAME_THREADS, 1)
    frame_kernel (const __grid_constant__ FrameArgs a)
{
  extern __shared__ float4 shared[];

  if (blockIdx.x == a.workers)
    collect<SPECIAL> (a, (FrameCollector *) shared);
  else
    work<FROM, SPECIAL> (a, (char *) shared);
}

typedef void (*FrameKernel) (FrameArgs);

/* By FrameSource, then by what is special. */
static const FrameKernel frame_kernels[][2] = {
  { frame_kernel<FRAME_THERE, false>, frame_kernel<FRAME_THERE, true> },
  { frame_kernel<FRAME_COMING, false>, frame_kernel<FRAME_COMING, true> },
  { frame_kernel<RESPONSE_THERE, false>, frame_kernel<RESPONSE_THERE, true> },
};

/* More shared memory than 48 KiB must be asked for. */
extern "C" gboolean
harris_cuda_frame_prepare (HarrisCuda *cuda, gint device, GError **error)
{
  gint shared;

  if (!VF_CUDA_TRY (cudaDeviceGetAttribute (&shared,
                        cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
          error))
    return FALSE;
  for (const auto &kernels : frame_kernels)
    for (FrameKernel kernel : kernels)
      if (!VF_CUDA_TRY (
              cudaFuncSetAttribute ((const void *) kernel,
                  cudaFuncAttributeMaxDynamicSharedMemorySize, shared),
              error))
        return FALSE;
  cuda->shared = (gsize) shared;
  return TRUE;
}

static void
launch_frame (HarrisWork *w, FrameSource from)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  FrameArgs a = {};
  Launch l = {};

  (void) frame_divide_work (w, from == RESPONSE_THERE, &a);
  a.plane = w->response;
  a.board = (FrameBoard *) cuda->board;
  a.keys = (HarrisKey *) (a.board + 1);
  a.state = w->state;
  a.corners = w->corners;
  a.times = cuda->times;
  a.finished = cuda->finished;
  a.arrived = cuda->arrived;
  a.blank = cuda->blank;
  a.turn = cuda->turn;
  a.patience = cuda->patience;
  l.grid = dim3 (a.workers + 1);
  l.block = dim3 (FRAME_THREADS);
  l.shared =
      MAX (a.layout.size, a.special ? FRAME_LEAST_SPACED : FRAME_LEAST_SHARED);
  l.together = true;
  launch (w, "the frame", l, frame_kernels[from][a.special], a);
}

extern "C" void
harris_cuda_frame (HarrisWork *w)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;

  launch_frame (w, cuda->arrived ? FRAME_COMING : FRAME_THERE);
}

extern "C" void
harris_cuda_frame_of_response (HarrisWork *w)
{
  launch_frame (w, RESPONSE_THERE);
}
