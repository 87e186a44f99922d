/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The medians that the benchmark collects.
 */
#pragma once

#include "stages.h"

G_BEGIN_DECLS

/* The row functions; the radius of the windows is that of the defaults. */
typedef enum {
  ROW_LOAD_GREY,
  ROW_LOAD_LUMA,
  ROW_GRADIENT,
  ROW_TENSOR,
  ROW_WINDOW_ROW,
  ROW_WINDOW_COLUMN,
  ROW_MEASURE_HARRIS,
  ROW_MEASURE_MIN_EIGEN,
  N_ROWS,
} Row;

/* All frame stages together are one more line. */
enum { STAGE_ALL = HARRIS_N_STAGES, N_LINES };

#define MAX_SIZES 5

typedef struct {
  guint n_sizes;
  VfImage images[MAX_SIZES];
  gdouble rows[N_ROWS][MAX_SIZES];    /* ns a pixel */
  gdouble frames[N_LINES][MAX_SIZES]; /* ns a frame */
  guint corners[MAX_SIZES];
  gdouble scalar[MAX_SIZES]; /* ns a frame, all scalar stages */
} BenchTable;

void bench_print_heading (const gchar *what, const BenchTable *table);
void bench_print (const Variant *variant, const BenchTable *table);

/* Adds the table's numbers to a list of objects. ns: of one pixel for a row
 * function, of one frame for a frame stage. */
void bench_add_json (
    GString *json, const Variant *variant, const BenchTable *table);

/* One of those numbers. */
void bench_add_entry (GString *json, const gchar *variant, const gchar *kind,
    const gchar *name, const VfImage *image, gdouble ns);

/* The CPU's detector: kinds and sizes of pictures, threads. */
void bench_detect (GString *json);

/* Sorts them. */

/* The GPU's table, by the side of the scalar times; nothing without a GPU. */
void bench_cuda (const BenchTable *table, GString *json);

/* The GPU's times of each operator and kind of picture by the side of the
 * defaults', at 1920 x 1080 pixels; nothing without a GPU. */
void bench_operators (GString *json);

G_END_DECLS
