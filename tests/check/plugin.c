/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The plugin and its element as gst-inspect-1.0 and others see them.
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

GST_START_TEST (test_factory)
{
  GstElementFactory *factory = gst_element_factory_find ("harriscorners");

  fail_unless (factory != NULL);
  fail_unless_equals_int (
      gst_plugin_feature_get_rank (GST_PLUGIN_FEATURE (factory)),
      GST_RANK_NONE);
  fail_unless_equals_string (
      gst_element_factory_get_metadata (factory, GST_ELEMENT_METADATA_KLASS),
      "Filter/Analyzer/Video");
  fail_unless (strlen (gst_element_factory_get_metadata (
                   factory, GST_ELEMENT_METADATA_LONGNAME))
               > 0);
  fail_unless (strlen (gst_element_factory_get_metadata (
                   factory, GST_ELEMENT_METADATA_DESCRIPTION))
               > 0);
  gst_object_unref (factory);
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
  tcase_add_test (tests, test_factory);
  return suite;
}

TEST_MAIN (plugin_suite)
