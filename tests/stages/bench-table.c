/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The benchmark's numbers as a table and as JSON.
 */
#include "bench.h"

static const gchar *const row_names[N_ROWS] = { "load grey", "load luma",
  "gradient", "tensor", "window_row", "window_column", "measure harris",
  "measure min-eigen" };

static const gchar *
line_name (guint line)
{
  return line == STAGE_ALL ? "all stages" : harris_stage_name (line);
}

void
bench_print_heading (const gchar *what, const BenchTable *table)
{
  g_print ("\n%-20s", what);
  for (guint i = 0; i < table->n_sizes; i++) {
    gchar *size = g_strdup_printf (
        "%ux%u", table->images[i].width, table->images[i].height);

    g_print (" %11s", size);
    g_free (size);
  }
  g_print ("\n");
}

void
bench_print (const Variant *variant, const BenchTable *table)
{
  g_print ("\n%s", variant->name);
  bench_print_heading ("row function: ns/px", table);
  for (guint i = 0; i < N_ROWS; i++) {
    g_print ("%-20s", row_names[i]);
    for (guint j = 0; j < table->n_sizes; j++)
      g_print (" %11.3f", table->rows[i][j]);
    g_print ("\n");
  }
  bench_print_heading ("frame stage: ms", table);
  for (guint i = 0; i < N_LINES; i++) {
    g_print ("%-20s", line_name (i));
    for (guint j = 0; j < table->n_sizes; j++)
      g_print (" %11.3f", table->frames[i][j] / 1e6);
    g_print ("\n");
  }
  g_print ("%-20s", "corners");
  for (guint j = 0; j < table->n_sizes; j++)
    g_print (" %11u", table->corners[j]);
  g_print ("\n");
}

void
bench_add_entry (GString *json, const gchar *variant, const gchar *kind,
    const gchar *name, const VfImage *image, gdouble ns)
{
  gchar number[G_ASCII_DTOSTR_BUF_SIZE];

  if (json->str[json->len - 1] == '}')
    g_string_append (json, ",");
  g_string_append_printf (json,
      "\n    {\"variant\": \"%s\", \"kind\": \"%s\", \"stage\": \"%s\", "
      "\"width\": %u, \"height\": %u, \"ns\": %s}",
      variant, kind, name, image->width, image->height,
      g_ascii_formatd (number, sizeof number, "%.3f", ns));
}

void
bench_add_json (GString *json, const Variant *variant, const BenchTable *table)
{
  for (guint j = 0; j < table->n_sizes; j++) {
    for (guint i = 0; i < N_ROWS; i++)
      bench_add_entry (json, variant->name, "row", row_names[i],
          &table->images[j], table->rows[i][j]);
    for (guint i = 0; i < N_LINES; i++)
      bench_add_entry (json, variant->name, "frame", line_name (i),
          &table->images[j], table->frames[i][j]);
  }
}
