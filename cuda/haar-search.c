/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-search.h"

#include "error.h"

#include <string.h>

static gboolean
are_alike_on_gpu (const HaarThesis *a, const HaarThesis *b)
{
  return !a == !b && (!a || memcmp (a, b, sizeof *a) == 0);
}

/* Whether they search the same windows in the same way. */
static gboolean
are_alike (const HaarParams *a, const HaarParams *b)
{
  return a->scale_factor == b->scale_factor
         && a->min_size_width == b->min_size_width
         && a->min_size_height == b->min_size_height
         && a->max_size_width == b->max_size_width
         && a->max_size_height == b->max_size_height
         && a->opencv_skip == b->opencv_skip
         && are_alike_on_gpu (haar_params_thesis (a), haar_params_thesis (b));
}

gboolean
haar_cuda_search_is (const HaarCudaSearch *s, const HaarParams *params,
    const VfImage *image, const VfRegion *region)
{
  return s->ready && s->width == image->width && s->height == image->height
         && are_alike (&s->params, params) && s->n_rects == region->n_rects
         && (s->n_rects == 0
             || memcmp (s->rects.data, region->rects,
                    s->n_rects * sizeof *region->rects)
                    == 0);
}

static guint
divide_up (guint a, guint b)
{
  return (a + b - 1) / b;
}

/* The tiles of a layer; NULL: only how many. */
static guint
tiles_of (const HaarCudaSearch *s, guint layer, guint rows, HaarCudaTile *tiles)
{
  const HaarLayer *l = &s->plan.layers[layer];
  guint height = rows * l->step;
  guint across = divide_up (l->columns, HAAR_CUDA_TILE);
  guint n = across * divide_up (l->rows, height);

  for (guint i = 0; tiles && i < n; i++)
    tiles[i] = (HaarCudaTile){ .layer = layer,
      .x = (guint16) (i % across * HAAR_CUDA_TILE),
      .y = (guint16) (i / across * height) };
  return n;
}

/* The last layers' tiles have the most windows: they come first, so that what
 * comes last is short. */
static void
set_tiles (const HaarCudaSearch *s, guint rows, HaarCudaTile *tiles)
{
  for (guint i = s->plan.n_layers; i-- > 0;)
    tiles += tiles_of (s, i, rows, tiles);
}

/* Of all layers' rejects; layers NULL: only how many. */
static guint64
set_layers (const HaarCudaSearch *s, HaarCudaLayer *layers)
{
  guint64 words = 0;

  for (guint i = 0; i < s->plan.n_layers; i++) {
    const HaarLayer *l = &s->plan.layers[i];
    guint row = divide_up (divide_up (l->columns, l->step), 32);

    if (layers)
      layers[i] = (HaarCudaLayer){ .x = l->area.x,
        .y = l->area.y,
        .width = l->width,
        .height = l->height,
        .columns = l->columns,
        .rows = l->rows,
        .step = l->step,
        .same = l->width == l->area.width && l->height == l->area.height,
        .factor = (guint) l->scale,
        .words = row,
        .taps = l->taps,
        .rejects = words };
    words += (guint64) row * divide_up (l->rows, l->step);
  }
  return words;
}

static gsize
n_taps (const HaarPlan *plan)
{
  const HaarLayer *last = &plan->layers[plan->n_layers - 1];

  return last->taps + last->width + last->height;
}

static gboolean
fill (HaarCudaSearch *s, guint rows, cudaStream_t stream, GError **error)
{
  HaarCudaStore *store = &s->store;
  gsize layers, taps, tiles;

  store->size = 0;
  layers =
      haar_cuda_store_add (store, s->plan.n_layers, sizeof (HaarCudaLayer));
  taps = haar_cuda_store_add (store, n_taps (&s->plan), sizeof (HaarTap));
  tiles = haar_cuda_store_add (store, s->n_tiles, sizeof (HaarCudaTile));
  if (!haar_cuda_store_reserve (store, error)
      || !vf_cuda_reserve (&s->rejects, VF_CUDA_DEVICE,
          set_layers (s, NULL) * sizeof (guint32), error))
    return FALSE;
  set_layers (s, haar_cuda_store_host (store, layers));
  memcpy (haar_cuda_store_host (store, taps), s->plan.taps,
      n_taps (&s->plan) * sizeof (HaarTap));
  set_tiles (s, rows, haar_cuda_store_host (store, tiles));
  s->layers = haar_cuda_store_device (store, layers);
  s->taps = haar_cuda_store_device (store, taps);
  s->tiles = haar_cuda_store_device (store, tiles);
  return haar_cuda_store_send (store, stream, error);
}

static gboolean
keep_key (HaarCudaSearch *s, const HaarParams *params, const VfImage *image,
    const VfRegion *region)
{
  gboolean missing = FALSE;
  VfRect *rects =
      vf_scratch_reserve (&s->rects, region->n_rects, sizeof *rects, &missing);

  if (missing)
    return FALSE;
  for (guint i = 0; i < region->n_rects; i++)
    rects[i] = region->rects[i];
  s->n_rects = region->n_rects;
  s->params = *params;
  s->width = image->width;
  s->height = image->height;
  return TRUE;
}

gboolean
haar_cuda_search_make (HaarCudaSearch *s, const HaarCudaCascade *cascade,
    const HaarParams *params, const VfImage *image, const VfRegion *region,
    cudaStream_t stream, GError **error)
{
  guint rows = cascade->geometry.rows;

  s->ready = FALSE;
  if (!keep_key (s, params, image, region)
      || !haar_plan_make (&s->plan, cascade->cascade, params, image, region)) {
    g_set_error_literal (
        error, VF_ERROR, VF_ERROR_MEMORY, "no memory for layers");
    return FALSE;
  }
  s->n_tiles = 0;
  for (guint i = 0; i < s->plan.n_layers; i++)
    s->n_tiles += tiles_of (s, i, rows, NULL);
  s->ready = s->n_tiles == 0 || fill (s, rows, stream, error);
  return s->ready;
}

gsize
haar_cuda_search_bytes (const HaarCudaSearch *s)
{
  return s->rects.size + s->rejects.size + haar_plan_bytes (&s->plan)
         + haar_cuda_store_bytes (&s->store);
}

void
haar_cuda_search_clear (HaarCudaSearch *s)
{
  vf_scratch_free (&s->rects);
  haar_plan_clear (&s->plan);
  haar_cuda_store_clear (&s->store);
  vf_cuda_release (&s->rejects, VF_CUDA_DEVICE);
  s->ready = FALSE;
}
