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
  SCRATCH_SUMS,
  SCRATCH_WINDOWED,
  SCRATCH_RESPONSE,
  SCRATCH_HISTOGRAM,
  SCRATCH_MAXIMA,
  SCRATCH_KEYS,
  SCRATCH_CORNERS,
  N_SCRATCH,
};

typedef struct {
  HarrisWork work;
  HarrisState state;
  gpointer scratch[N_SCRATCH];
  gsize scratch_size[N_SCRATCH];
} CpuDetector;

static gpointer
open_cpu (gint device, GError **error)
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
 * when there is no such memory. */
static gpointer
reserve (CpuDetector *d, guint i, gsize count, gsize item)
{
  gsize size = count * item;

  if (size > d->scratch_size[i]) {
    g_free (d->scratch[i]);
    d->scratch[i] = g_try_malloc (size);
    d->scratch_size[i] = d->scratch[i] ? size : 0;
  }
  return d->scratch[i];
}

static gsize
scratch_bytes (const CpuDetector *d)
{
  gsize bytes = 0;

  for (guint i = 0; i < N_SCRATCH; i++)
    bytes += d->scratch_size[i];
  return bytes;
}

static gboolean
reserve_all (CpuDetector *d, GError **error)
{
  HarrisWork *w = &d->work;
  gsize width = w->image.width, extended = width + 2 * w->radius;
  gsize pixels = width * w->image.height;
  gsize n_blocks = (gsize) w->blocks_x * w->blocks_y;

  w->samples = reserve (
      d, SCRATCH_SAMPLES, 3 * w->channels * (extended + 2), sizeof *w->samples);
  w->gradients = reserve (
      d, SCRATCH_GRADIENTS, 2 * w->channels * extended, sizeof *w->gradients);
  w->tensor = reserve (d, SCRATCH_TENSOR, 3 * extended, sizeof *w->tensor);
  w->sums = reserve (
      d, SCRATCH_SUMS, 3 * w->params.filter_length * width, sizeof *w->sums);
  w->windowed = reserve (d, SCRATCH_WINDOWED, 3 * width, sizeof *w->windowed);
  w->response = reserve (d, SCRATCH_RESPONSE, pixels, sizeof *w->response);
  w->histogram =
      reserve (d, SCRATCH_HISTOGRAM, w->params.bins, sizeof *w->histogram);
  w->maxima = reserve (d, SCRATCH_MAXIMA, n_blocks, sizeof *w->maxima);
  w->keys = reserve (d, SCRATCH_KEYS, n_blocks, sizeof *w->keys);
  w->corners = reserve (
      d, SCRATCH_CORNERS, harris_work_max_corners (w), sizeof *w->corners);
  for (guint i = 0; i < N_SCRATCH; i++)
    if (!d->scratch[i]) {
      harris_work_set_memory_error (w, "", error);
      return FALSE;
    }
  return TRUE;
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
