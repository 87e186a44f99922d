/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade: sizes of blocks and grids, stage by stage, splits, compaction,
 * where the features are.
 */
#include "bench.h"

void
bench_check_ways (const Bench *b)
{
  bench_list_all (b);
  for (guint way = 0; way < HAAR_N_WAYS; way++)
    for (guint place = 0; place < THESIS_N_PLACES; place++) {
      Group g = bench_group (b, 0, b->data.n_stages, (HaarWay) way);

      g.place = (ThesisPlace) place;
      if (bench_count_passed (b, &g) != b->n_expected)
        g_error ("%s, %s: %u windows, not %u", bench_ways[way],
            bench_places[place], bench_fetch (b->counts[1]), b->n_expected);
    }
}

/* The stages that a way is made for. */
static const struct {
  HaarWay way;
  guint first, end; /* end 0: the last one */
} parts[] = {
  { HAAR_WAY_SEQUENTIAL, 0, 2 },
  { HAAR_WAY_SEQUENTIAL, 2, 8 },
  { HAAR_WAY_HYBRID, 8, 0 },
  { HAAR_WAY_PARALLEL, 8, 0 },
};

static Group
part (const Bench *b, guint i, gchar **name)
{
  guint end = parts[i].end ? parts[i].end : b->data.n_stages;

  *name = g_strdup_printf (
      "%s, stages %u to %u", bench_ways[parts[i].way], parts[i].first, end - 1);
  bench_list_reaching (b, parts[i].first);
  return bench_group (b, parts[i].first, end, parts[i].way);
}

/* A thread, a warp or a block for each window, as far as they go. */
static guint
blocks_for (const Bench *b, const Group *g, guint n)
{
  guint threads = g->way == HAAR_WAY_SEQUENTIAL ? 1
                  : g->way == HAAR_WAY_HYBRID   ? 32
                                                : g->block;

  return CLAMP (
      (guint) (((guint64) n * threads + g->block - 1) / g->block), 1, 1u << 20);
}

static void
block_sizes (const Bench *b)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    gchar *name;
    Group g = part (b, i, &name);
    guint n = bench_fetch (b->counts[0]);

    for (g.block = 32; g.block <= 1024; g.block *= 2) {
      gchar *row = g_strdup_printf ("%u", g.block);

      g.grid = blocks_for (b, &g, n);
      tables_add (b->tables, "time by block size (threads)", row, name,
          bench_time (b, bench_run_group, &g));
      g_free (row);
    }
    g_free (name);
  }
}

static void
global_sizes (const Bench *b)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    gchar *name;
    Group g = part (b, i, &name);

    for (guint k = 1; k <= 128; k *= 2) {
      gchar *row = g_strdup_printf ("%u", k * b->n_sms * BENCH_USUAL / 2);

      g.grid = k * b->n_sms / 2;
      tables_add (b->tables, "time by global size (threads)", row, name,
          bench_time (b, bench_run_group, &g));
      g_free (row);
    }
    g_free (name);
  }
}

/* Each stage alone, at the windows that reach it. */
static void
stages (const Bench *b)
{
  const gchar *table = "time by stage";

  for (guint stage = 0; stage < b->data.n_stages; stage++) {
    gchar *row = g_strdup_printf ("%u", stage);
    guint n = bench_list_reaching (b, stage);

    tables_add (b->tables, table, row, "windows", n);
    tables_add (b->tables, table, row, "features", b->data.stages[stage].n);
    for (guint way = 0; way < HAAR_N_WAYS; way++) {
      Group g = bench_group (b, stage, stage + 1, (HaarWay) way);

      tables_add (b->tables, table, row, bench_ways[way],
          bench_time (b, bench_run_group, &g));
    }
    g_free (row);
  }
}

/* Groups with compactions between them. */
typedef struct {
  Group groups[3];
  guint n;
  HaarCompaction compaction;
} Chain;

static void
run_chain (const Bench *b, gconstpointer data)
{
  const Chain *chain = data;

  for (guint i = 0; i < chain->n; i++) {
    Group g = chain->groups[i];

    g.windows = i == 0 ? b->data.windows : b->lists[i % 2];
    g.n = i == 0 ? b->n_all : b->counts[i % 2];
    bench_run_group (b, &g);
    if (i + 1 < chain->n) {
      ThesisCompaction c = bench_compaction (b, i % 2);

      c.windows = g.windows;
      c.n = g.n;
      thesis_must (thesis_compact (
          &c, chain->compaction, b->n_sms * BENCH_PER_SM, BENCH_USUAL, NULL));
    }
  }
}

static gdouble
time_chain (const Bench *b, guint first, guint second, HaarWay last,
    HaarCompaction compaction)
{
  guint ends[] = { first, second, b->data.n_stages }, begin = 0;
  Chain chain = { .compaction = compaction };
  gdouble time;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (ends[i] > begin) {
      chain.groups[chain.n++] = bench_group (b, begin, ends[i],
          ends[i] == b->data.n_stages ? last : HAAR_WAY_SEQUENTIAL);
      begin = ends[i];
    }
  time = bench_time (b, run_chain, &chain);
  bench_compact (b, (chain.n - 1) % 2, HAAR_COMPACTION_SCAN);
  if (bench_fetch (b->counts[chain.n % 2]) != b->n_expected)
    g_error ("split after %u and %u: other windows", first, second);
  return time;
}

/* After so many stages sequential, compaction, and the rest hybrid; the same
 * with another compaction after 2. */
static void
splits (const Bench *b)
{
  for (guint k = 1; k < b->data.n_stages; k++) {
    gchar *row = g_strdup_printf ("%u", k);

    tables_add (b->tables, "time by split stage", row, "one split",
        time_chain (b, k, 0, HAAR_WAY_HYBRID, HAAR_COMPACTION_SCAN));
    tables_add (b->tables, "time by split stage", row, "parallel behind it",
        time_chain (b, k, 0, HAAR_WAY_PARALLEL, HAAR_COMPACTION_SCAN));
    if (k > 2)
      tables_add (b->tables, "time by split stage", row, "after 2 and there",
          time_chain (b, 2, k, HAAR_WAY_HYBRID, HAAR_COMPACTION_SCAN));
    g_free (row);
  }
}

static void
compact_work (const Bench *b, gconstpointer data)
{
  bench_compact (b, 0, *(const HaarCompaction *) data);
}

static void
compactions (const Bench *b)
{
  static const HaarCompaction both[] = { HAAR_COMPACTION_SCAN,
    HAAR_COMPACTION_ATOMIC };
  static const gchar *const names[] = { "scan", "atomic" };
  static const guint after[][2] = { { 0, 1 }, { 0, 2 }, { 2, 8 } };
  const gchar *table = "compaction";

  for (guint i = 0; i < G_N_ELEMENTS (after); i++) {
    guint n = bench_list_reaching (b, after[i][0]);
    Group g = bench_group (b, after[i][0], after[i][1], HAAR_WAY_SEQUENTIAL);
    gchar *row =
        g_strdup_printf ("stages %u to %u", after[i][0], after[i][1] - 1);

    tables_add (b->tables, table, row, "windows", n);
    tables_add (b->tables, table, row, "left", bench_count_passed (b, &g));
    for (guint j = 0; j < G_N_ELEMENTS (both); j++)
      tables_add (b->tables, table, row, names[j],
          bench_time (b, compact_work, &both[j]));
    g_free (row);
  }
  for (guint j = 0; j < G_N_ELEMENTS (both); j++)
    tables_add (b->tables, table, "the whole cascade, split after 2 and 8",
        names[j], time_chain (b, 2, 8, HAAR_WAY_HYBRID, both[j]));
}

static void
feature_places (const Bench *b)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    gchar *name;
    Group g = part (b, i, &name);

    for (guint place = 0; place < THESIS_N_PLACES; place++) {
      g.place = (ThesisPlace) place;
      /* A copy for each block: no more blocks than run at once. */
      g.grid = place == THESIS_SHARED ? b->n_sms * 2 : b->n_sms * BENCH_PER_SM;
      g.block = place == THESIS_SHARED ? 1024 : BENCH_USUAL;
      tables_add (b->tables, "features in memory", name, bench_places[place],
          bench_time (b, bench_run_group, &g));
    }
    g_free (name);
  }
}

void
bench_cascade (const Bench *b)
{
  block_sizes (b);
  global_sizes (b);
  stages (b);
  splits (b);
  compactions (b);
  feature_places (b);
}
