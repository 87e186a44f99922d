/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The CPU backend: its memory, and the stages in their order.
 */
#include "harris-backend.h"
#include "harris-fused.h"

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
  VfScratch scratch[N_SCRATCH];
  HarrisFused fused;
  guint n_threads; /* the most */
} CpuDetector;

static gpointer
open_cpu (gint device, VfContext *context, GError **error)
{
  CpuDetector *d = g_new0 (CpuDetector, 1);

  d->fused.work = &d->work;
  d->fused.lanes = lanes_of (vf_cpu_level ());
  d->n_threads = 1;
  d->fused.pool = vf_pool_new ();
  return d;
}

static void
close_cpu (gpointer self)
{
  CpuDetector *d = self;

  vf_pool_free (d->fused.pool);
  harris_fused_clear (&d->fused);
  vf_scratch_free_all (d->scratch, N_SCRATCH);
  g_free (d);
}

static gsize
scratch_bytes (const CpuDetector *d)
{
  return vf_scratch_bytes (d->scratch, N_SCRATCH)
         + vf_scratch_bytes (d->fused.scratch, FUSED_N_SCRATCH);
}

#define RESERVE(field, i, count)                                               \
  (w->field = vf_scratch_reserve (                                             \
       &d->scratch[SCRATCH_##i], count, sizeof *w->field, &missing))

/* What the scalar stages need for their response. FALSE: there is no such
 * memory. */
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
reserve_rest (CpuDetector *d, gboolean plane, gboolean maxima)
{
  HarrisWork *w = &d->work;
  gsize pixels = (gsize) w->image.width * w->image.height;
  gsize n_blocks = (gsize) w->blocks_x * w->blocks_y;
  gsize corners = harris_work_max_corners (w);
  gsize n_buckets = harris_work_n_buckets (w);
  gboolean missing = FALSE;

  RESERVE (response, RESPONSE, plane ? pixels : 0);
  RESERVE (histogram, HISTOGRAM, w->params.bins);
  RESERVE (maxima, MAXIMA, maxima ? n_blocks : 0);
  RESERVE (keys, KEYS, n_blocks);
  RESERVE (corners, CORNERS, corners);
  RESERVE (cells, CELLS, harris_work_n_cells (w));
  RESERVE (buckets_first, BUCKETS_FIRST, n_buckets);
  RESERVE (buckets_next, BUCKETS_NEXT, n_buckets > 0 ? corners : 0);
  return !missing;
}

static void
run_stages (HarrisWork *w, guint64 *stage_ns)
{
  guint64 start = vf_now_ns ();

  for (guint i = 0; i < HARRIS_N_STAGES; i++) {
    guint64 end;

    w->stages->frame[i](w);
    end = vf_now_ns ();
    stage_ns[i] = end - start;
    start = end;
  }
}

/* To wake a thread takes as long as it needs for some thousand pixels: none is
 * woken for less than this. */
#define PIXELS_PER_THREAD (1 << 18)

static guint
threads_for (const CpuDetector *d)
{
  const VfImage *image = &d->work.image;
  gsize pixels = (gsize) image->width * image->height;

  return (guint) CLAMP (pixels / PIXELS_PER_THREAD, 1, d->n_threads);
}

static gboolean
reserve_all (CpuDetector *d, gboolean planes)
{
  HarrisWork *w = &d->work;
  gboolean plane = planes || w->params.subpixel != HARRIS_SUBPIXEL_NONE;
  gboolean maxima = w->params.suppression != HARRIS_SUPPRESSION_WINDOW;

  if (!d->fused.lanes)
    return reserve_rows (d) && reserve_rest (d, TRUE, TRUE);
  d->fused.n_threads = threads_for (d);
  return reserve_rest (d, plane, maxima) && harris_fused_set_up (&d->fused);
}

static gboolean
detect_cpu (gpointer self, const HarrisParams *params, const VfImage *image,
    const VfArea *region, gboolean planes, HarrisResult *result, GError **error)
{
  CpuDetector *d = self;
  HarrisWork *w = &d->work;

  w->state = &d->state;
  w->stages = harris_stages_scalar ();
  harris_work_set_up (w, params, image, region);
  if (!reserve_all (d, planes)) {
    harris_work_set_memory_error (w, "", error);
    return FALSE;
  }
  if (d->fused.lanes)
    harris_fused_run (&d->fused, planes, result->stage_ns);
  else
    run_stages (w, result->stage_ns);
  result->corners = w->corners;
  result->n_corners = d->state.n_corners;
  result->threshold = d->state.threshold;
  result->response = planes ? w->response : NULL;
  harris_work_set_histogram (
      w, &d->state, planes ? w->histogram : NULL, result);
  result->scratch_bytes = scratch_bytes (d);
  return TRUE;
}

G_STATIC_ASSERT (VF_DETECTOR_MAX_THREADS <= VF_POOL_MAX_THREADS);

static void
set_threads_cpu (gpointer self, guint n_threads)
{
  CpuDetector *d = self;

  d->n_threads = MIN (n_threads, VF_DETECTOR_MAX_THREADS);
}

const HarrisBackend harris_backend_cpu = {
  .base = { .open = open_cpu,
      .close = close_cpu,
      .set_threads = set_threads_cpu },
  .detect = detect_cpu,
};
