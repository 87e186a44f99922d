/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What other implementations got wrong: edges, flat pictures, plateaus, lists
 * that are cut or in no order.
 */
#include "testing.h"

#include <math.h>
#include <string.h>

static guint margin;

static Place
inside_margin (const VfImage *source, guint x, guint y)
{
  guint right = source->width - 1, below = source->height - 1;

  return (Place){ MIN (x - MIN (x, margin), right),
    MIN (y - MIN (y, margin), below) };
}

/* A picture and the same with its edge pixels repeated around it are, without
 * end, one picture: the responses agree wherever both have one. */
static void
check_edge (const HarrisParams *params, const VfImage *image)
{
  guint width = image->width + 2 * margin;
  Picture *larger =
      picture_moved (image, width, image->height + 2 * margin, inside_margin);
  HarrisDetector *a = detector_new (), *b = detector_new ();
  const gfloat *small = harris_detect (a, params, image, NULL, NULL)->response;
  const gfloat *large =
      harris_detect (b, params, &larger->image, NULL, NULL)->response;

  for (guint y = 0; y < image->height; y++)
    for (guint x = 0; x < image->width; x++)
      g_assert_cmpfloat (small[y * image->width + x], ==,
          large[(y + margin) * width + x + margin]);
  harris_free (a);
  harris_free (b);
  picture_free (larger);
}

static void
edge_repeats (void)
{
  static const guint sizes[][2] = { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 2, 2 },
    { 3, 7 }, { 40, 5 } };
  static const guint lengths[] = { 1, 3, 5, 31 };
  HarrisParams params = params_all ();
  GRand *rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (lengths); j++)
      for (margin = 1; margin < 20; margin += 9) {
        Picture *picture =
            picture_new (sizes[i][0], sizes[i][1], 1 + i % 2 * 2);

        picture_fill (picture, FILL_RANDOM, rand);
        params.filter_length = lengths[j];
        params.sigma = 0.5 + lengths[j] / 4.0;
        check_edge (&params, &picture->image);
        picture_free (picture);
      }
  g_rand_free (rand);
}

/* No corner in a picture of one value, whatever the rest. The response is 0
 * everywhere: there is no histogram, and no share of a largest response. */
static void
constant (void)
{
  for (guint mode = 0; mode < HARRIS_N_THRESHOLD_MODES; mode++)
    for (guint value = 0; value <= 255; value += 51) {
      HarrisParams params = params_all ();
      HarrisDetector *detector = detector_new ();
      Picture *picture = picture_new (33, 22, 1);
      const HarrisResult *result;

      memset (picture->samples, (gint) value, 33 * 22);
      params.threshold_mode = mode;
      params.measure = value % 2;
      result = harris_detect (detector, &params, &picture->image, NULL, NULL);
      g_assert_cmpuint (result->n_corners, ==, 0);
      if (mode == HARRIS_THRESHOLD_ABSOLUTE)
        g_assert_cmpfloat (result->threshold, ==, 0);
      else
        g_assert_true (isnan (result->threshold));
      picture_free (picture);
      harris_free (detector);
    }
}

/* One bright pixel is the one corner, at its own place. With the taps 1/4 1/2
 * 1/4, k = 1/16 and v v = 256: A = B = 2 (1/4) (1/2) 256 = 64, C = 0, R = 64
 * 64 - (1/16) 128 128 = 3072. */
static void
one_bright_pixel (void)
{
  static const guint places[][2] = { { 10, 10 }, { 3, 12 }, { 20, 4 } };

  for (guint mode = 0; mode < HARRIS_N_THRESHOLD_MODES; mode++)
    for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
      HarrisParams params = params_all ();
      Picture *picture = picture_new (25, 17, 1);
      const HarrisCorner expected = { (gfloat) places[i][0],
        (gfloat) places[i][1], 3072 };
      GArray *corners;

      params.filter_length = 3;
      params.sigma = SIGMA_BINARY;
      params.k = 0.0625;
      params.threshold_mode = mode;
      params.threshold = 0.5;
      *picture_at (picture, 0, places[i][0], places[i][1]) = 16;
      corners = corners_of (&params, &picture->image, NULL);
      g_assert_cmpmem (corners->data, corners->len * sizeof expected, &expected,
          sizeof expected);
      g_array_unref (corners);
      picture_free (picture);
    }
}

/* A dot of 2 x 2 pixels has its largest response more than once: the first of
 * them is the corner. */
static void
plateau (void)
{
  HarrisParams params = params_all ();
  HarrisDetector *detector = detector_new ();
  Picture *picture = picture_new (24, 18, 1);
  const HarrisResult *result;
  guint first = 0, equal = 0;

  for (guint i = 0; i < 4; i++)
    *picture_at (picture, 0, 10 + i % 2, 8 + i / 2) = 200;
  result = harris_detect (detector, &params, &picture->image, NULL, NULL);
  for (guint i = 1; i < 24 * 18; i++)
    if (result->response[i] > result->response[first])
      first = i;
  for (guint i = 0; i < 24 * 18; i++)
    equal += result->response[i] == result->response[first];
  g_assert_cmpuint (equal, >=, 2);
  g_assert_cmpuint (result->n_corners, ==, 1);
  g_assert_cmpfloat (result->corners[0].x, ==, first % 24);
  g_assert_cmpfloat (result->corners[0].y, ==, first / 24);
  g_assert_cmpfloat (result->corners[0].response, ==, result->response[first]);
  picture_free (picture);
  harris_free (detector);
}

/* Each corner before the next: larger R, smaller y, smaller x; none twice.
 * And R is the one of its pixel. */
static void
assert_order (const HarrisResult *result, guint width)
{
  for (guint i = 0; i < result->n_corners; i++) {
    const HarrisCorner *c = &result->corners[i], *before = c - 1;

    g_assert_cmpfloat (
        c->response, ==, result->response[(guint) c->y * width + (guint) c->x]);
    if (i == 0 || before->response > c->response)
      continue;
    g_assert_cmpfloat (before->response, ==, c->response);
    g_assert_true (before->y < c->y || (before->y == c->y && before->x < c->x));
  }
}

/* Squares side by side: the same few responses hundreds of times. */
static void
order_of_equals (void)
{
  HarrisParams params = params_all ();
  Picture *picture = picture_new (320, 200, 1);
  HarrisDetector *detector = detector_new ();

  for (guint y = 0; y < 200; y++)
    for (guint x = 0; x < 320; x++)
      *picture_at (picture, 0, x, y) = (x / 10 + y / 10) % 2 * 200;
  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++) {
    const HarrisResult *result;

    params.suppression = i;
    result = harris_detect (detector, &params, &picture->image, NULL, NULL);
    g_assert_cmpuint (result->n_corners, >=, 31 * 19);
    assert_order (result, 320);
  }
  picture_free (picture);
  harris_free (detector);
}

/* max-corners = N gives the first N of all. */
static void
check_limit (const HarrisParams *all_params, const VfImage *image,
    const GArray *all, guint limit)
{
  HarrisParams params = *all_params;
  GArray *first;

  params.max_corners = limit;
  first = corners_of (&params, image, NULL);
  g_assert_cmpmem (first->data, first->len * sizeof (HarrisCorner), all->data,
      MIN (limit, all->len) * sizeof (HarrisCorner));
  g_array_unref (first);
}

/* Noise in which nearly each pixel is a corner: all of them come, more than
 * 8192, more than a fifth of the pixels. */
static void
no_silent_cut (void)
{
  static const guint limits[] = { 1, 200, 8191, 8192, 8193, 12000 };
  HarrisParams params = params_all ();
  Picture *picture = picture_new (300, 200, 1);
  GRand *rand = g_rand_new_with_seed (2);
  HarrisDetector *detector = detector_new ();
  const HarrisResult *result;
  GArray *all;
  guint positive = 0;

  picture_fill (picture, FILL_RANDOM, rand);
  params.measure = HARRIS_MEASURE_MIN_EIGEN;
  params.threshold_mode = HARRIS_THRESHOLD_ABSOLUTE;
  params.suppression = HARRIS_SUPPRESSION_NONE;
  params.suppression_radius = 1;
  result = harris_detect (detector, &params, &picture->image, NULL, NULL);
  for (guint i = 0; i < 300 * 200; i++)
    positive += result->response[i] > 0;
  g_assert_cmpuint (positive, >, 300 * 200 / 2);
  g_assert_cmpuint (result->n_corners, ==, positive);
  assert_order (result, 300);
  all = corners_copy (result);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    check_limit (&params, &picture->image, all, limits[i]);
  check_limit (&params, &picture->image, all, positive);
  check_limit (&params, &picture->image, all, positive + 1);
  g_array_unref (all);
  harris_free (detector);
  g_rand_free (rand);
  picture_free (picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edge-repeats", edge_repeats);
  g_test_add_func ("/constant", constant);
  g_test_add_func ("/one-bright-pixel", one_bright_pixel);
  g_test_add_func ("/plateau", plateau);
  g_test_add_func ("/order-of-equals", order_of_equals);
  g_test_add_func ("/no-silent-cut", no_silent_cut);
  return g_test_run ();
}
