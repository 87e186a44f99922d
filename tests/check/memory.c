/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Frames pass uncopied; drawing changes a copy when others hold the memory.
 */
#include "testing.h"

#include <glib/gstdio.h>
#include <unistd.h>

#define SOURCE                                                                 \
  "videotestsrc num-buffers=3 ! video/x-raw,format=I420,width=64,height=48 ! "

static gboolean
same_memory (GstBuffer *a, GstBuffer *b)
{
  fail_unless_equals_int (gst_buffer_n_memory (a), 1);
  fail_unless_equals_int (gst_buffer_n_memory (b), 1);
  return gst_buffer_peek_memory (a, 0) == gst_buffer_peek_memory (b, 0);
}

static gboolean
same_pixels (GstBuffer *a, GstBuffer *b)
{
  GstMapInfo map;
  gboolean same;

  gst_buffer_map (a, &map, GST_MAP_READ);
  same = gst_buffer_get_size (b) == map.size
         && gst_buffer_memcmp (b, 0, map.data, map.size) == 0;
  gst_buffer_unmap (a, &map);
  return same;
}

static GstHarness *
harness_that_draws (const gchar *draw)
{
  GstHarness *harness = test_gray_harness ();

  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", draw);
  return harness;
}

GST_START_TEST (test_frame_of_our_own)
{
  static const gchar *const draw[] = { "none", "corners" };
  GstBuffer *reference = test_gray_frame (1);

  for (guint i = 0; i < 2; i++) {
    GstHarness *harness = harness_that_draws (draw[i]);
    GstBuffer *frame = test_gray_frame (1);
    GstMemory *memory = gst_buffer_peek_memory (frame, 0);
    GstBuffer *out = test_push (harness, frame);

    fail_unless (out == frame, "the buffer was copied");
    fail_unless (gst_buffer_peek_memory (out, 0) == memory);
    fail_unless (same_pixels (out, reference) == (i == 0));
    gst_buffer_unref (out);
    test_harness_free (harness);
  }
  gst_buffer_unref (reference);
}
GST_END_TEST;

GST_START_TEST (test_shared_frame)
{
  GstHarness *harness = harness_that_draws ("none");
  GstBuffer *frame = test_gray_frame (1), *reference = test_gray_frame (1);
  GstBuffer *out = test_push (harness, gst_buffer_ref (frame));

  fail_unless (out != frame);
  fail_unless (same_memory (out, frame), "the pixels were copied");
  fail_unless (same_pixels (frame, reference));
  fail_unless_equals_int (test_n_metas (frame), 0);
  fail_unless (test_meta (out).count > 0);
  gst_buffer_unref (out);
  gst_buffer_unref (reference);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_drawing_on_a_shared_frame)
{
  GstHarness *harness = harness_that_draws ("corners");
  GstBuffer *frame = test_gray_frame (1), *reference = test_gray_frame (1);
  GstBuffer *out = test_push (harness, gst_buffer_ref (frame));

  fail_if (same_memory (out, frame));
  fail_unless (same_pixels (frame, reference), "others see what was drawn");
  fail_if (same_pixels (out, reference));
  gst_buffer_unref (out);
  gst_buffer_unref (reference);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_nothing_to_draw_copies_nothing)
{
  GstHarness *harness = harness_that_draws ("corners");
  GstBuffer *frame = test_flat_frame (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *out = test_push (harness, gst_buffer_ref (frame));

  fail_unless_equals_int (test_meta (out).count, 0);
  fail_unless (same_memory (out, frame));
  gst_buffer_unref (out);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

/* A frame whose memory must not be written to. */
static GstBuffer *
read_only_frame (guint8 *pixels, gsize size)
{
  GstBuffer *frame = gst_buffer_new ();

  gst_buffer_append_memory (
      frame, gst_memory_new_wrapped (
                 GST_MEMORY_FLAG_READONLY, pixels, size, 0, size, NULL, NULL));
  return frame;
}

GST_START_TEST (test_read_only_memory)
{
  static guint8 pixels[TEST_WIDTH * TEST_HEIGHT];
  GstBuffer *reference = test_gray_frame (1);
  GstHarness *harness = harness_that_draws ("none");
  GstBuffer *out;

  gst_buffer_extract (reference, 0, pixels, sizeof pixels);
  out = test_push (harness, read_only_frame (pixels, sizeof pixels));
  fail_unless (test_meta (out).count > 0);
  gst_buffer_unref (out);
  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "corners");
  out = test_push (harness, read_only_frame (pixels, sizeof pixels));
  fail_if (same_pixels (out, reference));
  fail_unless (gst_buffer_memcmp (reference, 0, pixels, sizeof pixels) == 0);
  gst_buffer_unref (out);
  gst_buffer_unref (reference);
  test_harness_free (harness);
}
GST_END_TEST;

/* Two branches of a tee, one with our element. */
static void
play_tee (const gchar *draw, GPtrArray **ours, GPtrArray **other)
{
  gchar *description = g_strdup_printf (SOURCE
      "tee name=t ! queue ! harriscorners "
      "draw=%s ! appsink name=ours sync=false t. ! queue ! appsink name=other "
      "sync=false",
      draw);
  GstElement *pipeline = gst_parse_launch (description, NULL);

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  *ours = test_pull_all (pipeline, "ours");
  *other = test_pull_all (pipeline, "other");
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  g_free (description);
  fail_unless_equals_int ((*ours)->len, 3);
  fail_unless_equals_int ((*other)->len, 3);
}

GST_START_TEST (test_tee)
{
  GPtrArray *ours, *other;

  play_tee ("none", &ours, &other);
  for (guint i = 0; i < 3; i++) {
    fail_unless (same_memory (ours->pdata[i], other->pdata[i]));
    fail_unless (test_meta (ours->pdata[i]).count > 0);
    fail_unless_equals_int (test_n_metas (other->pdata[i]), 0);
  }
  g_ptr_array_unref (ours);
  g_ptr_array_unref (other);
}
GST_END_TEST;

GST_START_TEST (test_tee_and_drawing)
{
  GPtrArray *plain = test_play (SOURCE "appsink name=out");
  GPtrArray *ours, *other;

  play_tee ("corners", &ours, &other);
  for (guint i = 0; i < 3; i++) {
    fail_if (same_memory (ours->pdata[i], other->pdata[i]));
    fail_if (same_pixels (ours->pdata[i], other->pdata[i]));
    fail_unless (same_pixels (plain->pdata[i], other->pdata[i]));
  }
  g_ptr_array_unref (plain);
  g_ptr_array_unref (ours);
  g_ptr_array_unref (other);
}
GST_END_TEST;

static void
run_to_the_end (const gchar *description)
{
  GstElement *pipeline = gst_parse_launch (description, NULL);
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (
      bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  fail_unless_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_EOS);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
}

/* The bytes that a filesink writes behind these elements. */
static GBytes *
written_file (const gchar *elements)
{
  gchar *path = NULL, *line, *bytes;
  gint file = g_file_open_tmp ("frames-XXXXXX", &path, NULL);
  gsize size;

  fail_unless (file >= 0);
  close (file);
  line = g_strdup_printf (
      "videotestsrc num-buffers=3 ! video/x-raw,format=I420,width=328,"
      "height=240 ! %s filesink location=%s",
      elements, path);
  run_to_the_end (line);
  fail_unless (g_file_get_contents (path, &bytes, &size, NULL));
  g_unlink (path);
  g_free (line);
  g_free (path);
  return g_bytes_new_take (bytes, size);
}

/* A sink that knows nothing of strides must not get padded frames. */
GST_START_TEST (test_file_behind_us)
{
  GBytes *plain = written_file ("");
  GBytes *ours = written_file ("harriscorners !");
  GBytes *drawn = written_file ("harriscorners draw=corners !");

  fail_unless (g_bytes_equal (plain, ours));
  fail_if (g_bytes_equal (plain, drawn));
  fail_unless_equals_uint64 (
      g_bytes_get_size (plain), g_bytes_get_size (drawn));
  g_bytes_unref (plain);
  g_bytes_unref (ours);
  g_bytes_unref (drawn);
}
GST_END_TEST;

static Suite *
memory_suite (void)
{
  Suite *suite = suite_create ("memory");
  TCase *tests = tcase_create ("memory");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_frame_of_our_own);
  tcase_add_test (tests, test_shared_frame);
  tcase_add_test (tests, test_drawing_on_a_shared_frame);
  tcase_add_test (tests, test_nothing_to_draw_copies_nothing);
  tcase_add_test (tests, test_read_only_memory);
  tcase_add_test (tests, test_tee);
  tcase_add_test (tests, test_tee_and_drawing);
  tcase_add_test (tests, test_file_behind_us);
  return suite;
}

TEST_MAIN (memory_suite)
