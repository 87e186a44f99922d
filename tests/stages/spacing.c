/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The selection with a distance between corners, with a grid, and between
 * pixels.
 */
#include "stages.h"

#include <string.h>

typedef struct {
  guint x, y;
} Point;

/* Sorted keys of these pixels, the first the strongest, of a picture without
 * any response. */
static HarrisWork *
work_new_points (const HarrisStages *stages, const HarrisParams *params,
    guint width, guint height, const Point *points, guint n)
{
  gfloat *response = g_new0 (gfloat, (gsize) width * height);
  HarrisWork *work =
      work_new_response (stages, params, width, height, response);

  for (guint i = 0; i < n; i++)
    work->keys[i] =
        harris_key ((gfloat) (n - i), points[i].y * width + points[i].x);
  work->state->n_keys = n;
  g_free (response);
  return work;
}

static HarrisParams
params_points (gdouble distance, guint columns, guint rows, guint most)
{
  HarrisParams params = params_all ();

  params.suppression_radius = 1;
  params.min_distance = distance;
  params.grid_columns = columns;
  params.grid_rows = rows;
  params.max_corners = most;
  return params;
}

/* Of points in a picture of 40 x 20: the numbers of those that are kept. */
static void
check_points (const HarrisStages *stages, const HarrisParams *params,
    const Point *points, guint n, const gchar *kept)
{
  HarrisWork *work = work_new_points (stages, params, 40, 20, points, n);

  work_run (work, HARRIS_STAGE_SELECTION, HARRIS_STAGE_SELECTION);
  g_assert_cmpuint (work->state->n_corners, ==, strlen (kept));
  for (guint i = 0; i < work->state->n_corners; i++) {
    guint number = (guint) (kept[i] - '0');

    g_assert_cmpfloat (work->corners[i].x, ==, points[number].x);
    g_assert_cmpfloat (work->corners[i].y, ==, points[number].y);
    g_assert_cmpfloat (work->corners[i].response, ==, n - number);
  }
  work_free (work);
}

/* 3 and 4 are 5 apart: that is far enough for 5. What is rejected does not
 * reject others: 1 falls to 0, and so 2 stays. */
static void
distance (const HarrisStages *stages)
{
  static const Point exact[] = { { 10, 10 }, { 13, 14 }, { 14, 7 }, { 5, 10 } };
  static const Point chain[] = { { 0, 0 }, { 3, 0 }, { 6, 0 }, { 9, 0 },
    { 12, 0 } };
  HarrisParams params = params_points (5, 0, 0, 0);

  check_points (stages, &params, exact, 4, "0123");
  params.min_distance = 5 + 0x1p-40;
  check_points (stages, &params, exact, 4, "0");
  params.min_distance = 4;
  check_points (stages, &params, chain, 5, "024");
  params.max_corners = 2;
  check_points (stages, &params, chain, 5, "02");
  params.min_distance = 32768;
  check_points (stages, &params, chain, 5, "0");
  params.min_distance = 1;
  params.max_corners = 0;
  check_points (stages, &params, chain, 5, "01234");
}

/* 2 x 1 cells of 20 columns: the border is between 19 and 20. 3 corners in 2
 * cells: two a cell. Without a number there is no limit. */
static void
grid (const HarrisStages *stages)
{
  static const Point points[] = { { 0, 0 }, { 19, 19 }, { 5, 5 }, { 20, 0 },
    { 39, 19 }, { 30, 9 } };
  HarrisParams params = params_points (0, 2, 1, 3);

  check_points (stages, &params, points, 6, "013");
  params.max_corners = 4;
  check_points (stages, &params, points, 6, "0134");
  params.max_corners = 6;
  check_points (stages, &params, points, 6, "012345");
  params.max_corners = 0;
  check_points (stages, &params, points, 6, "012345");
  params = params_points (0, 256, 256, 2);
  check_points (stages, &params, points, 6, "01");
}

/* What is too near takes no room: 1 falls to 0, and so 2 finds its cell with
 * one corner; 3 does not. */
static void
distance_and_grid (const HarrisStages *stages)
{
  static const Point points[] = { { 2, 2 }, { 3, 2 }, { 10, 2 }, { 15, 15 },
    { 21, 2 }, { 38, 2 }, { 30, 15 } };
  HarrisParams params = params_points (5, 2, 1, 4);

  check_points (stages, &params, points, 7, "0245");
  params.min_distance = 12;
  check_points (stages, &params, points, 7, "0345");
}

/* The rules, word by word. */
static GArray *
expected_corners (const HarrisWork *w)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (HarrisCorner));
  guint columns = w->params.grid_columns, rows = w->params.grid_rows;
  guint most = w->params.max_corners, cells = columns * rows;
  guint *counts = g_new0 (guint, cells + 1);
  gdouble d = w->params.min_distance;

  for (guint i = 0; i < w->state->n_keys; i++) {
    guint position = harris_key_position (w->keys[i]), cell = 0;
    guint x = position % w->image.width, y = position / w->image.width;
    HarrisCorner corner = { (gfloat) x, (gfloat) y,
      harris_key_response (w->keys[i]) };
    gboolean is_near = FALSE;

    if (most > 0 && kept->len == most)
      break;
    if (cells > 0)
      cell =
          x * columns / w->image.width + y * rows / w->image.height * columns;
    if (cells > 0 && most > 0 && counts[cell] >= (most - 1) / cells + 1)
      continue;
    for (guint j = 0; j < kept->len && !is_near; j++) {
      const HarrisCorner *other = &g_array_index (kept, HarrisCorner, j);
      gdouble dx = corner.x - other->x, dy = corner.y - other->y;

      is_near = dx * dx + dy * dy < d * d;
    }
    if (is_near)
      continue;
    counts[cell]++;
    g_array_append_val (kept, corner);
  }
  g_free (counts);
  return kept;
}

static void
check_many (const HarrisStages *stages, const HarrisParams *params, guint width,
    guint height, const Point *points, guint n)
{
  HarrisWork *work = work_new_points (stages, params, width, height, points, n);
  GArray *expected = expected_corners (work);

  work_run (work, HARRIS_STAGE_SELECTION, HARRIS_STAGE_SELECTION);
  g_assert_cmpuint (work->state->n_corners, ==, expected->len);
  g_assert_cmpmem (work->corners, expected->len * sizeof (HarrisCorner),
      expected->data, expected->len * sizeof (HarrisCorner));
  g_array_unref (expected);
  work_free (work);
}

static void
check_spacings (const HarrisStages *stages, guint width, guint height,
    const Point *points, guint n)
{
  static const gdouble distances[] = { 0, 1.5, 3, 7.2, 40 };
  static const guint sides[][2] = { { 0, 0 }, { 1, 1 }, { 3, 2 }, { 16, 16 } };
  static const guint most[] = { 0, 1, 20, 200, 2000 };

  for (guint i = 0; i < G_N_ELEMENTS (distances); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sides); j++)
      for (guint k = 0; k < G_N_ELEMENTS (most); k++) {
        HarrisParams params =
            params_points (distances[i], sides[j][0], sides[j][1], most[k]);

        check_many (stages, &params, width, height, points, n);
      }
}

static void
swap_points (Point *points, guint n, GRand *rand)
{
  for (guint i = n - 1; i > 0; i--) {
    guint j = (guint) g_rand_int_range (rand, 0, (gint) i + 1);
    Point point = points[i];

    points[i] = points[j];
    points[j] = point;
  }
}

/* Each pixel of a picture of 61 x 57, more than three thousand: row by row, so
 * that each waits for the one before it; from the last to the first; in any
 * order. And fewer of them. */
static void
many (const HarrisStages *stages)
{
  const guint width = 61, height = 57, n = width * height;
  static const guint counts[] = { 1, 31, 33, 1023, 1024, 1025, 2049 };
  GRand *rand = test_rand_new ();
  Point *points = g_new (Point, n);

  for (guint i = 0; i < n; i++)
    points[i] = (Point){ i % width, i / width };
  check_spacings (stages, width, height, points, n);
  for (guint i = 0; i < n; i++)
    points[i] = (Point){ (n - 1 - i) % width, (n - 1 - i) / width };
  check_spacings (stages, width, height, points, n);
  swap_points (points, n, rand);
  check_spacings (stages, width, height, points, n);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    check_spacings (stages, width, height, points, counts[i]);
  g_free (points);
  g_rand_free (rand);
}

/* R = 100 - 8 (u - dx)^2 - 16 (v - dy)^2 around the pixel has its top at
 * (dx, dy). Beyond half a pixel: half a pixel. */
static const struct {
  gfloat dx, dy, x, y;
} tops[] = { { 0, 0, 2, 1 }, { 0.25f, -0.375f, 2.25f, 0.625f },
  { -0.5f, 0.5f, 1.5f, 1.5f }, { 0.75f, -3, 2.5f, 0.5f } };

static void
check_subpixel (const HarrisStages *stages, const gfloat response[3 * 5],
    guint position, gfloat x, gfloat y)
{
  HarrisParams params = params_points (0, 0, 0, 0);
  HarrisWork *work;

  params.subpixel = HARRIS_SUBPIXEL_QUADRATIC;
  for (guint i = 0; i < 2; i++) {
    params.min_distance = i;
    work = work_new_response (stages, &params, 5, 3, response);
    work->keys[0] = harris_key (response[position], position);
    work->state->n_keys = 1;
    work_run (work, HARRIS_STAGE_SELECTION, HARRIS_STAGE_SELECTION);
    g_assert_cmpuint (work->state->n_corners, ==, 1);
    g_assert_cmpfloat (work->corners[0].x, ==, x);
    g_assert_cmpfloat (work->corners[0].y, ==, y);
    g_assert_cmpfloat (work->corners[0].response, ==, response[position]);
    work_free (work);
  }
}

static void
subpixel (const HarrisStages *stages)
{
  static const gfloat plain[3 * 5] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1 };
  static const gfloat saddle[3 * 5] = { 0, 9, 9, 9, 0, 0, 1, 5, 1, 0, 0, 9, 9,
    9, 0 };
  gfloat response[3 * 5];

  for (guint i = 0; i < G_N_ELEMENTS (tops); i++) {
    for (gint v = -1; v <= 1; v++)
      for (gint u = -2; u <= 2; u++) {
        gfloat x = (gfloat) u - tops[i].dx, y = (gfloat) v - tops[i].dy;

        response[(v + 1) * 5 + u + 2] = 1000 - 8 * x * x - 16 * y * y;
      }
    check_subpixel (stages, response, 7, tops[i].x, tops[i].y);
    check_subpixel (stages, response, 2, 2, 0);
    check_subpixel (stages, response, 12, 2, 2);
    check_subpixel (stages, response, 5, 0, 1);
    check_subpixel (stages, response, 9, 4, 1);
  }
  check_subpixel (stages, plain, 7, 2, 1);
  check_subpixel (stages, saddle, 7, 2, 1);
}

void
add_spacing_tests (const Variant *variant)
{
  add_stage_test (variant, "spacing/distance", distance);
  add_stage_test (variant, "spacing/grid", grid);
  add_stage_test (variant, "spacing/distance-and-grid", distance_and_grid);
  add_stage_test (variant, "spacing/many", many);
  add_stage_test (variant, "spacing/subpixel", subpixel);
}
