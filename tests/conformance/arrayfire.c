/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Harris corners of ArrayFire's test data: a white square, its four
 * corners.
 */
#include "conformance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const gchar *file;
  const gchar *window; /* properties */
  gdouble scale;       /* our response over theirs */
  gdouble tolerance;   /* of the strengths' ratio; 0: not compared */
} Case;

/* Their gradient is half of ours, and their box a mean: ours is the sum. So a
 * response is larger by (4 * n * n)^2; by 0.04 % more because the weights of
 * their luma add up to 0.9999. Their Gaussian windows are as long as
 * 5 and 29 taps. */
static const Case cases[] = {
  { "square_0_3.test", "window-type=box filter-length=3", 1296, 0.001 },
  { "square_0_7.test", "window-type=box filter-length=7", 38416, 0.001 },
  { "square_1_0.test", "sigma=1 filter-length=5", 16, 0.001 },
  { "square_5_0.test", "sigma=5 filter-length=29", 16, 0.001 },
};

/* Their smallest response. */
#define THRESHOLD 1e5

/* A row for all x, one for all y, one for all strengths. */
static GArray *
load_truth (const gchar *path)
{
  GArray *points = g_array_new (FALSE, TRUE, sizeof (Point));
  GError *error = NULL;
  gchar *text, *rows, **numbers;

  if (!g_file_get_contents (path, &text, NULL, &error))
    g_error ("%s", error->message);
  rows = strstr (text, ".png");
  if (!rows)
    g_error ("%s does not name its picture", path);
  numbers = g_regex_split_simple ("\\s+", g_strstrip (rows + 4), 0, 0);
  g_array_set_size (points, g_strv_length (numbers) / 5);
  for (guint i = 0; i < points->len; i++) {
    Point *point = &g_array_index (points, Point, i);

    point->x = g_ascii_strtod (numbers[i], NULL);
    point->y = g_ascii_strtod (numbers[points->len + i], NULL);
    point->strength = g_ascii_strtod (numbers[2 * points->len + i], NULL);
  }
  g_strfreev (numbers);
  g_free (text);
  return points;
}

static GArray *
find_corners (const gchar *folder, const Case *test)
{
  gchar threshold[G_ASCII_DTOSTR_BUF_SIZE], *line;
  GArray *found;

  g_ascii_dtostr (threshold, sizeof threshold, THRESHOLD * test->scale);
  line = g_strdup_printf (
      "filesrc location=\"%s/square.png\" ! pngdec ! harriscorners "
      "channels=gray %s threshold-mode=absolute threshold=%s "
      "suppression-radius=1 max-corners=0 ! appsink name=out sync=false",
      folder, test->window, threshold);
  found = conformance_play (line, NULL);
  g_free (line);
  return found;
}

static const Point *
find_point (const GArray *points, const Point *wanted)
{
  for (guint i = 0; i < points->len; i++) {
    const Point *point = &g_array_index (points, Point, i);

    if (point->x == wanted->x && point->y == wanted->y)
      return point;
  }
  return NULL;
}

static gboolean
run_case (const gchar *folder, const Case *test)
{
  gchar *path = g_build_filename (folder, test->file, NULL);
  GArray *truth = load_truth (path), *found = find_corners (folder, test);
  guint n_same = 0;
  gdouble worst = 0;

  for (guint i = 0; i < truth->len; i++) {
    const Point *wanted = &g_array_index (truth, Point, i);
    const Point *point = find_point (found, wanted);

    if (!point)
      continue;
    n_same++;
    worst = MAX (
        worst, fabs (point->strength / test->scale / wanted->strength - 1));
  }
  printf ("%s: %u of %u positions, %u found; strengths differ by %.4f %%\n",
      test->file, n_same, truth->len, found->len, 100 * worst);
  g_free (path);
  n_same = n_same == truth->len && found->len == truth->len && truth->len > 0;
  g_array_unref (truth);
  g_array_unref (found);
  return n_same && (test->tolerance == 0 || worst <= test->tolerance);
}

int
main (int argc, char **argv)
{
  static const gchar *const needed[] = { "harriscorners", "pngdec", "appsink",
    NULL };
  gchar *folder = conformance_start (&argc, &argv, "arrayfire", needed);
  guint n_passed = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    n_passed += run_case (folder, &cases[i]);
  printf (
      "ArrayFire: %u of %u cases\n", n_passed, (guint) G_N_ELEMENTS (cases));
  g_free (folder);
  return n_passed == G_N_ELEMENTS (cases) ? EXIT_SUCCESS : EXIT_FAILURE;
}
