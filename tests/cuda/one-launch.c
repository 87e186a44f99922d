/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Frames that are done in one launch: sizes around those of its strips and
 * units, lists of all lengths, many equal responses, regions, corners that are
 * spaced.
 */
#include "compare.h"

#include "gpu.h"

#include <cuda_runtime_api.h>

static guint
up_to (GRand *rand, guint most)
{
  return (guint) g_rand_int_range (rand, 0, (gint) most + 1);
}

/* Squares of `side` pixels: all corners are equal. */
static Picture *
chessboard_new (guint width, guint height, guint side)
{
  Picture *picture = picture_new (width, height, 1);

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      *picture_at (picture, 0, x, y) = (x / side + y / side) % 2 ? 255 : 0;
  return picture;
}

static Picture *
random_picture (GRand *rand, guint width, guint height)
{
  guint fill = up_to (rand, N_FILLS + 2);
  Picture *picture;

  if (fill == N_FILLS)
    return chessboard_new (width, height, 1 + up_to (rand, 12));
  if (fill > N_FILLS)
    return picture_photo (width, height, 1, g_rand_int (rand));
  picture = picture_new (width, height, 1);
  picture_fill (picture, fill, rand);
  return picture;
}

static HarrisParams
random_params (GRand *rand)
{
  static const guint most[] = { 1, 2, 200, 200, 1023, 1024 };
  HarrisParams params;

  harris_params_init (&params);
  params.sigma = g_rand_double_range (rand, 0.1, 8);
  params.k = up_to (rand, 3) ? g_rand_double_range (rand, 0, 0.2) : 0;
  params.bins = up_to (rand, 1) ? 256 : 2 + up_to (rand, 254);
  params.max_corners = most[up_to (rand, G_N_ELEMENTS (most) - 1)];
  params.subpixel = up_to (rand, HARRIS_N_SUBPIXELS - 1);
  return params;
}

/* Small GPUs do larger pictures in another way. */
#define SURE_PIXELS (1920 * 1088)

/* The picture at a place in the GPU's memory. */
static VfImage
put_picture (const VfImage *image, guint8 *to)
{
  gsize pitch = (image->width + 15) / 16 * 16, size = pitch * image->height;
  guint8 *rows = g_malloc0 (size);
  VfImage there = { .width = image->width,
    .height = image->height,
    .channels = 1,
    .data = { to },
    .stride = { (gssize) pitch },
    .step = { 1 },
    .depth = 8,
    .word = 1,
    .memory = VF_MEMORY_DEVICE };

  for (guint y = 0; y < image->height; y++)
    for (guint x = 0; x < image->width; x++)
      rows[y * pitch + x] = (guint8) vf_image_sample (image, 0, x, y);
  g_assert_cmpint (
      cudaMemcpy (to, rows, size, cudaMemcpyHostToDevice), ==, cudaSuccess);
  g_free (rows);
  return there;
}

/* Two frames in a row that lie in different places, the first of which is gone
 * when the second one comes: one graph does both. */
static void
check_in_place (const HarrisParams *params, const VfImage *image,
    const VfRegion *region, GArray *expected)
{
  gsize size = (gsize) (image->width + 15) / 16 * 16 * image->height;
  VfContext *context = harris_context (detectors[0]);
  guint8 *memory = NULL;

  vf_context_push (context);
  g_assert_cmpint (
      cudaMalloc ((gpointer *) &memory, 2 * size), ==, cudaSuccess);
  for (guint i = 0; i < 2; i++) {
    VfImage there = put_picture (image, memory + i * size);
    GArray *found = corners_copy (
        harris_detect (detectors[0], params, &there, region, NULL));

    assert_same_corners (found, expected);
    g_array_unref (found);
    g_assert_cmpint (cudaMemset (memory, 0, size), ==, cudaSuccess);
  }
  g_assert_cmpint (cudaFree (memory), ==, cudaSuccess);
  vf_context_pop (context);
}

/* The corners of the picture, or of a white one of its size, as a frame in the
 * host's pinned memory: its launch may wait for it. */
static GArray *
corners_of_pinned (HarrisDetector *detector, const HarrisParams *params,
    const VfImage *image, const VfRegion *region, gboolean white)
{
  guint width = image->width;
  gsize size = (gsize) width * image->height;
  VfContext *context = harris_context (detector);
  guint8 *memory = vf_gpu_pinned_alloc (context, size, NULL);
  VfImage frame = *image;
  GArray *found;

  for (gsize at = 0; at < size; at++)
    memory[at] = white ? 255
                       : (guint8) vf_image_sample (image, 0,
                           (guint) (at % width), (guint) (at / width));
  frame.data[0] = memory;
  frame.stride[0] = width;
  frame.step[0] = 1;
  frame.memory = VF_MEMORY_PINNED;
  found = corners_copy (harris_detect (detector, params, &frame, region, NULL));
  vf_gpu_pinned_free (context, memory);
  return found;
}

/* The frame before must not be what the launch sees. */
static void
check_pinned (const HarrisParams *params, const VfImage *image,
    const VfRegion *region, GArray *expected)
{
  GArray *none = corners_of_pinned (detectors[0], params, image, region, TRUE);
  GArray *found =
      corners_of_pinned (detectors[0], params, image, region, FALSE);

  g_assert_cmpuint (none->len, ==, 0);
  assert_same_corners (found, expected);
  g_array_unref (found);
  g_array_unref (none);
}

/* A launch without patience does not see its frame, which is done again. */
static void
late_frames (void)
{
  HarrisParams params;

  harris_params_init (&params);
  for (guint i = 0; i < 4; i++) {
    Picture *picture = picture_photo (1920 - 7 * i, 1080 + i, 1, i);
    VfRect rect = { 100, 50, 1500, 900 };
    VfRegion region = { &rect, 1, NULL, FALSE };
    const VfRegion *of = i % 2 ? &region : NULL;
    GArray *expected = corners_of (&params, &picture->image, of), *found;
    HarrisDetector *detector;

    g_setenv ("VF_CUDA_WAY", "best", TRUE);
    g_setenv ("VF_CUDA_PATIENCE", "0", TRUE);
    detector = harris_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, NULL);
    g_unsetenv ("VF_CUDA_PATIENCE");
    g_assert_cmpuint (expected->len, >, 0);
    found = corners_of_pinned (detector, &params, &picture->image, of, FALSE);
    assert_same_corners (found, expected);
    harris_free (detector);
    g_array_unref (found);
    g_array_unref (expected);
    picture_free (picture);
  }
}

/* Only the backend's own choice shows how it was done. */
static void
check_region (
    const HarrisParams *params, const VfImage *image, const VfRegion *region)
{
  const HarrisResult *result;
  GArray *expected;
  guint n_timed = 0;

  /* A region may be empty. */
  if (compare_detections (params, image, region) == 0 && region)
    return;
  if (image->width * image->height > SURE_PIXELS)
    return;
  harris_want_planes (detectors[0], FALSE);
  result = harris_detect (detectors[0], params, image, region, NULL);
  for (guint i = 0; i < HARRIS_N_STAGES; i++)
    n_timed += result->stage_ns[i] > 0;
  g_assert_cmpuint (n_timed, ==, 1);
  expected = corners_copy (result);
  check_in_place (params, image, region, expected);
  check_pinned (params, image, region, expected);
  g_array_unref (expected);
}

static void
check (const HarrisParams *params, const VfImage *image)
{
  check_region (params, image, NULL);
}

static void
random_frames (void)
{
  static const Layout layouts[] = {
    { "planes", 1, 0, FALSE, FALSE },
    { "planes with padding", 1, 37, FALSE, FALSE },
    { "planes upside down", 1, 5, TRUE, FALSE },
  };
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 200; i++) {
    guint most = up_to (rand, 4) ? 400 : 40;
    HarrisParams params = random_params (rand);
    Picture *picture =
        random_picture (rand, 1 + up_to (rand, most), 1 + up_to (rand, most));
    Guarded memory[3];
    VfImage image = layout_image (&picture->image, &layouts[i % 3],
        up_to (rand, 1) ? GUARD_AFTER : GUARD_BEFORE, 0xAA, memory);

    check (&params, &image);
    for (guint c = 0; c < 3; c++)
      guarded_clear (&memory[c]);
    picture_free (picture);
  }
  g_rand_free (rand);
}

/* Neither the whole picture nor its strongest corners. */
static void
special_frames (void)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 200; i++) {
    guint most = up_to (rand, 4) ? 500 : 40;
    HarrisParams params = random_params (rand);
    Picture *picture =
        random_picture (rand, 1 + up_to (rand, most), 1 + up_to (rand, most));
    VfMask *mask = i % 3 == 0 ? random_mask (rand) : NULL;
    RandomRegion region;

    random_region (rand, &picture->image, &region);
    region.region.mask = mask;
    do
      random_spacing (rand, &params);
    while (params.grid_columns * params.grid_rows > 1000);
    check_region (&params, &picture->image, i % 4 == 1 ? NULL : &region.region);
    vf_mask_free (mask);
    picture_free (picture);
  }
  g_rand_free (rand);
}

/* More keys than are put in order at once, of which few or most are taken: of
 * noise, and of equal responses. */
static void
long_lists (void)
{
  static const gdouble distances[] = { 7, 19.5, 60, 300 };
  GRand *rand = test_rand_new ();
  Picture *pictures[] = { picture_new (1920, 1080, 1),
    chessboard_new (1920, 1080, 8), picture_photo (1920, 1080, 1, 3) };
  HarrisParams params;

  harris_params_init (&params);
  picture_fill (pictures[0], FILL_RANDOM, rand);
  for (guint i = 0; i < 4 * G_N_ELEMENTS (pictures); i++) {
    params.min_distance = distances[i / 3];
    params.max_corners = i % 2 ? 1024 : 200;
    params.grid_columns = i % 4 < 2 ? 0 : 31;
    params.grid_rows = i % 4 < 2 ? 0 : 33;
    check (&params, &pictures[i % 3]->image);
  }
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    picture_free (pictures[i]);
  g_rand_free (rand);
}

/* Around a strip's width and a unit's height; all workers have units, or some,
 * or one has all; the responses fit into shared memory, or not. */
static void
sizes (void)
{
  static const guint sizes[][2] = { { 1, 1 }, { 4, 4 }, { 5, 3 }, { 127, 9 },
    { 128, 8 }, { 129, 7 }, { 131, 400 }, { 256, 4 }, { 4000, 5 }, { 3, 4000 },
    { 1280, 720 }, { 1366, 768 }, { 1917, 1081 }, { 3840, 2160 },
    { 7680, 4320 }, { 7683, 4317 } };
  HarrisParams params;

  harris_params_init (&params);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    Picture *picture = picture_photo (sizes[i][0], sizes[i][1], 1, i);

    check (&params, &picture->image);
    picture_free (picture);
  }
}

/* Thousands of equal responses: their order alone decides, and all of them are
 * in doubt. */
static void
equal_responses (void)
{
  static const guint sides[] = { 3, 5, 8, 31 };
  HarrisParams params;

  harris_params_init (&params);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    Picture *picture = chessboard_new (1920, 1080, sides[i]);

    check (&params, &picture->image);
    picture_free (picture);
  }
}

/* One after the other, what the one leaves behind must not disturb the next. */
static void
in_turn (void)
{
  Picture *pictures[] = { picture_photo (640, 480, 1, 1),
    picture_new (640, 480, 1), chessboard_new (333, 200, 8),
    picture_photo (1920, 1080, 1, 2) };
  HarrisParams params;

  harris_params_init (&params);
  for (guint i = 0; i < 12; i++)
    check (&params, &pictures[i % G_N_ELEMENTS (pictures)]->image);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    picture_free (pictures[i]);
}

void
add_one_launch_tests (void)
{
  g_test_add_func ("/cuda/one-launch/random", random_frames);
  g_test_add_func ("/cuda/one-launch/special", special_frames);
  g_test_add_func ("/cuda/one-launch/long-lists", long_lists);
  g_test_add_func ("/cuda/one-launch/sizes", sizes);
  g_test_add_func ("/cuda/one-launch/equal-responses", equal_responses);
  g_test_add_func ("/cuda/one-launch/in-turn", in_turn);
  g_test_add_func ("/cuda/one-launch/late", late_frames);
}
