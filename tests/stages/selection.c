/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The order of pixels, compaction, sort and selection.
 */
#include "stages.h"

#include <stdlib.h>
#include <string.h>

/* Each comes before the one after it: larger R, smaller y, smaller x; the
 * position is y * width + x. */
static void
order (const HarrisStages *stages)
{
  static const struct {
    gfloat response;
    guint position;
  } sorted[] = { { 3e38f, 9 }, { 2, 5 }, { 1 + 0x1p-23f, 9 }, { 1, 0 },
    { 1, 1 }, { 1, 16384u * 16384u - 1 }, { 0.5f, 3 }, { 0x1p-149f, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (sorted); i++) {
    HarrisKey key = harris_key (sorted[i].response, sorted[i].position);

    g_assert_cmpfloat (harris_key_response (key), ==, sorted[i].response);
    g_assert_cmpuint (harris_key_position (key), ==, sorted[i].position);
    g_assert_true (key < HARRIS_KEY_NONE);
    for (guint j = 0; j < i; j++)
      g_assert_true (harris_key (sorted[j].response, sorted[j].position) < key);
  }
}

/* A work of n blocks of one pixel each, with these keys. */
static HarrisWork *
work_new_keys (const HarrisStages *stages, const HarrisKey *keys, guint n)
{
  HarrisParams params = params_all ();
  VfImage image = { .width = n, .height = 1, .channels = 1 };
  HarrisWork *work;

  params.suppression_radius = 1;
  work = work_new (stages, &params, &image, NULL);
  memcpy (work->keys, keys, n * sizeof *keys);
  return work;
}

/* The order stays, the gaps go. */
static void
compaction (const HarrisStages *stages)
{
  static const HarrisKey none = HARRIS_KEY_NONE;
  const HarrisKey gaps[] = { none, 7, 3, none, none, 5, none };
  static const HarrisKey dense[] = { 7, 3, 5 };
  const HarrisKey nothing[] = { none, none };
  HarrisWork *work = work_new_keys (stages, gaps, G_N_ELEMENTS (gaps));

  work_run (work, HARRIS_STAGE_COMPACTION, HARRIS_STAGE_COMPACTION);
  g_assert_cmpmem (
      work->keys, work->state->n_keys * sizeof *dense, dense, sizeof dense);
  work_free (work);
  work = work_new_keys (stages, nothing, G_N_ELEMENTS (nothing));
  work_run (work, HARRIS_STAGE_COMPACTION, HARRIS_STAGE_COMPACTION);
  g_assert_cmpuint (work->state->n_keys, ==, 0);
  work_free (work);
  work = work_new_keys (stages, dense, G_N_ELEMENTS (dense));
  work_run (work, HARRIS_STAGE_COMPACTION, HARRIS_STAGE_COMPACTION);
  g_assert_cmpmem (
      work->keys, work->state->n_keys * sizeof *dense, dense, sizeof dense);
  work_free (work);
}

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  HarrisKey p = *(const HarrisKey *) a, q = *(const HarrisKey *) b;

  return p < q ? -1 : p > q;
}

static void
check_sort (const HarrisStages *stages, const HarrisKey *keys, guint n)
{
  HarrisWork *work = work_new_keys (stages, keys, MAX (n, 1));
  HarrisKey *sorted = g_malloc (MAX (n, 1) * sizeof *sorted);

  memcpy (sorted, keys, MAX (n, 1) * sizeof *sorted);
  if (n > 0)
    qsort (sorted, n, sizeof *sorted, compare_keys);
  work->state->n_keys = n;
  work_run (work, HARRIS_STAGE_SORT, HARRIS_STAGE_SORT);
  g_assert_cmpuint (work->state->n_keys, ==, n);
  g_assert_cmpmem (work->keys, MAX (n, 1) * sizeof *sorted, sorted,
      MAX (n, 1) * sizeof *sorted);
  g_free (sorted);
  work_free (work);
}

/* Every count up to 70 and a large one, of few different responses at
 * different positions: in random order, sorted, and the wrong way round. */
static void
sort (const HarrisStages *stages)
{
  GRand *rand = test_rand_new ();
  const guint most = 20000;
  HarrisKey *keys = g_new (HarrisKey, most);

  for (guint n = 0; n <= 71; n++) {
    guint count = n == 71 ? most : n;

    for (guint i = 0; i < most; i++)
      keys[i] =
          harris_key ((gfloat) g_rand_int_range (rand, 1, 9), i * 7 % most);
    check_sort (stages, keys, count);
    for (guint i = 0; i < most; i++)
      keys[i] = harris_key (1, i);
    check_sort (stages, keys, count);
    for (guint i = 0; i < most; i++)
      keys[i] = harris_key (1, most - i);
    check_sort (stages, keys, count);
  }
  g_free (keys);
  g_rand_free (rand);
}

/* Positions 7, 3 and 4 of a picture 3 pixels wide: (1, 2), (0, 1), (1, 1). */
static void
selection (const HarrisStages *stages)
{
  static const HarrisCorner corners[] = { { 1, 2, 9 }, { 0, 1, 5.5f },
    { 1, 1, 0x1p-149f } };
  const HarrisKey keys[] = { harris_key (9, 7), harris_key (5.5f, 3),
    harris_key (0x1p-149f, 4) };
  static const struct {
    guint max_corners, expected;
  } limits[] = { { 0, 3 }, { 1, 1 }, { 2, 2 }, { 3, 3 }, { 4, 3 },
    { G_MAXINT32, 3 } };
  const gfloat response[3 * 3] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++) {
    HarrisParams params = params_all ();
    HarrisWork *work;

    params.suppression_radius = 1;
    params.max_corners = limits[i].max_corners;
    work = work_new_response (stages, &params, 3, 3, response);
    memcpy (work->keys, keys, sizeof keys);
    work->state->n_keys = 3;
    work_run (work, HARRIS_STAGE_SELECTION, HARRIS_STAGE_SELECTION);
    g_assert_cmpmem (work->corners, work->state->n_corners * sizeof *corners,
        corners, limits[i].expected * sizeof *corners);
    work_free (work);
  }
}

/* Keys of a picture of 100 x 80 pixels, in their order, at these places. */
static HarrisWork *
work_new_places (const HarrisStages *stages, const HarrisParams *params,
    const guint places[][2], guint n)
{
  VfImage image = { .width = 100, .height = 80, .channels = 1 };
  HarrisWork *work = work_new (stages, params, &image, NULL);

  for (guint i = 0; i < n; i++)
    work->keys[i] =
        harris_key ((gfloat) (n - i), places[i][1] * 100 + places[i][0]);
  work->state->n_keys = n;
  return work;
}

/* `expected` has a letter for each place: x where it is kept. */
static void
check_kept (const HarrisStages *stages, const HarrisParams *params,
    const guint places[][2], const gchar *expected)
{
  guint n = (guint) strlen (expected), kept = 0;
  HarrisWork *work = work_new_places (stages, params, places, n);

  work_run (work, HARRIS_STAGE_SELECTION, HARRIS_STAGE_SELECTION);
  for (guint i = 0; i < n; i++) {
    if (expected[i] != 'x')
      continue;
    g_assert_cmpuint (kept, <, work->state->n_corners);
    g_assert_cmpfloat (work->corners[kept].x, ==, places[i][0]);
    g_assert_cmpfloat (work->corners[kept].y, ==, places[i][1]);
    g_assert_cmpfloat (work->corners[kept++].response, ==, n - i);
  }
  g_assert_cmpuint (work->state->n_corners, ==, kept);
  work_free (work);
}

/* Distances of exactly 5 (3, 4) are enough for 5, not for a little more; what
 * is not kept takes no room: the third is 4 from the second only. */
static void
selection_min_distance (const HarrisStages *stages)
{
  static const guint places[][2] = { { 20, 20 }, { 23, 24 }, { 27, 24 },
    { 20, 25 }, { 0, 0 }, { 99, 79 }, { 98, 79 } };
  static const struct {
    gdouble distance;
    guint most;
    const gchar *expected;
  } cases[] = {
    { 0, 0, "xxxxxxx" },
    { 1, 0, "xxxxxxx" },
    { 1.000001, 0, "xxxxxx." },
    { 5, 0, "xx..xx." },
    { 5.000001, 0, "x.x.xx." }, /* (20, 25) is 5 from (20, 20) */
    { 29, 0, "x....x." },
    { 28, 0, "x...xx." }, /* (0, 0) is 28.3 away */
    { 200, 0, "x......" },
    { 32768, 0, "x......" },
    { 5, 3, "xx..x.." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint radius = 1; radius <= 9; radius += 4) {
      HarrisParams params = params_all ();

      params.suppression_radius = radius;
      params.min_distance = cases[i].distance;
      params.max_corners = cases[i].most;
      check_kept (stages, &params, places, cases[i].expected);
    }
}

/* 3 columns of a width of 100: x = 33 is 33 * 3 / 100 = 0, x = 34 is 1. 2 rows
 * of 80: y = 39 and 40. N = 7 of 6 cells: two for each; N = 6: one; N = 0: no
 * limit. */
static void
selection_grid (const HarrisStages *stages)
{
  static const guint places[][2] = { { 33, 39 }, { 34, 39 }, { 33, 40 },
    { 0, 0 }, { 1, 0 }, { 99, 79 }, { 67, 40 }, { 34, 0 } };
  static const struct {
    guint most;
    const gchar *expected;
  } cases[] = {
    { 0, "xxxxxxxx" },
    { 6, "xxx..x.." },
    { 7, "xxxx.xxx" },
    { 12, "xxxx.xxx" },
    { 13, "xxxxxxxx" },
    { 3, "xxx....." },
    { 1, "x......." },
  };
  HarrisParams params = params_all ();

  params.suppression_radius = 3;
  params.grid_columns = 3;
  params.grid_rows = 2;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    params.max_corners = cases[i].most;
    check_kept (stages, &params, places, cases[i].expected);
  }
}

/* One key in the middle of 3 x 3 responses. */
static void
check_subpixel (const HarrisStages *stages, const gfloat *response, guint width,
    guint position, gfloat x, gfloat y)
{
  HarrisParams params = params_all ();
  HarrisWork *work;

  params.suppression_radius = 1;
  params.subpixel = HARRIS_SUBPIXEL_QUADRATIC;
  work = work_new_response (stages, &params, width, 3, response);
  work->keys[0] = harris_key (response[position], position);
  work->state->n_keys = 1;
  work_run (work, HARRIS_STAGE_SELECTION, HARRIS_STAGE_SELECTION);
  g_assert_cmpuint (work->state->n_corners, ==, 1);
  g_assert_cmpfloat (work->corners[0].x, ==, x);
  g_assert_cmpfloat (work->corners[0].y, ==, y);
  work_free (work);
}

/* 64 - 16 (x - 1/4)^2 - 16 (y + 1/8)^2 has its top at (1/4, -1/8), and so it
 * is found; with a term of x y the top is where both derivatives vanish. A
 * plane has none, a saddle neither; a slope's is farther than half a pixel. */
static void
selection_subpixel (const HarrisStages *stages)
{
  gfloat bowl[9], tilted[9], slope[9];
  static const gfloat saddle[] = { 0, 9, 0, 1, 5, 2, 0, 9, 0 };
  static const gfloat plane[] = { 1, 2, 3, 2, 3, 4, 3, 4, 5 };
  static const gfloat one_row[] = { 1, 5, 2, 1, 4, 2, 0, 3, 1 };

  for (gint i = 0; i < 9; i++) {
    gfloat x = (gfloat) (i % 3 - 1), y = (gfloat) (i / 3 - 1);

    bowl[i] =
        64 - 16 * (x - 0.25f) * (x - 0.25f) - 16 * (y + 0.125f) * (y + 0.125f);
    tilted[i] = 64 + 6 * x + 3 * y - 8 * x * x - 8 * y * y + 8 * x * y;
    slope[i] = 64 + 30 * x - 20 * y - 8 * x * x - 8 * y * y;
  }
  check_subpixel (stages, bowl, 3, 4, 1.25f, 0.875f);
  /* 6 = 16 x - 8 y, 3 = 16 y - 8 x: x = 5/8 goes to 1/2, y = 1/2 */
  check_subpixel (stages, tilted, 3, 4, 1.5f, 1.5f);
  check_subpixel (stages, slope, 3, 4, 1.5f, 0.5f);
  check_subpixel (stages, saddle, 3, 4, 1, 1);
  check_subpixel (stages, plane, 3, 4, 1, 1);
  check_subpixel (stages, one_row, 3, 1, 1, 0);
  check_subpixel (stages, one_row, 3, 3, 0, 1);
  check_subpixel (stages, one_row, 3, 5, 2, 1);
  check_subpixel (stages, one_row, 3, 7, 1, 2);
}

static void
selection_of_nothing (const HarrisStages *stages)
{
  static const HarrisKey none = HARRIS_KEY_NONE;
  HarrisWork *work = work_new_keys (stages, &none, 1);

  work->state->n_keys = 0;
  work_run (work, HARRIS_STAGE_SELECTION, HARRIS_STAGE_SELECTION);
  g_assert_cmpuint (work->state->n_corners, ==, 0);
  work_free (work);
}

void
add_selection_tests (const Variant *variant)
{
  add_stage_test (variant, "order", order);
  add_stage_test (variant, "compaction", compaction);
  add_stage_test (variant, "sort", sort);
  add_stage_test (variant, "selection", selection);
  add_stage_test (variant, "selection/min-distance", selection_min_distance);
  add_stage_test (variant, "selection/grid", selection_grid);
  add_stage_test (variant, "selection/subpixel", selection_subpixel);
  add_stage_test (variant, "selection/nothing", selection_of_nothing);
}
