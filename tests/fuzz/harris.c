/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any parameters, any place of samples in memory: corners or an error.
 */
#include "fuzz.h"
#include "harris.h"

/* Most are what they may be, some are anything. */
static HarrisParams
take_params (FuzzInput *input)
{
  HarrisParams params;

  harris_params_init (&params);
  for (guint i = 0; i < harris_n_param_infos; i++) {
    const HarrisParamInfo *info = &harris_param_infos[i];
    guint way = fuzz_take (input, 1);

    if (way < 8 && info->type == VF_PARAM_DOUBLE)
      harris_param_set (&params, info, fuzz_double (input));
    else if (way < 8)
      harris_param_set (&params, info, fuzz_take (input, 4));
    else if (way < 128)
      harris_param_set (&params, info,
          info->minimum
              + fuzz_between (input, 0, 1000) / 1000.0
                    * MIN (info->maximum - info->minimum, 40));
  }
  params.filter_length |= 1;
  return params;
}

/* How samples lie; `memory` holds just these. */
static VfImage
take_image (FuzzInput *input, guint8 **memory)
{
  VfImage image = { .width = fuzz_between (input, 1, 70),
    .height = fuzz_between (input, 1, 50),
    .channels = fuzz_take (input, 1) % 2 ? 1 : 3 };
  gssize step, stride, plane;
  gsize size;

  image.word = 1u << fuzz_take (input, 1) % 3;
  image.depth = image.word == 1 ? 8 : fuzz_between (input, 8, 16);
  image.big_endian = fuzz_take (input, 1) % 2;
  step = (gssize) (image.word * fuzz_between (input, 1, 4));
  stride = step * (gssize) (image.width - 1) + (gssize) image.word
           + (gssize) fuzz_between (input, 0, 9);
  plane = stride * (gssize) image.height;
  size = (gsize) plane * image.channels;
  *memory = g_malloc (size);
  for (gsize i = 0; i < size; i++)
    (*memory)[i] = (guint8) (fuzz_take (input, 1) + 7 * i * (i >> 4));
  for (guint c = 0; c < image.channels; c++) {
    gboolean upside_down = fuzz_take (input, 1) % 2;

    image.shift[c] = fuzz_between (input, 0, 8 * image.word - image.depth);
    image.step[c] = step;
    image.stride[c] = upside_down ? -stride : stride;
    image.data[c] = *memory + c * plane + (upside_down ? plane - stride : 0);
  }
  return image;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static HarrisDetector *detector;
  FuzzInput input = { data, size };
  HarrisParams params = take_params (&input);
  guint8 *memory;
  VfImage image = take_image (&input, &memory);
  VfRect rect = { fuzz_between (&input, 0, 80), fuzz_between (&input, 0, 80),
    fuzz_between (&input, 0, 80), fuzz_between (&input, 0, 80) };
  VfRegion region = { &rect, 1, NULL, FALSE };
  GError *error = NULL;
  const HarrisResult *result;

  if (!detector)
    detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  harris_want_planes (detector, fuzz_take (&input, 1) % 2);
  result = harris_detect (detector, &params, &image,
      fuzz_take (&input, 1) % 2 ? &region : NULL, &error);
  g_assert_true (!result == !!error);
  for (guint i = 0; result && i < result->n_corners; i++)
    g_assert_true (result->corners[i].response > 0);
  g_clear_error (&error);
  g_free (memory);
  return 0;
}

GByteArray *
fuzz_seed (GRand *rand)
{
  GByteArray *seed = g_byte_array_new ();

  for (guint i = 0; i < 600; i++) {
    guint8 byte = (guint8) g_rand_int (rand);

    g_byte_array_append (seed, &byte, 1);
  }
  return seed;
}
