/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is set while playing counts from the next frame on.
 */
#include "testing.h"

static void
set_all (GstHarness *harness, const gchar *settings)
{
  gchar **items = g_strsplit (settings, " ", -1);

  for (guint i = 0; items[i]; i++) {
    gchar *value = strchr (items[i], '=');

    *value++ = '\0';
    gst_util_set_object_arg (G_OBJECT (harness->element), items[i], value);
  }
  g_strfreev (items);
}

static GBytes *
next_corners (GstHarness *harness)
{
  return test_corners_of (
      harness, test_frame ("RGB", TEST_WIDTH, TEST_HEIGHT, 1));
}

/* Those of an element that starts with these settings. */
static GBytes *
fresh_corners (const gchar *settings)
{
  GstHarness *harness = test_harness ("RGB", TEST_WIDTH, TEST_HEIGHT);
  GBytes *corners;

  fail_unless_equals_int (
      gst_element_set_state (harness->element, GST_STATE_READY),
      GST_STATE_CHANGE_SUCCESS);
  set_all (harness, settings);
  gst_element_set_state (harness->element, GST_STATE_PLAYING);
  gst_harness_push_event (harness, gst_event_new_stream_start ("again"));
  gst_harness_set_src_caps (
      harness, test_caps ("RGB", TEST_WIDTH, TEST_HEIGHT));
  corners = next_corners (harness);
  test_harness_free (harness);
  return corners;
}

/* From the first settings to the first and the second. */
static const gchar *const changes[][2] = {
  { "k=0.05", "gradient=sobel3" },
  { "gradient=sobel3", "gradient=scharr3" },
  { "gradient=sobel5", "gradient=sobel7" },
  { "k=0.05", "window-type=box" },
  { "k=0.05", "filter-length=9" },
  { "k=0.05", "sigma=0.7" },
  { "threshold-mode=rosin", "k=0.2" },
  { "k=0.04", "measure=min-eigen" },
  { "k=0.04", "measure=noble" },
  { "max-corners=0", "bins=3" },
  { "threshold=300000000", "threshold-mode=absolute" },
  { "threshold=0.2", "threshold-mode=relative" },
  { "threshold-mode=absolute", "threshold=300000000" },
  { "threshold-mode=relative", "threshold=0.5" },
  { "suppression=window", "suppression=none" },
  { "suppression=none", "suppression=block" },
  { "suppression-radius=4", "suppression-radius=9" },
  { "max-corners=0", "max-corners=3" },
  { "suppression-radius=1", "min-distance=9.5" },
  { "grid-columns=2 grid-rows=1 max-corners=6", "grid-rows=2" },
  { "grid-columns=1 grid-rows=2 max-corners=6", "grid-columns=3" },
  { "subpixel=none", "subpixel=quadratic" },
  { "channels=color", "channels=gray" },
  { "roi-x=30 roi-y=20", "roi-source=rectangle" },
  { "roi-source=rectangle", "roi-x=30" },
  { "roi-source=rectangle", "roi-y=20" },
  { "roi-source=rectangle", "roi-width=20" },
  { "roi-source=rectangle", "roi-height=20" },
};

GST_START_TEST (test_next_frame_has_it)
{
  const gchar *before = changes[__i__][0], *change = changes[__i__][1];
  GstHarness *harness = test_harness ("RGB", TEST_WIDTH, TEST_HEIGHT);
  gchar *both = g_strconcat (before, " ", change, NULL);
  GBytes *first, *second;

  set_all (harness, before);
  first = next_corners (harness);
  test_same_corners (g_bytes_ref (first), next_corners (harness));
  set_all (harness, change);
  second = next_corners (harness);
  test_other_corners (first, g_bytes_ref (second));
  test_same_corners (second, fresh_corners (both));
  test_no_complaint (harness);
  g_free (both);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_defaults_are_what_they_say)
{
  test_same_corners (fresh_corners ("k=0.04"),
      fresh_corners ("filter-length=5 sigma=1.5 k=0.04 measure=harris bins=256 "
                     "threshold-mode=rosin suppression=window "
                     "suppression-radius=4 max-corners=200 channels=auto "
                     "gradient=central window-type=gaussian min-distance=0 "
                     "grid-columns=0 grid-rows=0 subpixel=none mask-location= "
                     "roi-source=all"));
}
GST_END_TEST;

static gpointer
set_properties_all_the_time (gpointer user_data)
{
  GstHarness *harness = user_data;

  for (guint i = 0; i < 400; i++) {
    g_object_set (harness->element, "filter-length", 3 + 2 * (i % 5), "sigma",
        1.0 + i % 7, "max-corners", i % 50, "suppression-radius", 1 + i % 20,
        "bins", 2 + 100 * (i % 4), NULL);
    set_all (harness, i % 2 ? "draw=corners" : "draw=none");
  }
  return NULL;
}

GST_START_TEST (test_changes_from_another_thread)
{
  GstHarness *harness = test_gray_harness ();
  GThread *thread =
      g_thread_new ("changes", set_properties_all_the_time, harness);

  for (guint i = 0; i < 60; i++) {
    GstBuffer *out = test_push (harness, test_gray_frame (i));
    GstStructure *stats;

    fail_unless_equals_int (test_n_metas (out), 1);
    g_object_get (harness->element, "stats", &stats, NULL);
    gst_structure_free (stats);
    gst_buffer_unref (out);
  }
  g_thread_join (thread);
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
changes_suite (void)
{
  Suite *suite = suite_create ("changes");
  TCase *tests = tcase_create ("changes");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (
      tests, test_next_frame_has_it, 0, G_N_ELEMENTS (changes));
  tcase_add_test (tests, test_defaults_are_what_they_say);
  tcase_add_test (tests, test_changes_from_another_thread);
  return suite;
}

TEST_MAIN (changes_suite)
