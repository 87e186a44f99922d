/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Time by the size of blocks, and by that of all blocks together.
 */
#include "bench.h"

/* A thread, a warp or a block for each window, as far as they go. */
static guint
blocks_for (const Group *g, guint n)
{
  guint threads = g->way == HAAR_WAY_SEQUENTIAL ? 1
                  : g->way == HAAR_WAY_HYBRID   ? 32
                                                : g->block;

  return CLAMP (
      (guint) (((guint64) n * threads + g->block - 1) / g->block), 1, 1u << 20);
}

static void
add (const Bench *b, const gchar *table, guint size, const gchar *column,
    gdouble time)
{
  gchar *row = g_strdup_printf ("%u", size);

  tables_add (b->tables, table, row, column, time);
  g_free (row);
}

static void
add_block (const Bench *b, guint block, const gchar *column, gdouble time)
{
  add (b, "time by block size (threads)", block, column, time);
}

static void
add_global (const Bench *b, guint blocks, const gchar *column, gdouble time)
{
  add (b, "time by global size (threads)", blocks * BENCH_USUAL, column, time);
}

static void
group_sizes (const Bench *b, Group g, const gchar *name)
{
  guint n = bench_fetch (g.n);

  for (guint block = 32; block <= 1024; block *= 2) {
    Group sized = g;

    sized.block = block;
    sized.grid = blocks_for (&sized, n);
    add_block (b, block, name, bench_time (b, bench_run_group, &sized));
  }
  for (guint blocks = b->n_sms / 2; blocks <= b->n_sms * 64; blocks *= 2) {
    g.grid = blocks;
    add_global (b, blocks, name, bench_time (b, bench_run_group, &g));
  }
}

/* Windows that pass the first two stages; as many threads in each case. */
static void
gathering_sizes (const Bench *b, guint way)
{
  Group group = bench_group (b, 0, 2, HAAR_WAY_SEQUENTIAL);
  Gathering g = bench_gathering (b, way);
  gchar *name = g_strdup_printf ("compaction, %s", bench_compactions[way]);
  guint n_threads = g.grid * g.block;

  bench_list_all (b);
  bench_count_passed (b, &group);
  for (g.block = 32; g.block <= 1024; g.block *= 2) {
    g.grid = n_threads / g.block;
    add_block (b, g.block, name, bench_time (b, bench_gather, &g));
  }
  g.block = BENCH_USUAL;
  for (g.grid = b->n_sms / 2; g.grid <= b->n_sms * 64; g.grid *= 2)
    add_global (b, g.grid, name, bench_time (b, bench_gather, &g));
  g_free (name);
}

void
bench_sizes (const Bench *b)
{
  for (guint i = 0; i < BENCH_N_PARTS; i++) {
    gchar *name;
    Group g = bench_part (b, i, &name);

    group_sizes (b, g, name);
    g_free (name);
  }
  for (guint way = 0; way < HAAR_N_COMPACTIONS; way++)
    gathering_sizes (b, way);
}
