/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The definition's stage 2, and its region of interest.
 */
#include "oracle.h"

#include <glib.h>
#include <math.h>

static bool
in_mask (const OracleImage *image, const OracleRegion *region, int x, int y)
{
  int mx, my;

  if (!region->mask)
    return true;
  mx = (int) ((int64_t) x * region->mask_width / image->width);
  my = (int) ((int64_t) y * region->mask_height / image->height);
  return region->mask[(size_t) my * region->mask_width + mx] > 0;
}

static bool
in_rects (const OracleRegion *region, int x, int y)
{
  if (!region->rects)
    return true;
  for (int i = 0; i < region->n_rects; i++) {
    OracleRect r = region->rects[i];

    if (x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height)
      return !region->inverted;
  }
  return region->inverted;
}

static bool
is_inside (const OracleImage *image, const OracleRegion *region, int x, int y)
{
  return in_rects (region, x, y) && in_mask (image, region, x, y);
}

/* The responses of the region. */
typedef struct {
  int n;
  float *r;
  int *pixel; /* y * width + x of each */
  float lo, hi;
} Inside;

static Inside
inside_new (const OracleImage *image, const OracleRegion *region,
    const OracleResult *result)
{
  size_t n = (size_t) image->width * image->height;
  Inside inside = { 0, g_new (float, n), g_new (int, n), INFINITY, -INFINITY };

  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++) {
      int pixel = y * image->width + x;
      float r = result->response[pixel];

      if (!is_inside (image, region, x, y))
        continue;
      inside.r[inside.n] = r;
      inside.pixel[inside.n++] = pixel;
      inside.lo = r < inside.lo ? r : inside.lo;
      inside.hi = r > inside.hi ? r : inside.hi;
    }
  return inside;
}

static int
bin_of (const Inside *inside, float scale, int n, float r)
{
  int bin = (int) ((r - inside->lo) * scale);

  return bin > n - 1 ? n - 1 : bin;
}

static int
rosin_bin (const uint32_t *h, int n)
{
  int p = 0, e = 0, t;
  int64_t largest;

  for (int i = n - 1; i >= 0; i--)
    if (h[i] >= h[p])
      p = i;
  for (int i = 0; i < n; i++)
    if (h[i] > 0)
      e = i;
  t = p;
  largest = INT64_MIN;
  for (int i = p; i <= e; i++) {
    int64_t hp = h[p], hi = h[i], he = h[e];
    int64_t below = (hp - hi) * (e - p) - (hp - he) * (i - p);

    if (below > largest) {
      largest = below;
      t = i;
    }
  }
  return t;
}

static void
rosin (const OracleParams *params, const Inside *inside, OracleResult *result,
    bool *passing)
{
  int n = params->bins;
  float scale = (float) n / (inside->hi - inside->lo);
  double lo = inside->lo, hi = inside->hi;

  if (inside->hi == inside->lo || !isfinite (scale))
    return;
  result->counts = g_new0 (uint32_t, (size_t) n);
  for (int i = 0; i < inside->n; i++)
    result->counts[bin_of (inside, scale, n, inside->r[i])]++;
  result->threshold_bin = rosin_bin (result->counts, n);
  result->threshold = lo + (result->threshold_bin + 1) * (hi - lo) / n;
  for (int i = 0; i < inside->n; i++)
    passing[inside->pixel[i]] =
        bin_of (inside, scale, n, inside->r[i]) > result->threshold_bin
        && inside->r[i] > 0;
}

static void
cut (const Inside *inside, float limit, bool *passing)
{
  for (int i = 0; i < inside->n; i++)
    passing[inside->pixel[i]] = inside->r[i] > limit && inside->r[i] > 0;
}

void
oracle_threshold (const OracleParams *params, const OracleImage *image,
    const OracleRegion *region, OracleResult *result, bool *passing)
{
  Inside inside = inside_new (image, region, result);
  float threshold = (float) params->threshold;

  result->threshold = NAN;
  if (inside.n > 0 && params->threshold_mode == ORACLE_ROSIN) {
    rosin (params, &inside, result, passing);
  } else if (inside.n > 0 && params->threshold_mode == ORACLE_ABSOLUTE) {
    result->threshold = params->threshold;
    cut (&inside, threshold, passing);
  } else if (inside.n > 0 && inside.hi > 0) {
    result->threshold = threshold * inside.hi;
    cut (&inside, threshold * inside.hi, passing);
  }
  g_free (inside.r);
  g_free (inside.pixel);
}
