/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The definition's stage 1.
 */
#include "oracle.h"

#include <glib.h>
#include <math.h>

/* The derivative across and the smoothing along: d (i) and s (i), from -reach
 * to reach. */
static const struct {
  int reach;
  int d[7], s[7];
} operators[ORACLE_N_GRADIENTS] = {
  [ORACLE_CENTRAL] = { 1, { -1, 0, 1 }, { 0, 1, 0 } },
  [ORACLE_SOBEL3] = { 1, { -1, 0, 1 }, { 1, 2, 1 } },
  [ORACLE_SOBEL5] = { 2, { -1, -2, 0, 2, 1 }, { 1, 4, 6, 4, 1 } },
  [ORACLE_SOBEL7] = { 3, { -1, -4, -5, 0, 5, 4, 1 },
      { 1, 6, 15, 20, 15, 6, 1 } },
  [ORACLE_SCHARR3] = { 1, { -1, 0, 1 }, { 3, 10, 3 } },
};

static int
clamp (int i, int size)
{
  return i < 0 ? 0 : i >= size ? size - 1 : i;
}

/* v (x, y) of the extended image. */
static int64_t
sample (const OracleImage *image, int channel, int x, int y)
{
  x = clamp (x, image->width);
  y = clamp (y, image->height);
  return image
      ->samples[((size_t) channel * image->height + y) * image->width + x];
}

static bool
is_luma (const OracleParams *params, const OracleImage *image)
{
  return params->gray && image->channels == 3;
}

static int64_t
value (const OracleParams *params, const OracleImage *image, int channel, int x,
    int y)
{
  if (!is_luma (params, image))
    return sample (image, channel, x, y);
  return (9798 * sample (image, 0, x, y) + 19235 * sample (image, 1, x, y)
             + 3735 * sample (image, 2, x, y) + 16384)
         >> 15;
}

/* The sum of across (i) down (j) v (x + i, y + j). */
static int64_t
products (const OracleParams *params, const OracleImage *image, int channel,
    int x, int y, const int *across, const int *down)
{
  int reach = operators[params->gradient].reach;
  int64_t sum = 0;

  for (int i = -reach; i <= reach; i++)
    for (int j = -reach; j <= reach; j++)
      sum += across[i + reach] * down[j + reach]
             * value (params, image, channel, x + i, y + j);
  return sum;
}

static int64_t
ix (const OracleParams *params, const OracleImage *image, int channel, int x,
    int y)
{
  return products (params, image, channel, x, y, operators[params->gradient].d,
      operators[params->gradient].s);
}

static int64_t
iy (const OracleParams *params, const OracleImage *image, int channel, int x,
    int y)
{
  return products (params, image, channel, x, y, operators[params->gradient].s,
      operators[params->gradient].d);
}

/* Numbers of the pixels of the extended image that windows reach: x from
 * -margin to width + margin - 1, y likewise. */
typedef struct {
  int width, height, margin;
  int64_t *numbers;
} Plane;

static Plane
plane_new (const OracleImage *image, int margin)
{
  Plane plane = { image->width, image->height, margin, NULL };

  plane.numbers = g_new (int64_t,
      (size_t) (image->width + 2 * margin) * (image->height + 2 * margin));
  return plane;
}

static int64_t *
plane_at (const Plane *plane, int x, int y)
{
  return plane->numbers
         + (size_t) (y + plane->margin) * (plane->width + 2 * plane->margin) + x
         + plane->margin;
}

enum { XX, YY, XY, N_COMPONENTS };

/* 3 channels of 16 bits with sobel7, summed over 31 x 31 pixels, are below
 * 3 (640 65535)^2 961 < 2^63. */
static void
tensor (const OracleParams *params, const OracleImage *image, int x, int y,
    int64_t sums[N_COMPONENTS])
{
  int channels = is_luma (params, image) ? 1 : image->channels;

  sums[XX] = sums[YY] = sums[XY] = 0;
  for (int c = 0; c < channels; c++) {
    int64_t across = ix (params, image, c, x, y);
    int64_t down = iy (params, image, c, x, y);

    sums[XX] += across * across;
    sums[YY] += down * down;
    sums[XY] += across * down;
  }
}

static void
set_taps (const OracleParams *params, float *taps)
{
  int r = (params->filter_length - 1) / 2;
  double sigma = params->sigma, w[16], sum;

  for (int i = 0; i <= r; i++)
    w[i] = exp (-(double) (i * i) / (2 * sigma * sigma));
  sum = w[0];
  for (int i = 1; i <= r; i++)
    sum = sum + 2 * w[i];
  for (int i = 0; i <= r; i++)
    taps[i] = (float) (w[i] / sum);
}

static float
row_sum (const Plane *plane, const float *taps, int x, int y)
{
  float h = taps[0] * (float) *plane_at (plane, x, y);

  for (int i = 1; i <= plane->margin; i++) {
    float left = (float) *plane_at (plane, x - i, y);
    float right = (float) *plane_at (plane, x + i, y);

    h = fmaf (taps[i], left + right, h);
  }
  return h;
}

/* Rows first, then columns. */
static float
gaussian (const OracleParams *params, const Plane *plane, int x, int y)
{
  int r = plane->margin;
  float taps[16], h;

  set_taps (params, taps);
  h = taps[0] * row_sum (plane, taps, x, y);
  for (int i = 1; i <= r; i++) {
    float above = row_sum (plane, taps, x, y - i);
    float below = row_sum (plane, taps, x, y + i);

    h = fmaf (taps[i], above + below, h);
  }
  return h;
}

static float
box (const Plane *plane, int x, int y)
{
  int r = plane->margin;
  int64_t sum = 0;

  for (int j = -r; j <= r; j++)
    for (int i = -r; i <= r; i++)
      sum += *plane_at (plane, x + i, y + j);
  return (float) sum;
}

static float
measure (const OracleParams *params, float a, float b, float c)
{
  float t = a + b, det = fmaf (a, b, -(c * c)), d = a - b, e = c + c;

  switch (params->measure) {
    case ORACLE_HARRIS:
      return fmaf (-(float) params->k, t * t, det);
    case ORACLE_MIN_EIGEN:
      return 0.5f * (t - sqrtf (fmaf (d, d, e * e)));
    default:
      return t == 0 ? 0 : det / t;
  }
}

void
oracle_response (
    const OracleParams *params, const OracleImage *image, OracleResult *result)
{
  int r = (params->filter_length - 1) / 2;
  Plane planes[N_COMPONENTS];
  float windowed[N_COMPONENTS];

  for (int i = 0; i < N_COMPONENTS; i++)
    planes[i] = plane_new (image, r);
  for (int y = -r; y < image->height + r; y++)
    for (int x = -r; x < image->width + r; x++) {
      int64_t sums[N_COMPONENTS];

      tensor (params, image, x, y, sums);
      for (int i = 0; i < N_COMPONENTS; i++)
        *plane_at (&planes[i], x, y) = sums[i];
    }
  result->response = g_new (float, (size_t) image->width * image->height);
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++) {
      for (int i = 0; i < N_COMPONENTS; i++)
        windowed[i] = params->window_type == ORACLE_BOX
                          ? box (&planes[i], x, y)
                          : gaussian (params, &planes[i], x, y);
      result->response[(size_t) y * image->width + x] =
          measure (params, windowed[XX], windowed[YY], windowed[XY]);
    }
  for (int i = 0; i < N_COMPONENTS; i++)
    g_free (planes[i].numbers);
}
