/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The GPU's part of the benchmark.
 */
#include "bench.h"

#include "cuda-stages.h"

/* The frame stages, and what is made of all of them. */
enum {
  ALL_STAGES = HARRIS_N_STAGES,
  FUSED,
  ONE_LAUNCH,
  ONE_LAUNCH_ALONE,
  ONE_LAUNCH_STREAMS,
  HOST_TO_HOST,
  UPLOAD,
  NPP,
  N_CUDA_LINES,
};

static const gchar *
line_name (guint line)
{
  static const gchar *const names[] = { "all stages", "all, fused",
    "one launch", "one launch, alone", "on four streams", "host to host",
    "upload alone", "NPP, response alone" };

  return line < ALL_STAGES ? harris_stage_name (line)
                           : names[line - ALL_STAGES];
}

static gboolean
time_size (const VfImage *image, gdouble ns[N_CUDA_LINES])
{
  CudaTimes times;

  if (!cuda_time_frames (image, &times))
    return FALSE;
  for (guint i = 0; i < HARRIS_N_STAGES; i++)
    ns[i] = times.stages[i];
  ns[ALL_STAGES] = times.all_stages;
  ns[FUSED] = times.fused;
  ns[ONE_LAUNCH] = times.one_launch;
  ns[ONE_LAUNCH_ALONE] = times.one_launch_alone;
  ns[ONE_LAUNCH_STREAMS] = times.one_launch_streams;
  ns[HOST_TO_HOST] = times.host_to_host;
  ns[UPLOAD] = times.upload;
  ns[NPP] = times.npp;
  return TRUE;
}

static void
print_line (guint line, const BenchTable *table,
    const gdouble ns[MAX_SIZES][N_CUDA_LINES])
{
  g_print ("%-20s", line_name (line));
  for (guint j = 0; j < table->n_sizes; j++)
    g_print (" %11.4f", ns[j][line] / 1e6);
  g_print ("\n");
}

static void
print_ratio (guint line, const BenchTable *table,
    const gdouble ns[MAX_SIZES][N_CUDA_LINES])
{
  g_print ("%-20s", line_name (line));
  for (guint j = 0; j < table->n_sizes; j++)
    g_print (" %11.1f", table->scalar[j] / ns[j][line]);
  g_print ("\n");
}

void
bench_cuda (const BenchTable *table, GString *json)
{
  gdouble ns[MAX_SIZES][N_CUDA_LINES];

  for (guint j = 0; j < table->n_sizes; j++)
    if (!time_size (&table->images[j], ns[j]))
      return;
  g_print ("\ncuda");
  bench_print_heading ("frame stage: ms", table);
  for (guint i = 0; i < N_CUDA_LINES; i++)
    print_line (i, table, ns);
  bench_print_heading ("times scalar", table);
  for (guint i = ALL_STAGES; i < N_CUDA_LINES; i++)
    print_ratio (i, table, ns);
  for (guint j = 0; j < table->n_sizes; j++)
    for (guint i = 0; i < N_CUDA_LINES; i++)
      bench_add_entry (
          json, "cuda", "frame", line_name (i), &table->images[j], ns[j][i]);
}
