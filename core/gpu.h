/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the GPU does besides detecting: memory that it reaches fast, and
 * drawing. In a build without CUDA each of these fails with a VF_ERROR.
 */
#pragma once

#include "blend.h"
#include "context.h"
#include "cover.h"

G_BEGIN_DECLS

/* The context of GPU `device`, or of the first that works (VF_DEVICE_ANY), that
 * everybody in this process may share. Its owner is the driver's handle, a
 * CUcontext, which lasts as long as the process. NULL with a VF_ERROR
 * (NO_DEVICE, DEVICE, MEMORY). */
VfContext *vf_gpu_context_new (gint device, GError **error);

/* Host memory that stays where it is, so that copies to the GPU run at the
 * bus's speed: VF_MEMORY_PINNED. NULL with a VF_ERROR. */
gpointer vf_gpu_pinned_alloc (VfContext *context, gsize size, GError **error);
void vf_gpu_pinned_free (VfContext *context, gpointer memory);

/* Lays pictures over frames in the GPU's memory, and covers parts of them; for
 * one thread at a time. */
typedef struct _VfGpuPainter VfGpuPainter;

VfGpuPainter *vf_gpu_painter_new (VfContext *context, GError **error);
void vf_gpu_painter_free (VfGpuPainter *painter); /* takes NULL */

/* Waits until it is done. FALSE with a VF_ERROR (MEMORY, DEVICE): the frame may
 * have been drawn on, or not. */
gboolean vf_gpu_blend (VfGpuPainter *painter, const VfCanvas *canvas,
    const VfPatches *patches, GError **error);

/* The same for covers, one after the other. */
gboolean vf_gpu_cover (VfGpuPainter *painter, const VfCoverFrame *frame,
    const VfCover *covers, guint n_covers, GError **error);

G_END_DECLS
