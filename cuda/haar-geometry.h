/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How a tile lies in shared memory.
 */
#pragma once

#include "haar-cuda.h"

G_BEGIN_DECLS

/* For windows of that size, in so many bytes. FALSE: they do not fit. */
gboolean haar_cuda_geometry (HaarCudaGeometry *geometry, guint width,
    guint height, gboolean tilted, gsize shared);

/* The word of column x of row y of the sums, or of the tilted ones, from a
 * window's first word. */
guint haar_cuda_corner (const HaarCudaGeometry *geometry, guint step,
    gboolean tilted, guint x, guint y);

G_END_DECLS
