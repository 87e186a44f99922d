/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The CUDA backend: its memory, and the way of a frame. One launch or two,
 * where it can be done so; a few more, the fused way; or one or more for each
 * row of the table. VF_CUDA_WAY=fused or =stages in the
 * environment chooses that for detectors that are opened from then on.
 */
#include "harris-backend.h"

#include "check.h"
#include "device.h"
#include "error.h"
#include "harris-cuda.h"
#include "upload.h"

/* The blocks of the GPU's memory. */
enum {
  SCRATCH_FIRST, /* state, control, histogram: cleared together */
  SCRATCH_RESPONSE,
  SCRATCH_MAXIMA,
  SCRATCH_KEYS,
  SCRATCH_TILES,
  SCRATCH_CORNERS,
  SCRATCH_CELLS,
  SCRATCH_BUCKETS_FIRST,
  SCRATCH_BUCKETS_NEXT,
  SCRATCH_BOARD,
  N_SCRATCH,
};

/* Up to so many corners travel with the state, in one go. */
#define FEW_CORNERS 4096

/* What a frame in one launch leaves with the host. */
typedef struct {
  HarrisState state;
  guint64 ns;
} FrameReport;

typedef struct {
  VfContext *context;
  const HarrisCudaWay *way;  /* of this frame */
  const HarrisCudaWay *ways; /* for all frames; NULL: the best for each */
  HarrisCuda cuda;
  HarrisWork work;
  VfCudaUpload upload;
  VfCudaBlock scratch[N_SCRATCH];
  VfCudaBlock state, corners, planes;     /* pinned, what comes back */
  cudaEvent_t marks[HARRIS_N_STAGES + 1]; /* between the steps */
  cudaEvent_t others;                     /* see vf_cuda_wait_for_others() */
} CudaDetector;

/* Undoes what set_up() has done so far, in the context. */
static void
tear_down (CudaDetector *d)
{
  if (d->cuda.stream)
    VF_CUDA_UNDO (cudaStreamSynchronize (d->cuda.stream));
  for (guint i = 0; i < G_N_ELEMENTS (d->marks); i++)
    if (d->marks[i])
      VF_CUDA_UNDO (cudaEventDestroy (d->marks[i]));
  if (d->others)
    VF_CUDA_UNDO (cudaEventDestroy (d->others));
  for (guint i = 0; i < N_SCRATCH; i++)
    vf_cuda_release (&d->scratch[i], VF_CUDA_DEVICE);
  vf_cuda_release (&d->state, VF_CUDA_PINNED);
  vf_cuda_release (&d->corners, VF_CUDA_PINNED);
  vf_cuda_release (&d->planes, VF_CUDA_PINNED);
  vf_cuda_upload_clear (&d->upload);
  if (d->cuda.stream)
    VF_CUDA_UNDO (cudaStreamDestroy (d->cuda.stream));
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
  g_free (d);
}

static gboolean
create_marks (CudaDetector *d, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (d->marks); i++)
    if (!VF_CUDA_TRY (cudaEventCreate (&d->marks[i]), error))
      return FALSE;
  return TRUE;
}

static const HarrisCudaWay *
chosen_way (void)
{
  const gchar *name = g_getenv ("VF_CUDA_WAY");

  return g_strcmp0 (name, "stages") == 0  ? &harris_cuda_stages
         : g_strcmp0 (name, "fused") == 0 ? &harris_cuda_fused
                                          : NULL;
}

/* In the context. Its stream does not wait for those that others have there,
 * nor they for it. */
static gboolean
set_up (CudaDetector *d, GError **error)
{
  gint processors;

  if (!VF_CUDA_TRY (
          cudaDeviceGetAttribute (&processors, cudaDevAttrMultiProcessorCount,
              (gint) vf_context_device (d->context)),
          error)
      || !harris_cuda_frame_prepare (
          &d->cuda, (gint) vf_context_device (d->context), error)
      || !VF_CUDA_TRY (
          cudaStreamCreateWithFlags (&d->cuda.stream, cudaStreamNonBlocking),
          error)
      || !VF_CUDA_TRY (
          cudaEventCreateWithFlags (&d->others, cudaEventDisableTiming), error)
      || !create_marks (d, error))
    return FALSE;
  d->cuda.processors = (guint) processors;
  return TRUE;
}

static gpointer
open_cuda (gint device, VfContext *context, GError **error)
{
  CudaDetector *d = g_new0 (CudaDetector, 1);
  gboolean ready;

  vf_cuda_fail_init ();
  d->ways = chosen_way ();
  d->context = vf_cuda_context_open (device, context, error);
  if (!d->context || !vf_cuda_enter (d->context, error))
    goto failed;
  ready = set_up (d, error);
  vf_context_pop (d->context);
  if (!ready)
    goto failed;
  d->work.backend = &d->cuda;
  d->work.stages = harris_stages_cuda ();
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

/* Memory of size 0 is NULL. */
static gboolean
reserve_scratch (CudaDetector *d, const gsize sizes[N_SCRATCH],
    gpointer memory[N_SCRATCH], GError **error)
{
  for (guint i = 0; i < N_SCRATCH; i++) {
    memory[i] = NULL;
    if (sizes[i] == 0)
      continue;
    memory[i] =
        vf_cuda_reserve (&d->scratch[i], VF_CUDA_DEVICE, sizes[i], error);
    if (!memory[i])
      return FALSE;
  }
  return TRUE;
}

static gboolean
leaves_results_with_host (const CudaDetector *d)
{
  return d->way == &harris_cuda_one_launch
         || d->way == &harris_cuda_two_launches;
}

/* What a frame needs in one launch or two. */
static gboolean
reserve_few_launches (CudaDetector *d, GError **error)
{
  HarrisWork *w = &d->work;
  gsize sizes[N_SCRATCH] = {
    [SCRATCH_RESPONSE] = harris_cuda_frame_response_size (w),
    [SCRATCH_BOARD] = harris_cuda_board_size (w),
  };
  gpointer memory[N_SCRATCH];

  if (!reserve_scratch (d, sizes, memory, error)
      || !vf_cuda_reserve (
          &d->state, VF_CUDA_PINNED, sizeof (FrameReport), error)
      || !vf_cuda_reserve (&d->corners, VF_CUDA_PINNED,
          harris_cuda_frame_corners_size (w), error))
    return FALSE;
  d->cuda.frame_ns = &((FrameReport *) d->state.data)->ns;
  d->cuda.board = memory[SCRATCH_BOARD];
  w->response = memory[SCRATCH_RESPONSE];
  w->state = d->state.data;
  w->corners = d->corners.data;
  return TRUE;
}

static gboolean
reserve_all (CudaDetector *d, GError **error)
{
  HarrisWork *w = &d->work;
  gsize n_blocks = (gsize) w->blocks_x * w->blocks_y;
  gsize max_corners = harris_work_max_corners (w);
  gsize corners = max_corners * sizeof (HarrisCorner);
  gsize n_buckets = harris_work_n_buckets (w);
  gsize pixels = (gsize) w->image.width * w->image.height;
  gsize sizes[N_SCRATCH] = {
    [SCRATCH_FIRST] = harris_cuda_first_size (w),
    [SCRATCH_RESPONSE] = pixels * sizeof (gfloat),
    [SCRATCH_MAXIMA] = n_blocks * sizeof (HarrisKey),
    [SCRATCH_KEYS] = n_blocks * sizeof (HarrisKey),
    [SCRATCH_TILES] = harris_cuda_n_tiles (n_blocks) * sizeof (guint32),
    [SCRATCH_CORNERS] = corners,
    [SCRATCH_CELLS] = harris_work_n_cells (w) * sizeof (guint32),
    [SCRATCH_BUCKETS_FIRST] = n_buckets * sizeof (guint32),
    [SCRATCH_BUCKETS_NEXT] = n_buckets > 0 ? max_corners * sizeof (guint32) : 0,
  };
  gpointer memory[N_SCRATCH];

  if (!reserve_scratch (d, sizes, memory, error)
      || !vf_cuda_reserve (
          &d->state, VF_CUDA_PINNED, sizeof (HarrisState), error)
      || !vf_cuda_reserve (&d->corners, VF_CUDA_PINNED, corners, error))
    return FALSE;
  harris_cuda_set_first (w, &d->cuda, memory[SCRATCH_FIRST]);
  w->response = memory[SCRATCH_RESPONSE];
  w->maxima = memory[SCRATCH_MAXIMA];
  w->keys = memory[SCRATCH_KEYS];
  d->cuda.tiles = memory[SCRATCH_TILES];
  w->corners = memory[SCRATCH_CORNERS];
  w->cells = memory[SCRATCH_CELLS];
  w->buckets_first = memory[SCRATCH_BUCKETS_FIRST];
  w->buckets_next = memory[SCRATCH_BUCKETS_NEXT];
  return TRUE;
}

static gsize
scratch_bytes (const CudaDetector *d)
{
  gsize bytes = vf_cuda_upload_bytes (&d->upload) + d->state.size
                + d->corners.size + d->planes.size;

  for (guint i = 0; i < N_SCRATCH; i++)
    bytes += d->scratch[i].size;
  return bytes;
}

/* A picture in the GPU's memory is read where it lies. */
static gboolean
bring_image (CudaDetector *d, const VfImage *image, GError **error)
{
  if (image->memory == VF_MEMORY_DEVICE)
    return vf_cuda_wait_for_others (d->cuda.stream, d->others, error);
  return vf_cuda_upload (
      &d->upload, image, d->cuda.stream, &d->work.image, error);
}

/* Where the samples lie on the GPU is known. */
static const HarrisCudaWay *
way_of_frame (const CudaDetector *d, gboolean planes)
{
  const HarrisCudaWay *way;

  if (d->ways)
    return d->ways;
  way = planes ? NULL : harris_cuda_frame_way (&d->work);
  return way ? way : &harris_cuda_fused;
}

static gboolean
reserve (CudaDetector *d, gboolean planes, GError **error)
{
  d->way = way_of_frame (d, planes);
  return leaves_results_with_host (d) ? reserve_few_launches (d, error)
                                      : reserve_all (d, error);
}

/* Memory that is missing is named by the picture that needs it. */
static gboolean
prepare (CudaDetector *d, const VfImage *image, gboolean planes, GError **error)
{
  HarrisWork *w = &d->work;
  GError *failure = NULL;

  if (bring_image (d, image, &failure)
      && vf_cuda_upload_area (&d->upload, &w->region, d->cuda.stream, &failure)
      && reserve (d, planes, &failure))
    return TRUE;
  if (g_error_matches (failure, VF_ERROR, VF_ERROR_MEMORY)) {
    g_clear_error (&failure);
    harris_work_set_memory_error (w, "on the GPU ", error);
  } else {
    g_propagate_error (error, failure);
  }
  return FALSE;
}

/* One launch times itself: marks would take longer than there is to win. */
static gboolean
has_marks (const CudaDetector *d)
{
  return d->way != &harris_cuda_one_launch;
}

static gboolean
run_steps (CudaDetector *d, GError **error)
{
  if (has_marks (d)
      && !VF_CUDA_TRY (cudaEventRecord (d->marks[0], d->cuda.stream), error))
    return FALSE;
  for (guint i = 0; i < d->way->n_steps; i++) {
    d->way->steps[i].launch (&d->work);
    if (d->work.error) {
      g_propagate_error (error, g_steal_pointer (&d->work.error));
      return FALSE;
    }
    if (has_marks (d)
        && !VF_CUDA_TRY (
            cudaEventRecord (d->marks[i + 1], d->cuda.stream), error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_marks (CudaDetector *d, guint64 *stage_ns, GError **error)
{
  if (!has_marks (d)) {
    stage_ns[HARRIS_STAGE_RESPONSE] = *d->cuda.frame_ns;
    return TRUE;
  }
  for (guint i = 0; i < d->way->n_steps; i++) {
    gfloat ms;

    if (!VF_CUDA_TRY (
            cudaEventElapsedTime (&ms, d->marks[i], d->marks[i + 1]), error))
      return FALSE;
    stage_ns[d->way->steps[i].stage] = (guint64) (ms * 1e6f);
  }
  return TRUE;
}

static gboolean
fetch (CudaDetector *d, gpointer to, gconstpointer from, gsize size,
    GError **error)
{
  return VF_CUDA_TRY (
      cudaMemcpyAsync (to, from, size, cudaMemcpyDeviceToHost, d->cuda.stream),
      error);
}

/* Waits for the state and the corners. */
static gboolean
fetch_all (CudaDetector *d, GError **error)
{
  HarrisWork *w = &d->work;
  gsize most = harris_work_max_corners (w);
  const HarrisState *state = d->state.data;

  if (leaves_results_with_host (d))
    return VF_CUDA_TRY (cudaStreamSynchronize (d->cuda.stream), error);
  if (!fetch (d, d->state.data, w->state, sizeof *state, error)
      || (most <= FEW_CORNERS
          && !fetch (d, d->corners.data, w->corners,
              most * sizeof (HarrisCorner), error))
      || !VF_CUDA_TRY (cudaStreamSynchronize (d->cuda.stream), error))
    return FALSE;
  if (most <= FEW_CORNERS || state->n_corners == 0)
    return TRUE;
  return fetch (d, d->corners.data, w->corners,
             state->n_corners * sizeof (HarrisCorner), error)
         && VF_CUDA_TRY (cudaStreamSynchronize (d->cuda.stream), error);
}

/* Waits for the response and the histogram behind it. */
static gboolean
fetch_planes (CudaDetector *d, HarrisResult *result, GError **error)
{
  HarrisWork *w = &d->work;
  gsize response = (gsize) w->image.width * w->image.height * sizeof (gfloat);
  gsize histogram = w->params.bins * sizeof (guint32);
  guint8 *planes =
      vf_cuda_reserve (&d->planes, VF_CUDA_PINNED, response + histogram, error);

  if (!planes || !fetch (d, planes, w->response, response, error)
      || !fetch (d, planes + response, w->histogram, histogram, error)
      || !VF_CUDA_TRY (cudaStreamSynchronize (d->cuda.stream), error))
    return FALSE;
  result->response = (const gfloat *) planes;
  harris_work_set_histogram (
      w, d->state.data, (const guint32 *) (planes + response), result);
  return TRUE;
}

/* In the context. */
static gboolean
detect (CudaDetector *d, const VfImage *image, gboolean planes,
    HarrisResult *result, GError **error)
{
  const HarrisState *state;

  if (!prepare (d, image, planes, error) || !run_steps (d, error)
      || !fetch_all (d, error) || !read_marks (d, result->stage_ns, error)
      || (planes && !fetch_planes (d, result, error))) {
    /* Nothing may still read or write our memory. */
    VF_CUDA_UNDO (cudaStreamSynchronize (d->cuda.stream));
    return FALSE;
  }
  state = d->state.data;
  result->corners = d->corners.data;
  result->n_corners = state->n_corners;
  result->threshold = state->threshold;
  result->scratch_bytes = scratch_bytes (d);
  return TRUE;
}

static gboolean
detect_cuda (gpointer self, const HarrisParams *params, const VfImage *image,
    const VfArea *region, gboolean planes, HarrisResult *result, GError **error)
{
  CudaDetector *d = self;
  gboolean found;

  harris_work_set_up (&d->work, params, image, region);
  if (!vf_cuda_enter (d->context, error))
    return FALSE;
  found = detect (d, image, planes, result, error);
  vf_context_pop (d->context);
  return found;
}

const HarrisBackend harris_backend_cuda = {
  .base = { .open = open_cuda, .close = close_cuda, .context = context_of },
  .detect = detect_cuda,
};
