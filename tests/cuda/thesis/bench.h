/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the experiments share.
 */
#pragma once

#include "data.h"
#include "table.h"

G_BEGIN_DECLS

#define BENCH_USUAL  256 /* threads of a block */
#define BENCH_PER_SM 8   /* blocks, where nothing else is said */

typedef struct {
  ThesisData data;
  const VfImage *image;
  Tables *tables;
  guint n_sms;
  cudaEvent_t begin, end;

  /* Lists in the GPU's memory, used in turn, and how many there are of each. */
  ThesisWindow *lists[2];
  guint32 *counts[2], *n_all; /* n_all: of all windows */
  guint8 *passed;
  guint32 *block_counts;
  guint n_expected; /* that pass the cascade */
} Bench;

typedef void (*Work) (const Bench *bench, gconstpointer data);

/* Microseconds, the median. */
gdouble bench_time (const Bench *bench, Work work, gconstpointer data);

/* One group of stages, at the windows of a list. */
typedef struct {
  guint first, end;
  HaarWay way;
  ThesisPlace place;
  guint grid, block;
  const ThesisWindow *windows;
  const guint32 *n;
} Group;

/* At the first list, with what is usual. */
Group bench_group (const Bench *bench, guint first, guint end, HaarWay way);
void bench_run_group (const Bench *bench, gconstpointer group);

/* The groups of stages that a way is made for, at the windows that reach them;
 * `name` is to be freed. */
#define BENCH_N_PARTS 4
Group bench_part (const Bench *bench, guint i, gchar **name);

/* From one list to the other, those that have passed. */
ThesisCompaction bench_compaction (const Bench *bench, guint from);
void bench_compact (const Bench *bench, guint from, HaarCompaction way);

/* From the first list to the second. */
typedef struct {
  HaarCompaction way;
  guint grid, block;
} Gathering;

Gathering bench_gathering (const Bench *bench, guint way);
void bench_gather (const Bench *bench, gconstpointer gathering);

/* Blocks of any launch that gathers. */
#define BENCH_MAX_GRID 32768

/* All windows into the first list; or those that reach the stage. Returns how
 * many. */
void bench_list_all (const Bench *bench);
guint bench_list_reaching (const Bench *bench, guint stage);

/* How many of the first list pass the group. */
guint bench_count_passed (const Bench *bench, const Group *group);

/* A number in the GPU's memory. */
guint32 bench_fetch (const guint32 *there);

extern const gchar *const bench_ways[], *const bench_places[],
                                            *const bench_compactions[];

/* The experiments. */
void bench_check_ways (const Bench *bench);
void bench_sizes (const Bench *bench);
void bench_cascade (const Bench *bench);
void bench_integrals (const Bench *bench, HaarDetector *gpu);
void bench_pyramids (const Bench *bench, HaarDetector *gpu, Cascade *cascade,
    const gchar *folder); /* NULL: there is none */

G_END_DECLS
