/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Runs a target without libFuzzer, on seeds and on seeds with a few bytes
 * changed; or, with --seeds FOLDER, writes seeds for libFuzzer.
 */
#include "fuzz.h"
#include "testing.h"

#define N_SEEDS 40

static void
write_seeds (const gchar *folder)
{
  GRand *rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_SEEDS; i++) {
    GByteArray *seed = fuzz_seed (rand);
    gchar *path = g_strdup_printf ("%s/seed-%02u", folder, i);
    GError *error = NULL;

    g_file_set_contents (
        path, (const gchar *) seed->data, (gssize) seed->len, &error);
    g_assert_no_error (error);
    g_free (path);
    g_byte_array_unref (seed);
  }
  g_rand_free (rand);
}

/* In memory of just its size: a sanitizer sees who reads on. */
static void
run_one (const GByteArray *input)
{
  guint8 *copy = g_memdup2 (input->data, input->len);

  LLVMFuzzerTestOneInput (copy, input->len);
  g_free (copy);
}

static void
run (void)
{
  GRand *rand = test_rand_new ();
  gint64 end = g_get_monotonic_time () + 2 * G_USEC_PER_SEC;
  guint n = 0;

  for (; n < 20 || g_get_monotonic_time () < end; n++) {
    GByteArray *input = fuzz_seed (rand);

    run_one (input);
    for (guint i = 0; i < 10; i++) {
      guint place = g_rand_int (rand) % input->len;

      input->data[place] = (guint8) g_rand_int (rand);
      run_one (input);
    }
    g_byte_array_unref (input);
  }
  g_test_message ("%u seeds", n);
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && g_str_equal (argv[1], "--seeds")) {
    write_seeds (argv[2]);
    return 0;
  }
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/run", run);
  return g_test_run ();
}
