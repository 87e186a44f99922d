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
#include "haar-groups.h"
#include "haar-order.h"
#include "haar-work.h"

typedef struct {
  VfContext *context;
  HaarCudaWork work;
  VfScratch windows;
  HaarGroups groups;
} CudaDetector;

static void
close_cuda (gpointer self)
{
  CudaDetector *d = self;

  if (d->context && vf_context_push (d->context)) {
    haar_cuda_work_tear_down (&d->work);
    vf_context_pop (d->context);
  }
  vf_context_unref (d->context);
  vf_scratch_free (&d->windows);
  haar_groups_clear (&d->groups);
  g_free (d);
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
  ready = haar_cuda_work_set_up (
      &d->work, (gint) vf_context_device (d->context), error);
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
  return haar_cuda_work_bytes (&d->work) + d->windows.size
         + haar_groups_bytes (&d->groups);
}

/* Those that are not left out, in order. FALSE: there is no memory. */
static gboolean
gather (CudaDetector *d)
{
  const HaarCudaFound *found = d->work.job.found;
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

static gboolean
group (CudaDetector *d, const HaarParams *params, HaarResult *result)
{
  const Cascade *cascade = d->work.cascade.cascade;
  guint last = cascade->stages->len - 1;
  guint64 start = vf_now_ns ();

  d->groups.layers = d->work.search.plan.layers;
  d->groups.n_layers = d->work.search.plan.n_layers;
  d->groups.threshold = cascade_stage (cascade, last)->threshold;
  d->groups.n_windows = 0;
  if ((d->work.search.n_tiles > 0 && !gather (d))
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
  vf_cuda_begin_detection ();
  found = haar_cuda_work_run (&d->work, cascade, params, image, region,
      &result->stage_ns[HAAR_STAGE_GREY], &failure);
  vf_cuda_end_detection ();
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
