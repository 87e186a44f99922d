/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The experiments of Tesar's thesis again:
 *   bench-thesis CASCADE.xml PICTURE.pgm [JSON-FILE [FACES-FOLDER]]
 * Prints a table for each, in microseconds (medians) where nothing else is said.
 * The picture's sides are multiples of 4. Every way must let the same windows
 * pass, and find what the detector finds; if not, the program ends.
 */
#include "bench.h"
#include "pnm.h"

static void
open_bench (Bench *b, const Cascade *cascade, const HaarParams *params)
{
  gint n_sms;
  gsize size;

  cuda_must (
      cudaDeviceGetAttribute (&n_sms, cudaDevAttrMultiProcessorCount, 0));
  b->n_sms = (guint) n_sms;
  cuda_must (cudaEventCreate (&b->begin));
  cuda_must (cudaEventCreate (&b->end));
  thesis_data_make (&b->data, cascade, params, b->image);
  size = b->data.n_windows * sizeof (ThesisWindow);
  for (guint i = 0; i < 2; i++) {
    cuda_must (cudaMalloc ((void **) &b->lists[i], size));
    cuda_must (cudaMalloc ((void **) &b->counts[i], sizeof (guint32)));
  }
  b->n_all = thesis_send (&b->data.n_windows, sizeof (guint32));
  cuda_must (cudaMalloc ((void **) &b->passed, b->data.n_windows));
  cuda_must (cudaMalloc (
      (void **) &b->block_counts, BENCH_MAX_GRID * sizeof (guint32)));
}

static void
close_bench (Bench *b)
{
  for (guint i = 0; i < 2; i++) {
    cuda_must (cudaFree (b->lists[i]));
    cuda_must (cudaFree (b->counts[i]));
  }
  cuda_must (cudaFree (b->n_all));
  cuda_must (cudaFree (b->passed));
  cuda_must (cudaFree (b->block_counts));
  cuda_must (cudaEventDestroy (b->begin));
  cuda_must (cudaEventDestroy (b->end));
  thesis_data_clear (&b->data);
}

static void
save (const Bench *b, const gchar *path)
{
  gchar *json = tables_to_json (b->tables);
  GError *error = NULL;

  if (!g_file_set_contents (path, json, -1, &error))
    g_error ("%s", error->message);
  g_free (json);
}

int
main (int argc, char **argv)
{
  HaarDetector *gpu = haar_new (VF_BACKEND_CUDA, 0, NULL);
  GError *error = NULL;
  Bench b = { 0 };
  Cascade *cascade;
  PnmPicture *picture;
  HaarParams params;

  if (!gpu || argc < 3) {
    g_print ("skipped: %s\n", gpu ? "no cascade and picture" : "no GPU");
    haar_free (gpu);
    return 77;
  }
  cascade = cascade_load (argv[1], &error);
  picture = cascade ? pnm_load (argv[2], &error) : NULL;
  if (!picture)
    g_error ("%s", error->message);
  haar_params_init (&params);
  params.min_neighbors = 0;
  params.opencv_skip = FALSE;
  b.image = &picture->image;
  b.tables = tables_new ();
  vf_context_push (haar_context (gpu));
  open_bench (&b, cascade, &params);
  g_print ("%u windows of %s that are not flat\n", b.data.n_windows, argv[2]);
  b.n_expected =
      haar_detect (gpu, cascade, &params, b.image, NULL, NULL)->n_windows;
  bench_check_ways (&b);
  bench_sizes (&b);
  bench_cascade (&b);
  bench_integrals (&b, gpu);
  bench_pyramids (&b, gpu, cascade, argc > 4 ? argv[4] : NULL);
  tables_print (b.tables);
  if (argc > 3)
    save (&b, argv[3]);
  close_bench (&b);
  vf_context_pop (haar_context (gpu));
  tables_free (b.tables);
  pnm_free (picture);
  cascade_unref (cascade);
  haar_free (gpu);
  return 0;
}
