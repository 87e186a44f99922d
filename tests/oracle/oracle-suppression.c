/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The definition's stage 3.
 */
#include "oracle.h"

#include <glib.h>
#include <stdlib.h>

/* What is needed to say whether one block's maximum survives. */
typedef struct {
  const OracleResult *result;
  int width, height;
  int side; /* L */
  int blocks_x, blocks_y;
  const int *maxima; /* of each block its pixel, or -1 */
} Blocks;

static int
block_of (const Blocks *b, int pixel)
{
  int x = pixel % b->width, y = pixel / b->width;

  return y / b->side * b->blocks_x + x / b->side;
}

/* Each block's first passing pixel. */
static void
find_maxima (const Blocks *b, const bool *passing, int *maxima)
{
  for (int i = 0; i < b->blocks_x * b->blocks_y; i++)
    maxima[i] = -1;
  for (int pixel = 0; pixel < b->width * b->height; pixel++) {
    int *first = &maxima[block_of (b, pixel)];

    if (passing[pixel]
        && (*first < 0 || oracle_comes_before (b->result, pixel, *first)))
      *first = pixel;
  }
}

static bool
in_window (const Blocks *b, int center, int pixel)
{
  return abs (pixel % b->width - center % b->width) <= b->side
         && abs (pixel / b->width - center / b->width) <= b->side;
}

static bool
survives_window (const Blocks *b, int pixel)
{
  int x = pixel % b->width, y = pixel / b->width;

  for (int j = y - b->side; j <= y + b->side; j++)
    for (int i = x - b->side; i <= x + b->side; i++)
      if (i >= 0 && i < b->width && j >= 0 && j < b->height
          && oracle_comes_before (b->result, j * b->width + i, pixel))
        return false;
  return true;
}

static bool
survives_maxima (const Blocks *b, int pixel)
{
  for (int i = 0; i < b->blocks_x * b->blocks_y; i++) {
    int other = b->maxima[i];

    if (other >= 0 && in_window (b, pixel, other)
        && oracle_comes_before (b->result, other, pixel))
      return false;
  }
  return true;
}

static bool
survives_block (const Blocks *b, int pixel)
{
  int bx = block_of (b, pixel) % b->blocks_x;
  int by = block_of (b, pixel) / b->blocks_x;

  for (int i = 0; i < b->blocks_x * b->blocks_y; i++) {
    int other = b->maxima[i];

    if (other >= 0 && abs (i % b->blocks_x - bx) <= 1
        && abs (i / b->blocks_x - by) <= 1
        && oracle_comes_before (b->result, other, pixel))
      return false;
  }
  return true;
}

static bool
survives (const OracleParams *params, const Blocks *b, int pixel)
{
  switch (params->suppression) {
    case ORACLE_SUPPRESS_WINDOW:
      return survives_window (b, pixel);
    case ORACLE_SUPPRESS_MAXIMA:
      return survives_maxima (b, pixel);
    case ORACLE_SUPPRESS_BLOCK:
      return survives_block (b, pixel);
    default:
      return true;
  }
}

void
oracle_suppression (const OracleParams *params, const OracleImage *image,
    const bool *passing, OracleResult *result)
{
  int side = params->suppression_radius;
  Blocks b = { result, image->width, image->height, side,
    (image->width + side - 1) / side, (image->height + side - 1) / side, NULL };
  int n = b.blocks_x * b.blocks_y;
  int *maxima = g_new (int, (size_t) n);

  find_maxima (&b, passing, maxima);
  b.maxima = maxima;
  result->n_blocks = n;
  result->maxima = g_new (int, (size_t) n);
  for (int i = 0; i < n; i++)
    result->maxima[i] =
        maxima[i] >= 0 && survives (params, &b, maxima[i]) ? maxima[i] : -1;
  g_free (maxima);
}
