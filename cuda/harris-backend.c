/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The CUDA backend: the way of a frame. One launch or two, as a graph, where it
 * can be done so; a few more, the fused way; or one or more for each row of the
 * table. VF_CUDA_WAY=fused or =stages in the environment chooses that for
 * detectors that are opened from then on.
 */
#include "harris-backend.h"

#include "check.h"
#include "device.h"
#include "error.h"
#include "harris-arrival.h"
#include "harris-graph.h"
#include "harris-marks.h"
#include "harris-memory.h"
#include "upload.h"

typedef struct {
  VfContext *context;
  const HarrisCudaWay *way;  /* of this frame */
  const HarrisCudaWay *ways; /* for all frames; NULL: the best for each */
  HarrisCuda cuda;
  HarrisWork work;
  VfCudaUpload uploads[2]; /* by the side of the arrival; else the first one */
  HarrisCudaMemory memory;
  HarrisCudaGraph graph;
  HarrisCudaArrival arrival;
  HarrisCudaMarks marks;
  cudaEvent_t others; /* see vf_cuda_wait_for_others() */
} CudaDetector;

/* Nothing reads our memory or writes to it from here on. */
static void
come_to_rest (CudaDetector *d)
{
  if (d->arrival.stream)
    VF_CUDA_UNDO (cudaStreamSynchronize (d->arrival.stream));
  if (d->cuda.stream)
    VF_CUDA_UNDO (cudaStreamSynchronize (d->cuda.stream));
}

/* Undoes what set_up() has done so far, in the context. */
static void
tear_down (CudaDetector *d)
{
  come_to_rest (d);
  harris_cuda_marks_clear (&d->marks);
  if (d->others)
    VF_CUDA_UNDO (cudaEventDestroy (d->others));
  harris_cuda_graph_clear (&d->graph);
  harris_cuda_arrival_clear (&d->arrival);
  harris_cuda_memory_clear (&d->memory);
  for (guint i = 0; i < 2; i++)
    vf_cuda_upload_clear (&d->uploads[i]);
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
  gint processors, device = (gint) vf_context_device (d->context);

  if (!VF_CUDA_TRY (cudaDeviceGetAttribute (
                        &processors, cudaDevAttrMultiProcessorCount, device),
          error)
      || !harris_cuda_frame_prepare (&d->cuda, device, error)
      || !VF_CUDA_TRY (
          cudaStreamCreateWithFlags (&d->cuda.stream, cudaStreamNonBlocking),
          error)
      || !VF_CUDA_TRY (
          cudaEventCreateWithFlags (&d->others, cudaEventDisableTiming), error)
      || !harris_cuda_marks_init (&d->marks, error))
    return FALSE;
  d->cuda.processors = (guint) processors;
  harris_cuda_arrival_init (&d->arrival, device);
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

/* Their results are left with the host, and they time themselves: marks would
 * take longer than there is to win. */
static gboolean
has_few_launches (const CudaDetector *d)
{
  return d->way == &harris_cuda_one_launch
         || d->way == &harris_cuda_two_launches;
}

/* Memory that grows is other memory, of another size: none of it is blank. */
static gboolean
place_at (CudaDetector *d, guint side, const VfImage *image, VfImage *copy,
    GError **error)
{
  VfCudaUpload *upload = &d->uploads[side];
  gsize size = upload->samples.size;
  gboolean placed = vf_cuda_upload_place (upload, image, copy, error);

  if (upload->samples.size != size)
    harris_cuda_arrival_spoil (&d->arrival, side);
  return placed;
}

/* A picture in the GPU's memory is read where it lies. */
static gboolean
place_image (CudaDetector *d, const VfImage *image, GError **error)
{
  return image->memory == VF_MEMORY_DEVICE
         || place_at (d, 0, image, &d->work.image, error);
}

/* Its launch waits for it. */
static gboolean
bring_waited (CudaDetector *d, const VfImage *image, GError **error)
{
  guint side = d->arrival.side;
  VfImage second;

  if (!place_at (d, 1, image, &second, error))
    return FALSE;
  if (side == 1)
    d->work.image = second;
  return harris_cuda_arrival_begin (&d->arrival, &d->work, image, error)
         && vf_cuda_upload_send (
             &d->uploads[side], image, d->arrival.stream, error)
         && harris_cuda_arrival_announce (&d->arrival, &d->work, error);
}

static gboolean
bring_image (CudaDetector *d, const VfImage *image, GError **error)
{
  if (image->memory == VF_MEMORY_DEVICE)
    return vf_cuda_wait_for_others (d->cuda.stream, d->others, error);
  if (d->way == &harris_cuda_one_launch
      && harris_cuda_arrival_may_wait (&d->arrival))
    return bring_waited (d, image, error);
  harris_cuda_arrival_spoil (&d->arrival, 0);
  return vf_cuda_upload_send (&d->uploads[0], image, d->cuda.stream, error);
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
  if (!has_few_launches (d))
    return harris_cuda_reserve (&d->memory, &d->work, error);
  if (!harris_cuda_reserve_for_frame (&d->memory, &d->work, error))
    return FALSE;
  harris_cuda_choose_end (&d->work);
  return TRUE;
}

/* Memory that is missing is named by the picture that needs it. */
static gboolean
prepare (CudaDetector *d, const VfImage *image, gboolean planes, GError **error)
{
  HarrisWork *w = &d->work;
  GError *failure = NULL;

  if (place_image (d, image, &failure)
      && vf_cuda_upload_area (
          &d->uploads[0], &w->region, d->cuda.stream, &failure)
      && reserve (d, planes, &failure) && bring_image (d, image, &failure))
    return TRUE;
  if (g_error_matches (failure, VF_ERROR, VF_ERROR_MEMORY)) {
    g_clear_error (&failure);
    harris_work_set_memory_error (w, "on the GPU ", error);
  } else {
    g_propagate_error (error, failure);
  }
  return FALSE;
}

/* A graph behind a frame's way to the GPU begins later than launches do. */
static gboolean
run (CudaDetector *d, gboolean in_place, GError **error)
{
  HarrisWork *w = &d->work;

  if (has_few_launches (d))
    harris_cuda_run_way (w, d->way, in_place ? &d->graph : NULL);
  else
    harris_cuda_run_marked (w, d->way, &d->marks);
  if (!w->error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&w->error));
  return FALSE;
}

/* Waits for the state and the corners. */
static gboolean
fetch (CudaDetector *d, GError **error)
{
  GError *failure = NULL;

  if (!has_few_launches (d))
    return harris_cuda_fetch (&d->memory, &d->work, error);
  if (!harris_cuda_await_corners (&d->cuda, error))
    return FALSE;
  if (!harris_cuda_arrival_was_late (&d->arrival, &d->work, &failure))
    return TRUE;
  harris_cuda_take_turn (&d->cuda);
  if (!failure && run (d, FALSE, &failure))
    (void) harris_cuda_await_corners (&d->cuda, &failure);
  if (failure)
    g_propagate_error (error, failure);
  return !failure;
}

static gboolean
read_times (CudaDetector *d, guint64 *stage_ns, GError **error)
{
  const HarrisCudaFrameTimes *times = d->cuda.times;

  if (!has_few_launches (d))
    return harris_cuda_read_marks (&d->marks, d->way, stage_ns, error);
  stage_ns[HARRIS_STAGE_RESPONSE] = times->response;
  stage_ns[d->way == &harris_cuda_one_launch ? HARRIS_STAGE_RESPONSE
                                             : HARRIS_STAGE_RANGE] =
      times->rest;
  return TRUE;
}

/* In the context. */
static gboolean
detect (CudaDetector *d, const VfImage *image, gboolean planes,
    HarrisResult *result, GError **error)
{
  const HarrisState *state;

  if (!prepare (d, image, planes, error)
      || !run (d, image->memory == VF_MEMORY_DEVICE, error) || !fetch (d, error)
      || !read_times (d, result->stage_ns, error)
      || (planes
          && !harris_cuda_fetch_planes (&d->memory, &d->work, result, error))) {
    come_to_rest (d);
    return FALSE;
  }
  state = d->memory.state.data;
  result->corners = d->memory.corners.data;
  result->n_corners = state->n_corners;
  result->threshold = state->threshold;
  result->scratch_bytes = vf_cuda_upload_bytes (&d->uploads[0])
                          + vf_cuda_upload_bytes (&d->uploads[1])
                          + harris_cuda_memory_bytes (&d->memory);
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
  harris_cuda_take_turn (&d->cuda);
  vf_cuda_begin_detection ();
  found = detect (d, image, planes, result, error);
  vf_cuda_end_detection ();
  vf_context_pop (d->context);
  return found;
}

const HarrisBackend harris_backend_cuda = {
  .base = { .open = open_cuda, .close = close_cuda, .context = context_of },
  .detect = detect_cuda,
};
