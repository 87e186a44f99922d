/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-job.h"

#include "cascade-check.h"

#include <string.h>

/* With flip every other picture is a mirror image, which must be made grey: then
 * all are, so that one graph does for both. */
static gboolean
set_picture (HaarCudaWork *w, const HaarParams *params, const VfImage *there,
    GError **error)
{
  HaarCudaJob *job = &w->job;
  gsize stride = ((gsize) there->width + 31) / 32 * 32;

  job->makes_grey = params->flip || !vf_image_is_grey_bytes (there);
  job->frame.pixels = there->data[0];
  job->frame.stride = there->stride[0];
  if (job->makes_grey) {
    job->grey.image = *there;
    job->grey.stride = stride;
    job->grey.pixels = vf_cuda_reserve (
        &w->grey, VF_CUDA_DEVICE, stride * there->height, error);
    job->frame.pixels = job->grey.pixels;
    job->frame.stride = (gint64) stride;
  }
  job->integral.pixels = job->frame.pixels;
  job->integral.stride = job->frame.stride;
  return job->frame.pixels != NULL;
}

/* Room for the sums of a picture of that size, where they are wanted. */
static gboolean
reserve_integral (HaarCudaWork *w, const HaarParams *params,
    const VfImage *there, GError **error)
{
  HaarCudaIntegral *in = &w->job.integral;
  const HaarThesis *thesis = haar_params_thesis (params);
  gsize stride = ((gsize) there->width + 32) / 32 * 32;
  gsize n = stride * ((gsize) there->height + 1);

  in->sums = NULL;
  in->squares = NULL;
  if (!thesis || thesis->pyramid != HAAR_PYRAMID_INTEGRAL)
    return TRUE;
  in->width = there->width;
  in->height = there->height;
  in->sums_stride = (guint32) stride;
  in->sums =
      vf_cuda_reserve (&w->sums, VF_CUDA_DEVICE, n * sizeof *in->sums, error);
  if (!in->sums)
    return FALSE;
  in->squares = vf_cuda_reserve (
      &w->squares, VF_CUDA_DEVICE, n * sizeof *in->squares, error);
  return in->squares != NULL;
}

static gsize
found_size (gsize n_windows)
{
  return sizeof (HaarCudaFound) + n_windows * sizeof (HaarWindow);
}

gboolean
haar_cuda_job_reserve_found (HaarCudaWork *w, guint n_windows, GError **error)
{
  HaarCudaJob *job = &w->job;

  job->frame.capacity = n_windows;
  job->frame.found = vf_cuda_reserve (
      &w->found, VF_CUDA_DEVICE, found_size (n_windows), error);
  if (!job->frame.found)
    return FALSE;
  job->found = vf_cuda_reserve (
      &w->fetched, VF_CUDA_PINNED, found_size (n_windows), error);
  job->found_size = found_size (MIN (n_windows, HAAR_CUDA_FEW_WINDOWS));
  return job->found != NULL;
}

static void
set_job (HaarCudaWork *w, const HaarParams *params)
{
  HaarCudaFrame *f = &w->job.frame;
  const HaarCudaCascade *c = &w->cascade;
  const HaarThesis *thesis = haar_params_thesis (params);

  w->job.trees = c->trees;
  w->job.tilted = cascade_is_tilted (c->cascade);
  f->geometry = c->geometry;
  f->layers = w->search.layers;
  f->taps = w->search.taps;
  f->tiles = w->search.tiles;
  f->n_tiles = w->search.n_tiles;
  f->nodes[0] = c->nodes[0];
  f->nodes[1] = c->nodes[1];
  f->n_nodes = c->n_nodes;
  f->children = c->children;
  f->trees = c->first_nodes;
  f->stages = c->stages;
  f->n_stages = c->cascade->stages->len;
  f->rejects = w->search.rejects.data;
  f->skip = params->opencv_skip;
  f->thesis = thesis ? *thesis : (HaarThesis){ 0 };
  f->sums = w->job.integral.sums;
  f->squares = w->job.integral.squares;
  f->sums_stride = w->job.integral.sums_stride;
}

static gboolean
is_same_picture (const HaarCudaJob *a, const HaarCudaJob *b)
{
  return memcmp (&a->grey, &b->grey, sizeof a->grey) == 0
         && a->frame.pixels == b->frame.pixels
         && a->frame.stride == b->frame.stride;
}

gboolean
haar_cuda_job_prepare (HaarCudaWork *w, const HaarParams *params,
    gboolean changed, const VfImage *there, GError **error)
{
  HaarCudaJob before = w->job;

  if (!set_picture (w, params, there, error)
      || !haar_cuda_job_reserve_found (
          w, MAX (before.frame.capacity, HAAR_CUDA_FEW_WINDOWS), error))
    return FALSE;
  if (!changed && w->graph.exec && before.makes_grey == w->job.makes_grey
      && before.frame.pixels && before.frame.found == w->job.frame.found) {
    if (is_same_picture (&before, &w->job))
      return TRUE;
    /* Also where its memory, which later nodes do not read, has moved. */
    if (!w->job.makes_grey || before.frame.pixels == w->job.frame.pixels)
      return haar_cuda_graph_set_picture (&w->graph, &w->job, error);
  }
  if (!reserve_integral (w, params, there, error))
    return FALSE;
  set_job (w, params);
  return haar_cuda_graph_make (&w->graph, &w->job, error);
}
