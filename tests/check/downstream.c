/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The table in docs/ELEMENTS.md: what other elements do with the corners, by
 * the version of GStreamer that is running.
 */
#include "testing.h"

#define SOURCE                                                                 \
  "videotestsrc num-buffers=3 pattern=checkers-8 ! "                           \
  "video/x-raw,format=I420,width=64,height=48,framerate=30/1 ! harriscorners "

typedef enum {
  KEPT,  /* as they were */
  MOVED, /* there, but elsewhere */
  LOST,
} Fate;

static const struct {
  const gchar *elements;
  Fate before_1_28, from_1_28;
} rows[] = {
  { "queue", KEPT, KEPT },
  { "videorate", KEPT, KEPT },
  { "videoconvert ! video/x-raw,format=RGB", KEPT, KEPT },
  { "gamma gamma=2", KEPT, KEPT },
  { "videobalance hue=0.5", KEPT, KEPT },
  { "videoscale ! video/x-raw,width=32,height=24", MOVED, MOVED },
  { "videoscale ! video/x-raw,width=64,height=64,pixel-aspect-ratio=1/1", LOST,
      MOVED },
  /* Not by its property `method`, which does nothing in 1.22.0. */
  { "videoflip video-direction=horiz", LOST, MOVED },
  { "videocrop left=10 top=5", LOST, MOVED },
  { "videobox left=-10", LOST, MOVED },
  { "compositor", LOST, KEPT },
  { "deinterlace mode=interlaced", LOST, LOST },
  { "jpegenc ! jpegdec", KEPT, KEPT },
};

/* The frames behind the elements; NULL: one of them is not installed. */
static GPtrArray *
play_behind (const gchar *elements)
{
  gchar *line =
      g_strconcat (SOURCE, "! ", elements, " ! appsink name=out", NULL);
  GError *error = NULL;
  GstElement *pipeline =
      gst_parse_launch_full (line, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
  gboolean installed = !g_error_matches (
      error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_ELEMENT);
  GPtrArray *frames = NULL;

  g_clear_error (&error);
  gst_clear_object (&pipeline);
  if (installed)
    frames = test_play (line);
  g_free (line);
  return frames;
}

static Fate
fate_of (GstBuffer *before, GstBuffer *after)
{
  GBytes *a, *b;
  gboolean same;

  if (test_n_metas (after) == 0)
    return LOST;
  a = test_corners (before);
  b = test_corners (after);
  same = g_bytes_equal (a, b);
  g_bytes_unref (a);
  g_bytes_unref (b);
  return same ? KEPT : MOVED;
}

static gboolean
is_from_1_28 (void)
{
  guint major, minor, micro, nano;

  gst_version (&major, &minor, &micro, &nano);
  return major > 1 || minor >= 28;
}

GST_START_TEST (test_row)
{
  GPtrArray *before = test_play (SOURCE "! appsink name=out");
  GPtrArray *after = play_behind (rows[__i__].elements);
  Fate expected =
      is_from_1_28 () ? rows[__i__].from_1_28 : rows[__i__].before_1_28;

  if (!after)
    g_print ("%s: not installed\n", rows[__i__].elements);
  fail_if (after && after->len == 0);
  for (guint i = 0; after && i < MIN (after->len, before->len); i++)
    fail_unless (fate_of (before->pdata[i], after->pdata[i]) == expected,
        "%s: frame %u", rows[__i__].elements, i);
  g_ptr_array_unref (before);
  g_clear_pointer (&after, g_ptr_array_unref);
}
GST_END_TEST;

static Suite *
downstream_suite (void)
{
  Suite *suite = suite_create ("downstream");
  TCase *tests = tcase_create ("downstream");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_row, 0, G_N_ELEMENTS (rows));
  return suite;
}

TEST_MAIN (downstream_suite)
