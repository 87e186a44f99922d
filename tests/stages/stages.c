/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cuda-stages.h"

/* Each table of stages that is tested and timed: a new one is one line. */
const Variant variants[] = {
  { "scalar", harris_stages_scalar },
  { "cuda", cuda_stages },
};
const guint n_variants = G_N_ELEMENTS (variants);

typedef struct {
  const Variant *variant;
  gboolean rows;
  void (*test) (const HarrisStages *stages);
} StageTest;

static void
run_stage_test (gconstpointer data)
{
  const StageTest *test = data;
  const HarrisStages *stages = test->variant->stages ();

  if (stages && test->rows && !stages->load)
    g_test_skip ("it has no rows");
  else if (stages)
    test->test (stages);
  else
    g_test_skip ("it cannot run here");
}

static void
add_test (const Variant *variant, const gchar *name, gboolean rows,
    void (*test) (const HarrisStages *stages))
{
  gchar *path = g_strdup_printf ("/%s/%s", variant->name, name);
  StageTest *data = g_new (StageTest, 1);

  *data = (StageTest){ variant, rows, test };
  g_test_add_data_func_full (path, data, run_stage_test, g_free);
  g_free (path);
}

void
add_stage_test (const Variant *variant, const gchar *name,
    void (*test) (const HarrisStages *stages))
{
  add_test (variant, name, FALSE, test);
}

void
add_row_test (const Variant *variant, const gchar *name,
    void (*test) (const HarrisStages *stages))
{
  add_test (variant, name, TRUE, test);
}

int
main (int argc, char **argv)
{
  int failed;

  if (argc > 1 && g_str_equal (argv[1], "--bench"))
    return run_bench (argc, argv);
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  for (guint i = 0; i < n_variants; i++) {
    add_tensor_tests (&variants[i]);
    add_response_tests (&variants[i]);
    add_threshold_tests (&variants[i]);
    add_rosin_tests (&variants[i]);
    add_suppression_tests (&variants[i]);
    add_selection_tests (&variants[i]);
    add_spacing_tests (&variants[i]);
    add_row_comparisons (&variants[i]);
    add_frame_comparisons (&variants[i]);
  }
  failed = g_test_run ();
  cuda_stages_free ();
  return failed;
}
