/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Every operator with every kind of samples on the GPU, where integers are as
 * large as they can be; and lists that are spaced, of any length.
 */
#include "compare.h"

/* Stripes of two pixels: the derivative is the largest there is, or none, at
 * each pixel, the same in all channels. Below them a chessboard, so that there
 * are corners. */
static Picture *
stripes_new (guint width, guint height, guint channels)
{
  Picture *picture = picture_new (width, height, channels);

  for (guint c = 0; c < channels; c++)
    for (guint y = 0; y < height; y++)
      for (guint x = 0; x < width; x++) {
        gboolean lower = y > height / 2;

        *picture_at (picture, c, x, y) =
            (x / 2 + (lower ? y / 5 : 0)) % 2 ? 255 : 0;
      }
  return picture;
}

static const WordLayout words[] = {
  { .depth = 8, .word = 1, .step = 1 },
  { .depth = 9, .word = 2, .step = 2, .shift = { 7, 7, 7 } },
  { .depth = 10, .word = 4, .step = 4, .shift = { 3, 12, 22 }, .grain = TRUE },
  { .depth = 12, .word = 2, .step = 2, .big_endian = TRUE, .grain = TRUE },
  { .depth = 16, .word = 2, .step = 4, .big_endian = TRUE },
  { .depth = 16, .word = 2, .step = 2, .grain = TRUE },
  { .depth = 16, .word = 4, .step = 8, .shift = { 16, 9 }, .grain = TRUE },
};

/* Of three channels, which are often loaded at once. */
static const WordLayout colors[] = {
  { .depth = 8, .word = 1, .step = 3, .interleaved = TRUE },
  { .depth = 8, .word = 1, .step = 4, .interleaved = TRUE, .reversed = TRUE },
  { .depth = 16, .word = 2, .step = 6, .interleaved = TRUE, .grain = TRUE },
  { .depth = 12,
      .word = 2,
      .step = 6,
      .shift = { 4, 4, 4 },
      .big_endian = TRUE,
      .interleaved = TRUE,
      .reversed = TRUE,
      .grain = TRUE },
  { .depth = 10,
      .word = 4,
      .step = 4,
      .shift = { 20, 10, 0 },
      .together = TRUE,
      .grain = TRUE },
};

static void
check_layout (HarrisParams *params, const Picture *picture,
    const WordLayout *layout, GRand *rand)
{
  Guarded memory[3];
  VfImage image =
      words_image (&picture->image, layout, GUARD_AFTER, rand, memory);

  for (guint channels = HARRIS_CHANNELS_AUTO;
       channels <= (image.channels == 3 ? HARRIS_CHANNELS_GRAY : 0);
       channels++) {
    params->channels = channels;
    compare_detections (params, &image, NULL);
  }
  for (guint c = 0; c < 3; c++)
    guarded_clear (&memory[c]);
}

static void
check_words (HarrisParams *params, const Picture *picture, GRand *rand)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    check_layout (params, picture, &words[i], rand);
  for (guint i = 0; picture->image.channels == 3 && i < G_N_ELEMENTS (colors);
       i++)
    check_layout (params, picture, &colors[i], rand);
}

/* Lengths around those from which on 32 bits do not hold a box's sums, the
 * smallest and the largest. */
static void
check_operators (const Picture *picture, guint seed)
{
  static const guint lengths[] = { 1, 3, 5, 15, 25, 27, 31 };
  GRand *rand = g_rand_new_with_seed (seed);
  HarrisParams params = params_all ();

  for (guint i = 0; i < HARRIS_N_GRADIENTS * HARRIS_N_WINDOWS; i++)
    for (guint j = 0; j < G_N_ELEMENTS (lengths); j++) {
      params.gradient = i / HARRIS_N_WINDOWS;
      params.window_type = i % HARRIS_N_WINDOWS;
      params.filter_length = lengths[j];
      params.sigma = 0.3 * lengths[j];
      params.measure = (i + j) % HARRIS_N_MEASURES;
      params.subpixel = j % HARRIS_N_SUBPIXELS;
      check_words (&params, picture, rand);
    }
  g_rand_free (rand);
}

static void
operators (void)
{
  for (guint channels = 1; channels <= 3; channels += 2) {
    Picture *stripes = stripes_new (70, 67, channels);
    Picture *photo = picture_photo (67, 45, channels, channels);

    check_operators (stripes, 1);
    check_operators (photo, 2);
    picture_free (stripes);
    picture_free (photo);
  }
}

/* Strips of all heights: one that a step of rows does not fill, several, and
 * the last of them as short as it can be. */
static void
strips (void)
{
  static const guint widths[] = { 1, 31, 33, 1920 };
  HarrisParams params = params_all ();

  params.gradient = HARRIS_GRADIENT_SOBEL7;
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    for (guint height = 1; height <= 300; height += 1 + height / 8) {
      Picture *picture = picture_photo (widths[i], height, 1, height);

      params.filter_length = 1 + 2 * (height % 16);
      params.window_type = height / 2 % 2;
      compare_detections (&params, &picture->image, NULL);
      picture_free (picture);
    }
}

/* Planes a pixel wide that lie as near to each other as the channels of packed
 * pixels do, not even whole words apart. */
static void
near_planes (void)
{
  static const guint8 bytes[64] = { 1, 200, 3, 140, 5, 60, 7, 180, 9, 10, 110,
    12, 13, 140, 15, 160, 17, 18, 190, 20, 21, 220, 23, 24, 250 };
  HarrisParams params = params_all ();

  for (guint apart = 0; apart < 8; apart++) {
    const VfImage image = { 1, 3, 3,
      { bytes, bytes + apart, bytes + 7 - apart }, { 10, 10, 10 }, { 8, 8, 8 },
      16, 2, apart % 2, { 0 }, VF_MEMORY_HOST };

    compare_detections (&params, &image, NULL);
  }
}

/* A candidate a pixel or nearly so, from one batch of keys to many: of noise,
 * and of equal responses, where each waits for the one before it. */
static void
spaced (void)
{
  static const guint sizes[][2] = { { 30, 30 }, { 33, 31 }, { 128, 97 },
    { 640, 480 } };
  GRand *rand = test_rand_new ();
  HarrisParams params = params_all ();

  params.suppression_radius = 1;
  params.suppression = HARRIS_SUPPRESSION_NONE;
  params.threshold_mode = HARRIS_THRESHOLD_ABSOLUTE;
  params.measure = HARRIS_MEASURE_MIN_EIGEN;
  params.filter_length = 3;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++) {
    const guint *size = sizes[i / 2];
    Picture *picture = i % 2 ? stripes_new (size[0], size[1], 1)
                             : picture_new (size[0], size[1], 1);

    if (i % 2 == 0)
      picture_fill (picture, FILL_RANDOM, rand);
    for (guint j = 0; j < 6; j++) {
      random_spacing (rand, &params);
      params.max_corners = j % 3 * 500;
      params.subpixel = j % 2;
      compare_detections (&params, &picture->image, NULL);
    }
    picture_free (picture);
  }
  g_rand_free (rand);
}

void
add_operator_tests (void)
{
  g_test_add_func ("/cuda/operators", operators);
  g_test_add_func ("/cuda/strips", strips);
  g_test_add_func ("/cuda/near-planes", near_planes);
  g_test_add_func ("/cuda/spaced", spaced);
}
