/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures of every size and layout: from one pixel to the largest, refused
 * ones, and samples that lie beside a page that cannot be touched.
 */
#include "error.h"
#include "testing.h"

#include <math.h>
#include <string.h>

/* A picture without height has no gradient across: the response is 0 or
 * below, and there is no corner, whatever the samples. */
static void
check_line (guint width, guint height, GRand *rand)
{
  HarrisParams params = params_all ();
  HarrisDetector *detector = detector_new ();
  Picture *picture = picture_new (width, height, 1);

  picture_fill (picture, FILL_RANDOM, rand);
  for (guint i = 0; i < HARRIS_N_MEASURES; i++)
    for (guint mode = 0; mode < HARRIS_N_THRESHOLD_MODES; mode++) {
      const HarrisResult *result;

      params.measure = i;
      params.threshold_mode = mode;
      result = harris_detect (detector, &params, &picture->image, NULL, NULL);
      g_assert_nonnull (result);
      g_assert_cmpuint (result->n_corners, ==, 0);
      for (guint j = 0; j < width * height; j++)
        g_assert_cmpfloat (result->response[j], <=, 0);
    }
  picture_free (picture);
  harris_free (detector);
}

static void
lines (void)
{
  static const guint lengths[] = { 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 1000,
    VF_IMAGE_MAX_SIDE };
  GRand *rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++) {
    check_line (lengths[i], 1, rand);
    check_line (1, lengths[i], rand);
  }
  g_rand_free (rand);
}

static void
check_refused (guint width, guint height)
{
  static const guint8 sample = 0;
  const VfImage image = { width, height, 1, { &sample }, { 0 }, { 0 }, 8, 1,
    FALSE, { 0 }, VF_MEMORY_HOST };
  HarrisParams params = params_all ();
  HarrisDetector *detector = detector_new ();
  gchar *size = g_strdup_printf ("%u x %u", width, height);
  GError *error = NULL;

  g_assert_null (harris_detect (detector, &params, &image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_SIZE);
  g_assert_nonnull (strstr (error->message, size));
  g_assert_nonnull (strstr (error->message, "16384"));
  g_clear_error (&error);
  g_free (size);
  harris_free (detector);
}

static void
refused (void)
{
  check_refused (0, 0);
  check_refused (0, 5);
  check_refused (5, 0);
  check_refused (16385, 1);
  check_refused (1, 16385);
  check_refused (16385, 16385);
  check_refused (G_MAXUINT, 1);
  check_refused (1, G_MAXUINT);
}

/* Megabytes that programs can still have; 0: nobody knows. */
static guint64
available_megabytes (void)
{
  gchar *text = NULL, *line;
  guint64 kilobytes = 0;

  if (!g_file_get_contents ("/proc/meminfo", &text, NULL, NULL))
    return 0;
  line = strstr (text, "MemAvailable:");
  if (line)
    kilobytes = g_ascii_strtoull (line + strlen ("MemAvailable:"), NULL, 10);
  g_free (text);
  return kilobytes / 1024;
}

/* Black with five dots, each 2 pixels from an edge or in the middle: equal
 * responses, so in the order of their positions. Of the dot and the window
 * pitfalls.c says why it is 3072. */
static const HarrisCorner dots[] = { { 2, 2, 3072 }, { 16381, 2, 3072 },
  { 8191, 8192, 3072 }, { 2, 16381, 3072 }, { 16381, 16381, 3072 } };

static void
largest (void)
{
  HarrisParams params = params_all ();
  Picture *picture;
  GArray *corners;

  if (available_megabytes () < 6 * 1024) {
    g_test_skip ("less than 6 GB of memory are available");
    return;
  }
  params.filter_length = 3;
  params.sigma = SIGMA_BINARY;
  params.k = 0.0625;
  params.suppression_radius = 16;
  picture = picture_new (VF_IMAGE_MAX_SIDE, VF_IMAGE_MAX_SIDE, 1);
  for (guint i = 0; i < G_N_ELEMENTS (dots); i++)
    *picture_at (picture, 0, (guint) dots[i].x, (guint) dots[i].y) = 16;
  corners = corners_of (&params, &picture->image, NULL);
  g_assert_cmpmem (
      corners->data, corners->len * sizeof *dots, dots, sizeof dots);
  g_array_unref (corners);
  picture_free (picture);
}

static const Layout layouts[] = {
  { "planes", 1, 0, FALSE, FALSE },
  { "planes with padding", 1, 1, FALSE, FALSE },
  { "planes with much padding", 1, 67, FALSE, FALSE },
  { "planes upside down", 1, 5, TRUE, FALSE },
  { "every second byte", 2, 0, FALSE, FALSE },
  { "every third byte", 3, 7, TRUE, FALSE },
  { "every fourth byte", 4, 0, FALSE, FALSE },
  { "packed in 3 bytes", 3, 0, FALSE, TRUE },
  { "packed in 3 bytes with padding", 3, 11, FALSE, TRUE },
  { "packed in 3 bytes upside down", 3, 2, TRUE, TRUE },
  { "packed in 4 bytes", 4, 0, FALSE, TRUE },
  { "packed in 4 bytes upside down", 4, 3, TRUE, TRUE },
};

/* The response and the list are those of the planes without padding, on
 * either side of the forbidden page and with any junk between samples. */
static void
check_layout (const HarrisParams *params, const VfImage *image,
    const Layout *layout, GuardSide side)
{
  HarrisDetector *plain = detector_new (), *other = detector_new ();
  const HarrisResult *expected =
      harris_detect (plain, params, image, NULL, NULL);
  gsize size = (gsize) image->width * image->height * sizeof (gfloat);

  for (guint junk = 0; junk < 256; junk += 255) {
    Guarded memory[3];
    VfImage copy = layout_image (image, layout, side, (guint8) junk, memory);
    const HarrisResult *result =
        harris_detect (other, params, &copy, NULL, NULL);

    g_assert_cmpmem (result->response, size, expected->response, size);
    g_assert_cmpmem (result->corners, result->n_corners * sizeof (HarrisCorner),
        expected->corners, expected->n_corners * sizeof (HarrisCorner));
    for (guint c = 0; c < 3; c++)
      guarded_clear (&memory[c]);
  }
  harris_free (plain);
  harris_free (other);
}

/* Sizes around those of vectors, in which a last load could reach too far. */
static const guint sizes[][2] = { { 1, 1 }, { 3, 2 }, { 7, 5 }, { 8, 8 },
  { 15, 4 }, { 16, 3 }, { 17, 9 }, { 31, 6 }, { 32, 32 }, { 33, 13 }, { 63, 3 },
  { 65, 40 }, { 129, 70 } };

static void
check_layouts (guint channels, guint mode)
{
  HarrisParams params = params_all ();

  params.channels = mode;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    Picture *picture = picture_photo (sizes[i][0], sizes[i][1], channels, i);

    for (guint j = 0; j < G_N_ELEMENTS (layouts); j++) {
      check_layout (&params, &picture->image, &layouts[j], GUARD_AFTER);
      check_layout (&params, &picture->image, &layouts[j], GUARD_BEFORE);
    }
    picture_free (picture);
  }
}

static void
layouts_grey (void)
{
  check_layouts (1, HARRIS_CHANNELS_AUTO);
}

static void
layouts_color (void)
{
  check_layouts (3, HARRIS_CHANNELS_COLOR);
}

static void
layouts_luma (void)
{
  check_layouts (3, HARRIS_CHANNELS_GRAY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lines", lines);
  g_test_add_func ("/refused", refused);
  g_test_add_func ("/largest", largest);
  g_test_add_func ("/layouts/grey", layouts_grey);
  g_test_add_func ("/layouts/color", layouts_color);
  g_test_add_func ("/layouts/luma", layouts_luma);
  return g_test_run ();
}
