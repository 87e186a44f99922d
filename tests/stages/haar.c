/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What haar_detect() promises of its results, with cascades that nobody has
 * trained.
 */
#include "error.h"
#include "haar-fixture.h"

#include <string.h>

static void
order (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);

  for (f.params.min_neighbors = 0; f.params.min_neighbors < 3;
       f.params.min_neighbors++) {
    GArray *objects = haar_fixture_find (&f, &f.picture->image, NULL);

    g_assert_cmpuint (objects->len, >, 0);
    for (guint i = 1; i < objects->len; i++)
      g_assert_true (
          haar_object_comes_before (&g_array_index (objects, HaarObject, i - 1),
              &g_array_index (objects, HaarObject, i)));
    g_array_unref (objects);
  }
  haar_fixture_clear (&f);
}

static void
cut (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);
  GArray *all = haar_fixture_find (&f, &f.picture->image, NULL);

  for (guint n = 1; n < 12; n += 5) {
    GArray *some;

    f.params.max_objects = n;
    some = haar_fixture_find (&f, &f.picture->image, NULL);
    g_assert_cmpuint (some->len, ==, MIN (n, all->len));
    for (guint i = 0; i < some->len; i++)
      g_assert_true (haar_object_is_same (&g_array_index (some, HaarObject, i),
          &g_array_index (all, HaarObject, i)));
    g_array_unref (some);
  }
  g_array_unref (all);
  haar_fixture_clear (&f);
}

/* One tree, one leaf that passes: the score is known. */
static void
confidence (void)
{
  static const gchar format[] =
      "<opencv_storage><c><stageType>BOOST</stageType>"
      "<featureType>HAAR</featureType><height>8</height><width>8</width>"
      "<stages><_><stageThreshold>%s</stageThreshold><weakClassifiers><_>"
      "<internalNodes>0 -1 0 0</internalNodes><leafValues>%s %s</leafValues>"
      "</_></weakClassifiers></_></stages><features><_><rects>"
      "<_>0 0 8 8 -1</_><_>0 0 4 8 2</_></rects></_></features>"
      "</c></opencv_storage>";
  static const struct {
    const gchar *threshold, *score;
    gdouble confidence;
  } rows[] = { { "1", "1", 0 }, { "1", "2", 0.5 }, { "-1", "2", 0.75 },
    { "0.5", "0.75", 0.2 }, { "1", "0.99999499320983887", 0 } };
  HaarFixture f = haar_fixture_new (60, 50, 1);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    gchar *text = g_strdup_printf (
        format, rows[i].threshold, rows[i].score, rows[i].score);
    Cascade *cascade = cascade_parse (text, strlen (text), "one", NULL);
    const HaarResult *result = haar_detect (
        f.detector, cascade, &f.params, &f.picture->image, NULL, NULL);

    g_assert_cmpuint (result->n_objects, >, 0);
    g_assert_cmpuint (result->n_windows, ==, result->n_objects);
    for (guint j = 0; j < result->n_objects; j++) {
      g_assert_cmpfloat (
          result->objects[j].score, ==, g_ascii_strtod (rows[i].score, NULL));
      g_assert_cmpfloat (result->objects[j].confidence, ==, rows[i].confidence);
      g_assert_cmpuint (result->objects[j].neighbors, ==, 1);
    }
    cascade_unref (cascade);
    g_free (text);
  }
  haar_fixture_clear (&f);
}

/* A picture of one window passes where its deviation is above 10. At just 10 it
 * depends on the rounding of the quotient, and on none of the product. */
static void
flat (void)
{
  static const gchar format[] =
      "<opencv_storage><c><stageType>BOOST</stageType>"
      "<featureType>HAAR</featureType><height>%u</height><width>%u</width>"
      "<stages><_><stageThreshold>0</stageThreshold><weakClassifiers><_>"
      "<internalNodes>0 -1 0 0</internalNodes><leafValues>1 1</leafValues>"
      "</_></weakClassifiers></_></stages><features><_><rects>"
      "<_>0 0 2 2 1</_></rects></_></features></c></opencv_storage>";
  static const struct {
    guint width, height, n; /* the first n columns within the edge */
    guint8 value;           /* are not 0, but this */
    guint n_windows;
  } rows[] = { { 7, 9, 1, 25, 1 }, { 7, 9, 1, 24, 0 }, { 7, 9, 4, 25, 1 },
    { 8, 11, 3, 20, 1 }, { 8, 11, 3, 19, 0 }, { 4, 3, 1, 20, 0 },
    { 4, 3, 1, 21, 1 }, { 4, 3, 2, 255, 0 } };
  HaarDetector *detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  HaarParams params;

  haar_params_init (&params);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    gchar *text = g_strdup_printf (format, rows[i].height, rows[i].width);
    Cascade *cascade = cascade_parse (text, strlen (text), "flat", NULL);
    Picture *picture = picture_new (rows[i].width, rows[i].height, 1);

    for (guint y = 1; y + 1 < rows[i].height; y++)
      memset (picture_at (picture, 0, 1, y), rows[i].value, rows[i].n);
    g_assert_cmpuint (
        haar_detect (detector, cascade, &params, &picture->image, NULL, NULL)
            ->n_windows,
        ==, rows[i].n_windows);
    picture_free (picture);
    cascade_unref (cascade);
    g_free (text);
  }
  haar_free (detector);
}

static void
min_confidence (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);
  GArray *all = haar_fixture_find (&f, &f.picture->image, NULL), *some;
  guint n = 0;

  f.params.min_confidence =
      g_array_index (all, HaarObject, all->len / 2).confidence;
  some = haar_fixture_find (&f, &f.picture->image, NULL);
  while (n < all->len
         && g_array_index (all, HaarObject, n).confidence
                >= f.params.min_confidence)
    n++;
  g_assert_cmpuint (some->len, ==, n);
  g_array_set_size (all, n);
  haar_assert_same (some, all);
  g_array_unref (some);
  g_array_unref (all);
  haar_fixture_clear (&f);
}

/* Without it no window is left out. */
static void
opencv_skip (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);
  GArray *few = haar_fixture_find (&f, &f.picture->image, NULL), *all;

  f.params.opencv_skip = FALSE;
  all = haar_fixture_find (&f, &f.picture->image, NULL);
  for (guint i = 0; i < few->len; i++) {
    guint j = 0;

    while (j < all->len
           && !haar_object_is_same (&g_array_index (few, HaarObject, i),
               &g_array_index (all, HaarObject, j)))
      j++;
    g_assert_cmpuint (j, <, all->len);
  }
  g_array_unref (few);
  g_array_unref (all);
  haar_fixture_clear (&f);
}

/* -- Errors and backends -- */

static void
errors (void)
{
  HaarFixture f = haar_fixture_new (60, 50, 1);
  VfImage image = f.picture->image;
  GError *error = NULL;

  image.width = 0;
  g_assert_null (
      haar_detect (f.detector, f.cascade, &f.params, &image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_SIZE);
  g_clear_error (&error);
  image.width = VF_IMAGE_MAX_SIDE + 1;
  g_assert_null (
      haar_detect (f.detector, f.cascade, &f.params, &image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_SIZE);
  g_clear_error (&error);
  image = f.picture->image;
  image.memory = VF_MEMORY_DEVICE;
  g_assert_null (
      haar_detect (f.detector, f.cascade, &f.params, &image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_PLACE);
  g_clear_error (&error);
  f.params.scale_factor = 1;
  g_assert_null (haar_detect (
      f.detector, f.cascade, &f.params, &f.picture->image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_PARAMETER);
  g_clear_error (&error);
  haar_fixture_clear (&f);
}

/* There is none on the GPU: that is an error only where one is asked for. */
static void
backends (void)
{
  GError *error = NULL;
  HaarDetector *detector;

  g_assert_null (haar_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_NO_DEVICE);
  g_clear_error (&error);
  detector = haar_new (VF_BACKEND_AUTO, VF_DEVICE_ANY, &error);
  g_assert_no_error (error);
  g_assert_cmpint (haar_backend (detector), ==, VF_BACKEND_CPU);
  g_assert_null (haar_context (detector));
  g_assert_error (haar_fallback (detector), VF_ERROR, VF_ERROR_NO_DEVICE);
  g_assert_true (vf_detector_move (haar_base (detector), NULL, NULL));
  haar_free (detector);
  haar_free (NULL);
}

static void
names (void)
{
  static const gchar *const all[] = { "grey", "pyramid", "integral", "cascade",
    "groups" };

  g_assert_cmpuint (G_N_ELEMENTS (all), ==, HAAR_N_STAGES);
  for (guint i = 0; i < HAAR_N_STAGES; i++)
    g_assert_cmpstr (haar_stage_name (i), ==, all[i]);
}

/* On the CPU what is for study on a GPU changes nothing. */
static void
kernel (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);
  GArray *usual = haar_fixture_find (&f, &f.picture->image, NULL), *same;

  f.params.kernel = HAAR_KERNEL_THESIS;
  f.params.thesis.pyramid = HAAR_PYRAMID_INTEGRAL;
  same = haar_fixture_find (&f, &f.picture->image, NULL);
  haar_assert_same (usual, same);
  g_array_unref (usual);
  g_array_unref (same);
  haar_fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/order", order);
  g_test_add_func ("/cut", cut);
  g_test_add_func ("/confidence", confidence);
  g_test_add_func ("/confidence/min", min_confidence);
  g_test_add_func ("/flat", flat);
  g_test_add_func ("/opencv-skip", opencv_skip);
  g_test_add_func ("/kernel", kernel);
  g_test_add_func ("/errors", errors);
  g_test_add_func ("/backends", backends);
  g_test_add_func ("/names", names);
  return g_test_run ();
}
