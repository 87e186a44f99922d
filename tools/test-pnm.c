/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "pnm.h"

#include <string.h>

static PnmPicture *
parse (const gchar *text, gsize size, GError **error)
{
  /* A copy of the exact size, so that a sanitizer sees every read beyond. */
  guint8 *data = g_memdup2 (text, size);
  PnmPicture *picture = pnm_new (data, size, error);

  g_free (data);
  return picture;
}

static void
test_gray (void)
{
  static const gchar text[] = "P5 # a comment\n#another\r3\n2 255\nabcdef";
  PnmPicture *picture = parse (text, sizeof text - 1, NULL);

  g_assert_nonnull (picture);
  g_assert_cmpuint (picture->image.width, ==, 3);
  g_assert_cmpuint (picture->image.height, ==, 2);
  g_assert_cmpuint (picture->image.channels, ==, 1);
  g_assert_cmpint (picture->image.stride[0], ==, 3);
  g_assert_cmpint (picture->image.step[0], ==, 1);
  g_assert_cmpmem (picture->image.data[0], 6, "abcdef", 6);
  pnm_free (picture);
}

static void
test_colour (void)
{
  static const gchar text[] = "P6\n2 1\n255\n#gbRGBmore";
  PnmPicture *picture = parse (text, sizeof text - 1, NULL);

  g_assert_nonnull (picture);
  g_assert_cmpuint (picture->image.channels, ==, 3);
  for (guint c = 0; c < 3; c++) {
    g_assert_cmpint (picture->image.step[c], ==, 3);
    g_assert_cmpint (picture->image.stride[c], ==, 6);
    g_assert_cmpint (picture->image.data[c][0], ==, "#gb"[c]);
    g_assert_cmpint (picture->image.data[c][3], ==, "RGB"[c]);
  }
  pnm_free (picture);
}

/* Two bytes a sample, the higher one first, from 256 on. */
static void
test_deep (void)
{
  static const gchar text[] = "P5 2 1 1000\nabcd";
  PnmPicture *picture = parse (text, sizeof text - 1, NULL);

  g_assert_nonnull (picture);
  g_assert_cmpuint (picture->image.depth, ==, 16);
  g_assert_cmpuint (
      vf_image_sample (&picture->image, 0, 0, 0), ==, 'a' * 256 + 'b');
  g_assert_cmpuint (
      vf_image_sample (&picture->image, 0, 1, 0), ==, 'c' * 256 + 'd');
  pnm_free (picture);
}

static void
test_bad (void)
{
  static const struct {
    const gchar *text;
    gint code;
  } bad[] = {
    { "", PNM_ERROR_FORMAT },
    { "P", PNM_ERROR_FORMAT },
    { "P2 1 1 255 0", PNM_ERROR_FORMAT },
    { "P5", PNM_ERROR_FORMAT },
    { "P5 1", PNM_ERROR_FORMAT },
    { "P5 1 1", PNM_ERROR_FORMAT },
    { "P5 1 1 255", PNM_ERROR_FORMAT },
    { "P5 1 1 # 255\na", PNM_ERROR_FORMAT },
    { "P5 -1 1 255\na", PNM_ERROR_FORMAT },
    { "P5 1 1 65536\nab", PNM_ERROR_FORMAT },
    { "P5 1 1 0\na", PNM_ERROR_FORMAT },
    { "P5 1 1 256\na", PNM_ERROR_TRUNCATED },
    { "P5 0 1 255\n", PNM_ERROR_SIZE },
    { "P5 1 0 255\n", PNM_ERROR_SIZE },
    { "P5 16385 1 255\n", PNM_ERROR_SIZE },
    { "P6 1 4294967297 255\n   ", PNM_ERROR_SIZE },
    { "P6 99999999999999999999999 1 255\n   ", PNM_ERROR_SIZE },
    { "P5 2 2 255\nabc", PNM_ERROR_TRUNCATED },
    { "P6 16384 16384 255\nabc", PNM_ERROR_TRUNCATED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    GError *error = NULL;

    g_test_message ("%s", bad[i].text);
    g_assert_null (parse (bad[i].text, strlen (bad[i].text), &error));
    g_assert_error (error, PNM_ERROR, bad[i].code);
    g_clear_error (&error);
  }
}

/* Any bytes: a picture or an error. Most start like a picture. */
static void
test_noise (void)
{
  static const gchar letters[] = "0123456789 \n\t#-P56255";

  for (guint i = 0; i < 20000; i++) {
    gchar text[32] = "P5 2 3 255\nab";
    gsize size = (gsize) g_test_rand_int_range (0, sizeof text);
    GError *error = NULL;
    PnmPicture *picture;

    for (gint n = g_test_rand_int_range (0, 8); n > 0; n--)
      text[g_test_rand_int_range (0, sizeof text)] =
          letters[g_test_rand_int_range (0, sizeof letters)];
    picture = parse (text, size, &error);
    g_assert_true ((picture == NULL) == (error != NULL));
    g_clear_error (&error);
    pnm_free (picture);
  }
}

static void
test_file (void)
{
  GError *error = NULL;

  g_assert_null (pnm_load ("no-such-folder/picture.pgm", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  pnm_free (NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pnm/gray", test_gray);
  g_test_add_func ("/pnm/colour", test_colour);
  g_test_add_func ("/pnm/deep", test_deep);
  g_test_add_func ("/pnm/bad", test_bad);
  g_test_add_func ("/pnm/noise", test_noise);
  g_test_add_func ("/pnm/file", test_file);
  return g_test_run ();
}
