/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A frame's work as a graph, which the GPU is given in one go.
 */
#pragma once

#include "haar-cuda.h"

G_BEGIN_DECLS

/* What it does. */
typedef struct {
  HaarCudaFrame frame;
  gboolean makes_grey; /* first; else the picture is grey already */
  HaarCudaGrey grey;
  HaarCudaIntegral integral; /* after that; its sums NULL: not made */
  gboolean trees, tilted;    /* of the cascade */
  HaarCudaFound *found;      /* the host's, pinned: what comes back */
  gsize found_size;          /* bytes of it */
} HaarCudaJob;

/* Starts zeroed. */
typedef struct {
  cudaGraph_t graph;
  cudaGraphExec_t exec; /* NULL: there is none */
  cudaGraphNode_t grey, integral, tiles;
} HaarCudaGraph;

/* FALSE with a VF_ERROR: there is none then. */
gboolean haar_cuda_graph_make (
    HaarCudaGraph *graph, HaarCudaJob *job, GError **error);

/* For the same job on another picture of the same size. FALSE with a VF_ERROR.
 */
gboolean haar_cuda_graph_set_picture (
    HaarCudaGraph *graph, HaarCudaJob *job, GError **error);

void haar_cuda_graph_clear (HaarCudaGraph *graph);

G_END_DECLS
