/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The properties as others see them: names, types, ranges, defaults, flags.
 */
#include "propertytesting.h"

static const TestProperty expected[] = {
  { "gradient", "GstHarrisCornersGradient", "central", "sobel5", 0, 0, FALSE },
  { "window-type", "GstHarrisCornersWindow", "gaussian", "box", 0, 0, FALSE },
  { "filter-length", "guint", "5", "9", 1, 31, FALSE },
  { "sigma", "gdouble", "1.5", "2.25", 0.1, 32, TRUE },
  { "k", "gdouble", "0.04", "0.0625", 0, 1, TRUE },
  { "measure", "GstHarrisCornersMeasure", "harris", "min-eigen", 0, 0, FALSE },
  { "bins", "guint", "256", "64", 2, 65536, FALSE },
  { "threshold-mode", "GstHarrisCornersThresholdMode", "rosin", "absolute", 0,
      0, FALSE },
  { "threshold", "gdouble", "0", "12.5", 0, G_MAXDOUBLE, TRUE },
  { "suppression", "GstHarrisCornersSuppression", "window", "maxima", 0, 0,
      FALSE },
  { "suppression-radius", "guint", "4", "7", 1, 255, FALSE },
  { "max-corners", "guint", "200", "0", 0, G_MAXINT32, FALSE },
  { "min-distance", "gdouble", "0", "7.5", 0, 32768, TRUE },
  { "grid-columns", "guint", "0", "8", 0, 256, FALSE },
  { "grid-rows", "guint", "0", "6", 0, 256, FALSE },
  { "subpixel", "GstHarrisCornersSubpixel", "none", "quadratic", 0, 0, FALSE },
  { "channels", "GstHarrisCornersChannels", "auto", "gray", 0, 0, FALSE },
  { "roi-source", "GstVideoFeaturesRoiSource", "all", "rectangle", 0, 0,
      FALSE },
  { "roi-x", "guint", "0", "3", 0, G_MAXINT32, TRUE },
  { "roi-y", "guint", "0", "4", 0, G_MAXINT32, TRUE },
  { "roi-width", "guint", "0", "5", 0, G_MAXINT32, TRUE },
  { "roi-height", "guint", "0", "6", 0, G_MAXINT32, TRUE },
  { "roi-type", "gchararray", "", "face", 0, 0, FALSE },
  { "roi-invert", "gboolean", "false", "true", 0, 0, FALSE },
  { "mask-location", "gchararray", "", "mask.pgm", 0, 0, FALSE },
  { "draw", "GstHarrisCornersDraw", "none", "corners", 0, 0, FALSE },
  { "draw-color", "guint", "4278255360", "2164195328", 0, G_MAXUINT32, TRUE },
  { "draw-radius", "guint", "4", "9", 1, 64, TRUE },
  { "detect-every", "guint", "1", "3", 1, G_MAXINT32, FALSE },
  { "hold", "gboolean", "false", "true", 0, 0, FALSE },
  { "skip-late", "gboolean", "false", "true", 0, 0, FALSE },
  { "updates", "GstVideoFeaturesUpdates", "none", "on-change", 0, 0, FALSE },
  { "keep-metas", "gboolean", "false", "true", 0, 0, FALSE },
  { "n-threads", "guint", "0", "3", 0, 64, FALSE },
};
#define N_EXPECTED G_N_ELEMENTS (expected)

static const TestProperties table = { "harriscorners", expected, N_EXPECTED };

static GstElement *
new_element (void)
{
  return gst_object_ref_sink (gst_element_factory_make ("harriscorners", NULL));
}

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

GST_START_TEST (test_enum_nicks)
{
  static const struct {
    const gchar *name, *nicks;
  } enums[] = {
    { "gradient", "central sobel3 sobel5 sobel7 scharr3" },
    { "window-type", "gaussian box" },
    { "measure", "harris min-eigen noble" },
    { "subpixel", "none quadratic" },
    { "threshold-mode", "rosin absolute relative" },
    { "suppression", "window maxima block none" },
    { "channels", "auto gray color" },
    { "roi-source", "all rectangle meta" },
    { "updates", "none every-frame on-change on-object" },
  };
  GstElement *element = new_element ();

  for (guint i = 0; i < G_N_ELEMENTS (enums); i++) {
    GParamSpec *spec = test_find_spec (element, enums[i].name);
    gchar **nicks = g_strsplit (enums[i].nicks, " ", -1);

    fail_unless_equals_int (
        G_PARAM_SPEC_ENUM (spec)->enum_class->n_values, g_strv_length (nicks));
    for (guint v = 0; nicks[v]; v++)
      fail_unless_equals_string (
          g_enum_get_value (G_PARAM_SPEC_ENUM (spec)->enum_class, v)
              ->value_nick,
          nicks[v]);
    g_strfreev (nicks);
  }
  gst_object_unref (element);
}
GST_END_TEST;

GST_START_TEST (test_updates_spelled_as_a_name)
{
  GstElement *element = new_element ();

  gst_util_set_object_arg (G_OBJECT (element), "updates", "every_frame");
  test_check_value (element, "updates", "every-frame");
  gst_util_set_object_arg (G_OBJECT (element), "updates", "on_change");
  test_check_value (element, "updates", "on-change");
  gst_object_unref (element);
}
GST_END_TEST;

GST_START_TEST (test_launch_lines)
{
  static const gchar *const lines[] = { "draw=none", "draw=corners",
    "draw=corners+response", "draw=histogram",
    "measure=min-eigen updates=on-object",
    "threshold-mode=relative threshold=0.01 suppression=block",
    "gradient=scharr3 window-type=box measure=noble subpixel=quadratic",
    "gradient=sobel7 min-distance=12.5 grid-columns=4 grid-rows=3" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    gchar *launch = g_strconcat ("videotestsrc num-buffers=2 ! harriscorners "
                                 "name=found ",
        lines[i], " ! appsink name=out", NULL);
    GPtrArray *arrived = test_play (launch);

    fail_unless_equals_int (arrived->len, 2);
    fail_unless (test_meta (arrived->pdata[1]).count > 0);
    g_ptr_array_unref (arrived);
    g_free (launch);
  }
}
GST_END_TEST;

GST_START_TEST (test_launch_line_sets_flags)
{
  GstElement *element = gst_parse_launch ("harriscorners draw=corners", NULL);

  gst_object_ref_sink (element);
  test_check_value (element, "draw", "corners");
  gst_util_set_object_arg (G_OBJECT (element), "draw", "none");
  test_check_value (element, "draw", "none");
  gst_object_unref (element);
}
GST_END_TEST;

static Suite *
properties_suite (void)
{
  Suite *suite = suite_create ("properties");
  TCase *tests = tcase_create ("properties");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_type_and_default, 0, N_EXPECTED);
  tcase_add_loop_test (tests, test_flags, 0, N_EXPECTED);
  tcase_add_loop_test (tests, test_range, 0, N_EXPECTED);
  tcase_add_loop_test (tests, test_set_and_get, 0, N_EXPECTED);
  tcase_add_test (tests, test_no_others_and_all_described);
  tcase_add_test (tests, test_enum_nicks);
  tcase_add_test (tests, test_updates_spelled_as_a_name);
  tcase_add_test (tests, test_launch_lines);
  tcase_add_test (tests, test_launch_line_sets_flags);
  return suite;
}

TEST_MAIN (properties_suite)
