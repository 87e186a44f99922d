/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long each stage takes: medians, by variant and size.
 */
#include "bench.h"

#include "bench-times.h"
#include "pnm.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  guint width, height;
} Size;

static const Size sizes[MAX_SIZES] = { { 640, 480 }, { 1280, 720 },
  { 1920, 1080 }, { 3840, 2160 }, { 7680, 4320 } };

static void
run_row (const HarrisStages *stages, HarrisWork *w, Row row)
{
  guint n = w->image.width, extended = n + 2 * w->radius;
  const gint32 *sample_rows[] = { w->samples, w->samples + extended + 2,
    w->samples + 2 * (extended + 2) };
  gfloat *xx = w->windowed, *yy = xx + n, *xy = yy + n;
  const gfloat *rows[HARRIS_MAX_FILTER_LENGTH];

  for (guint i = 0; i <= 2 * w->radius; i++)
    rows[i] = w->sums + i * n;
  switch (row) {
    case ROW_LOAD_GREY:
    case ROW_LOAD_LUMA:
      stages->load (&w->image, row == ROW_LOAD_LUMA ? -1 : 0,
          w->image.height / 2, w->radius + 1, w->samples);
      break;
    case ROW_GRADIENT:
      stages->gradient (&w->gradient, sample_rows, extended, w->gradients,
          w->gradients + extended);
      break;
    case ROW_TENSOR:
      stages->tensor (w->gradients, 1, extended, w->tensor,
          w->tensor + extended, w->tensor + 2 * extended);
      break;
    case ROW_WINDOW_ROW:
      stages->window_row (w->rounded, n, w->taps, w->radius, w->sums);
      break;
    case ROW_WINDOW_COLUMN:
      stages->window_column (rows, n, w->taps, w->radius, xx);
      break;
    default:
      stages->measure[row - ROW_MEASURE_HARRIS](
          xx, yy, xy, n, (gfloat) w->params.k, w->response);
  }
}

static guint64
time_calls (const HarrisStages *stages, HarrisWork *w, Row row, guint calls)
{
  guint64 start = vf_now_ns ();

  for (guint i = 0; i < calls; i++)
    run_row (stages, w, row);
  return vf_now_ns () - start;
}

/* Each sample is as many calls as take 20 microseconds; to find out how many
 * is the warm-up. */
static gdouble
time_row (const HarrisStages *stages, HarrisWork *w, Row row)
{
  gdouble samples[101];
  guint calls = 1;

  while (time_calls (stages, w, row, calls) < 20000 && calls < 4096)
    calls *= 2;
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    samples[i] =
        (gdouble) time_calls (stages, w, row, calls) / calls / w->image.width;
  return median_of (samples, G_N_ELEMENTS (samples));
}

/* Grey samples three times over: a colour picture, for its luma. */
static VfImage
three_channels (const VfImage *image)
{
  VfImage three = *image;

  for (guint c = image->channels; c < 3; c++) {
    three.data[c] = image->data[0];
    three.stride[c] = image->stride[0];
    three.step[c] = image->step[0];
  }
  three.channels = 3;
  return three;
}

static void
time_rows (const HarrisStages *stages, const VfImage *image, BenchTable *table,
    guint column)
{
  HarrisParams params = params_all ();
  VfImage three = three_channels (image);
  HarrisWork *work;

  params.channels = HARRIS_CHANNELS_GRAY;
  work = work_new (stages, &params, &three, NULL);
  work_run (work, HARRIS_STAGE_RESPONSE, HARRIS_STAGE_RESPONSE);
  for (guint i = 0; i < N_ROWS; i++)
    table->rows[i][column] = time_row (stages, work, i);
  work_free (work);
}

#define MAX_FRAMES 51

typedef gdouble FrameTimes[N_LINES][MAX_FRAMES];

static void
time_frame (HarrisWork *work, FrameTimes times, guint n)
{
  guint64 first = vf_now_ns (), start = first;

  for (guint i = 0; i < HARRIS_N_STAGES; i++) {
    guint64 end;

    work_run (work, i, i);
    end = vf_now_ns ();
    times[i][n] = (gdouble) (end - start);
    start = end;
  }
  times[STAGE_ALL][n] = (gdouble) (start - first);
}

/* Whole detections with the defaults, so that each stage gets what the one
 * before it has just written: half a second of them, and at least 5, after
 * two that warm up. */
static void
time_frames (const HarrisStages *stages, const VfImage *image,
    BenchTable *table, guint column)
{
  static FrameTimes times;
  HarrisParams params;
  HarrisWork *work;
  guint64 began;
  guint n = 0;

  harris_params_init (&params);
  work = work_new (stages, &params, image, NULL);
  time_frame (work, times, 0);
  time_frame (work, times, 0);
  began = vf_now_ns ();
  for (; n < MAX_FRAMES && (n < 5 || vf_now_ns () - began < 500000000); n++)
    time_frame (work, times, n);
  for (guint i = 0; i < N_LINES; i++)
    table->frames[i][column] = median_of (times[i], n);
  table->corners[column] = work->state->n_corners;
  work_free (work);
}

static void
time_variants (BenchTable *table, GString *json)
{
  for (guint i = 0; i < n_variants; i++) {
    const HarrisStages *stages = variants[i].stages ();

    /* Without rows it does not work on the host's memory: see bench_cuda(). */
    if (!stages || !stages->load)
      continue;
    for (guint j = 0; j < table->n_sizes; j++) {
      time_rows (stages, &table->images[j], table, j);
      time_frames (stages, &table->images[j], table, j);
    }
    bench_print (&variants[i], table);
    bench_add_json (json, &variants[i], table);
    if (stages == harris_stages_scalar ())
      memcpy (table->scalar, table->frames[STAGE_ALL], sizeof table->scalar);
  }
  bench_cuda (table, json);
}

static void
bench_sizes (GString *json)
{
  Picture *pictures[MAX_SIZES];
  BenchTable table = { .n_sizes = MAX_SIZES };

  for (guint i = 0; i < MAX_SIZES; i++) {
    pictures[i] = picture_photo (sizes[i].width, sizes[i].height, 1, 1);
    table.images[i] = pictures[i]->image;
  }
  time_variants (&table, json);
  bench_detect (json);
  bench_operators (json);
  for (guint i = 0; i < MAX_SIZES; i++)
    picture_free (pictures[i]);
}

static gboolean
bench_file (const gchar *path, GString *json, GError **error)
{
  PnmPicture *file = pnm_load (path, error);
  BenchTable table = { .n_sizes = 1 };

  if (!file)
    return FALSE;
  table.images[0] = file->image;
  time_variants (&table, json);
  pnm_free (file);
  return TRUE;
}

static gboolean
bench (const gchar *json_path, const gchar *pnm_path, gboolean operators,
    GError **error)
{
  GString *json = g_string_new ("{\n  \"medians\": [");
  gboolean done = TRUE;

  if (operators)
    bench_operators (json);
  else if (pnm_path)
    done = bench_file (pnm_path, json, error);
  else
    bench_sizes (json);
  g_string_append (json, "\n  ]\n}\n");
  if (done && json_path)
    done =
        g_file_set_contents (json_path, json->str, (gssize) json->len, error);
  g_string_free (json, TRUE);
  return done;
}

int
run_bench (int argc, char **argv)
{
  gboolean bench_mode, operators = FALSE;
  gchar *json_path = NULL, *pnm_path = NULL;
  const GOptionEntry entries[] = {
    { "bench", 0, 0, G_OPTION_ARG_NONE, &bench_mode, "Time the stages", NULL },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &json_path,
        "Write the medians, in nanoseconds, to FILE", "FILE" },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &pnm_path,
        "Use a PGM or PPM instead of pictures made at four sizes", "FILE" },
    { "operators", 0, 0, G_OPTION_ARG_NONE, &operators,
        "Only what each operator costs on the GPU", NULL },
    { NULL },
  };
  GOptionContext *context = g_option_context_new ("- times of the stages");
  GError *error = NULL;
  gboolean done;

  g_option_context_add_main_entries (context, entries, NULL);
  done = g_option_context_parse (context, &argc, &argv, &error)
         && bench (json_path, pnm_path, operators, &error);
  if (error)
    g_printerr ("%s\n", error->message);
  g_clear_error (&error);
  g_option_context_free (context);
  g_free (json_path);
  g_free (pnm_path);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
