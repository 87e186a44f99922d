/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Copies of frames within the memory of a GPU. To allocate memory there makes
 * all that runs on the GPU wait, so that of frames that have gone is used again.
 */
#pragma once

#include "gstcuda-compat.h"

G_BEGIN_DECLS

#define VF_N_SPARES 8

/* One an element; all NULL at first. For one thread at a time. */
typedef struct {
  GstMemory *memory[VF_N_SPARES];
} VfSpares;

/* A copy of the frame, which is being made in the default stream of its
 * context. NULL: that fails. */
GstMemory *vf_spares_copy (VfSpares *spares, GstCudaMemory *frame);
void vf_spares_clear (VfSpares *spares);

G_END_DECLS
