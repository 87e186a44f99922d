/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A cascade in the GPU's memory.
 */
#pragma once

#include "haar-cuda.h"
#include "haar-store.h"

G_BEGIN_DECLS

/* Starts zeroed. */
typedef struct {
  Cascade *cascade; /* NULL: none is there */
  HaarCudaGeometry geometry;
  gboolean trees; /* some have more than one node */
  HaarCudaStore store;
  guint n_nodes;
  const HaarCudaThird *nodes[2]; /* see HaarCudaFrame */
  const guint32 *children, *first_nodes;
  const HaarCudaStage *stages;
} HaarCudaCascade;

/* Puts the cascade there, by way of the stream, and keeps a reference; `shared`
 * is how many bytes of shared memory there are. FALSE with a VF_ERROR: none is
 * there then. */
gboolean haar_cuda_cascade_load (HaarCudaCascade *loaded, Cascade *cascade,
    gsize shared, cudaStream_t stream, GError **error);
void haar_cuda_cascade_clear (HaarCudaCascade *loaded);

G_END_DECLS
