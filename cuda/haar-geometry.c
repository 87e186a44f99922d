/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-geometry.h"

static gsize
aligned (gsize size)
{
  return (size + 15) / 16 * 16;
}

static guint
column_at (const HaarCudaGeometry *g, guint step, guint x)
{
  return step == 1 ? x : x / 2 + x % 2 * g->half;
}

guint
haar_cuda_corner (
    const HaarCudaGeometry *g, guint step, gboolean tilted, guint x, guint y)
{
  return y * g->pitch + (tilted ? g->stride : 0) + column_at (g, step, x);
}

/* Even and odd columns lie half of the 32 banks of shared memory apart, rows an
 * odd number of words: neither threads that take a row of windows, nor those
 * that take rows or columns of sums, wait for each other. And rows of windows
 * are some banks apart, since windows that pass are often neighbours. */
#define ROW_BANKS 5

static void
set_strides (HaarCudaGeometry *g, gboolean tilted)
{
  guint columns = HAAR_CUDA_TILE + g->width;

  g->half = (columns / 2 + 1 + 15) / 32 * 32 + 16;
  g->stride = 2 * g->half + ROW_BANKS;
  g->pitch = tilted ? 2 * g->stride + 1 : g->stride;
  g->pixels_stride = ((columns + 3) / 4 | 1) * 4;
}

static void
set_norm (HaarCudaGeometry *g)
{
  guint right = g->width - 1, bottom = g->height - 1;

  g->norm_area = (g->width - 2) * (g->height - 2);
  for (guint step = 1; step <= 2; step++) {
    guint *corners = g->norm[step - 1];

    corners[0] = haar_cuda_corner (g, step, FALSE, 1, 1);
    corners[1] = haar_cuda_corner (g, step, FALSE, right, 1);
    corners[2] = haar_cuda_corner (g, step, FALSE, 1, bottom);
    corners[3] = haar_cuda_corner (g, step, FALSE, right, bottom);
  }
}

/* Of tiles whose windows start at every second pixel: the others have fewer
 * rows of pixels. */
static void
set_rows (HaarCudaGeometry *g, guint rows)
{
  gsize height = 2 * (rows - 1) + g->height;
  gsize pixels = height * g->pixels_stride;
  gsize norms = HAAR_CUDA_MAX_TILE * sizeof (gfloat);
  gsize lists = HAAR_CUDA_MAX_TILE * 2 * sizeof (guint16)
                + HAAR_CUDA_SHARE * HAAR_CUDA_THREADS * sizeof (gdouble);

  g->rows = rows;
  g->sums_size = (guint) aligned ((height + 1) * g->pitch * sizeof (guint32));
  g->shared =
      HAAR_CUDA_COUNTS + g->sums_size + norms + aligned (MAX (pixels, lists));
}

static guint
furthest_corner (const HaarCudaGeometry *g, gboolean tilted)
{
  guint furthest = 0;

  for (guint step = 1; step <= 2; step++)
    for (guint x = g->width - 1; x <= g->width; x++)
      furthest =
          MAX (furthest, haar_cuda_corner (g, step, tilted, x, g->height));
  return furthest;
}

gboolean
haar_cuda_geometry (HaarCudaGeometry *g, guint width, guint height,
    gboolean tilted, gsize shared)
{
  *g = (HaarCudaGeometry){ .width = width, .height = height };
  set_strides (g, tilted);
  set_norm (g);
  for (guint rows = HAAR_CUDA_MAX_ROWS; rows > 0; rows--) {
    set_rows (g, rows);
    if (g->shared <= shared)
      return furthest_corner (g, tilted) * sizeof (guint32)
             < HAAR_CUDA_MAX_WINDOW;
  }
  return FALSE;
}
