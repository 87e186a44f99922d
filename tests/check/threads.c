/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The same frames give the same metas: in every run, in every thread, beside
 * any other element.
 */
#include "testing.h"

#define N_FRAMES  6
#define N_THREADS 4

/* A picture that moves, with hundreds of corners, and no chance in it. */
#define SOURCE                                                                 \
  "videotestsrc num-buffers=6 pattern=zone-plate kx2=30 ky2=30 kt=9 ! "        \
  "video/x-raw,format=%s,width=%u,height=%u,framerate=25/1 ! "

/* What a run of a pipeline leaves: everything that the metas say. */
static gchar *
play (const gchar *format, guint width, guint height, const gchar *settings)
{
  gchar *launch = g_strdup_printf (SOURCE
      "harriscorners name=found %s ! appsink name=out sync=false",
      format, width, height, settings);
  GPtrArray *arrived = test_play (launch);
  GString *all = g_string_new (NULL);

  fail_unless_equals_int (arrived->len, N_FRAMES);
  for (guint i = 0; i < arrived->len; i++) {
    GBytes *corners = test_corners (arrived->pdata[i]);
    GstCornersMeta meta = test_meta (arrived->pdata[i]);
    gchar *sum;

    fail_unless (meta.count > 5);
    sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, corners);

    g_string_append_printf (all, "%" G_GUINT64_FORMAT " %s %s %u %a %s\n",
        meta.pts, meta.source, meta.measure, meta.count, meta.threshold, sum);
    g_free (sum);
    g_bytes_unref (corners);
  }
  g_ptr_array_unref (arrived);
  g_free (launch);
  return g_string_free (all, FALSE);
}

static const struct {
  const gchar *format;
  guint width, height;
  const gchar *settings;
} runs[N_THREADS] = {
  { "GRAY8", 320, 240, "" },
  { "RGB", 161, 119, "measure=min-eigen" },
  { "I420", 320, 240, "filter-length=9 sigma=2.5 suppression=none" },
  { "BGRx", 64, 48, "threshold-mode=relative threshold=0.01 max-corners=0" },
};

static gchar *
play_run (guint i)
{
  return play (runs[i].format, runs[i].width, runs[i].height, runs[i].settings);
}

GST_START_TEST (test_two_runs)
{
  gchar *one = play_run (__i__), *other = play_run (__i__);

  fail_unless_equals_string (one, other);
  g_free (one);
  g_free (other);
}
GST_END_TEST;

typedef struct {
  guint run;
  guint times;
  gchar *expected;
  gboolean same;
} Job;

static gpointer
play_job (gpointer user_data)
{
  Job *job = user_data;

  job->same = TRUE;
  for (guint i = 0; i < job->times; i++) {
    gchar *found = play_run (job->run);

    job->same = job->same && g_str_equal (found, job->expected);
    g_free (found);
  }
  return NULL;
}

static void
check_jobs (gboolean all_the_same)
{
  GThread *threads[N_THREADS];
  Job jobs[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++) {
    guint run = all_the_same ? 0 : i;

    jobs[i] = (Job){ run, 3, play_run (run), FALSE };
  }
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("pipeline", play_job, &jobs[i]);
  for (guint i = 0; i < N_THREADS; i++) {
    g_thread_join (threads[i]);
    fail_unless (jobs[i].same, "pipeline %u had other results", i);
    g_free (jobs[i].expected);
  }
}

GST_START_TEST (test_equal_pipelines_in_threads)
{
  check_jobs (TRUE);
}
GST_END_TEST;

GST_START_TEST (test_different_pipelines_in_threads)
{
  check_jobs (FALSE);
}
GST_END_TEST;

/* Two branches of a tee, each a thread, on the very same memory. */
GST_START_TEST (test_two_elements_on_the_same_frames)
{
  gchar *launch = g_strdup_printf (SOURCE
      "tee name=t "
      "! queue ! harriscorners ! appsink name=a sync=false "
      "t. ! queue ! harriscorners draw=corners ! appsink name=b "
      "sync=false",
      "GRAY8", 320, 240);
  GstElement *pipeline = gst_parse_launch (launch, NULL);
  GPtrArray *a, *b;

  g_free (launch);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  a = test_pull_all (pipeline, "a");
  b = test_pull_all (pipeline, "b");
  fail_unless_equals_int (a->len, N_FRAMES);
  fail_unless_equals_int (b->len, N_FRAMES);
  for (guint i = 0; i < a->len; i++)
    test_same_corners (test_corners (a->pdata[i]), test_corners (b->pdata[i]));
  g_ptr_array_unref (a);
  g_ptr_array_unref (b);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}
GST_END_TEST;

GST_START_TEST (test_several_instances_by_turns)
{
  GstHarness *gray = test_gray_harness ();
  GstHarness *rgb = test_harness ("RGB", 90, 70);
  GBytes *gray_alone = test_corners_of (gray, test_gray_frame (1));
  GBytes *rgb_alone = test_corners_of (rgb, test_frame ("RGB", 90, 70, 1));

  for (guint i = 0; i < 5; i++) {
    test_same_corners (
        g_bytes_ref (gray_alone), test_corners_of (gray, test_gray_frame (1)));
    test_same_corners (g_bytes_ref (rgb_alone),
        test_corners_of (rgb, test_frame ("RGB", 90, 70, 1)));
  }
  g_bytes_unref (gray_alone);
  g_bytes_unref (rgb_alone);
  test_harness_free (gray);
  test_harness_free (rgb);
}
GST_END_TEST;

static Suite *
threads_suite (void)
{
  Suite *suite = suite_create ("threads");
  TCase *tests = tcase_create ("threads");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_two_runs, 0, N_THREADS);
  tcase_add_test (tests, test_equal_pipelines_in_threads);
  tcase_add_test (tests, test_different_pipelines_in_threads);
  tcase_add_test (tests, test_two_elements_on_the_same_frames);
  tcase_add_test (tests, test_several_instances_by_turns);
  return suite;
}

TEST_MAIN (threads_suite)
