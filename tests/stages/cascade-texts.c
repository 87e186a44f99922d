/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cascade-texts.h"

#include "error.h"

#include <string.h>

const gchar cascade_text_new[] = /* 1 */
    "<?xml version=\"1.0\"?>\n"
    "<opencv_storage>\n"
    "<cascade type_id=\"opencv-cascade-classifier\">\n"
    "<stageType>BOOST</stageType>\n"
    "<featureType>HAAR</featureType>\n" /* 5 */
    "<height>10</height>\n"
    "<width>12</width>\n"
    "<featureParams><maxCatCount>0</maxCatCount></featureParams>\n"
    "<stages>\n"
    "<_>\n" /* 10 */
    "<stageThreshold>-1.5e-01</stageThreshold>\n"
    "<weakClassifiers>\n"
    "<_><internalNodes>\n"
    "  1 0 0 2.5e-1 -1 -2 1 -.125</internalNodes>\n"
    "<leafValues>0.5 -0.25 1</leafValues></_>\n" /* 15 */
    "<_><internalNodes>0 -1 1 0.5</internalNodes>\n"
    "<leafValues>3 4</leafValues></_>\n"
    "</weakClassifiers></_>\n"
    "</stages>\n"
    "<features>\n" /* 20 */
    "<_><rects><_>1 2 6 4 -1.</_>\n"
    "  <_>3 2 2 4 3.</_></rects></_>\n"
    "<_><rects><_>5 1 3 4 -1.</_></rects><tilted>1</tilted></_>\n"
    "</features></cascade>\n"
    "</opencv_storage>\n";

const gchar cascade_text_old[] = /* 1 */
    "<opencv_storage>\n"
    "<faces type_id=\"opencv-haar-classifier\">\n"
    "<size>12 10</size>\n"
    "<stages>\n"
    "<_><trees>\n" /* 5 */
    "<_><_>\n"
    "<feature><rects><_>1 2 6 4 -1.</_><_>3 2 2 4 3.</_></rects>\n"
    "  <tilted>0</tilted></feature>\n"
    "<threshold>2.5e-1</threshold>\n"
    "<left_node>1</left_node><right_val>0.5</right_val></_>\n" /* 10 */
    "<_><feature><rects><_>5 1 3 4 -1.</_></rects>\n"
    "  <tilted>1</tilted></feature>\n"
    "<threshold>-.125</threshold>\n"
    "<left_val>-0.25</left_val><right_val>1</right_val></_></_>\n"
    "</trees>\n" /* 15 */
    "<stage_threshold>-1.5e-001</stage_threshold>\n"
    "<parent>-1</parent><next>-1</next></_>\n"
    "</stages></faces>\n"
    "</opencv_storage>\n";

Cascade *
cascade_text_parse (const gchar *text, GError **error)
{
  return cascade_parse (text, strlen (text), "faces.xml", error);
}

gchar *
cascade_text_replaced (const gchar *text, const gchar *what, const gchar *by)
{
  const gchar *at = strstr (text, what);

  g_assert_nonnull (at);
  g_assert_null (strstr (at + 1, what));
  return g_strdup_printf (
      "%.*s%s%s", (int) (at - text), text, by, at + strlen (what));
}

void
cascade_text_assert_refused (const gchar *text, const gchar *message)
{
  GError *error = NULL;

  g_assert_null (cascade_text_parse (text, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_CASCADE);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_null (cascade_text_parse (text, NULL));
  g_error_free (error);
}
