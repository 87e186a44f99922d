/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Harris corners of Khronos' conformance data for OpenVX: a picture, and
 * for many settings a file of the corners that are to be found.
 *
 * Not at the very pixel are corners next to the border, which the truth
 * mirrored; corners whose place such a one takes by its distance; and the
 * weakest of a file, whose strength is the threshold, where its 6 digits were
 * rounded up.
 */
#include "conformance.h"

#include <gst/video/video.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A corner counts as found when one lies near whose strength is alike. */
#define NEAR        5   /* pixels in x and in y */
#define ALIKE       1.1 /* powers of ten */
#define MAX_MISSING 0.1 /* of either list */

#define PIXEL_SHARE 0.99 /* of all corners, found at the very pixel */

typedef struct {
  guint n_cases, n_passed;
  guint n_points, n_at_pixel; /* of all cases */
} Score;

typedef struct {
  GstBuffer *pixels;
  guint width, height;
} Picture;

/* A word of `n` bytes at any address. */
static guint32
word_at (const guint8 *bytes, guint n)
{
  guint32 word = 0;

  for (guint i = 0; i < n; i++)
    word |= (guint32) bytes[i] << 8 * i;
  return word;
}

/* Rows of blue, green, red from the lowest to the highest one, padded to 4
 * bytes: the only kind of BMP that is needed. */
static Picture
load_bmp (const gchar *folder)
{
  gchar *path = g_build_filename (folder, "hc_fsc.bmp", NULL), *file;
  const guint8 *bytes;
  GError *error = NULL;
  Picture picture;
  gsize size, first, stride;

  if (!g_file_get_contents (path, &file, &size, &error))
    g_error ("%s", error->message);
  bytes = (const guint8 *) file;
  if (size < 54 || memcmp (bytes, "BM", 2) != 0 || word_at (bytes + 28, 2) != 24
      || word_at (bytes + 30, 4) != 0)
    g_error ("%s is no BMP of 24 bits", path);
  first = word_at (bytes + 10, 4);
  picture.width = word_at (bytes + 18, 4);
  picture.height = word_at (bytes + 22, 4);
  stride = GST_ROUND_UP_4 (3 * (gsize) picture.width);
  if (first + stride * picture.height > size)
    g_error ("%s is too short", path);
  picture.pixels =
      gst_buffer_new_allocate (NULL, stride * picture.height, NULL);
  for (gsize y = 0; y < picture.height; y++)
    gst_buffer_fill (picture.pixels, y * stride,
        bytes + first + (picture.height - 1 - y) * stride, stride);
  g_free (file);
  g_free (path);
  return picture;
}

/* A count, and so many lines "x y strength". */
static GArray *
load_truth (const gchar *path)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));
  GError *error = NULL;
  gchar *text, *at;
  guint64 n;

  if (!g_file_get_contents (path, &text, NULL, &error))
    g_error ("%s", error->message);
  n = g_ascii_strtoull (text, &at, 10);
  for (guint64 i = 0; i < n; i++) {
    Point point;

    point.x = g_ascii_strtod (at, &at);
    point.y = g_ascii_strtod (at, &at);
    point.strength = g_ascii_strtod (at, &at);
    if (!(point.strength > 0))
      g_error ("%s: line %" G_GUINT64_FORMAT " is no corner", path, i + 2);
    g_array_append_val (points, point);
  }
  g_free (text);
  return points;
}

/* The file's name has the settings: hc_fsc_DISTANCE_K_GRADIENT_BLOCK.txt */
static gchar *
launch_line (const gchar *name, const Picture *picture, const GArray *truth)
{
  const Point *weakest = &g_array_index (truth, Point, truth->len - 1);
  gchar *stem = g_strndup (name, strlen (name) - strlen (".txt"));
  gchar **parts = g_strsplit (stem, "_", -1);
  gchar threshold[G_ASCII_DTOSTR_BUF_SIZE], *line;

  if (g_strv_length (parts) != 6)
    g_error ("%s: the name does not have the settings", name);
  g_ascii_dtostr (threshold, sizeof threshold, weakest->strength * (1 - 1e-6));
  line = g_strdup_printf (
      "appsrc name=in caps=\"video/x-raw, format=BGR, width=%u, height=%u, "
      "framerate=0/1\" ! harriscorners channels=gray min-distance=%s k=%s "
      "gradient=sobel%s window-type=box filter-length=%s "
      "threshold-mode=absolute threshold=%s suppression-radius=1 "
      "max-corners=%u ! appsink name=out sync=false",
      picture->width, picture->height, parts[2], parts[3], parts[4], parts[5],
      threshold, picture->width * picture->height / 10);
  g_strfreev (parts);
  g_free (stem);
  return line;
}

static gboolean
are_alike (const Point *a, const Point *b)
{
  return fabs (a->x - b->x) <= NEAR && fabs (a->y - b->y) <= NEAR
         && fabs (log10 (a->strength / b->strength)) < ALIKE;
}

static gboolean
are_at_one_pixel (const Point *a, const Point *b)
{
  return a->x == b->x && a->y == b->y;
}

/* How many points of `a` have such a partner in `b`. */
static guint
n_partners (const GArray *a, const GArray *b,
    gboolean (*is_partner) (const Point *, const Point *))
{
  guint n = 0;

  for (guint i = 0; i < a->len; i++)
    for (guint j = 0; j < b->len; j++)
      if (is_partner (
              &g_array_index (a, Point, i), &g_array_index (b, Point, j))) {
        n++;
        break;
      }
  return n;
}

static gboolean
most_are_found (const GArray *a, const GArray *b)
{
  return a->len - n_partners (a, b, are_alike) <= MAX_MISSING * a->len;
}

static void
run_case (const gchar *folder, const gchar *name, const Picture *picture,
    Score *score)
{
  gchar *path = g_build_filename (folder, name, NULL);
  GArray *truth = load_truth (path);
  gchar *line = launch_line (name, picture, truth);
  GArray *found = conformance_play (line, picture->pixels);
  guint n_at_pixel = n_partners (truth, found, are_at_one_pixel);
  gboolean passed =
      most_are_found (truth, found) && most_are_found (found, truth);

  printf ("%s %s: %u of %u at the very pixel, %u found\n",
      passed ? "ok" : "NOT OK", name, n_at_pixel, truth->len, found->len);
  score->n_cases++;
  score->n_passed += passed;
  score->n_points += truth->len;
  score->n_at_pixel += n_at_pixel;
  g_array_unref (found);
  g_array_unref (truth);
  g_free (line);
  g_free (path);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const gchar *const *) a, *(const gchar *const *) b);
}

static GPtrArray *
case_names (const gchar *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GError *error = NULL;
  GDir *dir = g_dir_open (folder, 0, &error);
  const gchar *name;

  if (!dir)
    g_error ("%s", error->message);
  while ((name = g_dir_read_name (dir)))
    if (g_str_has_prefix (name, "hc_fsc_") && g_str_has_suffix (name, ".txt"))
      g_ptr_array_add (names, g_strdup (name));
  g_dir_close (dir);
  g_ptr_array_sort (names, compare_names);
  return names;
}

int
main (int argc, char **argv)
{
  static const gchar *const needed[] = { "harriscorners", "appsrc", "appsink",
    NULL };
  gchar *folder = conformance_start (&argc, &argv, "openvx", needed);
  GPtrArray *names = case_names (folder);
  Picture picture = load_bmp (folder);
  Score score = { 0 };

  for (guint i = 0; i < names->len; i++)
    run_case (folder, names->pdata[i], &picture, &score);
  printf ("OpenVX: %u of %u cases; %u of %u corners (%.2f %%) at the very "
          "pixel\n",
      score.n_passed, score.n_cases, score.n_at_pixel, score.n_points,
      100.0 * score.n_at_pixel / MAX (score.n_points, 1));
  gst_buffer_unref (picture.pixels);
  g_ptr_array_unref (names);
  g_free (folder);
  return score.n_cases > 0 && score.n_passed == score.n_cases
                 && score.n_at_pixel >= PIXEL_SHARE * score.n_points
             ? EXIT_SUCCESS
             : EXIT_FAILURE;
}
