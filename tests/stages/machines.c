/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The same bits on every machine: checksums of the response, the threshold and
 * the corners of pictures that are the same everywhere. Only another definition
 * in docs/ALGORITHM.md may change them.
 */
#include "testing.h"

#include <string.h>

static const struct {
  const gchar *name, *checksum;
  guint channels, filter_length;
  gdouble sigma, k;
  guint measure, threshold_mode;
  gdouble threshold;
  guint suppression;
} cases[] = {
  { "gray", "2040e55c23d74052ba4a101f5b508d6b", 1, 5, 1.5, 0.04,
      HARRIS_MEASURE_HARRIS, HARRIS_THRESHOLD_ROSIN, 0,
      HARRIS_SUPPRESSION_WINDOW },
  { "color", "7d54735a32b51c90c250f075a2b1383d", 3, 5, 1.5, 0.04,
      HARRIS_MEASURE_HARRIS, HARRIS_THRESHOLD_ROSIN, 0,
      HARRIS_SUPPRESSION_MAXIMA },
  { "long", "f67710b8cfea638ef444550ea479c738", 1, 31, 6.7, 0.06,
      HARRIS_MEASURE_HARRIS, HARRIS_THRESHOLD_RELATIVE, 0.0013,
      HARRIS_SUPPRESSION_BLOCK },
  { "short", "8f7c5a227f26e853d2eb5e07b8c4a5a9", 3, 1, 0.1, 0.023,
      HARRIS_MEASURE_HARRIS, HARRIS_THRESHOLD_ABSOLUTE, 11e3,
      HARRIS_SUPPRESSION_NONE },
  { "eigen-gray", "21ff7c1c474c7d681d6415ac0b185f82", 1, 7, 1.1, 0.04,
      HARRIS_MEASURE_MIN_EIGEN, HARRIS_THRESHOLD_RELATIVE, 0.07,
      HARRIS_SUPPRESSION_WINDOW },
  { "eigen-color", "f38fc30888e4831d7bb2c0812b0a203f", 3, 9, 2.3, 0.04,
      HARRIS_MEASURE_MIN_EIGEN, HARRIS_THRESHOLD_ROSIN, 0,
      HARRIS_SUPPRESSION_BLOCK },
};

/* Numbers of `size` bytes each, the lowest byte first. */
static void
add (GChecksum *checksum, gconstpointer numbers, gsize n, gsize size)
{
  const guint8 *bytes = numbers;

  for (gsize i = 0; i < n * size; i++)
    g_checksum_update (checksum,
        &bytes[G_BYTE_ORDER == G_LITTLE_ENDIAN ? i : i ^ (size - 1)], 1);
}

static void
same (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  Picture *picture = picture_photo (211, 157, cases[i].channels, i);
  GChecksum *checksum = g_checksum_new (G_CHECKSUM_MD5);
  HarrisDetector *detector = detector_new ();
  HarrisParams params = params_all ();
  const HarrisResult *result;

  params.filter_length = cases[i].filter_length;
  params.sigma = cases[i].sigma;
  params.k = cases[i].k;
  params.measure = cases[i].measure;
  params.threshold_mode = cases[i].threshold_mode;
  params.threshold = cases[i].threshold;
  params.suppression = cases[i].suppression;
  result = harris_detect (detector, &params, &picture->image, NULL, NULL);
  g_assert_nonnull (result);
  g_assert_cmpuint (result->n_corners, >, 10);
  add (checksum, result->response, 211 * 157, sizeof (gfloat));
  add (checksum, &result->threshold, 1, sizeof (gdouble));
  add (checksum, result->corners, result->n_corners * 3, sizeof (gfloat));
  g_assert_cmpstr (g_checksum_get_string (checksum), ==, cases[i].checksum);
  g_checksum_free (checksum);
  harris_free (detector);
  picture_free (picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gchar *path = g_strconcat ("/same/", cases[i].name, NULL);

    g_test_add_data_func (path, GUINT_TO_POINTER (i), same);
    g_free (path);
  }
  return g_test_run ();
}
