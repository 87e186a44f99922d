/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * gst-inspect-1.0 shows our elements and describes each property.
 */
#include "testing.h"

#include <string.h>

static const gchar *const elements[] = { "harriscorners", "haardetect",
  "featureoverlay", "regioncover" };

/* What gst-inspect-1.0 prints for the element. */
static gchar *
inspect (const gchar *name)
{
  const gchar *argv[] = { GST_INSPECT, "--no-colors", name, NULL };
  GError *error = NULL;
  gchar *output;
  gint status;

  fail_unless (
      g_spawn_sync (NULL, (gchar **) argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL,
          NULL, NULL, &output, NULL, &status, &error),
      "%s", error ? error->message : "");
  fail_unless (g_spawn_check_wait_status (status, NULL));
  return output;
}

GST_START_TEST (test_inspect)
{
  GstElement *element =
      gst_object_ref_sink (gst_element_factory_make (elements[__i__], NULL));
  gchar *output = inspect (elements[__i__]);
  guint n;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (guint i = 0; i < n; i++) {
    gchar *line = g_strdup_printf ("\n  %-20s: ", specs[i]->name);

    fail_unless (strstr (output, line) != NULL, "no %s", specs[i]->name);
    fail_unless (strstr (output, g_param_spec_get_blurb (specs[i])) != NULL);
    g_free (line);
  }
  g_free (specs);
  g_free (output);
  gst_object_unref (element);
}
GST_END_TEST;

static Suite *
inspect_suite (void)
{
  Suite *suite = suite_create ("inspect");
  TCase *tests = tcase_create ("inspect");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_inspect, 0, G_N_ELEMENTS (elements));
  return suite;
}

int
main (int argc, char **argv)
{
  if (g_str_equal (GST_INSPECT, "")) {
    g_print ("Skipped: there is no gst-inspect-1.0.\n");
    return 77;
  }
  if (g_getenv ("SANITIZED")) {
    g_print (
        "Skipped: gst-inspect-1.0 cannot load a plugin with sanitizers.\n");
    return 77;
  }
  return test_main (argc, argv, inspect_suite);
}
