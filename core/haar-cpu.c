/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The CPU backend: its memory, and the stages in their order.
 */
#include "haar-backend.h"

#include "cascade-data.h"
#include "clock.h"
#include "error.h"
#include "haar-bands.h"
#include "haar-groups.h"
#include "haar-plan.h"

#include <string.h>

enum {
  SCRATCH_GREY,
  SCRATCH_WINDOWS,
  N_SCRATCH,
};

typedef struct {
  VfPool *pool;
  guint max_threads;
  HaarPlan plan;
  HaarReady ready;
  HaarWorker workers[VF_POOL_MAX_THREADS];
  HaarGroups groups;
  VfScratch scratch[N_SCRATCH];

  /* Of one detection. */
  const HaarStages *stages;
  const VfImage *image;
  guint n_threads;
  guint8 *grey; /* NULL: the picture is grey already */
  HaarBands bands;
} CpuDetector;

static gpointer
open_cpu (gint device, VfContext *context, GError **error)
{
  CpuDetector *d = g_new0 (CpuDetector, 1);

  d->max_threads = 1;
  d->pool = vf_pool_new ();
  d->stages = haar_stages_best ();
  return d;
}

static void
close_cpu (gpointer self)
{
  CpuDetector *d = self;

  vf_pool_free (d->pool);
  haar_plan_clear (&d->plan);
  haar_ready_clear (&d->ready);
  haar_groups_clear (&d->groups);
  for (guint i = 0; i < VF_POOL_MAX_THREADS; i++)
    haar_worker_clear (&d->workers[i]);
  vf_scratch_free_all (d->scratch, N_SCRATCH);
  g_free (d);
}

static void
set_threads_cpu (gpointer self, guint n_threads)
{
  CpuDetector *d = self;

  d->max_threads = MIN (n_threads, VF_POOL_MAX_THREADS);
}

static gsize
scratch_bytes (const CpuDetector *d)
{
  gsize bytes = haar_plan_bytes (&d->plan) + haar_ready_bytes (&d->ready)
                + haar_groups_bytes (&d->groups)
                + vf_scratch_bytes (d->scratch, N_SCRATCH);

  for (guint i = 0; i < VF_POOL_MAX_THREADS; i++)
    bytes += haar_worker_bytes (&d->workers[i]);
  return bytes;
}

/* -- Memory -- */

/* An odd number of cache lines: rows do not fall on the same places of the
 * cache. That of the whole picture: regions may change from frame to frame
 * while the cascade stays ready. */
static gsize
stride_of (const VfImage *image)
{
  const gsize line = 64 / sizeof (guint32);

  return ((image->width / line + 1) | 1) * line;
}

/* To wake a thread takes as long as it needs for some thousand windows: none
 * is woken for less than so many pixels of layers. */
#define PIXELS_PER_THREAD (1 << 16)

static guint
threads_for (const CpuDetector *d)
{
  gsize pixels = 0;

  for (guint i = 0; i < d->plan.n_layers; i++)
    pixels += (gsize) d->plan.layers[i].width * d->plan.layers[i].height;
  return (guint) CLAMP (pixels / PIXELS_PER_THREAD, 1, d->max_threads);
}

static gboolean
reserve_workers (CpuDetector *d, const Cascade *cascade)
{
  for (guint i = 0; i < d->n_threads; i++) {
    HaarWorker *w = &d->workers[i];

    if (!haar_worker_reserve (
            w, d->bands.stride, d->bands.tilted, cascade->height))
      return FALSE;
    w->n_windows = 0;
    w->missing = FALSE;
    memset (w->stage_ns, 0, sizeof w->stage_ns);
  }
  return TRUE;
}

static gboolean
reserve_grey (CpuDetector *d)
{
  gboolean missing = FALSE;
  gsize n = vf_image_is_grey_bytes (d->image) || d->plan.n_layers == 0
                ? 0
                : (gsize) d->image->width * d->image->height;

  d->grey = vf_scratch_reserve (&d->scratch[SCRATCH_GREY], n, 1, &missing);
  return !missing;
}

static gboolean
set_up (CpuDetector *d, Cascade *cascade, const HaarParams *params,
    const VfRegion *region)
{
  if (!haar_plan_make (&d->plan, cascade, params, d->image, region)
      || !reserve_grey (d))
    return FALSE;
  d->n_threads = threads_for (d);
  d->bands = (HaarBands){ .stages = d->stages,
    .nodes = d->ready.nodes,
    .tilted = cascade_is_tilted (cascade),
    .skip = params->opencv_skip,
    .window_height = cascade->height,
    .layers = d->plan.layers,
    .taps = d->plan.taps,
    .bands = d->plan.bands,
    .n_bands = d->plan.n_bands,
    .workers = d->workers,
    .stride = stride_of (d->image) };
  return haar_ready (&d->ready, cascade, d->bands.stride)
         && reserve_workers (d, cascade);
}

/* -- The stages -- */

#define GREY_ROWS 16

static void
make_grey_rows (gpointer data, guint i, guint thread)
{
  const CpuDetector *d = data;
  guint end = MIN ((i + 1) * GREY_ROWS, d->image->height);

  for (guint y = i * GREY_ROWS; y < end; y++)
    d->stages->grey (
        d->image, 0, y, d->image->width, d->grey + (gsize) y * d->image->width);
}

static void
make_grey (CpuDetector *d)
{
  if (!d->grey) {
    d->bands.plane = (HaarPlane){ d->image->data[0], d->image->stride[0] };
    return;
  }
  vf_pool_run (d->pool, d->n_threads,
      (d->image->height + GREY_ROWS - 1) / GREY_ROWS, make_grey_rows, d);
  d->bands.plane = (HaarPlane){ d->grey, d->image->width };
}

/* A cascade that finds more may make threads allocate in later frames. */
#define MANY_WINDOWS (1 << 16)

static gboolean
prepare_next (CpuDetector *d, guint n_windows)
{
  for (guint i = 0; i < d->n_threads; i++)
    if (!haar_worker_expect (&d->workers[i], MIN (n_windows, MANY_WINDOWS)))
      return FALSE;
  return TRUE;
}

/* The windows of all bands in one list. */
static gboolean
gather (CpuDetector *d, guint *n_windows)
{
  const HaarBands *b = &d->bands;
  gboolean missing = FALSE;
  HaarWindow *windows;
  guint n = 0;

  for (guint i = 0; i < d->n_threads; i++) {
    missing |= d->workers[i].missing;
    n += d->workers[i].n_windows;
  }
  windows = vf_scratch_reserve (
      &d->scratch[SCRATCH_WINDOWS], n, sizeof *windows, &missing);
  *n_windows = n;
  if (missing)
    return FALSE;
  d->groups.windows = windows;
  for (guint i = 0; i < b->n_bands; i++) {
    const HaarBand *band = &b->bands[i];
    const HaarWindow *from = d->workers[band->thread].windows.data;

    if (band->n_windows == 0)
      continue;
    memcpy (
        windows, from + band->first_window, band->n_windows * sizeof *windows);
    windows += band->n_windows;
  }
  return prepare_next (d, n);
}

/* Threads work on several stages at once: each gets its share of the time. */
static void
share_time (const CpuDetector *d, guint64 passed, guint64 *stage_ns)
{
  guint64 sums[HAAR_N_STAGES] = { 0 }, all = 0;

  for (guint i = 0; i < d->n_threads; i++)
    for (guint j = 0; j < HAAR_N_STAGES; j++) {
      sums[j] += d->workers[i].stage_ns[j];
      all += d->workers[i].stage_ns[j];
    }
  for (guint j = 0; j < HAAR_N_STAGES && all > 0; j++)
    stage_ns[j] += (guint64) ((gdouble) passed * sums[j] / all);
}

static gboolean
run (CpuDetector *d, const HaarParams *params, gfloat threshold,
    HaarResult *result)
{
  guint64 start = vf_now_ns (), grey, bands;

  make_grey (d);
  grey = vf_now_ns ();
  vf_pool_run (
      d->pool, d->n_threads, d->bands.n_bands, haar_bands_run, &d->bands);
  bands = vf_now_ns ();
  d->groups.layers = d->plan.layers;
  d->groups.n_layers = d->plan.n_layers;
  d->groups.threshold = threshold;
  if (!gather (d, &d->groups.n_windows)
      || !haar_groups_find (&d->groups, params))
    return FALSE;
  result->stage_ns[HAAR_STAGE_GREY] = grey - start;
  share_time (d, bands - grey, result->stage_ns);
  result->stage_ns[HAAR_STAGE_GROUPS] = vf_now_ns () - bands;
  return TRUE;
}

static gboolean
detect_cpu (gpointer self, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region, HaarResult *result,
    GError **error)
{
  CpuDetector *d = self;
  guint last = cascade->stages->len - 1;

  d->image = image;
  if (!set_up (d, cascade, params, region)
      || !run (d, params, cascade_stage (cascade, last)->threshold, result)) {
    g_set_error (error, VF_ERROR, VF_ERROR_MEMORY,
        "no memory for the windows of a picture of %u x %u pixels: scale it "
        "down, or set a larger min-size or scale-factor",
        image->width, image->height);
    return FALSE;
  }
  result->objects = d->groups.objects;
  result->n_objects = d->groups.n_objects;
  result->n_windows = d->groups.n_windows;
  result->scratch_bytes = scratch_bytes (d);
  return TRUE;
}

const HaarBackend haar_backend_cpu = {
  .base = { .open = open_cpu,
      .close = close_cpu,
      .set_threads = set_threads_cpu },
  .detect = detect_cpu,
};
