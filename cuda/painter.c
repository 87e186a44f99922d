/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "blend-cuda.h"
#include "check.h"
#include "cover-cuda.h"
#include "device.h"
#include "gpu.h"
#include "memory.h"

#include <string.h>

/* Patches begin at multiples of it, behind the pixels. */
#define ALIGN 16

struct _VfGpuPainter {
  VfContext *context;
  cudaStream_t stream;
  cudaEvent_t others;           /* see vf_cuda_wait_for_others() */
  VfCudaBlock staging, patches; /* pinned; the GPU's copy of it */
  VfCudaBlock means;            /* of what is covered; the GPU's */
};

/* In the context. */
static void
tear_down (VfGpuPainter *painter)
{
  if (painter->stream)
    VF_CUDA_UNDO (cudaStreamSynchronize (painter->stream));
  vf_cuda_release (&painter->staging, VF_CUDA_PINNED);
  vf_cuda_release (&painter->patches, VF_CUDA_DEVICE);
  vf_cuda_release (&painter->means, VF_CUDA_DEVICE);
  if (painter->others)
    VF_CUDA_UNDO (cudaEventDestroy (painter->others));
  if (painter->stream)
    VF_CUDA_UNDO (cudaStreamDestroy (painter->stream));
}

void
vf_gpu_painter_free (VfGpuPainter *painter)
{
  if (!painter)
    return;
  if (vf_context_push (painter->context)) {
    tear_down (painter);
    vf_context_pop (painter->context);
  }
  vf_context_unref (painter->context);
  g_free (painter);
}

VfGpuPainter *
vf_gpu_painter_new (VfContext *context, GError **error)
{
  VfGpuPainter *painter;
  gboolean ready;

  if (!vf_cuda_enter (context, error))
    return NULL;
  painter = g_new0 (VfGpuPainter, 1);
  painter->context = vf_context_ref (context);
  ready =
      VF_CUDA_TRY (
          cudaStreamCreateWithFlags (&painter->stream, cudaStreamNonBlocking),
          error)
      && VF_CUDA_TRY (
          cudaEventCreateWithFlags (&painter->others, cudaEventDisableTiming),
          error);
  vf_context_pop (context);
  if (!ready)
    g_clear_pointer (&painter, vf_gpu_painter_free);
  return painter;
}

/* Pixels and patches go to the GPU in one piece. */
static gboolean
send (VfGpuPainter *painter, const VfPatches *patches, VfPatches *sent,
    GError **error)
{
  gsize pixels = patches->n_pixels * sizeof *patches->pixels;
  gsize rows = patches->n_patches * sizeof *patches->patches;
  gsize offset = (pixels + ALIGN - 1) / ALIGN * ALIGN;
  guint8 *staging, *to;

  staging =
      vf_cuda_reserve (&painter->staging, VF_CUDA_PINNED, offset + rows, error);
  to = staging ? vf_cuda_reserve (
           &painter->patches, VF_CUDA_DEVICE, offset + rows, error)
               : NULL;
  if (!to)
    return FALSE;
  memcpy (staging, patches->pixels, pixels);
  memcpy (staging + offset, patches->patches, rows);
  *sent = *patches;
  sent->pixels = (const guint32 *) to;
  sent->patches = (const VfPatch *) (to + offset);
  return VF_CUDA_TRY (cudaMemcpyAsync (to, staging, offset + rows,
                          cudaMemcpyHostToDevice, painter->stream),
      error);
}

/* Leaves the context; what is in the stream is done by then. */
static gboolean
leave (VfGpuPainter *painter, gboolean done, GError **error)
{
  done = done && VF_CUDA_TRY (cudaStreamSynchronize (painter->stream), error);
  if (!done)
    VF_CUDA_UNDO (cudaStreamSynchronize (painter->stream));
  vf_context_pop (painter->context);
  return done;
}

gboolean
vf_gpu_blend (VfGpuPainter *painter, const VfCanvas *canvas,
    const VfPatches *patches, GError **error)
{
  VfPatches sent;
  gboolean done;

  if (!vf_cuda_enter (painter->context, error))
    return FALSE;
  done = send (painter, patches, &sent, error)
         && vf_cuda_wait_for_others (painter->stream, painter->others, error)
         && vf_cuda_launch_blend (canvas, &sent, painter->stream, error);
  return leave (painter, done, error);
}

/* For any of the covers: room for one. */
static gsize
means_of (const VfCoverFrame *frame, const VfCover *covers, guint n_covers)
{
  gsize most = 0;

  for (guint i = 0; i < n_covers; i++) {
    gsize n = (gsize) covers[i].columns * covers[i].rows * frame->channels;

    most = MAX (most, n);
  }
  return most * sizeof (guint16);
}

gboolean
vf_gpu_cover (VfGpuPainter *painter, const VfCoverFrame *frame,
    const VfCover *covers, guint n_covers, GError **error)
{
  guint16 *means;
  gboolean done;

  if (!vf_cuda_enter (painter->context, error))
    return FALSE;
  means = vf_cuda_reserve (&painter->means, VF_CUDA_DEVICE,
      means_of (frame, covers, n_covers), error);
  done = means
         && vf_cuda_wait_for_others (painter->stream, painter->others, error);
  for (guint i = 0; done && i < n_covers; i++)
    done =
        vf_cuda_launch_cover (frame, &covers[i], means, painter->stream, error);
  return leave (painter, done, error);
}
