/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The plugin and its elements as the registry has them.
 */
#include "testing.h"

#include <string.h>

GST_START_TEST (test_plugin)
{
  GstPlugin *plugin =
      gst_registry_find_plugin (gst_registry_get (), "videofeatures");

  fail_unless (plugin != NULL);
  fail_unless_equals_string (gst_plugin_get_license (plugin), "LGPL");
  fail_unless_equals_string (gst_plugin_get_version (plugin), VERSION);
  fail_unless_equals_string (gst_plugin_get_source (plugin), PACKAGE);
  fail_unless (strlen (gst_plugin_get_description (plugin)) > 0);
  gst_object_unref (plugin);
}
GST_END_TEST;

/* Not another one that is installed on this machine. */
GST_START_TEST (test_plugin_is_this_build_s)
{
  GstPlugin *plugin =
      gst_registry_find_plugin (gst_registry_get (), "videofeatures");

  fail_unless_equals_string (gst_plugin_get_filename (plugin), PLUGIN);
  gst_object_unref (plugin);
}
GST_END_TEST;

static const gchar *const elements[][2] = {
  { "harriscorners", "Filter/Analyzer/Video" },
  { "haardetect", "Filter/Analyzer/Video" },
  { "featureoverlay", "Analyzer/Visualization/Video" },
  { "regioncover", "Filter/Effect/Video" },
};

GST_START_TEST (test_factory)
{
  GstElementFactory *factory = gst_element_factory_find (elements[__i__][0]);

  fail_unless (factory != NULL);
  fail_unless_equals_int (
      gst_plugin_feature_get_rank (GST_PLUGIN_FEATURE (factory)),
      GST_RANK_NONE);
  fail_unless_equals_string (
      gst_element_factory_get_metadata (factory, GST_ELEMENT_METADATA_KLASS),
      elements[__i__][1]);
  fail_unless (strlen (gst_element_factory_get_metadata (
                   factory, GST_ELEMENT_METADATA_LONGNAME))
               > 0);
  fail_unless (strlen (gst_element_factory_get_metadata (
                   factory, GST_ELEMENT_METADATA_DESCRIPTION))
               > 0);
  gst_object_unref (factory);
}
GST_END_TEST;

/* Every property, the inherited ones too. */
GST_START_TEST (test_properties_are_described)
{
  GstElement *element =
      gst_object_ref_sink (gst_element_factory_make (elements[__i__][0], NULL));
  guint n;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  fail_unless (n > 6);
  for (guint i = 0; i < n; i++)
    fail_unless (
        strlen (g_param_spec_get_blurb (specs[i])) > 9, "%s", specs[i]->name);
  g_free (specs);
  gst_object_unref (element);
}
GST_END_TEST;

static Suite *
plugin_suite (void)
{
  Suite *suite = suite_create ("plugin");
  TCase *tests = tcase_create ("plugin");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_plugin);
  tcase_add_test (tests, test_plugin_is_this_build_s);
  tcase_add_loop_test (tests, test_factory, 0, G_N_ELEMENTS (elements));
  tcase_add_loop_test (
      tests, test_properties_are_described, 0, G_N_ELEMENTS (elements));
  return suite;
}

TEST_MAIN (plugin_suite)
