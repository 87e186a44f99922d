/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "bench.h"

#include "bench-times.h"

#define N_RUNS 15

const gchar *const bench_ways[] = { "sequential", "hybrid", "parallel" };
const gchar *const bench_places[] = { "global", "constant", "shared" };
const gchar *const bench_compactions[] = { "scan", "atomic" };

/* Microseconds, the median. */
gdouble
bench_time (const Bench *b, Work work, gconstpointer data)
{
  gdouble times[N_RUNS];

  for (gint i = -2; i < N_RUNS; i++) {
    gfloat ms;

    thesis_must (cudaEventRecord (b->begin, NULL));
    work (b, data);
    thesis_must (cudaEventRecord (b->end, NULL));
    thesis_must (cudaEventSynchronize (b->end));
    thesis_must (cudaEventElapsedTime (&ms, b->begin, b->end));
    if (i >= 0)
      times[i] = (gdouble) ms;
  }
  return median_of (times, N_RUNS) * 1e3;
}

guint32
bench_fetch (const guint32 *there)
{
  guint32 value;

  thesis_must (
      cudaMemcpy (&value, there, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

void
bench_run_group (const Bench *b, gconstpointer data)
{
  const Group *g = data;
  ThesisRun run = { .sums = b->data.sums,
    .stride = b->data.stride,
    .nodes = b->data.nodes,
    .first = g->first,
    .end = g->end,
    .windows = g->windows,
    .n = g->n,
    .passed = b->passed };

  for (guint i = 0; i < b->data.n_stages; i++)
    run.stages[i] = b->data.stages[i];
  thesis_must (thesis_run (&run, g->way, g->place, g->grid, g->block, NULL));
}

/* As many blocks as a multiprocessor runs at once, whatever the way. */
Group
bench_group (const Bench *b, guint first, guint end, HaarWay way)
{
  return (Group){ first, end, way, THESIS_GLOBAL, b->n_sms * BENCH_PER_SM,
    BENCH_USUAL, b->lists[0], b->counts[0] };
}

ThesisCompaction
bench_compaction (const Bench *b, guint from)
{
  return (ThesisCompaction){ b->lists[from], b->counts[from], b->passed,
    b->lists[1 - from], b->counts[1 - from], b->block_counts };
}

void
bench_compact (const Bench *b, guint from, HaarCompaction way)
{
  ThesisCompaction c = bench_compaction (b, from);

  thesis_must (
      thesis_compact (&c, way, b->n_sms * BENCH_PER_SM, BENCH_USUAL, NULL));
}

/* All windows into the first list. */
void
bench_list_all (const Bench *b)
{
  guint32 n = b->data.n_windows;

  thesis_must (cudaMemcpyAsync (b->lists[0], b->data.windows,
      n * sizeof (ThesisWindow), cudaMemcpyDeviceToDevice, NULL));
  thesis_must (cudaMemcpy (b->counts[0], &n, sizeof n, cudaMemcpyHostToDevice));
}

/* Those that reach the stage into the first list; returns how many. */
guint
bench_list_reaching (const Bench *b, guint stage)
{
  bench_list_all (b);
  if (stage > 0) {
    Group g = bench_group (b, 0, stage, HAAR_WAY_SEQUENTIAL);

    bench_run_group (b, &g);
    bench_compact (b, 0, HAAR_COMPACTION_SCAN);
    thesis_must (cudaMemcpyAsync (b->lists[0], b->lists[1],
        b->data.n_windows * sizeof (ThesisWindow), cudaMemcpyDeviceToDevice,
        NULL));
    thesis_must (cudaMemcpy (b->counts[0], b->counts[1], sizeof (guint32),
        cudaMemcpyDeviceToDevice));
  }
  return bench_fetch (b->counts[0]);
}

/* How many pass the group. */
guint
bench_count_passed (const Bench *b, const Group *g)
{
  bench_run_group (b, g);
  bench_compact (b, 0, HAAR_COMPACTION_SCAN);
  return bench_fetch (b->counts[1]);
}

static const struct {
  HaarWay way;
  guint first, end; /* end 0: the last one */
} parts[BENCH_N_PARTS] = {
  { HAAR_WAY_SEQUENTIAL, 0, 2 },
  { HAAR_WAY_SEQUENTIAL, 2, 8 },
  { HAAR_WAY_HYBRID, 8, 0 },
  { HAAR_WAY_PARALLEL, 8, 0 },
};

Group
bench_part (const Bench *b, guint i, gchar **name)
{
  guint end = parts[i].end ? parts[i].end : b->data.n_stages;

  *name = g_strdup_printf (
      "%s, stages %u to %u", bench_ways[parts[i].way], parts[i].first, end - 1);
  bench_list_reaching (b, parts[i].first);
  return bench_group (b, parts[i].first, end, parts[i].way);
}

Gathering
bench_gathering (const Bench *b, guint way)
{
  return (
      Gathering){ (HaarCompaction) way, b->n_sms * BENCH_PER_SM, BENCH_USUAL };
}

void
bench_gather (const Bench *b, gconstpointer data)
{
  const Gathering *g = data;
  ThesisCompaction c = bench_compaction (b, 0);

  thesis_must (thesis_compact (&c, g->way, g->grid, g->block, NULL));
}
