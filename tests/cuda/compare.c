/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "compare.h"

#include "failing.h"

#include <math.h>

/* The first is the backend's own choice. */
static const gchar *const ways[N_WAYS] = { "best", "fused", "stages" };

HarrisDetector *detectors[N_WAYS];

gboolean
compare_open (void)
{
  for (guint i = 0; i < N_WAYS; i++) {
    GError *error = NULL;

    g_setenv ("VF_CUDA_WAY", ways[i], TRUE);
    detectors[i] = harris_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, &error);
    if (!detectors[i]) {
      print_skip (error);
      return FALSE;
    }
  }
  return TRUE;
}

/* What the detector has seen, on request. */
static void
check_planes (const HarrisResult *result, const HarrisWork *expected)
{
  gsize n = (gsize) expected->image.width * expected->image.height;

  g_assert_cmpmem (result->response, n * sizeof (gfloat), expected->response,
      n * sizeof (gfloat));
  g_assert_true (
      (result->histogram.counts != NULL) == (expected->state->cut.scale > 0));
  if (!result->histogram.counts)
    return;
  g_assert_cmpuint (
      result->histogram.threshold_bin, ==, expected->state->cut.bin);
  g_assert_cmpmem (result->histogram.counts,
      result->histogram.n_bins * sizeof (guint32), expected->histogram,
      expected->params.bins * sizeof (guint32));
}

static void
check_way (guint way, const HarrisParams *params, const VfImage *image,
    const VfRegion *region, const HarrisWork *expected)
{
  static guint calls = 0;
  gboolean planes = calls++ / N_WAYS % 2 == 1;
  const HarrisState *state = expected->state;
  const HarrisResult *result;
  GError *error = NULL;

  harris_want_planes (detectors[way], planes);
  result = harris_detect (detectors[way], params, image, region, &error);
  g_assert_no_error (error);
  if (planes)
    check_planes (result, expected);
  else
    g_assert_null (result->response);
  g_assert_cmpuint (result->n_corners, ==, state->n_corners);
  g_assert_cmpmem (result->corners, result->n_corners * sizeof (HarrisCorner),
      expected->corners, state->n_corners * sizeof (HarrisCorner));
  if (isnan (state->threshold))
    g_assert_true (isnan (result->threshold));
  else
    g_assert_cmpmem (&result->threshold, sizeof (gdouble), &state->threshold,
        sizeof (gdouble));
}

guint
compare_detections (
    const HarrisParams *params, const VfImage *image, const VfRegion *region)
{
  HarrisWork *expected =
      work_new (harris_stages_scalar (), params, image, region);
  guint n_corners;

  work_run (expected, 0, HARRIS_N_STAGES - 1);
  for (guint i = 0; i < N_WAYS; i++)
    check_way (i, params, image, region, expected);
  n_corners = expected->state->n_corners;
  work_free (expected);
  return n_corners;
}

void
compare_close (void)
{
  for (guint i = 0; i < N_WAYS; i++)
    harris_free (detectors[i]);
}
