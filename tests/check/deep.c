/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The same picture with more bits has the same corners.
 */
#include "testing.h"

#include <sys/resource.h>

#include <math.h>

#define WIDTH  64
#define HEIGHT 48
#define SEED   3

/* Formats of words of 2 bytes, the luma or the colours in the first plane. */
typedef struct {
  const gchar *name, *plain; /* and the format of 8 bits to compare with */
  gboolean big_endian;
  guint n_words, word[3]; /* of a pixel, and where its channels are */
  guint depth, shift;     /* of a sample in its word */
} Deep;

static const Deep deeps[] = {
  { "GRAY16_LE", "GRAY8", FALSE, 1, { 0 }, 16, 0 },
  { "GRAY16_BE", "GRAY8", TRUE, 1, { 0 }, 16, 0 },
  { "P010_10LE", "GRAY8", FALSE, 1, { 0 }, 10, 6 },
  { "P012_LE", "GRAY8", FALSE, 1, { 0 }, 12, 4 },
  { "P016_BE", "GRAY8", TRUE, 1, { 0 }, 16, 0 },
  { "I420_10LE", "GRAY8", FALSE, 1, { 0 }, 10, 0 },
  { "Y444_12BE", "GRAY8", TRUE, 1, { 0 }, 12, 0 },
  { "ARGB64_LE", "RGB", FALSE, 4, { 1, 2, 3 }, 16, 0 },
  { "BGRA64_BE", "RGB", TRUE, 4, { 2, 1, 0 }, 16, 0 },
};

static const struct {
  const gchar *mode, *measure;
  gdouble threshold;
  guint power; /* of the contrast, in the response */
} settings[] = {
  { "rosin", "harris", 0, 4 },
  { "relative", "harris", 0.01, 4 },
  { "rosin", "min-eigen", 0, 2 },
  { "relative", "noble", 0.02, 2 },
};

static void
write_word (guint8 *at, const Deep *deep, guint word)
{
  if (deep->big_endian)
    GST_WRITE_UINT16_BE (at, word);
  else
    GST_WRITE_UINT16_LE (at, word);
}

/* The test picture of 8 bits, moved to the left. */
static GstBuffer *
deep_frame (const Deep *deep)
{
  GstBuffer *frame = test_frame (deep->name, WIDTH, HEIGHT, SEED);
  guint n_channels = test_format (deep->name)->rgb ? 3 : 1;
  GstMapInfo map;

  gst_buffer_map (frame, &map, GST_MAP_WRITE);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      for (guint c = 0; c < n_channels; c++)
        write_word (
            map.data + 2 * ((y * WIDTH + x) * deep->n_words + deep->word[c]),
            deep,
            (guint) test_sample (SEED, c, x, y)
                << (deep->depth - 8 + deep->shift));
  gst_buffer_unmap (frame, &map);
  return frame;
}

static GstBuffer *
analysed (const gchar *format, GstBuffer *frame, guint setting)
{
  GstHarness *harness = test_harness (format, WIDTH, HEIGHT);
  GObject *element = G_OBJECT (harness->element);
  GstBuffer *out;

  gst_util_set_object_arg (element, "measure", settings[setting].measure);
  gst_util_set_object_arg (element, "threshold-mode", settings[setting].mode);
  g_object_set (element, "threshold", settings[setting].threshold, NULL);
  out = test_push (harness, frame);
  test_no_complaint (harness);
  test_harness_free (harness);
  return out;
}

/* A power of two more contrast changes no rounding. */
static void
check_corners (const Deep *deep, guint setting)
{
  GstBuffer *plain = analysed (
      deep->plain, test_frame (deep->plain, WIDTH, HEIGHT, SEED), setting);
  GstBuffer *more = analysed (deep->name, deep_frame (deep), setting);
  GstCornersMeta a = test_meta (plain), b = test_meta (more);
  guint power = (deep->depth - 8) * settings[setting].power;

  fail_unless (a.count > 5, "too few corners to compare");
  fail_unless_equals_int (a.count, b.count);
  for (guint i = 0; i < a.count; i++) {
    GstCorner x = gst_corners_meta_get (&a, i);
    GstCorner y = gst_corners_meta_get (&b, i);

    fail_unless (x.x == y.x && x.y == y.y, "%s: corner %u", deep->name, i);
    fail_unless (ldexp (x.response, (int) power) == y.response);
  }
  gst_buffer_unref (plain);
  gst_buffer_unref (more);
}

GST_START_TEST (test_more_bits)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    check_corners (&deeps[__i__], i);
}
GST_END_TEST;

/* A whole pipeline, with drawing, and back to 8 bits. */
GST_START_TEST (test_pipeline)
{
  gchar *line = g_strdup_printf (
      "videotestsrc num-buffers=2 pattern=checkers-8 ! video/x-raw,format=%s,"
      "width=%d,height=%d ! harriscorners draw=corners+response+histogram ! "
      "videoconvert ! video/x-raw,format=I420 ! appsink name=out sync=false",
      test_formats[__i__].name, WIDTH, HEIGHT);
  GPtrArray *arrived = test_play (line);

  fail_unless_equals_int (arrived->len, 2);
  fail_unless (test_meta (arrived->pdata[0]).count > 0);
  g_ptr_array_unref (arrived);
  g_free (line);
}
GST_END_TEST;

/* The largest frame, though its pixels are few: rows of stride 0. */
static GstBuffer *
endless_frame (void)
{
  gsize offset[] = { 0, 0, 0, 0 };
  gint stride[] = { 0, 0, 0, 0 };
  GstBuffer *frame = gst_buffer_new_allocate (NULL, 1 << 20, NULL);

  gst_buffer_memset (frame, 0, 90, 1 << 20);
  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_v210, 16384, 16384, 1, offset, stride);
  return frame;
}

/* 512 MB of samples do not fit beside what the process has now. */
GST_START_TEST (test_no_memory_to_unpack)
{
  static const gchar *const words[] = { "no memory", "v210", NULL };
  GstHarness *harness = test_harness ("v210", WIDTH, HEIGHT);
  struct rlimit limit = { 0 };

  getrlimit (RLIMIT_AS, &limit);
  limit.rlim_cur = (rlim_t) 400 << 20;
  fail_unless_equals_int (setrlimit (RLIMIT_AS, &limit), 0);
  fail_unless_equals_int (
      gst_harness_push (harness, endless_frame ()), GST_FLOW_ERROR);
  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_AS, &limit);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_NO_SPACE_LEFT, words);
  test_harness_free (harness);
}
GST_END_TEST;

/* The own memory of a sanitizer, or of an emulator, is beyond any limit. */
static gboolean
can_limit_memory (void)
{
  const gchar *fork = g_getenv ("CK_FORK");

#ifdef __SANITIZE_ADDRESS__
  return FALSE;
#endif
  return (!fork || !g_str_equal (fork, "no"))
         && !g_getenv ("MESON_EXE_WRAPPER");
}

static Suite *
deep_suite (void)
{
  Suite *suite = suite_create ("deep");
  TCase *tests = tcase_create ("deep");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_more_bits, 0, G_N_ELEMENTS (deeps));
  tcase_add_loop_test (tests, test_pipeline, 0, test_n_formats);
  if (can_limit_memory ())
    tcase_add_test (tests, test_no_memory_to_unpack);
  return suite;
}

TEST_MAIN (deep_suite)
