/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random cases, each judged by the oracle: the same list, threshold, response
 * and histogram, byte for byte. VF_TEST_FRAMES is how many cases there are.
 * Case i of seed s is case 0 of seed s + i.
 */
#include "case.h"
#include "depths.h"

#include <stdlib.h>

static guint
n_cases (void)
{
  const gchar *text = g_getenv ("VF_TEST_FRAMES");

  return text ? (guint) atoi (text) : 8000;
}

static void
report (Case *c, HarrisDetector *detector, guint32 seed, gchar *difference)
{
  g_printerr ("# seed %u: %s\n", seed, difference);
  g_printerr ("# VF_TEST_SEED=%u VF_TEST_FRAMES=1 runs this again\n", seed);
  g_free (difference);
  c = shrink (c, detector);
  difference = judge (c, detector, NULL);
  g_printerr (
      "# made smaller: %s\n", difference ? difference : "it passes now");
  case_print (c);
  g_free (difference);
  case_free (c);
}

static gboolean
run_case (HarrisDetector *detector, guint32 seed, Tally *tally)
{
  GRand *rand = g_rand_new_with_seed (seed);
  Case *c = case_new_random (rand);
  gchar *difference = judge (c, detector, tally);

  g_rand_free (rand);
  if (difference)
    report (c, detector, seed, difference);
  else
    case_free (c);
  return difference == NULL;
}

static void
run_cases (HarrisDetector *detector)
{
  Tally tally = { 0 };
  guint n = n_cases ();

  for (guint i = 0; i < n; i++)
    if (!run_case (detector, test_seed () + i, &tally)) {
      g_test_fail ();
      return;
    }
  g_test_message ("%u cases, %u of them with %" G_GUINT64_FORMAT " corners",
      tally.cases, tally.with_corners, tally.corners);
  if (n >= 100)
    g_assert_cmpuint (tally.with_corners, >, tally.cases / 4);
}

static void
cpu (void)
{
  HarrisDetector *detector = detector_new ();

  run_cases (detector);
  harris_free (detector);
}

/* Both ways in which the GPU goes from samples to blocks. */
static void
cuda (gconstpointer way)
{
  GError *error = NULL;
  HarrisDetector *detector;

  g_setenv ("VF_CUDA_WAY", way, TRUE);
  detector = harris_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, &error);
  if (!detector) {
    g_test_skip (error->message);
    g_error_free (error);
    return;
  }
  run_cases (detector);
  harris_free (detector);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/oracle/cpu", cpu);
  g_test_add_data_func ("/oracle/cuda/fused", "fused", cuda);
  g_test_add_data_func ("/oracle/cuda/stages", "stages", cuda);
  g_test_add_func ("/depths/cpu", depths_cpu);
  g_test_add_func ("/depths/cuda", depths_cuda);
  return g_test_run ();
}
