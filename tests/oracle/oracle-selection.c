/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The definition's stage 4.
 */
#include "oracle.h"

#include <glib.h>

/* Sorts by putting one pixel after the other in its place. */
static int
sort (const OracleResult *result, int *pixels)
{
  int n = 0;

  for (int i = 0; i < result->n_blocks; i++) {
    int pixel = result->maxima[i], place = n;

    if (pixel < 0)
      continue;
    while (
        place > 0 && oracle_comes_before (result, pixel, pixels[place - 1])) {
      pixels[place] = pixels[place - 1];
      place--;
    }
    pixels[place] = pixel;
    n++;
  }
  return n;
}

static int
cell_of (const OracleParams *params, const OracleImage *image, int pixel)
{
  int64_t x = pixel % image->width, y = pixel / image->width;

  return (int) (y * params->grid_rows / image->height * params->grid_columns
                + x * params->grid_columns / image->width);
}

/* How many of the pixels that are kept lie in the cell of this one. */
static int
count_in_cell (const OracleParams *params, const OracleImage *image,
    const int *kept, int n_kept, int pixel)
{
  int n = 0;

  for (int i = 0; i < n_kept; i++)
    n += cell_of (params, image, kept[i]) == cell_of (params, image, pixel);
  return n;
}

static bool
has_room (const OracleParams *params, const OracleImage *image, const int *kept,
    int n_kept, int pixel)
{
  int64_t n_cells = (int64_t) params->grid_columns * params->grid_rows;

  if (n_cells == 0 || params->max_corners == 0)
    return true;
  return count_in_cell (params, image, kept, n_kept, pixel)
         < (params->max_corners + n_cells - 1) / n_cells;
}

static bool
is_far (const OracleParams *params, const OracleImage *image, const int *kept,
    int n_kept, int pixel)
{
  double d = params->min_distance;

  for (int i = 0; i < n_kept; i++) {
    double dx = pixel % image->width - kept[i] % image->width;
    double dy = pixel / image->width - kept[i] / image->width;

    if (!(dx * dx + dy * dy >= d * d))
      return false;
  }
  return true;
}

static int
choose (const OracleParams *params, const OracleImage *image, const int *pixels,
    int n, int *kept)
{
  int n_kept = 0;

  for (int i = 0; i < n; i++) {
    if (params->max_corners > 0 && n_kept == params->max_corners)
      break;
    if (has_room (params, image, kept, n_kept, pixels[i])
        && is_far (params, image, kept, n_kept, pixels[i]))
      kept[n_kept++] = pixels[i];
  }
  return n_kept;
}

static double
clamp_half (double d)
{
  return d < -0.5 ? -0.5 : d > 0.5 ? 0.5 : d;
}

/* R (i, j) of the definition, around the pixel that `r` points at. */
#define R(i, j) ((double) r[(j) *width + (i)])

static void
refine (const float *r, ptrdiff_t width, double *dx, double *dy)
{
  double gx = (R (1, 0) - R (-1, 0)) / 2;
  double gy = (R (0, 1) - R (0, -1)) / 2;
  double xx = R (1, 0) - 2 * R (0, 0) + R (-1, 0);
  double yy = R (0, 1) - 2 * R (0, 0) + R (0, -1);
  double xy = (R (1, 1) - R (1, -1) - R (-1, 1) + R (-1, -1)) / 4;
  double determinant = xx * yy - xy * xy;

  if (determinant <= 0)
    return;
  *dx = clamp_half ((xy * gy - yy * gx) / determinant);
  *dy = clamp_half ((xy * gx - xx * gy) / determinant);
}

static OracleCorner
corner_of (const OracleParams *params, const OracleImage *image,
    const OracleResult *result, int pixel)
{
  int x = pixel % image->width, y = pixel / image->width;
  double dx = 0, dy = 0;

  if (params->subpixel == ORACLE_SUBPIXEL_QUADRATIC && x > 0 && y > 0
      && x < image->width - 1 && y < image->height - 1)
    refine (result->response + pixel, image->width, &dx, &dy);
  return (OracleCorner){ (float) (x + dx), (float) (y + dy),
    result->response[pixel] };
}

void
oracle_selection (
    const OracleParams *params, const OracleImage *image, OracleResult *result)
{
  int *pixels = g_new (int, (size_t) result->n_blocks);
  int *kept = g_new (int, (size_t) result->n_blocks);
  int n = sort (result, pixels);

  result->n_corners = choose (params, image, pixels, n, kept);
  result->corners = g_new (OracleCorner, (size_t) result->n_corners);
  for (int i = 0; i < result->n_corners; i++)
    result->corners[i] = corner_of (params, image, result, kept[i]);
  g_free (pixels);
  g_free (kept);
}
