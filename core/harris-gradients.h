/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The operators that find the gradient.
 */
#pragma once

#include "harris-params.h"

G_BEGIN_DECLS

#define HARRIS_MAX_REACH 3

/* Ix = sum of derivative[reach + i] smoothing[reach + j] v (x + i, y + j) for
 * i, j from -reach to reach; Iy with i and j swapped. With samples of 16 bits
 * |Ix| stays below 2^26. */
typedef struct {
  guint reach;
  gint derivative[2 * HARRIS_MAX_REACH + 1];
  gint smoothing[2 * HARRIS_MAX_REACH + 1];
} HarrisGradientTaps;

extern const HarrisGradientTaps harris_gradient_taps[HARRIS_N_GRADIENTS];

G_END_DECLS
