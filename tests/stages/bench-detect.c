/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long a detector of the CPU takes for whole pictures, of several kinds and
 * sizes, on one thread and on all: medians.
 */
#include "bench.h"
#include "bench-times.h"

#include "cpu.h"

#include <string.h>

static const struct {
  guint width, height;
} sizes[] = { { 640, 480 }, { 1920, 1080 }, { 3840, 2160 }, { 7680, 4320 } };

typedef struct {
  const gchar *name;
  guint channels;
  WordLayout layout;
} Kind;

/* NV12's luma is a plane with padding. */
static const Kind kinds[] = {
  { "grey", 1, { .depth = 8, .word = 1, .step = 1 } },
  { "NV12", 1, { .depth = 8, .word = 1, .step = 1, .padding = 64 } },
  { "RGB", 3, { .depth = 8, .word = 1, .step = 3, .interleaved = TRUE } },
  { "grey 16", 1, { .depth = 16, .word = 2, .step = 2, .grain = TRUE } },
  { "RGB 16", 3,
      { .depth = 16,
          .word = 2,
          .step = 6,
          .interleaved = TRUE,
          .grain = TRUE } },
};

#define MAX_FRAMES 101

typedef struct {
  gdouble stages[HARRIS_N_STAGES][MAX_FRAMES];
  gdouble all[MAX_FRAMES];
} Times;

/* Half a second of frames, and at least 5, after two that warm up. */
static guint
time_frames (
    HarrisDetector *detector, const VfImage *image, Times *times, gsize *bytes)
{
  HarrisParams params;
  guint64 began = 0;
  guint n = 0;

  harris_params_init (&params);
  for (gint i = -2;
       i < 5 || (i < MAX_FRAMES && vf_now_ns () - began < 500000000); i++) {
    guint64 start = vf_now_ns ();
    const HarrisResult *result =
        harris_detect (detector, &params, image, NULL, NULL);

    if (i < 0)
      began = vf_now_ns ();
    n = (guint) MAX (i, 0);
    times->all[n] = (gdouble) (vf_now_ns () - start);
    for (guint s = 0; s < HARRIS_N_STAGES; s++)
      times->stages[s][n] = (gdouble) result->stage_ns[s];
    *bytes = result->scratch_bytes;
  }
  return n + 1;
}

static void
report (const Kind *kind, const VfImage *image, guint n_threads, Times *times,
    guint n, gsize bytes, GString *json)
{
  gchar *variant = g_strdup_printf (
      "%s, threads %u", vf_cpu_level_name (vf_cpu_level ()), n_threads);
  gdouble pixels = (gdouble) image->width * image->height;
  gdouble all = median_of (times->all, n);

  g_print ("%-8s %5ux%-5u %7u %9.3f %9.1f %9.1f", kind->name, image->width,
      image->height, n_threads, all / 1e6, pixels / all * 1e3,
      (gdouble) bytes / pixels);
  bench_add_entry (json, variant, kind->name, "all", image, all);
  for (guint s = 0; s < HARRIS_N_STAGES; s++) {
    gdouble ns = median_of (times->stages[s], n);

    if (ns == 0)
      continue;
    g_print (" %9.3f", ns / 1e6);
    bench_add_entry (
        json, variant, kind->name, harris_stage_name (s), image, ns);
  }
  g_print ("\n");
  g_free (variant);
}

static void
bench_kind (const Kind *kind, const VfImage *image, GString *json)
{
  static Times times;
  const guint n_threads[] = { 1, g_get_num_processors () };

  for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++) {
    HarrisDetector *detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
    gsize bytes = 0;
    guint n;

    harris_set_threads (detector, n_threads[i]);
    n = time_frames (detector, image, &times, &bytes);
    report (kind, image, n_threads[i], &times, n, bytes, json);
    harris_free (detector);
  }
}

static Place
tiled (const VfImage *source, guint x, guint y)
{
  return (Place){ x % source->width, y % source->height };
}

void
bench_detect (GString *json)
{
  GRand *rand = g_rand_new_with_seed (1);

  g_print ("\n%-8s %11s %7s %9s %9s %9s %9s %9s %9s %9s %9s\n", "detector",
      "size", "threads", "ms", "MPx/s", "bytes/px", "response", "histogram",
      "suppr.", "sort", "selection");
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    Picture *photo = picture_photo (1920, 1080, kinds[k].channels, 1);

    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
      Picture *picture =
          picture_moved (&photo->image, sizes[i].width, sizes[i].height, tiled);
      Guarded memory[3] = { { 0 } };
      VfImage image = words_image (
          &picture->image, &kinds[k].layout, GUARD_AFTER, rand, memory);

      picture_free (picture);
      bench_kind (&kinds[k], &image, json);
      for (guint c = 0; c < 3; c++)
        guarded_clear (&memory[c]);
    }
    picture_free (photo);
  }
  g_rand_free (rand);
}
