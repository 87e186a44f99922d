/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * As fails.c, for faces: every call of CUDA fails in turn. Built twice, too.
 */
#include "cascades.h"
#include "failing.h"
#include "haar.h"
#include "testing.h"

#include <stdlib.h>
#include <string.h>

/* Of different sizes, the last two the same; grey, colour, grey, grey. */
#define N_FRAMES 4

static const VfRect rects[] = { { 0, 0, 60, 48 }, { 30, 10, 60, 30 } };
static const VfRegion region = { rects, G_N_ELEMENTS (rects), NULL, FALSE };

typedef struct {
  HaarParams params;
  Cascade *cascade;
  Picture *pictures[N_FRAMES];
  GArray *expected[N_FRAMES]; /* of HaarObject */
} Fixture;

static const HaarResult *
detect (const Fixture *f, HaarDetector *detector, guint i, GError **error)
{
  return haar_detect (detector, f->cascade, &f->params, &f->pictures[i]->image,
      i % 2 ? &region : NULL, error);
}

/* One that finds something. */
static void
set_up (Fixture *f)
{
  static const CascadeShape shape = { 12, 12, 2, 3, 1, FALSE, FALSE };
  HaarDetector *cpu = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  GRand *rand = test_rand_new ();
  guint n = 0;

  haar_params_init (&f->params);
  f->params.min_neighbors = 0;
  f->cascade = NULL;
  for (guint i = 0; i < N_FRAMES; i++) {
    f->pictures[i] =
        picture_photo (64 + 10 * MIN (i, 2), 48, i == 1 ? 3 : 1, i);
    f->expected[i] = g_array_new (FALSE, FALSE, sizeof (HaarObject));
  }
  while (n == 0) {
    gchar *text = random_cascade (rand, &shape);

    cascade_unref (f->cascade);
    f->cascade = cascade_parse (text, strlen (text), "random", NULL);
    n = detect (f, cpu, 0, NULL)->n_objects;
    g_free (text);
  }
  for (guint i = 0; i < N_FRAMES; i++) {
    const HaarResult *result = detect (f, cpu, i, NULL);

    g_array_append_vals (f->expected[i], result->objects, result->n_objects);
  }
  haar_free (cpu);
  g_rand_free (rand);
}

static void
tear_down (Fixture *f)
{
  for (guint i = 0; i < N_FRAMES; i++) {
    picture_free (f->pictures[i]);
    g_array_unref (f->expected[i]);
  }
  cascade_unref (f->cascade);
}

static gpointer
open_detector (gconstpointer data, VfBackendKind kind, GError **error)
{
  return haar_new (kind, 0, error);
}

static void
close_detector (gpointer detector)
{
  haar_free (detector);
}

static VfDetector *
base_of (gpointer detector)
{
  return haar_base (detector);
}

static gconstpointer
detect_in (gconstpointer data, gpointer detector, guint i, GError **error)
{
  return detect (data, detector, i, error);
}

static const GError *
fallback_of (gconstpointer result)
{
  return ((const HaarResult *) result)->fallback;
}

static void
check_list (gconstpointer data, guint i, gconstpointer found)
{
  const Fixture *f = data;
  const HaarResult *result = found;
  const GArray *expected = f->expected[i];

  g_assert_cmpuint (result->n_objects, ==, expected->len);
  for (guint j = 0; j < expected->len; j++) {
    const HaarObject *a = &result->objects[j];
    const HaarObject *b = &g_array_index (expected, HaarObject, j);

    g_assert_cmpmem (&a->rect, sizeof a->rect, &b->rect, sizeof b->rect);
    g_assert_true (a->score == b->score && a->region == b->region);
  }
}

static Walk
walk_of (const Fixture *f)
{
  return (Walk){ .data = f,
    .open = open_detector,
    .close = close_detector,
    .base = base_of,
    .detect = detect_in,
    .fallback = fallback_of,
    .check = check_list,
    .n_frames = N_FRAMES };
}

static void
each_call (gconstpointer kernel)
{
  Fixture f;
  Walk walk = walk_of (&f);

  set_up (&f);
  f.params.kernel = GPOINTER_TO_UINT (kernel);
  g_assert_cmpuint (walk_each_call (&walk), >, 40);
  tear_down (&f);
}

/* Of the GPU alone: the CPU has no such pyramid. */
static void
expect_integral (Fixture *f)
{
  HaarDetector *cuda = haar_new (VF_BACKEND_CUDA, 0, NULL);

  f->params.kernel = HAAR_KERNEL_THESIS;
  f->params.thesis.pyramid = HAAR_PYRAMID_INTEGRAL;
  for (guint i = 0; i < N_FRAMES; i++) {
    const HaarResult *result = detect (f, cuda, i, NULL);

    g_array_set_size (f->expected[i], 0);
    g_array_append_vals (f->expected[i], result->objects, result->n_objects);
  }
  haar_free (cuda);
}

static void
integral_recovers (void)
{
  Fixture f;
  Walk walk = walk_of (&f);

  set_up (&f);
  fail_at (0);
  expect_integral (&f);
  g_assert_cmpuint (walk_on (&walk, 10, 90, 2 * N_FRAMES), >, 30);
  tear_down (&f);
}

static void
detector_recovers (void)
{
  Fixture f;
  Walk walk = walk_of (&f);

  set_up (&f);
  g_assert_cmpuint (walk_on (&walk, 10, 80, 2 * N_FRAMES), >, 30);
  tear_down (&f);
}

int
main (int argc, char **argv)
{
  HaarDetector *detector;
  GError *error = NULL;

  g_unsetenv ("VF_CUDA_FAIL");
  detector = haar_new (VF_BACKEND_CUDA, 0, &error);
  if (!detector) {
    print_skip (error);
    return 77;
  }
  haar_free (detector);
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cuda-haar/each-call-fails/auto",
      GUINT_TO_POINTER (HAAR_KERNEL_AUTO), each_call);
  g_test_add_data_func ("/cuda-haar/each-call-fails/thesis",
      GUINT_TO_POINTER (HAAR_KERNEL_THESIS), each_call);
  g_test_add_func ("/cuda-haar/recovers/auto", detector_recovers);
  g_test_add_func ("/cuda-haar/recovers/integral", integral_recovers);
  return g_test_run ();
}
