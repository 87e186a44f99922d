/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From a picture to the windows that pass, on the GPU. Everything here is
 * called in the GPU's context.
 */
#pragma once

#include "haar-graph.h"
#include "haar-search.h"
#include "upload.h"

G_BEGIN_DECLS

/* The ends of the work on the GPU. */
enum {
  HAAR_CUDA_START,
  HAAR_CUDA_END,
  HAAR_CUDA_N_MARKS,
};

/* Starts zeroed. */
typedef struct {
  gsize shared; /* bytes of shared memory that a block of threads can have */
  cudaStream_t stream;
  cudaEvent_t marks[HAAR_CUDA_N_MARKS];
  cudaEvent_t others; /* see vf_cuda_wait_for_others() */
  VfCudaUpload upload;
  HaarCudaCascade cascade;
  HaarCudaSearch search; /* with no tiles nothing is searched */
  HaarCudaJob job;       /* its `found` is what has been found */
  HaarCudaGraph graph;
  VfCudaBlock grey, sums, squares, found, fetched; /* `fetched`: pinned */
} HaarCudaWork;

/* On GPU `device`, the calling thread's. FALSE with a VF_ERROR. */
gboolean haar_cuda_work_set_up (
    HaarCudaWork *work, gint device, GError **error);

/* Undoes what has been done so far. */
void haar_cuda_work_tear_down (HaarCudaWork *work);

/* Finds the windows and waits for them; how long the GPU took goes to *ns.
 * FALSE with a VF_ERROR: nothing is under way, and the next picture is worked on
 * as the first one was. */
gboolean haar_cuda_work_run (HaarCudaWork *work, Cascade *cascade,
    const HaarParams *params, const VfImage *image, const VfRegion *region,
    guint64 *ns, GError **error);

gsize haar_cuda_work_bytes (const HaarCudaWork *work);

G_END_DECLS
