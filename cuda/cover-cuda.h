/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The kernels that cover.
 */
#pragma once

#include "cover.h"

#include <cuda_runtime_api.h>

G_BEGIN_DECLS

/* Puts them into the stream. The frame's samples lie in the GPU's memory, as do
 * the means: channels x rows x columns of them. */
gboolean vf_cuda_launch_cover (const VfCoverFrame *frame, const VfCover *cover,
    guint16 *means, cudaStream_t stream, GError **error);

G_END_DECLS
