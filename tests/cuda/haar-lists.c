/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The GPU's windows and objects are the CPU's. VF_TEST_CASCADES names a folder
 * of cascades (else Debian's), VF_TEST_PICTURES one of PGM and PPM files.
 */
#include "haar-compare.h"
#include "haar-study.h"

#include "error.h"
#include "pnm.h"

#include <stdlib.h>
#include <string.h>

static guint
up_to (GRand *rand, guint most)
{
  return (guint) g_rand_int_range (rand, 0, (gint) most + 1);
}

/* How often random tests are repeated: VF_TEST_ROUNDS times what is usual. */
static guint
rounds (guint usual)
{
  const gchar *times = g_getenv ("VF_TEST_ROUNDS");

  return times ? usual * (guint) atoi (times) : usual;
}

/* -- Random frames -- */

static Picture *
random_picture (GRand *rand, guint most)
{
  guint width = 1 + up_to (rand, most), height = 1 + up_to (rand, most);
  guint channels = up_to (rand, 2) ? 1 : 3, fill = up_to (rand, N_FILLS + 3);
  Picture *picture;

  if (fill >= N_FILLS)
    return picture_photo (width, height, channels, g_rand_int (rand));
  picture = picture_new (width, height, channels);
  picture_fill (picture, fill, rand);
  return picture;
}

/* One of the ways of the thesis, or what is made for use. */
static void
random_thesis (GRand *rand, HaarParams *params)
{
  static const gchar *const texts[] = { "*:sequential", "*:hybrid",
    "*:parallel", "2:sequential,6:sequential,*:hybrid",
    "1:sequential,1:hybrid,2:parallel,*:hybrid", "1:parallel,*:parallel" };
  guint i = up_to (rand, 2 * G_N_ELEMENTS (texts) - 1);
  GError *error = NULL;

  if (i >= G_N_ELEMENTS (texts))
    return;
  params->kernel = HAAR_KERNEL_THESIS;
  haar_stage_groups_parse (texts[i], &params->thesis, &error);
  g_assert_no_error (error);
  params->thesis.compaction = up_to (rand, 1);
}

static HaarParams
random_params (GRand *rand)
{
  HaarParams params;

  haar_params_init (&params);
  params.scale_factor = g_rand_double_range (rand, 1.05, 2.2);
  params.min_neighbors = up_to (rand, 3) ? 0 : up_to (rand, 3);
  params.opencv_skip = up_to (rand, 3) > 0;
  params.flip = up_to (rand, 3) == 0;
  if (up_to (rand, 3) == 0) {
    params.min_size_width = up_to (rand, 60);
    params.min_size_height = up_to (rand, 60);
  }
  if (up_to (rand, 3) == 0) {
    params.max_size_width = params.min_size_width + up_to (rand, 90);
    params.max_size_height = params.min_size_height + up_to (rand, 90);
  }
  random_thesis (rand, &params);
  if (up_to (rand, 7) == 0)
    params.max_objects = 1 + up_to (rand, 20);
  return params;
}

/* Windows of usual sizes, and now and then of others. */
static CascadeShape
random_window (GRand *rand)
{
  CascadeShape shape = random_shape (rand);

  if (up_to (rand, 3) == 0) {
    shape.width = 3 + up_to (rand, 61);
    shape.height = 3 + up_to (rand, 40);
  }
  if (up_to (rand, 3) == 0)
    shape.n_stages = 1 + up_to (rand, 9);
  if (up_to (rand, 3) == 0)
    shape.max_trees = 80;
  if (up_to (rand, 1))
    shape.max_nodes = 1;
  return shape;
}

static void
random_frames (void)
{
  GRand *rand = test_rand_new ();
  guint64 n_windows = 0;

  for (guint i = 0; i < rounds (20); i++) {
    CascadeShape shape = random_window (rand);
    Cascade *cascade = haar_random_cascade (rand, &shape);

    /* The same cascade, and every second time the same size, once more. */
    for (guint j = 0; j < 3; j++) {
      Picture *picture = random_picture (rand, 200);
      HaarParams params = random_params (rand);
      RandomRegion region;

      n_windows += haar_compare (cascade, &params, &picture->image, NULL);
      random_region (rand, &picture->image, &region);
      n_windows +=
          haar_compare (cascade, &params, &picture->image, &region.region);
      picture_fill (picture, FILL_RANDOM, rand);
      n_windows +=
          haar_compare (cascade, &params, &picture->image, &region.region);
      picture_free (picture);
    }
    cascade_unref (cascade);
  }
  g_assert_cmpuint (n_windows, >, 0);
  g_test_message ("%" G_GUINT64_FORMAT " windows", n_windows);
  g_rand_free (rand);
}

/* Also pictures that lie in the GPU's memory already. */
static void
formats (void)
{
  GRand *rand = test_rand_new ();
  CascadeShape shape = { 20, 20, 3, 4, 1, FALSE, FALSE };
  Cascade *cascade = haar_random_cascade (rand, &shape);

  for (guint i = 0; i < rounds (20); i++) {
    guint channels = i % 2 ? 3 : 1;
    Picture *picture = picture_photo (
        20 + up_to (rand, 90), 20 + up_to (rand, 90), channels, i);
    HaarParams params = random_params (rand);
    WordLayout layout = { .depth = 8, .word = 1, .step = 1 };
    Guarded memory[3];
    VfImage image;

    if (i > 3)
      random_words (rand, channels, &layout);
    if (i % 4 < 2)
      layout.upside_down = layout.backwards = FALSE;
    image = words_image (&picture->image, &layout, i / 2 % 2, rand, memory);
    haar_compare (cascade, &params, &image, NULL);
    if (i % 4 < 2)
      haar_compare_there (cascade, &params, &image);
    for (guint c = 0; c < 3; c++)
      guarded_clear (&memory[c]);
    picture_free (picture);
  }
  cascade_unref (cascade);
  g_rand_free (rand);
}

/* -- Many windows -- */

/* Nothing is rejected but what is flat. */
static const gchar anything[] =
    "<opencv_storage><cascade type_id=\"opencv-cascade-classifier\">"
    "<stageType>BOOST</stageType><featureType>HAAR</featureType>"
    "<height>%u</height><width>%u</width>"
    "<stageParams><maxWeakCount>1</maxWeakCount></stageParams>"
    "<featureParams><maxCatCount>0</maxCatCount></featureParams>"
    "<stageNum>2</stageNum><stages>"
    "<_><weakClassifiers><_><internalNodes>0 -1 0 0.</internalNodes>"
    "<leafValues>-1. 1.</leafValues></_></weakClassifiers>"
    "<stageThreshold>-2.</stageThreshold></_>"
    "<_><weakClassifiers><_><internalNodes>0 -1 0 0.01</internalNodes>"
    "<leafValues>-1. 2.</leafValues></_></weakClassifiers>"
    "<stageThreshold>-2.</stageThreshold></_>"
    "</stages><features><_><rects><_>0 0 10 8 -1.</_><_>5 0 5 8 2.</_>"
    "</rects><tilted>0</tilted></_></features></cascade></opencv_storage>";

static Cascade *
anything_new (guint width, guint height)
{
  gchar *text = g_strdup_printf (anything, height, width);
  Cascade *cascade = cascade_parse (text, strlen (text), "anything", NULL);

  g_assert_nonnull (cascade);
  g_free (text);
  return cascade;
}

/* There is room for few at first. */
static void
many_windows (void)
{
  Cascade *cascade = anything_new (10, 8);
  Picture *large = picture_photo (640, 480, 1, 1);
  Picture *small = picture_photo (64, 48, 1, 2);
  HaarParams params;

  haar_params_init (&params);
  params.min_neighbors = 0;
  for (guint i = 0; i < 2; i++) {
    g_assert_cmpuint (
        haar_compare (cascade, &params, &small->image, NULL), >, 0);
    g_assert_cmpuint (
        haar_compare (cascade, &params, &large->image, NULL), >, 100000);
    params.opencv_skip = FALSE;
  }
  picture_free (large);
  picture_free (small);
  cascade_unref (cascade);
}

/* -- Windows that are just flat -- */

/* The deviation is 10: whether such a window is flat depends on a rounding. */
static void
deviation_of_ten (void)
{
  guint n_windows = 0, n = 0;
  HaarParams params;

  haar_params_init (&params);
  params.min_neighbors = 0;
  for (guint width = 10; width < 42; width += 2)
    for (guint height = 8; height < 30; height++) {
      Cascade *cascade = anything_new (width, height);
      Picture *picture = picture_new (width, height, 1);

      for (guint y = 1; y + 1 < height; y++)
        memset (picture_at (picture, 0, 1, y), 20, (width - 2) / 2);
      n_windows += haar_compare (cascade, &params, &picture->image, NULL);
      n++;
      picture_free (picture);
      cascade_unref (cascade);
    }
  g_assert_cmpuint (n_windows, >, 0);
  g_assert_cmpuint (n_windows, <, n);
}

/* -- Windows that do not fit -- */

/* The GPU says so, and does the next cascade; AUTO goes on with the CPU. */
static void
large_windows (void)
{
  Cascade *cascade = anything_new (250, 250), *usual = anything_new (20, 20);
  Picture *picture = picture_photo (300, 280, 1, 1);
  HaarDetector *cuda = haar_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, NULL);
  HaarDetector *any = haar_new (VF_BACKEND_AUTO, VF_DEVICE_ANY, NULL);
  GError *error = NULL;
  HaarParams params;

  haar_params_init (&params);
  g_assert_null (
      haar_detect (cuda, cascade, &params, &picture->image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_DEVICE);
  g_assert_nonnull (
      haar_detect (cuda, usual, &params, &picture->image, NULL, NULL));
  g_assert_nonnull (
      haar_detect (any, cascade, &params, &picture->image, NULL, NULL));
  g_assert_cmpint (haar_backend (any), ==, VF_BACKEND_CPU);
  g_clear_error (&error);
  haar_free (cuda);
  haar_free (any);
  picture_free (picture);
  cascade_unref (cascade);
  cascade_unref (usual);
}

/* -- Cascades that somebody has trained -- */

typedef void (*EachCascade) (const gchar *name, Cascade *cascade);

static void
for_each_cascade (EachCascade call)
{
  const gchar *folder = g_getenv ("VF_TEST_CASCADES"), *name;
  GDir *dir;

  if (!folder)
    folder = "/usr/share/opencv4/haarcascades";
  dir = g_dir_open (folder, 0, NULL);
  if (!dir) {
    g_test_skip ("no cascades");
    return;
  }
  while ((name = g_dir_read_name (dir))) {
    gchar *path = g_build_filename (folder, name, NULL);
    GError *error = NULL;
    Cascade *cascade =
        g_str_has_suffix (name, ".xml") ? cascade_load (path, &error) : NULL;

    g_assert_no_error (error);
    if (cascade)
      call (name, cascade);
    cascade_unref (cascade);
    g_free (path);
  }
  g_dir_close (dir);
}

static void
compare_ways (Cascade *cascade, const VfImage *image, guint *n_windows)
{
  static const gdouble factors[] = { 1.1, 1.2, 1.5 };
  HaarParams params;

  haar_params_init (&params);
  for (guint i = 0; i < G_N_ELEMENTS (factors); i++) {
    params.scale_factor = factors[i];
    for (guint skip = 0; skip < 2; skip++) {
      params.opencv_skip = (gboolean) skip;
      params.min_neighbors = 0;
      *n_windows += haar_compare (cascade, &params, image, NULL);
      params.min_neighbors = 3;
      haar_compare (cascade, &params, image, NULL);
    }
  }
}

static void
known_cascade (const gchar *name, Cascade *cascade)
{
  Picture *photo = picture_photo (320, 240, 1, 7);
  Picture *noise = picture_new (131, 97, 3);
  GRand *rand = test_rand_new ();
  guint n_windows = 0;

  compare_ways (cascade, &photo->image, &n_windows);
  for (Fill fill = 0; fill < N_FILLS; fill++) {
    picture_fill (noise, fill, rand);
    compare_ways (cascade, &noise->image, &n_windows);
  }
  g_test_message ("%s: %u windows", name, n_windows);
  g_rand_free (rand);
  picture_free (photo);
  picture_free (noise);
}

static void
known_cascades (void)
{
  for_each_cascade (known_cascade);
}

/* -- Photographs -- */

static void
photographs_of (const gchar *name, Cascade *cascade)
{
  const gchar *folder = g_getenv ("VF_TEST_PICTURES"), *file;
  GDir *dir = g_dir_open (folder, 0, NULL);
  guint n_windows = 0;

  g_assert_nonnull (dir);
  while ((file = g_dir_read_name (dir))) {
    gchar *path = g_build_filename (folder, file, NULL);
    PnmPicture *picture = pnm_load (path, NULL);

    g_assert_nonnull (picture);
    compare_ways (cascade, &picture->image, &n_windows);
    pnm_free (picture);
    g_free (path);
  }
  g_dir_close (dir);
  g_test_message ("%s: %u windows", name, n_windows);
}

static void
photographs (void)
{
  if (g_getenv ("VF_TEST_PICTURES"))
    for_each_cascade (photographs_of);
  else
    g_test_skip ("no VF_TEST_PICTURES");
}

int
main (int argc, char **argv)
{
  int status;

  if (!haar_compare_open ())
    return 77;
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/cuda-haar/random-frames", random_frames);
  haar_study_add_tests ();
  g_test_add_func ("/cuda-haar/formats", formats);
  g_test_add_func ("/cuda-haar/many-windows", many_windows);
  g_test_add_func ("/cuda-haar/deviation-of-ten", deviation_of_ten);
  g_test_add_func ("/cuda-haar/large-windows", large_windows);
  g_test_add_func ("/cuda-haar/known-cascades", known_cascades);
  g_test_add_func ("/cuda-haar/photographs", photographs);
  status = g_test_run ();
  haar_compare_close ();
  return status;
}
