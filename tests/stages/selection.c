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
  add_stage_test (variant, "selection/nothing", selection_of_nothing);
}
