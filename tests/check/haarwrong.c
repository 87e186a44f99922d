/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values that a property of haardetect takes and the detector cannot use; and
 * those that it can, but not as it runs.
 */
#include "haartesting.h"

/* Properties as in gst-launch-1.0, and words of what is said of them. */
typedef struct {
  const gchar *name, *value, *good;
  const gchar *words[4];
} Wrong;

static const Wrong wrongs[] = {
  { "stage-groups", "2:sequential,*:both", "1:parallel,*:hybrid",
      { "stage-groups", "\"2:sequential,*:both\"", "SIZE:WAY" } },
  { "stage-groups", "3:hybrid", "1:parallel,*:hybrid",
      { "stage-groups", "\"3:hybrid\"", "the last size is *" } },
  { "stage-groups", "", "*:sequential",
      { "stage-groups", "\"\"", "like 2:sequential,6:sequential,*:hybrid" } },
  { "min-size-width", "61", "10",
      { "min-size-width is 61", "from 0 to 60", "max-size-width=60" } },
  { "max-size-height", "30", "70",
      { "min-size-height is 31", "from 0 to 30", "max-size-height=30" } },
};

/* With limits that the sizes above can break. */
static GstHarness *
limited_harness (void)
{
  return haar_harness ("backend=cpu kernel=auto min-size-height=31 "
                       "max-size-width=60 max-size-height=80");
}

static void
set (GstHarness *harness, const gchar *name, const gchar *value)
{
  gst_util_set_object_arg (G_OBJECT (harness->element), name, value);
}

static gchar *
get (GstHarness *harness, const gchar *name)
{
  GValue value = G_VALUE_INIT;
  gchar *text;

  g_object_get_property (G_OBJECT (harness->element), name, &value);
  text = G_VALUE_HOLDS_STRING (&value) ? g_value_dup_string (&value)
                                       : gst_value_serialize (&value);
  g_value_unset (&value);
  return text;
}

static void
check_complaint (GstHarness *harness, GstMessageType type, const Wrong *wrong)
{
  test_only_complaint (harness, type, GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_SETTINGS, wrong->words);
}

GST_START_TEST (test_at_start)
{
  const Wrong *wrong = &wrongs[__i__];
  GstHarness *harness = limited_harness ();

  gst_element_set_state (harness->element, GST_STATE_READY);
  set (harness, wrong->name, wrong->value);
  fail_unless_equals_int (
      gst_element_set_state (harness->element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  check_complaint (harness, GST_MESSAGE_ERROR, wrong);
  set (harness, wrong->name, wrong->good);
  fail_unless (gst_element_set_state (harness->element, GST_STATE_PAUSED)
               != GST_STATE_CHANGE_FAILURE);
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_while_playing)
{
  const Wrong *wrong = &wrongs[__i__];
  GstHarness *harness = limited_harness ();
  gchar *before, *after;

  haar_count (harness, SCENE_HEAD);
  before = get (harness, wrong->name);
  set (harness, wrong->name, wrong->value);
  g_object_set (harness->element, "min-neighbors", 2, NULL);
  for (guint i = 0; i < 3; i++)
    haar_count (harness, SCENE_HEAD);
  check_complaint (harness, GST_MESSAGE_WARNING, wrong);
  after = get (harness, wrong->name);
  fail_unless_equals_string (after, before);
  g_free (before);
  g_free (after);

  /* What was good stays; and what is good again is taken. */
  after = get (harness, "min-neighbors");
  fail_unless_equals_string (after, "2");
  g_free (after);
  set (harness, wrong->name, wrong->good);
  haar_count (harness, SCENE_HEAD);
  after = get (harness, wrong->name);
  fail_unless_equals_string (after, wrong->good);
  g_free (after);
  test_harness_free (harness);
}
GST_END_TEST;

/* -- What is not used -- */

static const struct {
  const gchar *properties;
  const gchar *words[4]; /* none: it is used, or nothing is set */
} unused[] = {
  { "", { NULL } },
  { "kernel=auto compaction=scan", { NULL } },
  { "kernel=thesis", { "kernel=thesis", "NVIDIA GPU", "CPU" } },
  { "kernel=thesis pyramid=integral", { "kernel=thesis", "pyramid=scaled" } },
  { "compaction=atomic", { "compaction", "kernel=thesis", "not used" } },
  { "pyramid=integral", { "pyramid", "kernel=thesis", "not used" } },
  { "stage-groups=*:hybrid", { "stage-groups", "kernel=thesis", "not used" } },
  { "smooth=true events=true hold-frames=25", { NULL } },
  { "events=true", { "events", "smooth=true", "not used" } },
  { "hold-frames=25", { "hold-frames", "smooth=true", "not used" } },
  { "start-confidence=0.5", { "start-confidence", "smooth=true" } },
  { "updates=on-change compatible-messages=true", { NULL } },
  { "compatible-messages=true", { "compatible-messages", "updates=" } },
};

GST_START_TEST (test_unused)
{
  gchar *properties =
      g_strconcat ("backend=cpu ", unused[__i__].properties, NULL);
  GstHarness *harness = haar_harness (properties);
  GstHarness *usual = haar_harness ("backend=cpu");

  test_no_complaint (harness);
  for (guint i = 0; i < 3; i++)
    fail_unless_equals_int (haar_count (harness, SCENE_HEAD | SCENE_SQUARE),
        haar_count (usual, SCENE_HEAD | SCENE_SQUARE));
  if (unused[__i__].words[0])
    test_only_complaint (harness, GST_MESSAGE_WARNING, GST_LIBRARY_ERROR,
        GST_LIBRARY_ERROR_SETTINGS, unused[__i__].words);
  test_no_complaint (harness);
  g_free (properties);
  test_harness_free (harness);
  test_harness_free (usual);
}
GST_END_TEST;

static Suite *
haarwrong_suite (void)
{
  Suite *suite = suite_create ("haarwrong");
  TCase *tests = tcase_create ("haarwrong");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_at_start, 0, G_N_ELEMENTS (wrongs));
  tcase_add_loop_test (tests, test_while_playing, 0, G_N_ELEMENTS (wrongs));
  tcase_add_loop_test (tests, test_unused, 0, G_N_ELEMENTS (unused));
  return suite;
}

TEST_MAIN (haarwrong_suite)
