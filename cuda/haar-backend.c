/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The CUDA backend: its memory, and the way of a frame. Windows are found on
 * the GPU; what becomes of them is the host's work.
 */
#include "haar-backend.h"

#include "cascade-data.h"
#include "check.h"
#include "clock.h"
#include "device.h"
#include "error.h"
#include "haar-graph.h"
#include "haar-groups.h"
#include "haar-order.h"
#include "haar-search.h"
#include "upload.h"

#include <string.h>

/* Up to so many windows travel with their number, in one go. */
#define FEW_WINDOWS 4096

/* The ends of the work on the GPU. */
enum { MARK_START, MARK_END, N_MARKS };

typedef struct {
  VfContext *context;
  gsize shared; /* bytes of shared memory that a block of threads can have */
  cudaStream_t stream;
  cudaEvent_t marks[N_MARKS];
  cudaEvent_t others; /* see vf_cuda_wait_for_others() */
  VfCudaUpload upload;
  HaarCudaCascade cascade;
  HaarCudaSearch search;
  HaarCudaJob job;
  HaarCudaGraph graph;
  VfCudaBlock grey, found, fetched; /* `fetched`: pinned */
  VfScratch windows;
  HaarGroups groups;
} CudaDetector;

/* Undoes what set_up() and detections have done, in the context. */
static void
tear_down (CudaDetector *d)
{
  if (d->stream)
    VF_CUDA_UNDO (cudaStreamSynchronize (d->stream));
  haar_cuda_graph_clear (&d->graph);
  for (guint i = 0; i < N_MARKS; i++)
    if (d->marks[i])
      VF_CUDA_UNDO (cudaEventDestroy (d->marks[i]));
  if (d->others)
    VF_CUDA_UNDO (cudaEventDestroy (d->others));
  vf_cuda_release (&d->grey, VF_CUDA_DEVICE);
  vf_cuda_release (&d->found, VF_CUDA_DEVICE);
  vf_cuda_release (&d->fetched, VF_CUDA_PINNED);
  haar_cuda_search_clear (&d->search);
  haar_cuda_cascade_clear (&d->cascade);
  vf_cuda_upload_clear (&d->upload);
  if (d->stream)
    VF_CUDA_UNDO (cudaStreamDestroy (d->stream));
}

static void
close_cuda (gpointer self)
{
  CudaDetector *d = self;

  if (d->context && vf_context_push (d->context)) {
    tear_down (d);
    vf_context_pop (d->context);
  }
  vf_context_unref (d->context);
  vf_scratch_free (&d->windows);
  haar_groups_clear (&d->groups);
  g_free (d);
}

/* In the context. Its stream does not wait for those that others have there,
 * nor they for it. */
static gboolean
set_up (CudaDetector *d, GError **error)
{
  gint shared;

  if (!VF_CUDA_TRY (cudaDeviceGetAttribute (&shared,
                        cudaDevAttrMaxSharedMemoryPerBlockOptin,
                        (gint) vf_context_device (d->context)),
          error)
      || !VF_CUDA_TRY (
          cudaStreamCreateWithFlags (&d->stream, cudaStreamNonBlocking), error)
      || !VF_CUDA_TRY (
          cudaEventCreateWithFlags (&d->others, cudaEventDisableTiming), error))
    return FALSE;
  for (guint i = 0; i < N_MARKS; i++)
    if (!VF_CUDA_TRY (cudaEventCreate (&d->marks[i]), error))
      return FALSE;
  d->shared = (gsize) shared;
  return TRUE;
}

static gpointer
open_cuda (gint device, VfContext *context, GError **error)
{
  CudaDetector *d = g_new0 (CudaDetector, 1);
  gboolean ready;

  vf_cuda_fail_init ();
  d->context = vf_cuda_context_open (device, context, error);
  if (!d->context || !vf_cuda_enter (d->context, error))
    goto failed;
  ready = set_up (d, error);
  vf_context_pop (d->context);
  if (!ready)
    goto failed;
  return d;

  /* ERRORS */
failed:
  close_cuda (d);
  return NULL;
}

static VfContext *
context_of (gpointer self)
{
  return ((CudaDetector *) self)->context;
}

static gsize
scratch_bytes (const CudaDetector *d)
{
  return vf_cuda_upload_bytes (&d->upload) + d->grey.size + d->found.size
         + d->fetched.size + d->windows.size
         + haar_cuda_store_bytes (&d->cascade.store)
         + haar_cuda_search_bytes (&d->search) + haar_groups_bytes (&d->groups);
}

/* -- The work: what is searched, and for what -- */

/* Whether anything has changed but the picture. */
static gboolean
prepare_search (CudaDetector *d, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, gboolean *changed,
    GError **error)
{
  *changed = FALSE;
  if (d->cascade.cascade != cascade) {
    *changed = TRUE;
    if (!haar_cuda_cascade_load (
            &d->cascade, cascade, d->shared, d->stream, error))
      return FALSE;
  }
  if (!*changed && haar_cuda_search_is (&d->search, params, image, region))
    return TRUE;
  *changed = TRUE;
  return haar_cuda_search_make (
      &d->search, &d->cascade, params, image, region, d->stream, error);
}

static gboolean
is_grey (const VfImage *image)
{
  return image->channels == 1 && image->depth == 8 && image->word == 1
         && image->step[0] == 1;
}

/* A picture in the GPU's memory is read where it lies. */
static gboolean
bring_image (
    CudaDetector *d, const VfImage *image, VfImage *there, GError **error)
{
  *there = *image;
  if (image->memory == VF_MEMORY_DEVICE)
    return vf_cuda_wait_for_others (d->stream, d->others, error);
  return vf_cuda_upload (&d->upload, image, d->stream, there, error);
}

static gboolean
set_picture (CudaDetector *d, const VfImage *there, GError **error)
{
  HaarCudaJob *job = &d->job;
  gsize stride = ((gsize) there->width + 31) / 32 * 32;

  job->makes_grey = !is_grey (there);
  if (!job->makes_grey) {
    job->frame.pixels = there->data[0];
    job->frame.stride = there->stride[0];
    return TRUE;
  }
  job->grey.image = *there;
  job->grey.stride = stride;
  job->grey.pixels =
      vf_cuda_reserve (&d->grey, VF_CUDA_DEVICE, stride * there->height, error);
  job->frame.pixels = job->grey.pixels;
  job->frame.stride = (gint64) stride;
  return job->grey.pixels != NULL;
}

static gsize
found_size (gsize n_windows)
{
  return sizeof (HaarCudaFound) + n_windows * sizeof (HaarWindow);
}

/* Room for so many windows. */
static gboolean
reserve_found (CudaDetector *d, guint n_windows, GError **error)
{
  HaarCudaJob *job = &d->job;

  job->frame.capacity = n_windows;
  job->frame.found = vf_cuda_reserve (
      &d->found, VF_CUDA_DEVICE, found_size (n_windows), error);
  if (!job->frame.found)
    return FALSE;
  job->found = vf_cuda_reserve (
      &d->fetched, VF_CUDA_PINNED, found_size (n_windows), error);
  job->found_size = found_size (MIN (n_windows, FEW_WINDOWS));
  return job->found != NULL;
}

static void
set_job (CudaDetector *d, const HaarParams *params)
{
  HaarCudaFrame *f = &d->job.frame;
  const HaarCudaCascade *c = &d->cascade;

  d->job.trees = c->trees;
  d->job.tilted = cascade_is_tilted (c->cascade);
  f->geometry = c->geometry;
  f->layers = d->search.layers;
  f->taps = d->search.taps;
  f->tiles = d->search.tiles;
  f->n_tiles = d->search.n_tiles;
  f->nodes[0] = c->nodes[0];
  f->nodes[1] = c->nodes[1];
  f->n_nodes = c->n_nodes;
  f->children = c->children;
  f->trees = c->first_nodes;
  f->stages = c->stages;
  f->n_stages = c->cascade->stages->len;
  f->rejects = d->search.rejects.data;
  f->skip = params->opencv_skip;
}

static gboolean
is_same_picture (const HaarCudaJob *a, const HaarCudaJob *b)
{
  return memcmp (&a->grey, &b->grey, sizeof a->grey) == 0
         && a->frame.pixels == b->frame.pixels
         && a->frame.stride == b->frame.stride;
}

/* The graph for this frame. What is another picture's costs little. */
static gboolean
prepare_graph (CudaDetector *d, const HaarParams *params, gboolean changed,
    const VfImage *there, GError **error)
{
  HaarCudaJob before = d->job;

  if (!set_picture (d, there, error)
      || !reserve_found (d, MAX (before.frame.capacity, FEW_WINDOWS), error))
    return FALSE;
  if (!changed && d->graph.exec && before.makes_grey == d->job.makes_grey
      && before.frame.pixels && before.frame.found == d->job.frame.found) {
    if (is_same_picture (&before, &d->job))
      return TRUE;
    /* Also where its memory, which later nodes do not read, has moved. */
    if (!d->job.makes_grey || before.frame.pixels == d->job.frame.pixels)
      return haar_cuda_graph_set_picture (&d->graph, &d->job, error);
  }
  set_job (d, params);
  return haar_cuda_graph_make (&d->graph, &d->job, error);
}

/* -- A frame -- */

/* Waits until it is done. */
static gboolean
run_graph (CudaDetector *d, GError **error)
{
  return VF_CUDA_TRY (cudaGraphLaunch (d->graph.exec, d->stream), error)
         && VF_CUDA_TRY (cudaEventRecord (d->marks[MARK_END], d->stream), error)
         && VF_CUDA_TRY (cudaStreamSynchronize (d->stream), error);
}

/* Where more windows pass than there is room for, once more with enough. */
static gboolean
find_windows (CudaDetector *d, GError **error)
{
  if (!run_graph (d, error))
    return FALSE;
  while (d->job.found->n_windows > d->job.frame.capacity) {
    guint64 n = d->job.found->n_windows;

    if (!reserve_found (d, (guint) MIN (n + n / 4, G_MAXUINT), error)
        || !haar_cuda_graph_make (&d->graph, &d->job, error)
        || !run_graph (d, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
fetch_rest (CudaDetector *d, GError **error)
{
  HaarCudaJob *job = &d->job;
  guint n = job->found->n_windows;

  if (n <= FEW_WINDOWS)
    return TRUE;
  return VF_CUDA_TRY (cudaMemcpyAsync (job->found->windows + FEW_WINDOWS,
                          job->frame.found->windows + FEW_WINDOWS,
                          (n - FEW_WINDOWS) * sizeof (HaarWindow),
                          cudaMemcpyDeviceToHost, d->stream),
             error)
         && VF_CUDA_TRY (cudaStreamSynchronize (d->stream), error);
}

/* Those that are not left out, in order. FALSE: there is no memory. */
static gboolean
gather (CudaDetector *d)
{
  const HaarCudaFound *found = d->job.found;
  gboolean missing = FALSE;
  gsize room = found->n_windows;
  HaarWindow *windows =
      vf_scratch_reserve (&d->windows, 2 * room, sizeof *windows, &missing);
  guint n = 0;

  if (missing)
    return FALSE;
  for (gsize i = 0; i < room; i++)
    if (found->windows[i].layer != HAAR_CUDA_NONE)
      windows[n++] = found->windows[i];
  d->groups.windows =
      n > 0 ? haar_order_windows (windows, windows + room, n) : windows;
  d->groups.n_windows = n;
  return TRUE;
}

/* In the context. */
static gboolean
search (CudaDetector *d, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, GError **error)
{
  gboolean changed;
  VfImage there;

  if (!VF_CUDA_TRY (cudaEventRecord (d->marks[MARK_START], d->stream), error)
      || !prepare_search (d, cascade, params, image, region, &changed, error))
    return FALSE;
  if (changed)
    haar_cuda_graph_clear (&d->graph);
  if (d->search.n_tiles == 0)
    return TRUE;
  return bring_image (d, image, &there, error)
         && prepare_graph (d, params, changed, &there, error)
         && find_windows (d, error) && fetch_rest (d, error);
}

static gboolean
run (CudaDetector *d, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, HaarResult *result,
    GError **error)
{
  gfloat ms = 0;

  if (search (d, cascade, params, image, region, error)
      && (d->search.n_tiles == 0
          || VF_CUDA_TRY (cudaEventElapsedTime (
                              &ms, d->marks[MARK_START], d->marks[MARK_END]),
              error))) {
    result->stage_ns[HAAR_STAGE_GREY] = (guint64) (ms * 1e6f);
    return TRUE;
  }
  /* Nothing may still read or write our memory; and there may be less of it
   * than the graph expects. */
  VF_CUDA_UNDO (cudaStreamSynchronize (d->stream));
  haar_cuda_graph_clear (&d->graph);
  d->job.frame.capacity = 0;
  return FALSE;
}

static gboolean
group (CudaDetector *d, const HaarParams *params, HaarResult *result)
{
  const Cascade *cascade = d->cascade.cascade;
  guint last = cascade->stages->len - 1;
  guint64 start = vf_now_ns ();

  d->groups.layers = d->search.plan.layers;
  d->groups.n_layers = d->search.plan.n_layers;
  d->groups.threshold = cascade_stage (cascade, last)->threshold;
  d->groups.n_windows = 0;
  if ((d->search.n_tiles > 0 && !gather (d))
      || !haar_groups_find (&d->groups, params))
    return FALSE;
  result->objects = d->groups.objects;
  result->n_objects = d->groups.n_objects;
  result->n_windows = d->groups.n_windows;
  result->scratch_bytes = scratch_bytes (d);
  result->stage_ns[HAAR_STAGE_GROUPS] = vf_now_ns () - start;
  return TRUE;
}

static void
set_memory_error (const VfImage *image, GError **error)
{
  g_set_error (error, VF_ERROR, VF_ERROR_MEMORY,
      "no memory on the GPU for the windows of a picture of %u x %u pixels: "
      "scale it down, set a larger min-size or scale-factor, or use the CPU "
      "(backend=cpu)",
      image->width, image->height);
}

static gboolean
detect_cuda (gpointer self, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, HaarResult *result,
    GError **error)
{
  CudaDetector *d = self;
  GError *failure = NULL;
  gboolean found;

  if (!vf_cuda_enter (d->context, error))
    return FALSE;
  found = run (d, cascade, params, image, region, result, &failure);
  vf_context_pop (d->context);
  if (found && group (d, params, result))
    return TRUE;
  if (found || g_error_matches (failure, VF_ERROR, VF_ERROR_MEMORY)) {
    g_clear_error (&failure);
    set_memory_error (image, error);
  } else {
    g_propagate_error (error, failure);
  }
  return FALSE;
}

const HaarBackend haar_backend_cuda = {
  .base = { .open = open_cuda, .close = close_cuda, .context = context_of },
  .detect = detect_cuda,
};
