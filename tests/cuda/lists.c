/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Whole detections on the GPU, all ways, against the scalar stages: the same
 * list, byte for byte. VF_TEST_PICTURES is a folder of PGM and PPM files to be
 * taken besides; VF_TEST_FRAMES is how many random cases there are.
 */
#include "compare.h"

#include "memory.h"
#include "pnm.h"

#include <stdlib.h>

static guint
up_to (GRand *rand, guint most)
{
  return (guint) g_rand_int_range (rand, 0, (gint) most + 1);
}

static guint
one_of (GRand *rand, const guint *values, guint n)
{
  return values[up_to (rand, n - 1)];
}

static HarrisParams
random_params (GRand *rand)
{
  static const guint bins[] = { 2, 3, 64, 256, 256, 1000, 8192, 8193, 65536 };
  static const guint radii[] = { 1, 2, 3, 4, 4, 7, 8, 9, 16, 33, 64, 65, 255 };
  static const guint most[] = { 0, 0, 1, 2, 200, 5000 };
  static const gdouble thresholds[] = { 0, 0.001, 0.3, 1e6 };
  HarrisParams params;

  harris_params_init (&params);
  if (up_to (rand, 2) > 0)
    params.filter_length = 1 + 2 * up_to (rand, 15);
  params.sigma = g_rand_double_range (rand, 0.1, 8);
  params.k = up_to (rand, 3) ? g_rand_double_range (rand, 0, 0.2) : 0;
  random_operators (rand, &params);
  params.bins = one_of (rand, bins, G_N_ELEMENTS (bins));
  if (up_to (rand, 1))
    params.threshold_mode = up_to (rand, HARRIS_N_THRESHOLD_MODES - 1);
  params.threshold = thresholds[up_to (rand, 3)];
  if (params.threshold_mode == HARRIS_THRESHOLD_RELATIVE)
    params.threshold = MIN (params.threshold, 0.5);
  params.suppression = up_to (rand, HARRIS_N_SUPPRESSIONS - 1);
  params.suppression_radius = one_of (rand, radii, G_N_ELEMENTS (radii));
  params.max_corners = one_of (rand, most, G_N_ELEMENTS (most));
  params.channels = up_to (rand, HARRIS_N_CHANNELS - 1);
  if (up_to (rand, 1))
    random_spacing (rand, &params);
  return params;
}

static Picture *
random_picture (GRand *rand)
{
  guint most = up_to (rand, 4) ? 120 : 700;
  guint width = 1 + up_to (rand, most), height = 1 + up_to (rand, most);
  guint channels = up_to (rand, 1) ? 1 : 3, fill = up_to (rand, N_FILLS + 1);
  Picture *picture;

  if (fill >= N_FILLS)
    return picture_photo (width, height, channels, g_rand_int (rand));
  picture = picture_new (width, height, channels);
  picture_fill (picture, fill, rand);
  return picture;
}

static const Layout layouts[] = {
  { "planes", 1, 0, FALSE, FALSE },
  { "planes with padding", 1, 37, FALSE, FALSE },
  { "planes upside down", 1, 5, TRUE, FALSE },
  { "every second byte", 2, 3, FALSE, FALSE },
  { "packed in 3 bytes", 3, 11, FALSE, TRUE },
  { "packed in 4 bytes upside down", 4, 3, TRUE, TRUE },
};

/* In bytes, or in words of any kind. */
static VfImage
random_image (GRand *rand, const Picture *picture, Guarded memory[3])
{
  GuardSide side = up_to (rand, 1) ? GUARD_AFTER : GUARD_BEFORE;
  WordLayout words;

  if (up_to (rand, 1))
    return layout_image (&picture->image,
        &layouts[up_to (rand, G_N_ELEMENTS (layouts) - 1)], side,
        (guint8) up_to (rand, 255), memory);
  random_words (rand, picture->image.channels, &words);
  return words_image (&picture->image, &words, side, rand, memory);
}

static void
check_random (GRand *rand)
{
  HarrisParams params = random_params (rand);
  Picture *picture = random_picture (rand);
  VfMask *mask = random_mask (rand);
  RandomRegion region;
  Guarded memory[3];
  VfImage image = random_image (rand, picture, memory);

  random_region (rand, &picture->image, &region);
  region.region.mask = mask;
  compare_detections (&params, &image, &region.region);
  for (guint i = 0; i < 3; i++)
    guarded_clear (&memory[i]);
  vf_mask_free (mask);
  picture_free (picture);
}

static void
random_frames (void)
{
  const gchar *text = g_getenv ("VF_TEST_FRAMES");
  guint n = text ? (guint) atoi (text) : 400;
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < n; i++)
    check_random (rand);
  g_rand_free (rand);
}

/* Thin, tiny, large and prime sizes. */
static void
sizes (void)
{
  static const guint sizes[][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 }, { 3, 3 },
    { 31, 33 }, { 32, 32 }, { 33, 31 }, { 1, 16384 }, { 16384, 1 },
    { 16384, 37 }, { 41, 16384 }, { 1920, 1080 }, { 1921, 1079 },
    { 4099, 2161 } };
  HarrisParams params;

  harris_params_init (&params);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    Picture *picture = picture_photo (sizes[i][0], sizes[i][1], 1, i);

    for (params.max_corners = 0; params.max_corners <= 200;
         params.max_corners += 200)
      compare_detections (&params, &picture->image, NULL);
    picture_free (picture);
  }
}

/* As many candidates as there can be: one a pixel, for all measures. Lists of
 * some million corners, none of them cut off. */
static void
dense (void)
{
  GRand *rand = test_rand_new ();
  Picture *noise = picture_new (1601, 1203, 1);
  HarrisParams params = params_all ();

  picture_fill (noise, FILL_RANDOM, rand);
  params.measure = HARRIS_MEASURE_MIN_EIGEN;
  params.threshold_mode = HARRIS_THRESHOLD_ABSOLUTE;
  params.suppression = HARRIS_SUPPRESSION_NONE;
  params.filter_length = 3;
  for (guint side = 1; side <= 5; side += 2) {
    params.suppression_radius = side;
    g_assert_cmpuint (compare_detections (&params, &noise->image, NULL), >,
        1601 * 1203 / (side * side) / 2);
  }
  picture_free (noise);
  g_rand_free (rand);
}

/* Lists around the lengths that are sorted in one piece, in two, ... */
static void
lengths (void)
{
  static const guint lengths[] = { 1, 2, 3, 1023, 1024, 1025, 2047, 2048, 2049,
    4096, 4097, 6144, 16384 };
  HarrisParams params = params_all ();

  params.suppression_radius = 1;
  params.measure = HARRIS_MEASURE_MIN_EIGEN;
  params.threshold_mode = HARRIS_THRESHOLD_ABSOLUTE;
  params.suppression = HARRIS_SUPPRESSION_NONE;
  params.filter_length = 3;
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++) {
    GRand *rand = g_rand_new_with_seed (i);
    Picture *noise = picture_new (lengths[i], 3, 1);
    VfRect row = { 0, 1, lengths[i], 1 };
    VfRegion region = { &row, 1, NULL, FALSE };

    picture_fill (noise, FILL_RANDOM, rand);
    compare_detections (&params, &noise->image, &region);
    picture_free (noise);
    g_rand_free (rand);
  }
}

/* 16384 x 16384 pixels with one candidate each. */
static void
largest (void)
{
  HarrisParams params = params_all ();
  GRand *rand = test_rand_new ();
  Picture *noise;

  if (!g_getenv ("VF_TEST_LARGEST")) {
    g_test_skip ("VF_TEST_LARGEST is not set: it takes 25 GB and a minute");
    return;
  }
  noise = picture_new (VF_IMAGE_MAX_SIDE, VF_IMAGE_MAX_SIDE, 1);
  picture_fill (noise, FILL_SPARSE, rand);
  params.suppression_radius = 1;
  g_assert_cmpuint (
      compare_detections (&params, &noise->image, NULL), >, 100000);
  picture_free (noise);
  g_rand_free (rand);
}

static void
check_picture (const gchar *path, GRand *rand)
{
  GError *error = NULL;
  PnmPicture *picture = pnm_load (path, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < 10; i++) {
    HarrisParams params = random_params (rand);
    RandomRegion region;

    random_region (rand, &picture->image, &region);
    harris_params_init (&params);
    if (i > 0)
      params = random_params (rand);
    compare_detections (
        &params, &picture->image, i > 0 ? &region.region : NULL);
  }
  pnm_free (picture);
}

static void
pictures (void)
{
  const gchar *folder = g_getenv ("VF_TEST_PICTURES"), *name;
  GDir *dir = folder ? g_dir_open (folder, 0, NULL) : NULL;
  GRand *rand = test_rand_new ();

  if (!dir)
    g_test_skip ("VF_TEST_PICTURES is not set");
  while (dir && (name = g_dir_read_name (dir)) != NULL) {
    gchar *path = g_build_filename (folder, name, NULL);

    check_picture (path, rand);
    g_free (path);
  }
  if (dir)
    g_dir_close (dir);
  g_rand_free (rand);
}

/* A frame that needs no more than an earlier one allocates nothing. */
static void
memory (void)
{
  HarrisParams params;
  Picture *large = picture_photo (400, 300, 3, 1);
  Picture *small = picture_photo (333, 200, 1, 2);
  gsize bytes;
  gint blocks;

  harris_params_init (&params);
  for (guint i = 0; i < N_WAYS; i++) {
    /* Their ways may differ, and with them what they need. */
    harris_detect (detectors[i], &params, &small->image, NULL, NULL);
    bytes = harris_detect (detectors[i], &params, &large->image, NULL, NULL)
                ->scratch_bytes;
    blocks = vf_cuda_blocks ();
    for (guint j = 0; j < 4; j++) {
      const VfImage *image = j % 2 ? &large->image : &small->image;

      g_assert_cmpuint (harris_detect (detectors[i], &params, image, NULL, NULL)
                            ->scratch_bytes,
          ==, bytes);
      g_assert_cmpint (vf_cuda_blocks (), ==, blocks);
    }
  }
  picture_free (large);
  picture_free (small);
}

/* Each stage takes some time; the other ways do several at once. */
static void
stage_times (void)
{
  static const guint n_steps[N_WAYS] = { 1, 4, HARRIS_N_STAGES };
  HarrisParams params;
  Picture *picture = picture_photo (640, 480, 1, 1);

  harris_params_init (&params);
  for (guint i = 0; i < N_WAYS; i++) {
    const HarrisResult *result =
        harris_detect (detectors[i], &params, &picture->image, NULL, NULL);
    guint n_timed = 0;

    for (guint j = 0; j < HARRIS_N_STAGES; j++)
      n_timed += result->stage_ns[j] > 0;
    g_assert_cmpuint (n_timed, ==, n_steps[i]);
    g_assert_cmpuint (result->stage_ns[HARRIS_STAGE_RESPONSE], >, 0);
  }
  picture_free (picture);
}

int
main (int argc, char **argv)
{
  int failed;

  if (!compare_open ())
    return 77;
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  /* First: the detectors' memory is as large as its pictures need. */
  g_test_add_func ("/cuda/memory", memory);
  g_test_add_func ("/cuda/stage-times", stage_times);
  g_test_add_func ("/cuda/random", random_frames);
  g_test_add_func ("/cuda/sizes", sizes);
  g_test_add_func ("/cuda/lengths", lengths);
  g_test_add_func ("/cuda/dense", dense);
  add_operator_tests ();
  add_one_launch_tests ();
  add_coming_tests ();
  g_test_add_func ("/cuda/pictures", pictures);
  g_test_add_func ("/cuda/largest", largest);
  failed = g_test_run ();
  compare_close ();
  g_assert_cmpint (vf_cuda_blocks (), ==, 0);
  return failed;
}
