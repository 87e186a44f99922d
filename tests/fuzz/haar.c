/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Whatever cascade can be read can be run: on any picture, with any parameters,
 * with the same result for any number of threads.
 */
#include "cascades.h"
#include "error.h"
#include "fuzz.h"
#include "haar.h"

#define HEAD 64 /* bytes before the cascade */

static HaarDetector *
detector_with (guint n_threads)
{
  HaarDetector *detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);

  haar_set_threads (detector, n_threads);
  return detector;
}

static HaarParams
take_params (FuzzInput *input)
{
  HaarParams params;

  haar_params_init (&params);
  params.scale_factor = 1.02 + fuzz_between (input, 0, 1000) / 500.0;
  params.min_neighbors = fuzz_between (input, 0, 3);
  params.min_size_width = fuzz_between (input, 0, 40);
  params.min_size_height = fuzz_between (input, 0, 40);
  params.max_size_width = fuzz_between (input, 0, 80);
  params.max_size_height = fuzz_between (input, 0, 80);
  params.max_objects = fuzz_between (input, 0, 9);
  params.opencv_skip = fuzz_between (input, 0, 1);
  params.flip = fuzz_between (input, 0, 1);
  return params;
}

static VfImage
take_image (FuzzInput *input, guint8 **samples)
{
  VfImage image = { .width = fuzz_between (input, 1, 90),
    .height = fuzz_between (input, 1, 70),
    .channels = 1,
    .depth = 8,
    .word = 1 };
  guint seed = fuzz_take (input, 1), contrast = fuzz_take (input, 1);
  gsize n = (gsize) image.width * image.height;

  *samples = g_malloc (n);
  for (gsize i = 0; i < n; i++) {
    seed = seed * 1664525 + 1013904223;
    (*samples)[i] = (guint8) ((seed >> 24) * contrast / 255);
  }
  image.data[0] = *samples;
  image.step[0] = 1;
  image.stride[0] = (gssize) image.width;
  return image;
}

static VfRegion
take_region (FuzzInput *input, VfRect rects[2])
{
  for (guint i = 0; i < 2; i++)
    rects[i] =
        (VfRect){ fuzz_between (input, 0, 80), fuzz_between (input, 0, 80),
          fuzz_between (input, 0, 90), fuzz_between (input, 0, 90) };
  return (VfRegion){ rects, fuzz_between (input, 0, 2), NULL, FALSE };
}

static void
run (Cascade *cascade, FuzzInput *input)
{
  static HaarDetector *detectors[2];
  HaarParams params = take_params (input);
  guint8 *samples;
  VfImage image = take_image (input, &samples);
  VfRect rects[2];
  VfRegion region = take_region (input, rects);
  const VfRegion *where = fuzz_take (input, 1) % 2 ? &region : NULL;
  const HaarResult *results[2];

  for (guint i = 0; i < 2; i++) {
    if (!detectors[i])
      detectors[i] = detector_with (1 + 2 * i);
    results[i] =
        haar_detect (detectors[i], cascade, &params, &image, where, NULL);
  }
  g_assert_true (!results[0] == !results[1]);
  if (results[0]) {
    g_assert_cmpuint (results[0]->n_windows, ==, results[1]->n_windows);
    g_assert_cmpuint (results[0]->n_objects, ==, results[1]->n_objects);
  }
  g_free (samples);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FuzzInput input = { data, MIN (size, HEAD) };
  Cascade *cascade = NULL;

  if (size > HEAD)
    cascade =
        cascade_parse ((const gchar *) data + HEAD, size - HEAD, "fuzz", NULL);
  if (cascade)
    run (cascade, &input);
  cascade_unref (cascade);
  return 0;
}

GByteArray *
fuzz_seed (GRand *rand)
{
  CascadeShape shape = random_shape (rand);
  gchar *text = random_cascade (rand, &shape);
  GByteArray *seed = g_byte_array_new ();

  for (guint i = 0; i < HEAD; i++) {
    guint8 byte = (guint8) g_rand_int (rand);

    g_byte_array_append (seed, &byte, 1);
  }
  g_byte_array_append (seed, (const guint8 *) text, strlen (text));
  g_free (text);
  return seed;
}
