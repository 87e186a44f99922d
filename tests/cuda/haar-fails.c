/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * As fails.c, for faces: every call of CUDA fails in turn. Built twice, too.
 */
#include "cascades.h"
#include "failing.h"
#include "haar.h"
#include "memory.h"
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

/* FALSE: the call is not reached. */
static gboolean
cuda_fails (const Fixture *f, guint call)
{
  HaarDetector *detector;
  GError *error = NULL;

  fail_at (call);
  detector = haar_new (VF_BACKEND_CUDA, 0, &error);
  for (guint i = 0; detector && !error && i < N_FRAMES; i++)
    detect (f, detector, i, &error);
  haar_free (detector);
  g_assert_cmpint (vf_cuda_blocks (), ==, 0);
  if (!error)
    return FALSE;
  g_assert_true (is_of_cuda (error));
  g_error_free (error);
  return TRUE;
}

static void
check_list (const Fixture *f, guint i, const HaarResult *result)
{
  const GArray *expected = f->expected[i];

  g_assert_cmpuint (result->n_objects, ==, expected->len);
  for (guint j = 0; j < expected->len; j++) {
    const HaarObject *a = &result->objects[j];
    const HaarObject *b = &g_array_index (expected, HaarObject, j);

    g_assert_cmpmem (&a->rect, sizeof a->rect, &b->rect, sizeof b->rect);
    g_assert_true (a->score == b->score && a->region == b->region);
  }
}

/* The failure is told once, with the first frame on the CPU. */
static void
auto_goes_on (const Fixture *f, guint call)
{
  HaarDetector *detector;
  guint told = 0;

  fail_at (call);
  detector = haar_new (VF_BACKEND_AUTO, 0, NULL);
  g_assert_nonnull (detector);
  if (haar_backend (detector) == VF_BACKEND_CPU)
    told++;
  for (guint i = 0; i < N_FRAMES; i++) {
    const HaarResult *result = detect (f, detector, i, NULL);

    g_assert_nonnull (result);
    told += result->fallback != NULL;
    g_assert_cmpuint (told, ==, haar_backend (detector) == VF_BACKEND_CPU);
    if (told || !FAKE_CUDART)
      check_list (f, i, result);
  }
  g_assert_cmpuint (told, ==, 1);
  g_assert_true (is_of_cuda (haar_fallback (detector)));
  haar_free (detector);
  g_assert_cmpint (vf_cuda_blocks (), ==, 0);
}

static void
each_call (void)
{
  Fixture f;
  guint call = 1;

  set_up (&f);
  for (; cuda_fails (&f, call); call++)
    auto_goes_on (&f, call);
  g_test_message ("%u calls", call - 1);
  g_assert_cmpuint (call, >, 40);
  tear_down (&f);
}

/* An error that does not stick leaves the detector as good as before. */
static void
detector_recovers (void)
{
  Fixture f;
  guint n_failed = 0;

  set_up (&f);
  for (guint call = 10; call < 80; call++) {
    HaarDetector *detector;

    fail_at (call);
    detector = haar_new (VF_BACKEND_CUDA, 0, NULL);
    for (guint i = 0; detector && i < 2 * N_FRAMES; i++) {
      const HaarResult *result = detect (&f, detector, i % N_FRAMES, NULL);

      if (!result)
        n_failed++;
      else if (!FAKE_CUDART)
        check_list (&f, i % N_FRAMES, result);
    }
    haar_free (detector);
  }
  g_assert_cmpuint (n_failed, >, 30);
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
  g_test_add_func ("/cuda-haar/each-call-fails", each_call);
  g_test_add_func ("/cuda-haar/recovers", detector_recovers);
  return g_test_run ();
}
