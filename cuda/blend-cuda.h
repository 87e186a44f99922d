/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The kernel that draws.
 */
#pragma once

#include "blend.h"

#include <cuda_runtime_api.h>

G_BEGIN_DECLS

/* Puts it into the stream. The canvas' samples, pixels and patches lie in the
 * GPU's memory. */
gboolean vf_cuda_launch_blend (const VfCanvas *canvas, const VfPatches *patches,
    cudaStream_t stream, GError **error);

G_END_DECLS
