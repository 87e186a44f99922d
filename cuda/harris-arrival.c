/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harris-arrival.h"

#include "check.h"
#include "device.h"
#include "driver.h"
#include "upload.h"

#include <math.h>
#include <stdlib.h>

/* A launch waits for so many nanoseconds, and as long as a copy of 8 bytes a
 * nanosecond takes: half of what the third generation of PCIe does. */
#define PATIENCE 100000

/* So many frames after one that was late are launched when they are there. */
#define PAUSE 256

/* So many nanoseconds the host looks for the launch's word; then it asks the
 * runtime, which knows of failures. */
#define LOOKING 200000

/* Rows are seen in the GPU's cache, which all that is copied to its memory goes
 * through. GPUs that share the host's memory have not been tried. */
static gboolean
sees_rows (gint device)
{
  gint integrated;

  return cudaDeviceGetAttribute (&integrated, cudaDevAttrIntegrated, device)
             == cudaSuccess
         && !integrated;
}

void
harris_cuda_arrival_init (HarrisCudaArrival *a, gint device)
{
  const gchar *text = g_getenv ("VF_CUDA_PATIENCE");

  a->by_rows = sees_rows (device);
  a->patience = text ? atoi (text) : -1;
  a->pause = vf_cuda_driver ()->write_value ? 0 : G_MAXUINT;
}

void
harris_cuda_arrival_clear (HarrisCudaArrival *a)
{
  if (a->stream)
    VF_CUDA_UNDO (cudaStreamDestroy (a->stream));
}

gboolean
harris_cuda_arrival_may_wait (HarrisCudaArrival *a)
{
  if (a->pause == 0)
    return vf_cuda_n_detections () == 1;
  if (a->pause < G_MAXUINT)
    a->pause--;
  return FALSE;
}

/* Of the frame's copy. */
static gsize
size_of (const HarrisWork *w)
{
  return (gsize) w->image.stride[0] * w->image.height;
}

void
harris_cuda_arrival_spoil (HarrisCudaArrival *a, guint side)
{
  a->blank[side] = 0;
}

gboolean
harris_cuda_arrival_begin (HarrisCudaArrival *a, const HarrisWork *w,
    const VfImage *image, GError **error)
{
  HarrisCuda *cuda = w->backend;

  cuda->blank = a->by_rows && size_of (w) <= a->blank[a->side]
                && vf_cuda_upload_keeps_words (image);
  a->blank[a->side] = 0;
  return a->stream
         || VF_CUDA_TRY (
             cudaStreamCreateWithFlags (&a->stream, cudaStreamNonBlocking),
             error);
}

gboolean
harris_cuda_arrival_announce (
    HarrisCudaArrival *a, const HarrisWork *w, GError **error)
{
  HarrisCuda *cuda = w->backend;
  const guint32 *at = harris_cuda_frame_arrived (w);
  gint64 patience =
      a->patience >= 0 ? a->patience : PATIENCE + (gint64) size_of (w) / 8;

  if (vf_cuda_driver ()->write_value (
          a->stream, (CUdeviceptr) (gsize) at, cuda->turn, 0)
      != CUDA_SUCCESS) {
    a->pause = G_MAXUINT;
    return VF_CUDA_TRY (cudaStreamSynchronize (a->stream), error);
  }
  cuda->arrived = at;
  cuda->patience = (guint32) MIN (patience, G_MAXUINT32);
  return TRUE;
}

void
harris_cuda_take_turn (HarrisCuda *cuda)
{
  cuda->turn = MAX (cuda->turn + 1, 1);
  cuda->arrived = NULL;
}

void
harris_cuda_choose_end (const HarrisWork *w)
{
  HarrisCuda *cuda = w->backend;

  if (vf_cuda_n_detections () > 1 || w->params.subpixel != HARRIS_SUBPIXEL_NONE)
    cuda->finished = NULL;
}

static cudaError_t
await_turn (const HarrisCuda *cuda)
{
  guint64 start = vf_now_ns ();

  while (cuda->finished && vf_now_ns () - start < LOOKING)
    for (guint i = 0; i < 32; i++)
      if ((guint32) g_atomic_int_get ((gint *) cuda->finished) == cuda->turn)
        return cudaSuccess;
  return cudaStreamSynchronize (cuda->stream);
}

gboolean
harris_cuda_await_corners (const HarrisCuda *cuda, GError **error)
{
  cudaError_t result =
      vf_cuda_fails () ? cudaErrorLaunchFailure : await_turn (cuda);

  return vf_cuda_check (result, "cudaStreamSynchronize", error);
}

gboolean
harris_cuda_arrival_was_late (
    HarrisCudaArrival *a, const HarrisWork *w, GError **error)
{
  HarrisCuda *cuda = w->backend;

  if (!cuda->arrived)
    return FALSE;
  cuda->arrived = NULL;
  if (!isnan (w->state->hi)) {
    a->blank[a->side] = size_of (w);
    a->side = 1 - a->side;
    return FALSE;
  }
  a->pause = PAUSE;
  (void) VF_CUDA_TRY (cudaStreamSynchronize (a->stream), error);
  return TRUE;
}
