/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which GPU is used, in which context, and why one cannot be; and how many
 * detections there are.
 *
 * A thread's current context is the caller's: each function of the backend
 * enters its own, and leaves the caller's as it was.
 */
#pragma once

#include "context.h"

G_BEGIN_DECLS

/* The context in which a detector for GPU `device` (VF_DEVICE_ANY: the first
 * that works) runs: `given`, or the one that everybody shares there. A
 * reference, or NULL with a VF_ERROR (NO_DEVICE, DEVICE, MEMORY) that says what
 * to do. */
VfContext *vf_cuda_context_open (gint device, VfContext *given, GError **error);

/* vf_context_push() with a VF_ERROR_DEVICE. */
gboolean vf_cuda_enter (VfContext *context, GError **error);

/* Around each detection, by any detector of the process, on any GPU. */
void vf_cuda_begin_detection (void);
void vf_cuda_end_detection (void);

/* How many have begun and not ended. */
guint vf_cuda_n_detections (void);

G_END_DECLS
