/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One case for the detector and for the oracle.
 */
#include "case.h"
#include "mask.h"

#include <math.h>
#include <string.h>

static const guint gradients[] = {
  [ORACLE_CENTRAL] = HARRIS_GRADIENT_CENTRAL,
  [ORACLE_SOBEL3] = HARRIS_GRADIENT_SOBEL3,
  [ORACLE_SOBEL5] = HARRIS_GRADIENT_SOBEL5,
  [ORACLE_SOBEL7] = HARRIS_GRADIENT_SOBEL7,
  [ORACLE_SCHARR3] = HARRIS_GRADIENT_SCHARR3,
};
static const guint windows[] = {
  [ORACLE_GAUSSIAN] = HARRIS_WINDOW_GAUSSIAN,
  [ORACLE_BOX] = HARRIS_WINDOW_BOX,
};
static const guint measures[] = {
  [ORACLE_HARRIS] = HARRIS_MEASURE_HARRIS,
  [ORACLE_MIN_EIGEN] = HARRIS_MEASURE_MIN_EIGEN,
  [ORACLE_NOBLE] = HARRIS_MEASURE_NOBLE,
};
static const guint threshold_modes[] = {
  [ORACLE_ROSIN] = HARRIS_THRESHOLD_ROSIN,
  [ORACLE_ABSOLUTE] = HARRIS_THRESHOLD_ABSOLUTE,
  [ORACLE_RELATIVE] = HARRIS_THRESHOLD_RELATIVE,
};
static const guint suppressions[] = {
  [ORACLE_SUPPRESS_WINDOW] = HARRIS_SUPPRESSION_WINDOW,
  [ORACLE_SUPPRESS_MAXIMA] = HARRIS_SUPPRESSION_MAXIMA,
  [ORACLE_SUPPRESS_BLOCK] = HARRIS_SUPPRESSION_BLOCK,
  [ORACLE_SUPPRESS_NONE] = HARRIS_SUPPRESSION_NONE,
};
static const guint subpixels[] = {
  [ORACLE_SUBPIXEL_NONE] = HARRIS_SUBPIXEL_NONE,
  [ORACLE_SUBPIXEL_QUADRATIC] = HARRIS_SUBPIXEL_QUADRATIC,
};

HarrisParams
case_params (const Case *c)
{
  const OracleParams *p = &c->params;
  HarrisParams params;

  harris_params_init (&params);
  params.gradient = gradients[p->gradient];
  params.window_type = windows[p->window_type];
  params.filter_length = (guint) p->filter_length;
  params.sigma = p->sigma;
  params.k = p->k;
  params.measure = measures[p->measure];
  params.bins = (guint) p->bins;
  params.threshold_mode = threshold_modes[p->threshold_mode];
  params.threshold = p->threshold;
  params.suppression = suppressions[p->suppression];
  params.suppression_radius = (guint) p->suppression_radius;
  params.max_corners = (guint) p->max_corners;
  params.min_distance = p->min_distance;
  params.grid_columns = (guint) p->grid_columns;
  params.grid_rows = (guint) p->grid_rows;
  params.subpixel = subpixels[p->subpixel];
  params.channels = p->gray    ? HARRIS_CHANNELS_GRAY
                    : c->color ? HARRIS_CHANNELS_COLOR
                               : HARRIS_CHANNELS_AUTO;
  return params;
}

/* -0 is not 0 here. */
static gboolean
same_floats (const float *a, const float *b, gsize n)
{
  return n == 0 || memcmp (a, b, n * sizeof *a) == 0;
}

static gchar *
compare_responses (
    const Case *c, const HarrisResult *actual, const OracleResult *expected)
{
  int n = c->image.width * c->image.height;

  if (!actual->response)
    return g_strdup ("there is no response");
  for (int i = 0; i < n; i++)
    if (!same_floats (&actual->response[i], &expected->response[i], 1))
      return g_strdup_printf ("R of (%d, %d) is %.9g, but should be %.9g",
          i % c->image.width, i / c->image.width, (double) actual->response[i],
          (double) expected->response[i]);
  return NULL;
}

static gchar *
compare_histograms (
    const Case *c, const HarrisResult *actual, const OracleResult *expected)
{
  const HarrisHistogram *h = &actual->histogram;

  if (!h->counts != !expected->counts)
    return g_strdup (h->counts ? "there is a histogram, but should be none"
                               : "there is no histogram, but should be one");
  if (!h->counts)
    return NULL;
  if (h->n_bins != (guint) c->params.bins)
    return g_strdup_printf ("the histogram has %u bins", h->n_bins);
  for (int i = 0; i < c->params.bins; i++)
    if (h->counts[i] != expected->counts[i])
      return g_strdup_printf ("bin %d holds %u pixels, but should hold %u", i,
          h->counts[i], expected->counts[i]);
  if (h->threshold_bin != (guint) expected->threshold_bin)
    return g_strdup_printf (
        "T is %u, but should be %d", h->threshold_bin, expected->threshold_bin);
  return NULL;
}

static gchar *
compare_corners (const HarrisResult *actual, const OracleResult *expected)
{
  guint n = MIN (actual->n_corners, (guint) expected->n_corners);

  if (isnan (actual->threshold) != isnan (expected->threshold)
      || (!isnan (actual->threshold)
          && actual->threshold != expected->threshold))
    return g_strdup_printf ("the threshold is %.17g, but should be %.17g",
        actual->threshold, expected->threshold);
  for (guint i = 0; i < n; i++) {
    HarrisCorner a = actual->corners[i];
    OracleCorner e = expected->corners[i];
    float as[] = { a.x, a.y, a.response }, es[] = { e.x, e.y, e.response };

    if (!same_floats (as, es, 3))
      return g_strdup_printf (
          "corner %u is (%.9g, %.9g) %.9g, but should be (%.9g, %.9g) %.9g", i,
          (double) a.x, (double) a.y, (double) a.response, (double) e.x,
          (double) e.y, (double) e.response);
  }
  if (actual->n_corners != (guint) expected->n_corners)
    return g_strdup_printf ("there are %u corners, but should be %d",
        actual->n_corners, expected->n_corners);
  return NULL;
}

static gchar *
compare (const Case *c, const HarrisResult *actual,
    const OracleResult *expected, gboolean planes)
{
  gchar *difference = NULL;

  if (planes)
    difference = compare_responses (c, actual, expected);
  if (planes && !difference)
    difference = compare_histograms (c, actual, expected);
  return difference ? difference : compare_corners (actual, expected);
}

/* The detector's own words for rectangles and mask. */
typedef struct {
  VfRect rects[CASE_MAX_RECTS];
  VfMask *mask;
  VfRegion region;
} CaseRegion;

static VfMask *
mask_new (const Case *c)
{
  VfImage image = { .width = (guint) c->mask_width,
    .height = (guint) c->mask_height,
    .channels = 1,
    .data = { c->mask },
    .stride = { c->mask_width },
    .step = { 1 },
    .depth = 8,
    .word = 1 };

  return c->mask ? vf_mask_new (&image) : NULL;
}

static const VfRegion *
core_region (const Case *c, CaseRegion *r)
{
  r->rects[0] =
      (VfRect){ 0, 0, (guint) c->image.width, (guint) c->image.height };
  r->mask = mask_new (c);
  r->region = (VfRegion){ r->rects, 1, r->mask, c->inverted };
  if (c->has_list)
    r->region.n_rects = (guint) c->n_rects;
  for (int i = 0; i < c->n_rects; i++)
    r->rects[i] = (VfRect){ (guint) c->rects[i].x, (guint) c->rects[i].y,
      (guint) c->rects[i].width, (guint) c->rects[i].height };
  return c->has_list || c->mask ? &r->region : NULL;
}

/* On the GPU there are two ways through: with the planes, and without. */
static gchar *
judge_planes (const Case *c, HarrisDetector *detector,
    const OracleResult *expected, gboolean planes)
{
  HarrisParams params = case_params (c);
  CaseRegion region;
  Guarded memory[3];
  VfImage image = case_image (c, memory);
  GError *error = NULL;
  const HarrisResult *result;
  gchar *difference;

  harris_want_planes (detector, planes);
  result = harris_detect (
      detector, &params, &image, core_region (c, &region), &error);
  if (result) {
    difference = compare (c, result, expected, planes);
  } else {
    difference = g_strdup (error->message);
    g_error_free (error);
  }
  vf_mask_free (region.mask);
  for (int i = 0; i < 3; i++)
    guarded_clear (&memory[i]);
  return difference;
}

gchar *
judge (const Case *c, HarrisDetector *detector, Tally *tally)
{
  OracleRegion region = case_region (c);
  OracleResult expected = oracle_detect (&c->params, &c->image, &region);
  gchar *difference = judge_planes (c, detector, &expected, TRUE);

  if (!difference && harris_backend (detector) == VF_BACKEND_CUDA)
    difference = judge_planes (c, detector, &expected, FALSE);
  if (tally) {
    tally->cases++;
    tally->with_corners += expected.n_corners > 0;
    tally->corners += (guint) expected.n_corners;
  }
  oracle_clear (&expected);
  return difference;
}
