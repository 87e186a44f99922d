/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Frames whose rows are seen as they come.
 */
#include "compare.h"

#include "frame.h"
#include "gpu.h"

#include <string.h>

/* Some words of the picture are what the GPU's memory holds where nothing has
 * come. */
static void
put_blanks (Picture *picture, GRand *rand)
{
  const guint32 blank = FRAME_BLANK;
  guint n = (guint) g_rand_int_range (rand, 1, 20);

  for (guint i = 0; i < n; i++) {
    gint x = g_rand_int_range (rand, 0, (gint) picture->image.width / 4) * 4;
    gint y = g_rand_int_range (rand, 0, (gint) picture->image.height);

    memcpy (picture_at (picture, 0, (guint) x, (guint) y), &blank, 4);
  }
}

/* Frames of one size, one after the other: from the third one on their rows are
 * seen as they come, where they begin at whole words, as most do. */
static void
check_coming (HarrisDetector *detector, guint width, guint height,
    guint n_frames, GRand *rand)
{
  VfContext *context = harris_context (detector);
  gsize unit = g_rand_int_range (rand, 0, 4) > 0 ? 4 : 1;
  gsize stride = (width + unit - 1) / unit * unit
                 + unit * (gsize) g_rand_int_range (rand, 0, 3);
  gsize offset = unit * (gsize) g_rand_int_range (rand, 0, 3);
  guint8 *memory =
      vf_gpu_pinned_alloc (context, offset + stride * height, NULL);
  HarrisParams params;

  g_assert_nonnull (memory);
  harris_params_init (&params);
  for (guint i = 0; i < n_frames; i++) {
    Picture *picture = picture_photo (width, height, 1, g_rand_int (rand));
    VfImage frame = picture->image;
    GArray *expected, *found;

    if (i % 2)
      put_blanks (picture, rand);
    for (guint y = 0; y < height; y++)
      memcpy (
          memory + offset + y * stride, picture_at (picture, 0, 0, y), width);
    frame.data[0] = memory + offset;
    frame.stride[0] = (gssize) stride;
    frame.memory = VF_MEMORY_PINNED;
    expected = corners_of (&params, &picture->image, NULL);
    found =
        corners_copy (harris_detect (detector, &params, &frame, NULL, NULL));
    assert_same_corners (found, expected);
    g_array_unref (found);
    g_array_unref (expected);
    picture_free (picture);
  }
  vf_gpu_pinned_free (context, memory);
}

/* Frames between which the detector's memory grows: the last one's would be
 * blank if it were the same memory. */
static void
check_growing (GRand *rand)
{
  HarrisDetector *detector = harris_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, NULL);

  check_coming (detector, 640, 480, 2, rand);
  check_coming (detector, 1280, 720, 1, rand);
  check_coming (detector, 640, 480, 1, rand);
  harris_free (detector);
}

static void
coming_frames (void)
{
  GRand *rand = g_rand_new_with_seed (g_test_rand_int ());

  check_coming (detectors[0], 1920, 1080, 10, rand);
  check_coming (detectors[0], 3840, 2160, 5, rand);
  for (guint i = 0; i < 12; i++)
    check_coming (detectors[0], (guint) g_rand_int_range (rand, 16, 2000),
        (guint) g_rand_int_range (rand, 16, 1200), 5, rand);
  for (guint i = 0; i < 4; i++)
    check_growing (rand);
  g_rand_free (rand);
}

void
add_coming_tests (void)
{
  g_test_add_func ("/cuda/one-launch/coming", coming_frames);
}
