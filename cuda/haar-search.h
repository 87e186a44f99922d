/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where pictures of one size are searched: layers and tiles, in the GPU's
 * memory.
 */
#pragma once

#include "haar-cascade.h"
#include "haar-plan.h"

G_BEGIN_DECLS

/* Starts zeroed. */
typedef struct {
  gboolean ready; /* for what follows, and the cascade it was made with */
  HaarParams params;
  guint width, height;
  VfScratch rects;
  guint n_rects;

  HaarPlan plan;
  HaarCudaStore store;
  const HaarCudaLayer *layers; /* see HaarCudaFrame */
  const HaarTap *taps;
  const HaarCudaTile *tiles;
  guint n_tiles;
  VfCudaBlock rejects; /* their words */
} HaarCudaSearch;

/* Whether it is ready for pictures of that size. */
gboolean haar_cuda_search_is (const HaarCudaSearch *search,
    const HaarParams *params, const VfImage *image, const VfRegion *region);

/* Makes it so, by way of the stream. FALSE with a VF_ERROR: it is not ready. */
gboolean haar_cuda_search_make (HaarCudaSearch *search,
    const HaarCudaCascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, cudaStream_t stream,
    GError **error);

gsize haar_cuda_search_bytes (const HaarCudaSearch *search);
void haar_cuda_search_clear (HaarCudaSearch *search);

G_END_DECLS
