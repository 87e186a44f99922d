/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What each operator and kind of picture costs on the GPU.
 */
#include "bench.h"

#include "cuda-stages.h"

#include <string.h>

#define WIDTH  1920
#define HEIGHT 1080

typedef enum {
  GREY,
  GREY_10,
  GREY_16,
  RGB,
  RGB_10,
  RGB_16,
  N_PICTURES,
} PictureKind;

static const WordLayout layouts[N_PICTURES] = {
  [GREY] = { .depth = 8, .word = 1, .step = 1 },
  [GREY_10] = { .depth = 10, .word = 2, .step = 2, .grain = TRUE },
  [GREY_16] = { .depth = 16,
      .word = 2,
      .step = 2,
      .big_endian = TRUE,
      .grain = TRUE },
  [RGB] = { .depth = 8, .word = 1, .step = 3, .interleaved = TRUE },
  [RGB_10] = { .depth = 10,
      .word = 4,
      .step = 4,
      .shift = { 20, 10, 0 },
      .together = TRUE,
      .grain = TRUE },
  [RGB_16] = { .depth = 16,
      .word = 2,
      .step = 6,
      .interleaved = TRUE,
      .grain = TRUE },
};

typedef struct {
  const gchar *name;
  PictureKind picture;
  gboolean mask;
  struct {
    const gchar *name;
    gdouble value;
  } params[3]; /* those that are not as by default */
} Operator;

/* The defaults are first. */
static const Operator operators[] = {
  { "default", GREY, FALSE, { { NULL } } },
  { "sobel3", GREY, FALSE, { { "gradient", HARRIS_GRADIENT_SOBEL3 } } },
  { "scharr3", GREY, FALSE, { { "gradient", HARRIS_GRADIENT_SCHARR3 } } },
  { "sobel5", GREY, FALSE, { { "gradient", HARRIS_GRADIENT_SOBEL5 } } },
  { "sobel7", GREY, FALSE, { { "gradient", HARRIS_GRADIENT_SOBEL7 } } },
  { "gaussian 3", GREY, FALSE, { { "filter-length", 3 } } },
  { "gaussian 9", GREY, FALSE, { { "filter-length", 9 } } },
  { "gaussian 15", GREY, FALSE, { { "filter-length", 15 } } },
  { "gaussian 31", GREY, FALSE, { { "filter-length", 31 } } },
  { "box 5", GREY, FALSE, { { "window-type", HARRIS_WINDOW_BOX } } },
  { "box 15", GREY, FALSE,
      { { "window-type", HARRIS_WINDOW_BOX }, { "filter-length", 15 } } },
  { "box 31", GREY, FALSE,
      { { "window-type", HARRIS_WINDOW_BOX }, { "filter-length", 31 } } },
  { "noble", GREY, FALSE, { { "measure", HARRIS_MEASURE_NOBLE } } },
  { "min-eigen", GREY, FALSE, { { "measure", HARRIS_MEASURE_MIN_EIGEN } } },
  { "10 bits", GREY_10, FALSE, { { NULL } } },
  { "16 bits", GREY_16, FALSE, { { NULL } } },
  { "16 bits, box 15", GREY_16, FALSE,
      { { "window-type", HARRIS_WINDOW_BOX }, { "filter-length", 15 } } },
  { "RGB", RGB, FALSE, { { NULL } } },
  { "RGB as luma", RGB, FALSE, { { "channels", HARRIS_CHANNELS_GRAY } } },
  { "RGB of 10 bits", RGB_10, FALSE, { { NULL } } },
  { "RGB of 16 bits", RGB_16, FALSE, { { NULL } } },
  { "... and sobel7, box 31", RGB_16, FALSE,
      { { "gradient", HARRIS_GRADIENT_SOBEL7 },
          { "window-type", HARRIS_WINDOW_BOX }, { "filter-length", 31 } } },
  { "min-distance 10", GREY, FALSE, { { "min-distance", 10 } } },
  { "... of all corners", GREY, FALSE,
      { { "min-distance", 10 }, { "max-corners", 0 } } },
  { "grid 8 x 6", GREY, FALSE, { { "grid-columns", 8 }, { "grid-rows", 6 } } },
  { "... and min-distance", GREY, FALSE,
      { { "grid-columns", 8 }, { "grid-rows", 6 }, { "min-distance", 10 } } },
  { "subpixel", GREY, FALSE, { { "subpixel", HARRIS_SUBPIXEL_QUADRATIC } } },
  { "mask", GREY, TRUE, { { NULL } } },
};

typedef struct {
  VfImage image;
  Guarded memory[3];
} Sample;

static Sample
sample_new (PictureKind kind)
{
  guint channels = kind < RGB ? 1 : 3;
  Picture *picture = picture_photo (WIDTH, HEIGHT, channels, 1);
  GRand *rand = g_rand_new_with_seed (1);
  Sample sample;

  sample.image = words_image (
      &picture->image, &layouts[kind], GUARD_AFTER, rand, sample.memory);
  g_rand_free (rand);
  picture_free (picture);
  return sample;
}

static HarrisParams
operator_params (const Operator *operator)
{
  HarrisParams params;

  harris_params_init (&params);
  for (guint i = 0; i < G_N_ELEMENTS (operator->params); i++)
    if (operator->params[i].name)
      harris_param_set (&params, harris_param_find (operator->params[i].name),
                                 operator->params[i].value);
  g_assert_true (harris_params_check (&params, NULL, NULL));
  return params;
}

/* A disc. */
static guint8 *
mask_new (void)
{
  guint8 *inside = g_malloc (WIDTH * HEIGHT);

  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++) {
      gint dx = x - WIDTH / 2, dy = y - HEIGHT / 2;

      inside[y * WIDTH + x] = dx * dx + dy * dy < HEIGHT * HEIGHT / 4;
    }
  return inside;
}

static void
print_times (
    guint i, const CudaOperatorTimes *times, gdouble best, GString *json)
{
  const VfImage image = { .width = WIDTH, .height = HEIGHT };

  if (i == 0)
    g_print ("\ncuda, %u x %u\n%-24s %11s %11s %11s %14s\n", WIDTH, HEIGHT,
        "operator: ms", "response", "all, fused", "best way", "times default");
  g_print ("%-24s %11.4f %11.4f %11.4f %14.2f\n", operators[i].name,
      times->response / 1e6, times->fused / 1e6, times->best / 1e6,
      times->best / best);
  bench_add_entry (
      json, "cuda", "operator", operators[i].name, &image, times->best);
}

static void
time_operators (const Sample samples[N_PICTURES], GString *json)
{
  guint8 *inside = mask_new ();
  gdouble best = 0;

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++) {
    HarrisParams params = operator_params (&operators[i]);
    CudaOperatorTimes times;

    if (!cuda_time_operator (&params, &samples[operators[i].picture].image,
            operators[i].mask ? inside : NULL, &times))
      break;
    if (i == 0)
      best = times.best;
    print_times (i, &times, best, json);
  }
  g_free (inside);
}

void
bench_operators (GString *json)
{
  Sample samples[N_PICTURES];

  if (!cuda_stages ())
    return;
  for (guint i = 0; i < N_PICTURES; i++)
    samples[i] = sample_new (i);
  time_operators (samples, json);
  for (guint i = 0; i < N_PICTURES; i++)
    for (guint c = 0; c < 3; c++)
      guarded_clear (&samples[i].memory[c]);
}
