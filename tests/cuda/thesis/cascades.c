/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade: stage by stage, splits, compaction, where the features are.
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
  guint compaction; /* HaarCompaction */
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
      cuda_must (thesis_compact (
          &c, chain->compaction, b->n_sms * BENCH_PER_SM, BENCH_USUAL, NULL));
    }
  }
}

static gdouble
time_chain (
    const Bench *b, guint first, guint second, HaarWay last, guint compaction)
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
compactions (const Bench *b)
{
  static const guint after[][2] = { { 0, 1 }, { 0, 2 }, { 2, 8 } };
  const gchar *table = "compaction";

  for (guint i = 0; i < G_N_ELEMENTS (after); i++) {
    guint n = bench_list_reaching (b, after[i][0]);
    Group g = bench_group (b, after[i][0], after[i][1], HAAR_WAY_SEQUENTIAL);
    gchar *row =
        g_strdup_printf ("stages %u to %u", after[i][0], after[i][1] - 1);

    tables_add (b->tables, table, row, "windows", n);
    tables_add (b->tables, table, row, "left", bench_count_passed (b, &g));
    for (guint way = 0; way < HAAR_N_COMPACTIONS; way++) {
      Gathering gathering = bench_gathering (b, way);

      tables_add (b->tables, table, row, bench_compactions[way],
          bench_time (b, bench_gather, &gathering));
    }
    g_free (row);
  }
  for (guint way = 0; way < HAAR_N_COMPACTIONS; way++)
    tables_add (b->tables, table, "the whole cascade, split after 2 and 8",
        bench_compactions[way], time_chain (b, 2, 8, HAAR_WAY_HYBRID, way));
}

static void
feature_places (const Bench *b)
{
  for (guint i = 0; i < BENCH_N_PARTS; i++) {
    gchar *name;
    Group g = bench_part (b, i, &name);

    for (guint place = 0; place < THESIS_N_PLACES; place++) {
      g.place = (ThesisPlace) place;
      /* A copy for each block: of most stages, for no more than run at once. */
      if (g.way != HAAR_WAY_SEQUENTIAL && place == THESIS_SHARED)
        g.grid = b->n_sms * BENCH_PER_SM / 2;
      tables_add (b->tables, "features in memory", name, bench_places[place],
          bench_time (b, bench_run_group, &g));
    }
    g_free (name);
  }
}

void
bench_cascade (const Bench *b)
{
  stages (b);
  splits (b);
  compactions (b);
  feature_places (b);
}
