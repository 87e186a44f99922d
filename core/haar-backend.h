/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a backend of the Haar detector is.
 */
#pragma once

#include "backend.h"
#include "haar.h"

G_BEGIN_DECLS

typedef struct {
  VfBackend base;

  /* As haar_detect(), for valid parameters and a valid size; the region is
   * never NULL, but its rectangles may be empty or stick out. Fills the result;
   * what it does not write is 0. */
  gboolean (*detect) (gpointer self, Cascade *cascade, const HaarParams *params,
      const VfImage *image, const VfRegion *region, HaarResult *result,
      GError **error);
} HaarBackend;

extern const HaarBackend haar_backend_cpu;
extern const HaarBackend haar_backend_cuda; /* never opens in a build without
                                               CUDA */

G_END_DECLS
