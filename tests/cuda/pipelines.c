/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Whole pipelines on the GPU give the corners of the CPU's, frame by frame.
 * TEST_VIDEOS: more of them, each as a pipeline's beginning, a line each.
 */
#include "testing.h"

#include <string.h>

static gchar *
launch_line (const gchar *source, const gchar *settings, const gchar *backend)
{
  return g_strdup_printf ("%s ! harriscorners backend=%s %s ! "
                          "appsink name=out sync=false",
      source, backend, settings);
}

static GPtrArray *
play (const gchar *source, const gchar *settings, const gchar *backend)
{
  gchar *line = launch_line (source, settings, backend);
  GPtrArray *frames = test_play (line);

  g_free (line);
  return frames;
}

static void
compare (const gchar *source, const gchar *settings, gboolean must_find)
{
  GPtrArray *cpu = play (source, settings, "cpu");
  GPtrArray *cuda = play (source, settings, "cuda");
  gsize n_bytes = 0;

  fail_unless (cpu->len > 0, "no frame from %s", source);
  fail_unless_equals_int (cuda->len, cpu->len);
  for (guint i = 0; i < cpu->len; i++) {
    GBytes *expected = test_corners (g_ptr_array_index (cpu, i));
    GBytes *corners = test_corners (g_ptr_array_index (cuda, i));
    GstCornersMeta a = test_meta (g_ptr_array_index (cpu, i));
    GstCornersMeta b = test_meta (g_ptr_array_index (cuda, i));

    fail_unless (
        g_bytes_equal (corners, expected), "%s: frame %u differs", source, i);
    fail_unless (memcmp (&a.threshold, &b.threshold, sizeof (gdouble)) == 0);
    n_bytes += g_bytes_get_size (expected);
    g_bytes_unref (corners);
    g_bytes_unref (expected);
  }
  fail_unless (n_bytes > 0 || !must_find, "no corners from %s", source);
  g_print ("%u frames, %" G_GSIZE_FORMAT " corners: %s %s\n", cpu->len,
      n_bytes / 12, source, settings);
  g_ptr_array_unref (cpu);
  g_ptr_array_unref (cuda);
}

GST_START_TEST (test_all_formats)
{
  for (guint i = 0; i < test_n_formats; i++) {
    gchar *source = g_strdup_printf (
        "videotestsrc num-buffers=3 pattern=smpte ! "
        "video/x-raw,format=%s,width=322,height=243,framerate=25/1",
        test_formats[i].name);

    compare (source, "", TRUE);
    compare (source, "channels=gray max-corners=0 suppression-radius=1", TRUE);
    g_free (source);
  }
}
GST_END_TEST;

GST_START_TEST (test_patterns)
{
  static const gchar *const patterns[] = { "smpte", "snow", "checkers-1",
    "circular", "zone-plate kx2=20 ky2=20", "spokes" };

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++) {
    gchar *source = g_strdup_printf (
        "videotestsrc num-buffers=10 pattern=%s ! "
        "video/x-raw,format=I420,width=1280,height=720,framerate=25/1",
        patterns[i]);

    compare (source, "", TRUE);
    compare (source,
        "max-corners=0 measure=min-eigen suppression=maxima "
        "roi-source=rectangle roi-x=33 roi-y=21 roi-width=901",
        FALSE);
    g_free (source);
  }
}
GST_END_TEST;

GST_START_TEST (test_videos)
{
  const gchar *text = g_getenv ("TEST_VIDEOS");
  gchar **sources = g_strsplit (text ? text : "", "\n", -1);

  for (guint i = 0; sources[i] && *sources[i]; i++)
    compare (sources[i], "", TRUE);
  g_strfreev (sources);
}
GST_END_TEST;

static Suite *
cuda_suite (void)
{
  Suite *suite = suite_create ("cuda");
  TCase *tests = tcase_create ("all");

  suite_add_tcase (suite, tests);
  tcase_set_timeout (tests, 300);
  tcase_add_test (tests, test_all_formats);
  tcase_add_test (tests, test_patterns);
  tcase_add_test (tests, test_videos);
  return suite;
}

static gboolean
has_gpu (void)
{
  GstElement *element = gst_element_factory_make ("harriscorners", NULL);
  gboolean works;

  if (!element)
    return FALSE;
  gst_util_set_object_arg (G_OBJECT (element), "backend", "cuda");
  works = gst_element_set_state (element, GST_STATE_PAUSED)
          != GST_STATE_CHANGE_FAILURE;
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
  return works;
}

/* A context of CUDA does not survive a fork, which each test is by default. */
int
main (int argc, char **argv)
{
  g_setenv ("CK_FORK", "no", TRUE);
  gst_init (&argc, &argv);
  if (!has_gpu ()) {
    g_print ("skipped: no GPU can be used here\n");
    return 77;
  }
  return test_main (argc, argv, cuda_suite);
}
