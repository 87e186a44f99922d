/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the selection must heed where a corner depends on those before it.
 */
#pragma once

#include "harris-cuda.h"
#include "harris-spacing.h"

G_BEGIN_DECLS

typedef struct {
  guint width, max_corners; /* G_MAXUINT: all */
  guint near_below; /* dx dx + dy dy is below it: too near; 0: nothing is */
  HarrisBuckets buckets;
  HarrisCells cells;
  guint cell_limit; /* 0: there is none */
} HarrisSpacing;

HarrisSpacing harris_cuda_spacing (const HarrisWork *work);

G_END_DECLS
