/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The CPU backend: its memory, and the stages in their order.
 */
#include "harris-backend.h"

#include <time.h>

/* The memory of a detector: a block a field of the work. */
enum {
  SCRATCH_SAMPLES,
  SCRATCH_GRADIENTS,
  SCRATCH_TENSOR,
  SCRATCH_ROUNDED,
  SCRATCH_SUMS,
  SCRATCH_BOX_SUMS,
  SCRATCH_WINDOWED,
  SCRATCH_RESPONSE,
  SCRATCH_HISTOGRAM,
  SCRATCH_MAXIMA,
  SCRATCH_KEYS,
  SCRATCH_CORNERS,
  SCRATCH_CELLS,
  SCRATCH_BUCKETS_FIRST,
  SCRATCH_BUCKETS_NEXT,
  N_SCRATCH,
};

typedef struct {
  HarrisWork work;
  HarrisState state;
  gpointer scratch[N_SCRATCH];
  gsize scratch_size[N_SCRATCH];
} CpuDetector;

static gpointer
open_cpu (gint device, VfContext *context, GError **error)
{
  return g_new0 (CpuDetector, 1);
}

static void
close_cpu (gpointer self)
{
  CpuDetector *d = self;

  for (guint i = 0; i < N_SCRATCH; i++)
    g_free (d->scratch[i]);
  g_free (d);
}

/* A block of at least `count` items; grows when it must, never shrinks. NULL
 * for none, and when there is no such memory: then `missing` is set. */
static gpointer
reserve (CpuDetector *d, guint i, gsize count, gsize item, gboolean *missing)
{
  gsize size = count * item;

  if (size > d->scratch_size[i]) {
    g_free (d->scratch[i]);
    d->scratch[i] = g_try_malloc (size);
    d->scratch_size[i] = d->scratch[i] ? size : 0;
    *missing |= !d->scratch[i];
  }
  return count > 0 ? d->scratch[i] : NULL;
}

static gsize
scratch_bytes (const CpuDetector *d)
{
  gsize bytes = 0;

  for (guint i = 0; i < N_SCRATCH; i++)
    bytes += d->scratch_size[i];
  return bytes;
}

#define RESERVE(field, i, count)                                               \
  (w->field = reserve (d, SCRATCH_##i, count, sizeof *w->field, &missing))

/* FALSE: there is no such memory. */
static gboolean
reserve_rows (CpuDetector *d)
{
  HarrisWork *w = &d->work;
  gsize width = w->image.width, extended = width + 2 * w->radius;
  gsize reach = w->gradient.reach, sums = 3 * w->params.filter_length * width;
  gboolean box = w->params.window_type == HARRIS_WINDOW_BOX, missing = FALSE;

  RESERVE (
      samples, SAMPLES, (2 * reach + 1) * w->channels * (extended + 2 * reach));
  RESERVE (gradients, GRADIENTS, 2 * w->channels * extended);
  RESERVE (tensor, TENSOR, 3 * extended);
  RESERVE (rounded, ROUNDED, box ? 0 : 3 * extended);
  RESERVE (sums, SUMS, box ? 0 : sums);
  RESERVE (box_sums, BOX_SUMS, box ? sums : 0);
  RESERVE (windowed, WINDOWED, 3 * width);
  return !missing;
}

/* The same for the other fields. */
static gboolean
reserve_rest (CpuDetector *d)
{
  HarrisWork *w = &d->work;
  gsize n_blocks = (gsize) w->blocks_x * w->blocks_y;
  gsize corners = harris_work_max_corners (w);
  gsize n_buckets = harris_work_n_buckets (w);
  gboolean missing = FALSE;

  RESERVE (response, RESPONSE, (gsize) w->image.width * w->image.height);
  RESERVE (histogram, HISTOGRAM, w->params.bins);
  RESERVE (maxima, MAXIMA, n_blocks);
  RESERVE (keys, KEYS, n_blocks);
  RESERVE (corners, CORNERS, corners);
  RESERVE (cells, CELLS, harris_work_n_cells (w));
  RESERVE (buckets_first, BUCKETS_FIRST, n_buckets);
  RESERVE (buckets_next, BUCKETS_NEXT, n_buckets > 0 ? corners : 0);
  return !missing;
}

static gboolean
reserve_all (CpuDetector *d, GError **error)
{
  if (reserve_rows (d) && reserve_rest (d))
    return TRUE;
  harris_work_set_memory_error (&d->work, "", error);
  return FALSE;
}

static guint64
now_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (guint64) now.tv_sec * G_GUINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static void
run_stages (HarrisWork *w, guint64 *stage_ns)
{
  guint64 start = now_ns ();

  for (guint i = 0; i < HARRIS_N_STAGES; i++) {
    guint64 end;

    w->stages->frame[i](w);
    end = now_ns ();
    stage_ns[i] = end - start;
    start = end;
  }
}

static gboolean
detect_cpu (gpointer self, const HarrisParams *params, const VfImage *image,
    const VfArea *region, gboolean planes, HarrisResult *result, GError **error)
{
  CpuDetector *d = self;
  HarrisWork *w = &d->work;

  w->state = &d->state;
  w->stages = harris_stages_best ();
  harris_work_set_up (w, params, image, region);
  if (!reserve_all (d, error))
    return FALSE;
  run_stages (w, result->stage_ns);
  result->corners = w->corners;
  result->n_corners = d->state.n_corners;
  result->threshold = d->state.threshold;
  result->response = w->response;
  harris_work_set_histogram (w, &d->state, w->histogram, result);
  result->scratch_bytes = scratch_bytes (d);
  return TRUE;
}

const HarrisBackend harris_backend_cpu = {
  .base = { .open = open_cpu, .close = close_cpu },
  .detect = detect_cpu,
};
