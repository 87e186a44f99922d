/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harris-memory.h"

#include "check.h"

/* Up to so many corners travel with the state, in one go. */
#define FEW_CORNERS 4096

/* What a frame in one launch leaves with the host. */
typedef struct {
  HarrisState state;
  HarrisCudaFrameTimes times;
  guint32 finished;
} FrameReport;

/* Memory of size 0 is NULL. */
static gboolean
reserve_scratch (HarrisCudaMemory *m, const gsize sizes[N_SCRATCH],
    gpointer memory[N_SCRATCH], GError **error)
{
  for (guint i = 0; i < N_SCRATCH; i++) {
    memory[i] = NULL;
    if (sizes[i] == 0)
      continue;
    memory[i] =
        vf_cuda_reserve (&m->scratch[i], VF_CUDA_DEVICE, sizes[i], error);
    if (!memory[i])
      return FALSE;
  }
  return TRUE;
}

gboolean
harris_cuda_reserve_for_frame (
    HarrisCudaMemory *m, HarrisWork *w, GError **error)
{
  HarrisCuda *cuda = w->backend;
  gsize sizes[N_SCRATCH] = {
    [SCRATCH_RESPONSE] = harris_cuda_frame_response_size (w),
    [SCRATCH_BOARD] = harris_cuda_board_size (w),
  };
  gpointer memory[N_SCRATCH];

  if (!reserve_scratch (m, sizes, memory, error)
      || !vf_cuda_reserve (
          &m->state, VF_CUDA_PINNED, sizeof (FrameReport), error)
      || !vf_cuda_reserve (&m->corners, VF_CUDA_PINNED,
          harris_cuda_frame_corners_size (w), error))
    return FALSE;
  cuda->times = &((FrameReport *) m->state.data)->times;
  cuda->finished = &((FrameReport *) m->state.data)->finished;
  cuda->board = memory[SCRATCH_BOARD];
  w->response = memory[SCRATCH_RESPONSE];
  w->state = m->state.data;
  w->corners = m->corners.data;
  return TRUE;
}

gboolean
harris_cuda_reserve (HarrisCudaMemory *m, HarrisWork *w, GError **error)
{
  HarrisCuda *cuda = w->backend;
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

  if (!reserve_scratch (m, sizes, memory, error)
      || !vf_cuda_reserve (
          &m->state, VF_CUDA_PINNED, sizeof (HarrisState), error)
      || !vf_cuda_reserve (&m->corners, VF_CUDA_PINNED, corners, error))
    return FALSE;
  harris_cuda_set_first (w, cuda, memory[SCRATCH_FIRST]);
  w->response = memory[SCRATCH_RESPONSE];
  w->maxima = memory[SCRATCH_MAXIMA];
  w->keys = memory[SCRATCH_KEYS];
  cuda->tiles = memory[SCRATCH_TILES];
  w->corners = memory[SCRATCH_CORNERS];
  w->cells = memory[SCRATCH_CELLS];
  w->buckets_first = memory[SCRATCH_BUCKETS_FIRST];
  w->buckets_next = memory[SCRATCH_BUCKETS_NEXT];
  return TRUE;
}

gsize
harris_cuda_memory_bytes (const HarrisCudaMemory *m)
{
  gsize bytes = m->state.size + m->corners.size + m->planes.size;

  for (guint i = 0; i < N_SCRATCH; i++)
    bytes += m->scratch[i].size;
  return bytes;
}

void
harris_cuda_memory_clear (HarrisCudaMemory *m)
{
  for (guint i = 0; i < N_SCRATCH; i++)
    vf_cuda_release (&m->scratch[i], VF_CUDA_DEVICE);
  vf_cuda_release (&m->state, VF_CUDA_PINNED);
  vf_cuda_release (&m->corners, VF_CUDA_PINNED);
  vf_cuda_release (&m->planes, VF_CUDA_PINNED);
}

static cudaStream_t
stream_of (const HarrisWork *w)
{
  return ((const HarrisCuda *) w->backend)->stream;
}

static gboolean
fetch (const HarrisWork *w, gpointer to, gconstpointer from, gsize size,
    GError **error)
{
  return VF_CUDA_TRY (
      cudaMemcpyAsync (to, from, size, cudaMemcpyDeviceToHost, stream_of (w)),
      error);
}

gboolean
harris_cuda_fetch (HarrisCudaMemory *m, const HarrisWork *w, GError **error)
{
  gsize most = harris_work_max_corners (w);
  const HarrisState *state = m->state.data;

  if (!fetch (w, m->state.data, w->state, sizeof *state, error)
      || (most <= FEW_CORNERS
          && !fetch (w, m->corners.data, w->corners,
              most * sizeof (HarrisCorner), error))
      || !VF_CUDA_TRY (cudaStreamSynchronize (stream_of (w)), error))
    return FALSE;
  if (most <= FEW_CORNERS || state->n_corners == 0)
    return TRUE;
  return fetch (w, m->corners.data, w->corners,
             state->n_corners * sizeof (HarrisCorner), error)
         && VF_CUDA_TRY (cudaStreamSynchronize (stream_of (w)), error);
}

/* The histogram lies behind the response. */
gboolean
harris_cuda_fetch_planes (HarrisCudaMemory *m, const HarrisWork *w,
    HarrisResult *result, GError **error)
{
  gsize response = (gsize) w->image.width * w->image.height * sizeof (gfloat);
  gsize histogram = w->params.bins * sizeof (guint32);
  guint8 *planes =
      vf_cuda_reserve (&m->planes, VF_CUDA_PINNED, response + histogram, error);

  if (!planes || !fetch (w, planes, w->response, response, error)
      || !fetch (w, planes + response, w->histogram, histogram, error)
      || !VF_CUDA_TRY (cudaStreamSynchronize (stream_of (w)), error))
    return FALSE;
  result->response = (const gfloat *) planes;
  harris_work_set_histogram (
      w, m->state.data, (const guint32 *) (planes + response), result);
  return TRUE;
}
