/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values that a property takes and the detector cannot use.
 */
#include "testing.h"

#include <math.h>

typedef struct {
  void (*set) (GstElement *element);
  const gchar *words[4]; /* that the complaint has */
} Wrong;

static void
set_even_length (GstElement *element)
{
  g_object_set (element, "filter-length", 6, NULL);
}

static void
set_large_share (GstElement *element)
{
  gst_util_set_object_arg (G_OBJECT (element), "threshold-mode", "relative");
  g_object_set (element, "threshold", 1.0, NULL);
}

static void
set_columns_alone (GstElement *element)
{
  g_object_set (element, "grid-columns", 2, "grid-rows", 0, NULL);
}

static void
set_rows_alone (GstElement *element)
{
  g_object_set (element, "grid-columns", 0, "grid-rows", 1, NULL);
}

static const Wrong wrongs[] = {
  { set_even_length, { "filter-length", "6", "odd, from 1 to 31" } },
  { set_large_share, { "threshold", "1,", "at least 0 and below 1" } },
  { set_columns_alone,
      { "grid-rows is 0", "from 1 to 256", "grid-columns=2" } },
  { set_rows_alone, { "grid-columns is 0", "from 1 to 256", "grid-rows=1" } },
};

static void
check_complaint (GstHarness *harness, GstMessageType type, const Wrong *wrong)
{
  test_only_complaint (harness, type, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_SETTINGS, wrong->words);
}

/* The properties that must be the last good ones. */
static void
check_good_values (GstElement *element)
{
  gdouble sigma, threshold;
  guint length, columns, rows;

  g_object_get (element, "filter-length", &length, "sigma", &sigma, "threshold",
      &threshold, "grid-columns", &columns, "grid-rows", &rows, NULL);
  fail_unless_equals_int (length, 7);
  fail_unless_equals_int (columns, 2);
  fail_unless_equals_int (rows, 1);
  fail_unless (sigma == 1.25 && threshold == 0.25);
}

static void
set_good_values (GstElement *element)
{
  gst_util_set_object_arg (G_OBJECT (element), "threshold-mode", "relative");
  g_object_set (element, "filter-length", 7, "sigma", 1.25, "threshold", 0.25,
      "grid-columns", 2, "grid-rows", 1, NULL);
}

GST_START_TEST (test_at_start)
{
  const Wrong *wrong = &wrongs[__i__];
  GstHarness *harness = test_gray_harness ();

  gst_element_set_state (harness->element, GST_STATE_READY);
  wrong->set (harness->element);
  fail_unless_equals_int (
      gst_element_set_state (harness->element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  check_complaint (harness, GST_MESSAGE_ERROR, wrong);

  /* It can be put right, and used. */
  set_good_values (harness->element);
  fail_unless (gst_element_set_state (harness->element, GST_STATE_PLAYING)
               != GST_STATE_CHANGE_FAILURE);
  gst_harness_push_event (harness, gst_event_new_stream_start ("again"));
  gst_harness_set_src_caps (
      harness, test_caps ("GRAY8", TEST_WIDTH, TEST_HEIGHT));
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_in_a_pipeline)
{
  GstElement *pipeline = gst_parse_launch (
      "videotestsrc ! harriscorners filter-length=4 ! fakesink", NULL);
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message;

  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_PLAYING),
      GST_STATE_CHANGE_FAILURE);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_unref (message);
  gst_object_unref (bus);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}
GST_END_TEST;

GST_START_TEST (test_while_playing)
{
  const Wrong *wrong = &wrongs[__i__];
  GstHarness *harness = test_gray_harness ();
  GBytes *before;

  set_good_values (harness->element);
  before = test_corners_of (harness, test_gray_frame (1));
  wrong->set (harness->element);
  test_same_corners (before, test_corners_of (harness, test_gray_frame (1)));
  check_complaint (harness, GST_MESSAGE_WARNING, wrong);
  check_good_values (harness->element);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (2)));
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_good_change_beside_a_bad_one)
{
  const Wrong *wrong = &wrongs[__i__];
  GstHarness *harness = test_gray_harness ();
  GstBuffer *out;
  guint max_corners;

  set_good_values (harness->element);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  wrong->set (harness->element);
  g_object_set (harness->element, "max-corners", 2, NULL);
  out = test_push (harness, test_gray_frame (1));
  fail_unless_equals_int (test_meta (out).count, 2);
  gst_buffer_unref (out);
  check_complaint (harness, GST_MESSAGE_WARNING, wrong);
  check_good_values (harness->element);
  g_object_get (harness->element, "max-corners", &max_corners, NULL);
  fail_unless_equals_int (max_corners, 2);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_several_bad_ones)
{
  GstHarness *harness = test_gray_harness ();

  set_good_values (harness->element);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    wrongs[i].set (harness->element);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  fail_unless_equals_int (
      test_count_messages (harness, GST_MESSAGE_WARNING), 1);
  check_good_values (harness->element);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* The threshold was good for the mode that was; the mode must go back, and
 * nothing else. */
GST_START_TEST (test_mode_that_the_threshold_forbids)
{
  static const gchar *const words[] = { "threshold", "50", NULL };
  GstHarness *harness = test_gray_harness ();
  GstBuffer *out;
  gdouble threshold;
  gint mode;

  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "absolute");
  g_object_set (harness->element, "threshold", 50.0, NULL);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  gst_util_set_object_arg (
      G_OBJECT (harness->element), "threshold-mode", "relative");
  g_object_set (harness->element, "max-corners", 2, NULL);
  out = test_push (harness, test_gray_frame (1));
  test_only_complaint (harness, GST_MESSAGE_WARNING, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_SETTINGS, words);
  g_object_get (
      harness->element, "threshold", &threshold, "threshold-mode", &mode, NULL);
  fail_unless (threshold == 50 && mode == 1);
  fail_unless (test_meta (out).threshold == 50);
  fail_unless_equals_int (test_meta (out).count, 2);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* Without a grid before, the side that was set goes back too. */
GST_START_TEST (test_one_side_of_a_first_grid)
{
  static const gchar *const sides[] = { "grid-columns", "grid-rows" };
  GstHarness *harness = test_gray_harness ();
  GBytes *before = test_corners_of (harness, test_gray_frame (1));
  const gchar *words[] = { sides[!__i__], sides[__i__], NULL };
  guint columns, rows;

  g_object_set (harness->element, sides[__i__], 5, NULL);
  test_same_corners (before, test_corners_of (harness, test_gray_frame (1)));
  test_only_complaint (harness, GST_MESSAGE_WARNING, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_SETTINGS, words);
  g_object_get (
      harness->element, "grid-columns", &columns, "grid-rows", &rows, NULL);
  fail_unless_equals_int (columns, 0);
  fail_unless_equals_int (rows, 0);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* A frame that comes while one call sets both sides sees neither. */
GST_START_TEST (test_both_sides_at_once)
{
  GstHarness *harness = test_gray_harness ();
  guint columns;

  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  g_object_freeze_notify (G_OBJECT (harness->element));
  g_object_set (harness->element, "grid-columns", 4, NULL);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  g_object_set (harness->element, "grid-rows", 3, NULL);
  g_object_thaw_notify (G_OBJECT (harness->element));
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  test_no_complaint (harness);
  g_object_get (harness->element, "grid-columns", &columns, NULL);
  fail_unless_equals_int (columns, 4);
  test_harness_free (harness);
}
GST_END_TEST;

/* Bad values that never met a frame are no news. */
GST_START_TEST (test_bad_value_that_is_taken_back)
{
  GstHarness *harness = test_gray_harness ();

  g_object_set (harness->element, "filter-length", 8, NULL);
  g_object_set (harness->element, "filter-length", 7, NULL);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* GLib refuses the value, by a warning or in later versions a critical. */
static void
check_refused (GstElement *element, const gchar *name, gdouble number)
{
  GValue value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_DOUBLE);
  g_value_set_double (&value, number);
  _gst_check_expecting_log = TRUE;
  _gst_check_raised_warning = _gst_check_raised_critical = FALSE;
  g_object_set_property (G_OBJECT (element), name, &value);
  _gst_check_expecting_log = FALSE;
  fail_unless (_gst_check_raised_warning || _gst_check_raised_critical,
      "%s=%g was taken", name, number);
  g_value_unset (&value);
}

GST_START_TEST (test_values_outside_the_range)
{
  GstHarness *harness = test_gray_harness ();
  GstElement *element = harness->element;

  set_good_values (element);
  check_refused (element, "filter-length", 33);
  check_refused (element, "sigma", 32.5);
  check_refused (element, "sigma", NAN);
  check_refused (element, "threshold", NAN);
  check_refused (element, "threshold", INFINITY);
  check_refused (element, "threshold", -1);
  check_refused (element, "min-distance", -0.5);
  check_refused (element, "min-distance", NAN);
  check_refused (element, "grid-columns", 257);
  g_bytes_unref (test_corners_of (harness, test_gray_frame (1)));
  check_good_values (element);
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
wrong_suite (void)
{
  Suite *suite = suite_create ("wrong");
  TCase *tests = tcase_create ("wrong");
  gint n = G_N_ELEMENTS (wrongs);

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_at_start, 0, n);
  tcase_add_test (tests, test_in_a_pipeline);
  tcase_add_loop_test (tests, test_while_playing, 0, n);
  tcase_add_loop_test (tests, test_good_change_beside_a_bad_one, 0, n);
  tcase_add_test (tests, test_several_bad_ones);
  tcase_add_test (tests, test_mode_that_the_threshold_forbids);
  tcase_add_loop_test (tests, test_one_side_of_a_first_grid, 0, 2);
  tcase_add_test (tests, test_both_sides_at_once);
  tcase_add_test (tests, test_bad_value_that_is_taken_back);
  tcase_add_test (tests, test_values_outside_the_range);
  return suite;
}

TEST_MAIN (wrong_suite)
