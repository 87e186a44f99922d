/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Each stage of the Haar detector of each CPU level that runs here, against the
 * scalar one, with ==.
 */
#include "haar-lanes.h"

#include "haar-layers.h"

#include <string.h>

static void
fill (GRand *rand, gpointer memory, gsize size, guint8 or)
{
  for (gsize i = 0; i < size; i++)
    ((guint8 *) memory)[i] = (guint8) g_rand_int (rand) | or ;
}

void
haar_lanes_shrink (gconstpointer data)
{
  const HaarStages *stages = ((const HaarLevel *) data)->stages;
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 300; i++) {
    guint source = 1 + any (rand, 900), n = any (rand, source);
    Guarded pixels = guarded_new (source, GUARD_AFTER);
    Guarded above = guarded_new (2 * n, GUARD_AFTER);
    Guarded below = guarded_new (2 * n, GUARD_AFTER);
    Guarded shrunk = guarded_new (n, GUARD_AFTER);
    guint8 *expected = g_malloc (2 * n);
    HaarTap *taps = g_new (HaarTap, n);
    guint weight = any (rand, 257) - 1;

    haar_layers_set_taps (taps, n, source);
    fill (rand, pixels.data, source, i % 3 ? 0 : 255);
    haar_stages_scalar ()->shrink_row (
        pixels.data, taps, n, (gpointer) expected);
    stages->shrink_row (pixels.data, taps, n, above.data);
    g_assert_cmpmem (above.data, 2 * n, expected, 2 * n);
    fill (rand, below.data, 2 * n, i % 5 ? 0 : 255);
    haar_stages_scalar ()->shrink_column (
        above.data, below.data, weight, n, expected);
    stages->shrink_column (above.data, below.data, weight, n, shrunk.data);
    g_assert_cmpmem (shrunk.data, n, expected, n);
    guarded_clear (&pixels);
    guarded_clear (&above);
    guarded_clear (&below);
    guarded_clear (&shrunk);
    g_free (expected);
    g_free (taps);
  }
  g_rand_free (rand);
}

/* One of the stages. */
static void
add_up (const HaarStages *with, guint stage, const guint8 *pixels,
    const guint8 *pixels_above, guint n, gsize odd, const guint32 *above,
    guint32 *to)
{
  if (stage == 0)
    with->sums (pixels, n, odd, above, to);
  else if (stage == 1)
    with->squares (pixels, n, odd, above, to);
  else
    with->tilted (
        pixels, stage == 2 ? NULL : pixels_above, n, odd, above, above + n, to);
}

/* Entries that no pixel has stay as they are. */
void
haar_lanes_sums (gconstpointer data)
{
  const HaarStages *stages = ((const HaarLevel *) data)->stages;
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 600; i++) {
    guint n = any (rand, 200);
    gsize odd = i % 2 ? n / 2 + any (rand, 9) : 0, size = 4 * (2 * n + 16);
    Guarded pixels = guarded_new (n, i % 4 > 1 ? GUARD_AFTER : GUARD_BEFORE);
    Guarded pixels_above = guarded_new (n, GUARD_AFTER);
    guint32 *above = g_malloc (2 * size), *sums = g_malloc (size);
    guint32 *expected = g_malloc (size);

    fill (rand, pixels.data, n, i % 3 ? 0 : 255);
    fill (rand, pixels_above.data, n, i % 5 ? 0 : 255);
    fill (rand, above, 2 * size, 0);
    for (guint stage = 0; stage < 4; stage++) {
      memset (sums, 7, size);
      memset (expected, 7, size);
      add_up (
          stages, stage, pixels.data, pixels_above.data, n, odd, above, sums);
      add_up (haar_stages_scalar (), stage, pixels.data, pixels_above.data, n,
          odd, above, expected);
      g_assert_cmpmem (sums, size, expected, size);
    }
    guarded_clear (&pixels);
    guarded_clear (&pixels_above);
    g_free (above);
    g_free (sums);
    g_free (expected);
  }
  g_rand_free (rand);
}

static const VfCpuLevel levels[] = { VF_CPU_V2, VF_CPU_V3, VF_CPU_V4,
  VF_CPU_NEON };

static const struct {
  const gchar *name;
  GTestDataFunc func;
} tests[] = {
  { "shrink", haar_lanes_shrink },
  { "sums", haar_lanes_sums },
  { "random-cascades", haar_lanes_random_cascades },
  { "narrow-bounds", haar_lanes_narrow_bounds },
  { "real-cascades", haar_lanes_real_cascades },
  { "detections", haar_lanes_detections },
  { "faces", haar_lanes_faces },
};

static void
add_tests (const HaarLevel *level)
{
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++) {
    gchar *path = g_strdup_printf (
        "/%s/%s", vf_cpu_level_name (level->level), tests[i].name);

    g_test_add_data_func (path, level, tests[i].func);
    g_free (path);
  }
}

int
main (int argc, char **argv)
{
  HaarLevel here[G_N_ELEMENTS (levels)];

  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++) {
    here[i] = (HaarLevel){ levels[i], haar_stages_of (levels[i]) };
    if (vf_cpu_has (levels[i]) && here[i].stages)
      add_tests (&here[i]);
    else
      g_test_message ("%s does not run here", vf_cpu_level_name (levels[i]));
  }
  return g_test_run ();
}
