/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-work.h"

#include "cascade-check.h"
#include "check.h"
#include "error.h"
#include "haar-job.h"

/* Its stream does not wait for those that others have there, nor they for it.
 */
gboolean
haar_cuda_work_set_up (HaarCudaWork *w, gint device, GError **error)
{
  gint shared;

  if (!VF_CUDA_TRY (cudaDeviceGetAttribute (&shared,
                        cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
          error)
      || !VF_CUDA_TRY (
          cudaStreamCreateWithFlags (&w->stream, cudaStreamNonBlocking), error)
      || !VF_CUDA_TRY (
          cudaEventCreateWithFlags (&w->others, cudaEventDisableTiming), error))
    return FALSE;
  for (guint i = 0; i < HAAR_CUDA_N_MARKS; i++)
    if (!VF_CUDA_TRY (cudaEventCreate (&w->marks[i]), error))
      return FALSE;
  w->shared = (gsize) shared;
  return TRUE;
}

void
haar_cuda_work_tear_down (HaarCudaWork *w)
{
  if (w->stream)
    VF_CUDA_UNDO (cudaStreamSynchronize (w->stream));
  haar_cuda_graph_clear (&w->graph);
  for (guint i = 0; i < HAAR_CUDA_N_MARKS; i++)
    if (w->marks[i])
      VF_CUDA_UNDO (cudaEventDestroy (w->marks[i]));
  if (w->others)
    VF_CUDA_UNDO (cudaEventDestroy (w->others));
  vf_cuda_release (&w->grey, VF_CUDA_DEVICE);
  vf_cuda_release (&w->sums, VF_CUDA_DEVICE);
  vf_cuda_release (&w->squares, VF_CUDA_DEVICE);
  vf_cuda_release (&w->found, VF_CUDA_DEVICE);
  vf_cuda_release (&w->fetched, VF_CUDA_PINNED);
  haar_cuda_search_clear (&w->search);
  haar_cuda_cascade_clear (&w->cascade);
  vf_cuda_upload_clear (&w->upload);
  if (w->stream)
    VF_CUDA_UNDO (cudaStreamDestroy (w->stream));
}

/* -- What is searched, and for what -- */

/* Whether anything has changed but the picture. */
static gboolean
prepare_search (HaarCudaWork *w, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, gboolean *changed,
    GError **error)
{
  *changed = FALSE;
  if (w->cascade.cascade != cascade) {
    *changed = TRUE;
    if (!haar_cuda_cascade_load (
            &w->cascade, cascade, w->shared, w->stream, error))
      return FALSE;
  }
  if (!*changed && haar_cuda_search_is (&w->search, params, image, region))
    return TRUE;
  *changed = TRUE;
  return haar_cuda_search_make (
      &w->search, &w->cascade, params, image, region, w->stream, error);
}

/* A picture in the GPU's memory is read where it lies. */
static gboolean
bring_image (
    HaarCudaWork *w, const VfImage *image, VfImage *there, GError **error)
{
  *there = *image;
  if (image->memory == VF_MEMORY_DEVICE)
    return vf_cuda_wait_for_others (w->stream, w->others, error);
  return vf_cuda_upload (&w->upload, image, w->stream, there, error);
}

/* -- A frame -- */

/* Waits until it is done. */
static gboolean
run_graph (HaarCudaWork *w, GError **error)
{
  return VF_CUDA_TRY (cudaGraphLaunch (w->graph.exec, w->stream), error)
         && VF_CUDA_TRY (
             cudaEventRecord (w->marks[HAAR_CUDA_END], w->stream), error)
         && VF_CUDA_TRY (cudaStreamSynchronize (w->stream), error);
}

/* Where more windows pass than there is room for, once more with enough. */
static gboolean
find_windows (HaarCudaWork *w, GError **error)
{
  if (!run_graph (w, error))
    return FALSE;
  while (w->job.found->n_windows > w->job.frame.capacity) {
    guint64 n = w->job.found->n_windows;

    if (!haar_cuda_job_reserve_found (
            w, (guint) MIN (n + n / 4, G_MAXUINT), error)
        || !haar_cuda_graph_make (&w->graph, &w->job, error)
        || !run_graph (w, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
fetch_rest (HaarCudaWork *w, GError **error)
{
  HaarCudaJob *job = &w->job;
  guint n = job->found->n_windows;

  if (n <= HAAR_CUDA_FEW_WINDOWS)
    return TRUE;
  return VF_CUDA_TRY (
             cudaMemcpyAsync (job->found->windows + HAAR_CUDA_FEW_WINDOWS,
                 job->frame.found->windows + HAAR_CUDA_FEW_WINDOWS,
                 (n - HAAR_CUDA_FEW_WINDOWS) * sizeof (HaarWindow),
                 cudaMemcpyDeviceToHost, w->stream),
             error)
         && VF_CUDA_TRY (cudaStreamSynchronize (w->stream), error);
}

static gboolean
has_parallel_group (const HaarThesis *thesis)
{
  for (guint i = 0; i < thesis->n_groups; i++)
    if (thesis->groups[i].way == HAAR_WAY_PARALLEL)
      return TRUE;
  return FALSE;
}

/* One scan over several stages is exact for all cascades that somebody has
 * trained. */
static gboolean
check_thesis (const Cascade *cascade, const HaarThesis *thesis, GError **error)
{
  const gchar *trouble = NULL;

  if (thesis && has_parallel_group (thesis) && !cascade_is_exact (cascade))
    trouble = "stage-groups has a parallel group, but this cascade's sums are "
              "not exact over several stages: take hybrid";
  else if (thesis && thesis->pyramid == HAAR_PYRAMID_INTEGRAL
           && cascade_is_tilted (cascade))
    trouble = "pyramid=integral has no tilted features, which this cascade "
              "needs: take pyramid=scaled";
  if (trouble)
    g_set_error_literal (error, VF_ERROR, VF_ERROR_PARAMETER, trouble);
  return !trouble;
}

static gboolean
search (HaarCudaWork *w, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, GError **error)
{
  gboolean changed;
  VfImage there;

  if (!check_thesis (cascade, haar_params_thesis (params), error)
      || !VF_CUDA_TRY (
          cudaEventRecord (w->marks[HAAR_CUDA_START], w->stream), error)
      || !prepare_search (w, cascade, params, image, region, &changed, error))
    return FALSE;
  if (changed)
    haar_cuda_graph_clear (&w->graph);
  if (w->search.n_tiles == 0)
    return TRUE;
  return bring_image (w, image, &there, error)
         && haar_cuda_job_prepare (w, params, changed, &there, error)
         && find_windows (w, error) && fetch_rest (w, error);
}

gboolean
haar_cuda_work_run (HaarCudaWork *w, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, guint64 *ns, GError **error)
{
  gfloat ms = 0;

  if (search (w, cascade, params, image, region, error)
      && (w->search.n_tiles == 0
          || VF_CUDA_TRY (cudaEventElapsedTime (&ms, w->marks[HAAR_CUDA_START],
                              w->marks[HAAR_CUDA_END]),
              error))) {
    *ns = (guint64) (ms * 1e6f);
    return TRUE;
  }
  /* Nothing may still read or write our memory; and there may be less of it
   * than the graph expects. */
  VF_CUDA_UNDO (cudaStreamSynchronize (w->stream));
  haar_cuda_graph_clear (&w->graph);
  w->job.frame.capacity = 0;
  return FALSE;
}

gsize
haar_cuda_work_bytes (const HaarCudaWork *w)
{
  return vf_cuda_upload_bytes (&w->upload) + w->grey.size + w->sums.size
         + w->squares.size + w->found.size + w->fetched.size
         + haar_cuda_store_bytes (&w->cascade.store)
         + haar_cuda_search_bytes (&w->search);
}
