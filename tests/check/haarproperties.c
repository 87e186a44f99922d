/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect's properties as others see them.
 */
#include "propertytesting.h"

static const TestProperty expected[] = {
  { "cascade", "gchararray", "frontalface_alt", "eye", 0, 0, FALSE },
  { "scale-factor", "gdouble", "1.2", "1.5", 1.01, 10, FALSE },
  { "min-neighbors", "guint", "3", "0", 0, G_MAXINT32, FALSE },
  { "min-size-width", "guint", "0", "20", 0, 32768, FALSE },
  { "min-size-height", "guint", "0", "21", 0, 32768, FALSE },
  { "max-size-width", "guint", "0", "22", 0, 32768, FALSE },
  { "max-size-height", "guint", "0", "23", 0, 32768, FALSE },
  { "max-objects", "guint", "0", "5", 0, G_MAXINT32, FALSE },
  { "min-confidence", "gdouble", "0", "0.5", 0, 1, TRUE },
  { "opencv-skip", "gboolean", "true", "false", 0, 0, FALSE },
  { "flip", "gboolean", "false", "true", 0, 0, FALSE },
  { "kernel", "GstHaarDetectKernel", "auto", "thesis", 0, 0, FALSE },
  { "stage-groups", "gchararray", "2:sequential,6:sequential,*:hybrid",
      "3:hybrid,*:parallel", 0, 0, FALSE },
  { "compaction", "GstHaarDetectCompaction", "scan", "atomic", 0, 0, FALSE },
  { "pyramid", "GstHaarDetectPyramid", "scaled", "integral", 0, 0, FALSE },
  { "label", "gchararray", "", "head", 0, 0, FALSE },
  { "compatible-messages", "gboolean", "false", "true", 0, 0, FALSE },
  { "merge", "gboolean", "false", "true", 0, 0, FALSE },
  { "smooth", "gboolean", "false", "true", 0, 0, FALSE },
  { "hold-frames", "guint", "5", "0", 0, G_MAXINT32, FALSE },
  { "start-confidence", "gdouble", "0.6", "0.25", 0, 1, TRUE },
  { "events", "gboolean", "false", "true", 0, 0, FALSE },
  { "roi-source", "GstVideoFeaturesRoiSource", "all", "meta", 0, 0, FALSE },
  { "roi-x", "guint", "0", "3", 0, G_MAXINT32, TRUE },
  { "roi-y", "guint", "0", "4", 0, G_MAXINT32, TRUE },
  { "roi-width", "guint", "0", "5", 0, G_MAXINT32, TRUE },
  { "roi-height", "guint", "0", "6", 0, G_MAXINT32, TRUE },
  { "roi-type", "gchararray", "", "face", 0, 0, FALSE },
  { "draw", "GstHaarDetectDraw", "none", "objects", 0, 0, FALSE },
  { "draw-color", "guint", "4278255360", "2164195328", 0, G_MAXUINT32, TRUE },
  { "detect-every", "guint", "1", "3", 1, G_MAXINT32, FALSE },
  { "hold", "gboolean", "false", "true", 0, 0, FALSE },
  { "skip-late", "gboolean", "false", "true", 0, 0, FALSE },
  { "updates", "GstVideoFeaturesUpdates", "none", "on-object", 0, 0, FALSE },
  { "keep-metas", "gboolean", "false", "true", 0, 0, FALSE },
  { "n-threads", "guint", "0", "3", 0, 64, FALSE },
};
#define N_EXPECTED G_N_ELEMENTS (expected)
static const TestProperties table = { "haardetect", expected, N_EXPECTED };

GST_START_TEST (test_type_and_default)
{
  test_property_type_and_default (&table, (guint) __i__);
}
GST_END_TEST;

GST_START_TEST (test_flags)
{
  test_property_flags (&table, (guint) __i__);
}
GST_END_TEST;

GST_START_TEST (test_range)
{
  test_property_range (&table, (guint) __i__);
}
GST_END_TEST;

GST_START_TEST (test_set_and_get)
{
  test_property_set_and_get (&table, (guint) __i__);
}
GST_END_TEST;

GST_START_TEST (test_no_others_and_all_described)
{
  test_properties_are_all (&table);
}
GST_END_TEST;

static Suite *
haarproperties_suite (void)
{
  Suite *suite = suite_create ("haarproperties");
  TCase *tests = tcase_create ("haarproperties");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_type_and_default, 0, N_EXPECTED);
  tcase_add_loop_test (tests, test_flags, 0, N_EXPECTED);
  tcase_add_loop_test (tests, test_range, 0, N_EXPECTED);
  tcase_add_loop_test (tests, test_set_and_get, 0, N_EXPECTED);
  tcase_add_test (tests, test_no_others_and_all_described);
  return suite;
}

TEST_MAIN (haarproperties_suite)
