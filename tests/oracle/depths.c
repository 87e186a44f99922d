/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A picture whose samples are shifted to the left has the same corners, and
 * their responses are multiplied by a power of two: integers are summed
 * exactly, and floats round alike whatever their exponent. It holds where the
 * threshold follows the responses, and for luma that a picture brings along.
 */
#include "depths.h"

#include "case.h"

#include <math.h>

#define WIDTH  150
#define HEIGHT 100

static Case *
photo_new (int channels)
{
  Case *c = g_new0 (Case, 1);
  Picture *picture = picture_photo (WIDTH, HEIGHT, (guint) channels, 7);

  c->image = (OracleImage){ WIDTH, HEIGHT, channels, 8, NULL };
  c->storage = storage_simple (8);
  c->image.samples = g_new (guint16, case_n_samples (c));
  for (gsize i = 0; i < case_n_samples (c); i++)
    case_samples (c)[i] = picture->samples[i];
  picture_free (picture);
  return c;
}

/* In the upper bits of the words, or in the lower ones. */
static Case *
deeper (const Case *source, int depth, gboolean upper)
{
  Case *c = case_copy (source);

  c->image.depth = depth;
  c->storage = storage_simple (depth);
  for (int i = 0; i < 3; i++)
    c->storage.shift[i] = upper ? 16 - depth : 0;
  for (gsize i = 0; i < case_n_samples (c); i++)
    case_samples (c)[i] <<= depth - 8;
  return c;
}

/* A list of HarrisCorner. */
static GArray *
find (HarrisDetector *detector, const HarrisParams *params, const Case *c)
{
  Guarded memory[3];
  VfImage image = case_image (c, memory);
  GError *error = NULL;
  const HarrisResult *result =
      harris_detect (detector, params, &image, NULL, &error);
  GArray *corners;

  g_assert_no_error (error);
  corners = corners_copy (result);
  for (guint i = 0; i < 3; i++)
    guarded_clear (&memory[i]);
  return corners;
}

/* R has the unit of gradients to the 4th, or squared. */
static void
check_deeper (HarrisDetector *detector, const HarrisParams *params,
    const Case *source, int depth, gboolean upper)
{
  int power = params->measure == HARRIS_MEASURE_HARRIS ? 4 : 2;
  Case *c = deeper (source, depth, upper);
  GArray *expected = find (detector, params, source);
  GArray *actual = find (detector, params, c);

  g_assert_cmpuint (expected->len, >, 20);
  for (guint i = 0; i < expected->len; i++) {
    HarrisCorner *corner = &g_array_index (expected, HarrisCorner, i);

    corner->response = ldexpf (corner->response, power * (depth - 8));
  }
  assert_same_corners (actual, expected);
  g_array_unref (expected);
  g_array_unref (actual);
  case_free (c);
}

static void
check_params (
    HarrisDetector *detector, const HarrisParams *params, const Case *source)
{
  static const int depths[] = { 9, 10, 12, 14, 16 };

  for (guint i = 0; i < G_N_ELEMENTS (depths); i++) {
    check_deeper (detector, params, source, depths[i], FALSE);
    check_deeper (detector, params, source, depths[i], TRUE);
  }
}

static void
check_detector (HarrisDetector *detector)
{
  HarrisParams params = params_all ();

  for (int channels = 1; channels <= 3; channels += 2) {
    Case *source = photo_new (channels);

    for (params.gradient = 0; params.gradient < HARRIS_N_GRADIENTS;
         params.gradient++)
      for (params.measure = 0; params.measure < HARRIS_N_MEASURES;
           params.measure++) {
        params.window_type =
            params.measure % 2 ? HARRIS_WINDOW_BOX : HARRIS_WINDOW_GAUSSIAN;
        params.threshold_mode = HARRIS_THRESHOLD_ROSIN;
        check_params (detector, &params, source);
        params.threshold_mode = HARRIS_THRESHOLD_RELATIVE;
        params.threshold = 0.01;
        check_params (detector, &params, source);
      }
    case_free (source);
  }
}

void
depths_cpu (void)
{
  HarrisDetector *detector = detector_new ();

  check_detector (detector);
  harris_free (detector);
}

void
depths_cuda (void)
{
  GError *error = NULL;
  HarrisDetector *detector =
      harris_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, &error);

  if (!detector) {
    g_test_skip (error->message);
    g_error_free (error);
    return;
  }
  check_detector (detector);
  harris_free (detector);
}
