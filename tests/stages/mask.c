/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Masks: which pixels they hold, how they are read, what a detector makes of
 * them.
 */
#include "mask.h"
#include "pnm.h"
#include "testing.h"

#include <math.h>
#include <string.h>

static const guint8 square[] = { 1, 0, 0, 1 };
static const VfMask checker = { 2, 2, (guint8 *) square };

/* Pixel (x, y) of W x H asks (x * width / W, y * height / H), rounded down: of
 * 5 columns the first three (0, 2/5, 4/5) lie in the left half. */
static void
pixels (void)
{
  static const gchar expected[] = "###..###..###.....##...##";
  guint8 inside[25];

  memset (inside, 1, sizeof inside);
  vf_mask_apply (&checker, 5, 5, (VfRect){ 0, 0, 5, 5 }, inside);
  for (guint i = 0; i < 25; i++)
    g_assert_cmpint (inside[i], ==, expected[i] == '#');
}

/* A part of a picture gets what lies there; what is out stays out. */
static void
parts (void)
{
  GRand *rand = test_rand_new ();

  for (guint round = 0; round < 2000; round++) {
    guint width = (guint) g_rand_int_range (rand, 1, 40);
    guint height = (guint) g_rand_int_range (rand, 1, 40);
    guint8 bytes[30 * 30], inside[40 * 40];
    VfMask mask = { (guint) g_rand_int_range (rand, 1, 31),
      (guint) g_rand_int_range (rand, 1, 31), bytes };
    VfRect part = vf_rect_clip ((VfRect){ g_rand_int (rand) % width,
                                    g_rand_int (rand) % height, 17, 23 },
        width, height);

    for (guint i = 0; i < mask.width * mask.height; i++)
      bytes[i] = 2 * g_rand_boolean (rand);
    for (guint i = 0; i < part.width * part.height; i++)
      inside[i] = i % 7 != 0;
    vf_mask_apply (&mask, width, height, part, inside);
    for (guint y = 0; y < part.height; y++)
      for (guint x = 0; x < part.width; x++) {
        guint i = y * part.width + x;
        guint mx = (part.x + x) * mask.width / width;
        guint my = (part.y + y) * mask.height / height;

        g_assert_cmpint (
            inside[i], ==, i % 7 != 0 && bytes[my * mask.width + mx] != 0);
      }
  }
  g_rand_free (rand);
}

/* The largest sides: 16383 * 16384 fits. */
static void
large (void)
{
  guint8 *bytes = g_malloc0 (VF_IMAGE_MAX_SIDE);
  VfMask mask = { VF_IMAGE_MAX_SIDE, 1, bytes };
  guint8 inside[2] = { 1, 1 };

  bytes[VF_IMAGE_MAX_SIDE - 1] = 1;
  vf_mask_apply (&mask, VF_IMAGE_MAX_SIDE, 1,
      (VfRect){ VF_IMAGE_MAX_SIDE - 2, 0, 2, 1 }, inside);
  g_assert_cmpint (inside[0], ==, 0);
  g_assert_cmpint (inside[1], ==, 1);
  g_free (bytes);
}

static VfMask *
mask_of (const gchar *text, gsize size, GError **error)
{
  return vf_mask_new_pnm ((const guint8 *) text, size, error);
}

/* All but black is inside. The luma of 0 0 4 is 0, that of 0 0 5 is 1. */
static void
files (void)
{
  static const gchar gray[] = "P5 3 1 255 \0\1\377";
  static const gchar deep[] = "P5 2 1 65535 \0\0\0\1";
  static const gchar color[] = "P6 2 1 255 \0\0\4\0\0\5";
  VfMask *mask = mask_of (gray, sizeof gray - 1, NULL);
  GError *error = NULL;

  g_assert_cmpuint (mask->width, ==, 3);
  g_assert_cmpuint (mask->height, ==, 1);
  g_assert_cmpmem (mask->inside, 3, "\0\1\1", 3);
  vf_mask_free (mask);
  mask = mask_of (deep, sizeof deep - 1, NULL);
  g_assert_cmpmem (mask->inside, 2, "\0\1", 2);
  vf_mask_free (mask);
  mask = mask_of (color, sizeof color - 1, NULL);
  g_assert_cmpmem (mask->inside, 2, "\0\1", 2);
  vf_mask_free (mask);
  g_assert_null (mask_of (gray, sizeof gray - 2, &error));
  g_assert_error (error, PNM_ERROR, PNM_ERROR_TRUNCATED);
  g_clear_error (&error);
  vf_mask_free (NULL);
}

/* A mask of one rectangle's pixels is that rectangle; with rectangles beside,
 * both count. */
static void
detection (void)
{
  HarrisParams params = params_all ();
  Picture *picture = picture_photo (120, 90, 1, 4);
  const VfRect rect = { 20, 10, 60, 50 }, left = { 0, 0, 55, 90 };
  const VfRect whole = { 0, 0, 120, 90 }, both = { 20, 10, 35, 50 };
  guint8 *bytes = g_malloc0 (120 * 90);
  const VfMask mask = { 120, 90, bytes };
  GArray *masked, *expected;

  for (guint y = 10; y < 60; y++)
    memset (bytes + y * 120 + 20, 255, 60);
  for (guint i = 0; i < 2; i++) {
    const VfRegion with_mask = { i ? &left : &whole, 1, &mask, FALSE };
    const VfRegion without = { i ? &both : &rect, 1, NULL, FALSE };

    masked = corners_of (&params, &picture->image, &with_mask);
    expected = corners_of (&params, &picture->image, &without);
    g_assert_cmpuint (expected->len, >, 5);
    assert_same_corners (masked, expected);
    g_array_unref (masked);
    g_array_unref (expected);
  }
  g_free (bytes);
  picture_free (picture);
}

/* A black mask: no corners, and no threshold. */
static void
nothing_inside (void)
{
  HarrisParams params = params_all ();
  Picture *picture = picture_photo (120, 90, 1, 4);
  const VfRect whole = { 0, 0, 120, 90 };
  guint8 black = 0;
  const VfMask mask = { 1, 1, &black };
  const VfRegion region = { &whole, 1, &mask, FALSE };
  HarrisDetector *detector = detector_new ();

  for (guint mode = 0; mode < HARRIS_N_THRESHOLD_MODES; mode++) {
    const HarrisResult *result;

    params.threshold_mode = mode;
    result = harris_detect (detector, &params, &picture->image, &region, NULL);
    g_assert_cmpuint (result->n_corners, ==, 0);
    g_assert_true (isnan (result->threshold));
  }
  harris_free (detector);
  picture_free (picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/pixels", pixels);
  g_test_add_func ("/parts", parts);
  g_test_add_func ("/large", large);
  g_test_add_func ("/files", files);
  g_test_add_func ("/detection", detection);
  g_test_add_func ("/nothing-inside", nothing_inside);
  return g_test_run ();
}
