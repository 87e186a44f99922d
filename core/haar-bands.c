/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-bands.h"

#include "clock.h"

#include <string.h>

/* Rows of windows: more of them repeat fewer sums, fewer stay in the cache. */
#define BAND_ROWS 64

guint
haar_bands_of (const HaarLayer *layers, guint layer, HaarBand *bands)
{
  const HaarLayer *l = &layers[layer];
  guint n = l->columns > 0 ? (l->rows + BAND_ROWS - 1) / BAND_ROWS : 0;

  for (guint i = 0; bands && i < n; i++)
    bands[i] = (HaarBand){ .layer = layer,
      .y = i * BAND_ROWS,
      .n_rows = MIN (BAND_ROWS, l->rows - i * BAND_ROWS) };
  return n;
}

#define RESERVE(pointer, i, count)                                             \
  ((pointer) = vf_scratch_reserve (                                            \
       &w->scratch[i], count, sizeof *(pointer), &missing))

gboolean
haar_worker_reserve (
    HaarWorker *w, gsize stride, gboolean tilted, guint window_height)
{
  gsize rows = BAND_ROWS + window_height - 1;
  gsize pitch = haar_layout (stride, tilted, 1).pitch;
  gsize n = (stride / HAAR_HITS_UNIT + 1) * HAAR_HITS_UNIT;
  gboolean missing = FALSE;

  RESERVE (w->pixels, WORKER_PIXELS, rows * stride);
  RESERVE (w->shrunk[0], WORKER_SHRUNK, 2 * stride);
  w->shrunk[1] = w->shrunk[0] + stride;
  /* Windows are read to the end of their unit. */
  RESERVE (w->sums.sums, WORKER_SUMS, (rows + 1) * pitch + HAAR_HITS_UNIT);
  RESERVE (
      w->sums.squares, WORKER_SQUARES, (rows + 1) * stride + HAAR_HITS_UNIT);
  RESERVE (w->hits.at, WORKER_AT, n);
  RESERVE (w->hits.scores, WORKER_SCORES, n);
  RESERVE (w->hits.norms, WORKER_NORMS, n + HAAR_HITS_UNIT);
  RESERVE (w->hits.alive, WORKER_ALIVE, n / HAAR_HITS_UNIT + 1);
  RESERVE (w->hits.groups, WORKER_GROUPS, n);
  return !missing;
}

void
haar_worker_clear (HaarWorker *w)
{
  vf_scratch_free_all (w->scratch, WORKER_N_SCRATCH);
  vf_scratch_free (&w->windows);
}

gsize
haar_worker_bytes (const HaarWorker *w)
{
  return w->windows.size + vf_scratch_bytes (w->scratch, WORKER_N_SCRATCH);
}

/* Row y of the picture at the layer's width. */
static const guint16 *
shrunk_row (const HaarBands *b, HaarWorker *w, const HaarLayer *layer, guint y)
{
  guint slot = y % 2;

  if (w->shrunk_y[slot] != y)
    b->stages->shrink_row (b->plane.pixels
                               + (gssize) (layer->area.y + y) * b->plane.stride
                               + layer->area.x,
        b->taps + layer->taps, layer->width, w->shrunk[slot]);
  w->shrunk_y[slot] = y;
  return w->shrunk[slot];
}

/* n rows of the layer from row y on. */
static HaarPlane
make_pixels (
    const HaarBands *b, HaarWorker *w, const HaarLayer *layer, guint y, guint n)
{
  const HaarTap *taps = b->taps + layer->taps + layer->width;

  if (layer->width == layer->area.width && layer->height == layer->area.height)
    return (HaarPlane){ b->plane.pixels
                            + (gssize) (layer->area.y + y) * b->plane.stride
                            + layer->area.x,
      b->plane.stride };
  w->shrunk_y[0] = w->shrunk_y[1] = G_MAXUINT;
  for (guint i = 0; i < n; i++) {
    const HaarTap *tap = &taps[y + i];
    const guint16 *above = shrunk_row (b, w, layer, tap->first);
    const guint16 *below = shrunk_row (b, w, layer, tap->first + 1);

    b->stages->shrink_column (
        above, below, tap->weight, layer->width, w->pixels + i * b->stride);
  }
  return (HaarPlane){ w->pixels, (gssize) b->stride };
}

static void
make_tilted (const HaarBands *b, HaarWorker *w, const guint8 *pixels,
    gssize stride, guint width, guint i)
{
  const HaarLayout *layout = &w->sums.layout;
  guint32 *above = w->sums.sums + i * layout->pitch + layout->stride;

  /* Above the first row there are no sums: the ones before it are 0 too. */
  b->stages->tilted (pixels, i > 0 ? pixels - stride : NULL, width, layout->odd,
      above, i > 0 ? above - layout->pitch : above, above + layout->pitch);
}

static void
make_sums (
    const HaarBands *b, HaarWorker *w, HaarPlane plane, guint width, guint n)
{
  const HaarSums *s = &w->sums;
  gsize pitch = s->layout.pitch, stride = s->layout.stride;

  memset (s->sums, 0, pitch * sizeof *s->sums);
  memset (s->squares, 0, stride * sizeof *s->squares);
  for (guint i = 0; i < n; i++) {
    const guint8 *pixels = plane.pixels + (gssize) i * plane.stride;
    guint32 *sums = s->sums + i * pitch;
    guint32 *squares = s->squares + i * stride;

    b->stages->sums (pixels, width, s->layout.odd, sums, sums + pitch);
    b->stages->squares (
        pixels, width, s->layout.odd, squares, squares + stride);
    if (b->tilted)
      make_tilted (b, w, pixels, plane.stride, width, i);
  }
}

/* Room for n more; what is there stays. */
static gboolean
grow (HaarWorker *w, guint n)
{
  gsize needed = ((gsize) w->n_windows + n) * sizeof (HaarWindow);
  VfScratch larger = { 0 };

  if (needed <= w->windows.size)
    return TRUE;
  vf_scratch_reserve (&larger, MAX (2 * needed, 1 << 14), 1, &w->missing);
  if (w->missing)
    return FALSE;
  if (w->n_windows > 0)
    memcpy (larger.data, w->windows.data, w->n_windows * sizeof (HaarWindow));
  vf_scratch_free (&w->windows);
  w->windows = larger;
  return TRUE;
}

gboolean
haar_worker_expect (HaarWorker *w, guint n)
{
  w->n_windows = 0;
  return grow (w, n);
}

static void
add_windows (HaarWorker *w, guint layer, guint step, guint y, guint n)
{
  HaarWindow *windows;

  if (n == 0 || !grow (w, n))
    return;
  windows = w->windows.data;
  for (guint i = 0; i < n; i++)
    windows[w->n_windows++] = (HaarWindow){ layer,
      (guint16) (w->hits.at[i] * step), (guint16) y, w->hits.scores[i] };
}

static void
scan (const HaarBands *b, HaarWorker *w, HaarBand *band)
{
  const HaarLayer *layer = &b->layers[band->layer];
  const HaarNodes *nodes = &b->nodes[layer->step - 1];
  guint columns = (layer->columns + layer->step - 1) / layer->step;

  band->first_window = w->n_windows;
  for (guint y = 0; y < band->n_rows; y += layer->step) {
    guint n = b->stages->scan (nodes, &w->sums, y, columns, b->skip, &w->hits);

    add_windows (w, band->layer, layer->step, band->y + y, n);
  }
  band->n_windows = w->n_windows - band->first_window;
}

void
haar_bands_run (gpointer data, guint i, guint thread)
{
  const HaarBands *b = data;
  HaarBand *band = &b->bands[i];
  HaarWorker *w = &b->workers[thread];
  const HaarLayer *layer = &b->layers[band->layer];
  guint n = band->n_rows + b->window_height - 1;
  guint64 start = vf_now_ns (), pixels, sums;
  HaarPlane plane = make_pixels (b, w, layer, band->y, n);

  pixels = vf_now_ns ();
  w->sums.layout = haar_layout (b->stride, b->tilted, layer->step);
  make_sums (b, w, plane, layer->width, n);
  sums = vf_now_ns ();
  band->thread = thread;
  scan (b, w, band);
  w->stage_ns[HAAR_STAGE_PYRAMID] += pixels - start;
  w->stage_ns[HAAR_STAGE_INTEGRAL] += sums - pixels;
  w->stage_ns[HAAR_STAGE_CASCADE] += vf_now_ns () - sums;
}
