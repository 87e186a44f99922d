/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Cascade files that are wrong are refused, with the line and the reason.
 */
#include "cascade-texts.h"
#include "testing.h"

typedef struct {
  const gchar *what, *by, *message;
} Wrong;

static const Wrong wrong_new[] = {
  { "opencv_storage>\n<cascade", "opencv>\n<cascade",
      "faces.xml:25: no XML: Element "
      "\xe2\x80\x9copencv_storage\xe2\x80\x9d was closed, but the currently "
      "open element is \xe2\x80\x9copencv\xe2\x80\x9d" },
  { "<featureType>HAAR", "<featureType>LBP",
      "faces.xml:5: featureType is LBP, which is not supported: only HAAR is" },
  { "<featureType>HAAR", "<featureType>HOG",
      "faces.xml:5: featureType is HOG, which is not supported: only HAAR is" },
  { "<featureType>HAAR</featureType>", "",
      "faces.xml:3: <cascade> has no <featureType>" },
  { "BOOST", "CHAIN",
      "faces.xml:4: stageType is CHAIN, which is not supported: only BOOST "
      "is" },
  { "opencv-cascade-classifier", "opencv-ml-svm",
      "faces.xml:3: no cascade: type_id is opencv-ml-svm, but must be "
      "opencv-cascade-classifier or opencv-haar-classifier" },
  { "<maxCatCount>0", "<maxCatCount>256",
      "faces.xml:8: <maxCatCount>: 256 must be a whole number from 0 to 0" },
  { "<height>10</height>\n", "\n", "faces.xml:3: <cascade> has no <height>" },
  { "<height>10", "<height>2",
      "faces.xml:3: the window has 12 x 2 pixels, but each side must be from 3 "
      "to 1024" },
  { "<height>10", "<height>1025",
      "faces.xml:3: the window has 12 x 1025 pixels, but each side must be "
      "from 3 to 1024" },
  { "<height>10", "<height>-10",
      "faces.xml:6: <height>: -10 must be a whole number from 0 to "
      "2147483647" },
  { "<height>10", "<height>1e99",
      "faces.xml:6: <height>: 1e+99 must be a whole number from 0 to "
      "2147483647" },
  { "<height>10", "<height>10 10",
      "faces.xml:6: <height> has 2 numbers, but must have 1" },
  { "<height>10", "<height>ten",
      "faces.xml:6: <height>: ten is no finite number" },
  { "<height>10", "<height>0x10",
      "faces.xml:6: <height>: 0x10 is no finite number" },
  { "<width>12", "<width>",
      "faces.xml:7: <width> has 0 numbers, but must have 1" },
  { "-1.5e-01<", "nan<",
      "faces.xml:11: <stageThreshold>: nan is no finite number" },
  { "-1.5e-01<", "inf<",
      "faces.xml:11: <stageThreshold>: inf is no finite number" },
  { "-1.5e-01<", "1e999<",
      "faces.xml:11: <stageThreshold>: 1e999 is no finite number" },
  { "-1.5e-01<", "1e39<",
      "faces.xml:11: <stageThreshold>: 1e+39 is too large" },
  { "-1.5e-01<", "1,5<",
      "faces.xml:11: <stageThreshold>: 1,5 is no finite number" },
  { "<stageThreshold>-1.5e-01</stageThreshold>\n", "\n",
      "faces.xml:10: <_> has no <stageThreshold>" },
  { "  1 0 0 2.5e-1 -1 -2 1 -.125", "1 0 0 2.5e-1 -1 -2 1",
      "faces.xml:13: <internalNodes> has 7 numbers, but must have 4 a node" },
  { "  1 0 0 2.5e-1 -1 -2 1 -.125", "",
      "faces.xml:13: a tree has 0 nodes, but must have 1 to 256" },
  { "  1 0 0", "0 0 0", /* node 1 is never reached, which does no harm */
      NULL },
  { "  1 0 0", "2 0 0",
      "faces.xml:13: node 0 leads to node 2, but must lead to a later one of "
      "2" },
  { " -1 -2 1 -.125", " 1 -2 1 -.125",
      "faces.xml:13: node 1 leads to node 1, but must lead to a later one of "
      "2" },
  { " -1 -2 1 -.125", " -1 -3 1 -.125",
      "faces.xml:13: node 1 leads to leaf 3, but there are 3" },
  { " -1 -2 1 -.125", " -1 -1e9 1 -.125",
      "faces.xml:13: <internalNodes>: -1e+09 must be a whole number from -256 "
      "to 256" },
  { " -1 -2 1 -.125", " -1 -1.5 1 -.125",
      "faces.xml:13: <internalNodes>: -1.5 must be a whole number from -256 "
      "to 256" },
  { " -1 -2 1 -.125", " -1 -2 2 -.125",
      "faces.xml:13: node 1 has feature 2, but there are 2" },
  { "<internalNodes>0 -1 1 0.5", "<internalNodes>-1 0 1 0.5",
      "faces.xml:16: the one node of a tree must lead to leaves 0 and 1" },
  { "0.5 -0.25 1<", "0.5 -0.25<",
      "faces.xml:13: a tree of 2 nodes has 2 leaves, but must have 3" },
  { "0.5 -0.25 1<", "0.5 -0.25 1 1<",
      "faces.xml:13: a tree of 2 nodes has 4 leaves, but must have 3" },
  { "<leafValues>3 4", "<leafValues>3e-30 4",
      "faces.xml:10: the leaves of the stage are too unlike for an exact sum: "
      "up to 5, in steps of 3.00927e-36" },
  { "<_>1 2 6 4 -1.</_>", "<_>1 2 6 4</_>",
      "faces.xml:21: <_> has 4 numbers, but must have 5" },
  { "<_>1 2 6 4 -1.</_>", "<_>1 2 6 4 -1.5</_>",
      "faces.xml:21: <_>: -1.5 must be a whole number from -16777216 to "
      "16777216" },
  { "<_>1 2 6 4 -1.</_>", "<_>-1 2 6 4 -1</_>",
      "faces.xml:21: <_>: -1 must be a whole number from 0 to 1024" },
  { "<_>1 2 6 4 -1.</_>", "<_>7 2 6 4 -1</_>",
      "faces.xml:21: the rectangle 7 2 6 4 does not lie in the window of 12 x "
      "10 pixels" },
  { "<_>1 2 6 4 -1.</_>", "<_>6 7 6 4 -1</_>",
      "faces.xml:21: the rectangle 6 7 6 4 does not lie in the window of 12 x "
      "10 pixels" },
  { "<_>1 2 6 4 -1.</_>", "<_>6 6 6 4 -1</_>", NULL },
  { "<_>1 2 6 4 -1.</_>", "<_>1 2 0 4 -1</_>",
      "faces.xml:21: the rectangle 1 2 0 4 does not lie in the window of 12 x "
      "10 pixels" },
  { "<_>1 2 6 4 -1.</_>", "<_>1 2 6 4 2741</_>",
      "faces.xml:21: the feature can be 16781040, but must be below 16777216" },
  { "<_>1 2 6 4 -1.</_>", "<_>1 2 6 4 2740</_>", NULL },
  { "<_>1 2 6 4 -1.</_>",
      "<_>1 2 6 4 -1.</_><_>1 2 6 4 -1.</_><_>1 2 6 4 -1.</_>",
      "faces.xml:22: a feature has more than 3 rectangles" },
  { "<_>5 1 3 4 -1.</_>", "", "faces.xml:23: a feature has no rectangles" },
  { "<_>5 1 3 4 -1.</_>", "<_>3 1 3 4 -1.</_>",
      "faces.xml:23: the tilted rectangle 3 1 3 4 does not lie in the window "
      "of 12 x 10 pixels" },
  { "<_>5 1 3 4 -1.</_>", "<_>10 1 3 4 -1.</_>",
      "faces.xml:23: the tilted rectangle 10 1 3 4 does not lie in the window "
      "of 12 x 10 pixels" },
  { "<_>5 1 3 4 -1.</_>", "<_>5 4 3 4 -1.</_>",
      "faces.xml:23: the tilted rectangle 5 4 3 4 does not lie in the window "
      "of 12 x 10 pixels" },
  { "<_>5 1 3 4 -1.</_>", "<_>4 3 8 4 -1.</_>",
      "faces.xml:23: the tilted rectangle 4 3 8 4 does not lie in the window "
      "of 12 x 10 pixels" },
  { "<_>5 1 3 4 -1.</_>", "<_>9 3 3 4 -1.</_>", NULL },
  { "<tilted>1", "<tilted>2",
      "faces.xml:23: <tilted>: 2 must be a whole number from 0 to 1" },
  { "<_><rects><_>5 1 3 4 -1.</_></rects>", "<_>",
      "faces.xml:23: <_> has no <rects>" },
  { "<features>", "<feature>",
      "faces.xml:24: no XML: Element "
      "\xe2\x80\x9c"
      "features\xe2\x80\x9d was closed, but the currently open "
      "element is \xe2\x80\x9c"
      "feature\xe2\x80\x9d" },
};

static const Wrong wrong_old[] = {
  { "<size>12 10", "<size>12",
      "faces.xml:3: <size> has 1 numbers, but must have 2" },
  { "<size>12 10", "<size>12 1",
      "faces.xml:3: the window has 12 x 1 pixels, but each side must be from 3 "
      "to 1024" },
  { "<size>12 10</size>", "", "faces.xml:2: <faces> has no <size>" },
  { "<left_node>1", "<left_node>0",
      "faces.xml:10: <left_node>: 0 must be a whole number from 1 to 255" },
  { "<left_node>1", "<left_node>2",
      "faces.xml:6: node 0 leads to node 2, but must lead to a later one of "
      "2" },
  { "<left_node>1</left_node>", "", "faces.xml:6: <_> has no <left_val>" },
  { "<left_node>1</left_node>", "<left_val>1</left_val>",
      "faces.xml:6: a tree of 2 nodes has 4 leaves, but must have 3" },
  { "<threshold>-.125</threshold>", "",
      "faces.xml:11: <_> has no <threshold>" },
  { "<stage_threshold>-1.5e-001</stage_threshold>", "",
      "faces.xml:5: <_> has no <stage_threshold>" },
  { "5 1 3 4 -1.", "0 1 3 4 -1.",
      "faces.xml:11: the tilted rectangle 0 1 3 4 does not lie in the window "
      "of 12 x 10 pixels" },
};

static void
check_wrong (const gchar *text, const Wrong *wrong)
{
  gchar *changed = cascade_text_replaced (text, wrong->what, wrong->by);
  GError *error = NULL;
  Cascade *cascade;

  if (wrong->message) {
    cascade_text_assert_refused (changed, wrong->message);
  } else {
    cascade = cascade_text_parse (changed, &error);
    g_assert_no_error (error);
    cascade_unref (cascade);
  }
  g_free (changed);
}

static void
wrong_files (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong_new); i++)
    check_wrong (cascade_text_new, &wrong_new[i]);
  for (guint i = 0; i < G_N_ELEMENTS (wrong_old); i++)
    check_wrong (cascade_text_old, &wrong_old[i]);
}

static void
no_cascades (void)
{
  cascade_text_assert_refused ("<a/>",
      "faces.xml:1: no cascade: the file begins with <a>, but must "
      "with <opencv_storage>");
  cascade_text_assert_refused (
      "\n<opencv_storage/>", "faces.xml:2: no cascade: the file is empty");
  cascade_text_assert_refused ("<opencv_storage><a>1</a></opencv_storage>",
      "faces.xml:1: no cascade: type_id is missing, but must be "
      "opencv-cascade-classifier or opencv-haar-classifier");
  cascade_text_assert_refused (
      "<opencv_storage><a><stageType>BOOST</stageType><featureType>HAAR"
      "</featureType><width>9</width><height>9</height><features/><stages/>"
      "</a></opencv_storage>",
      "faces.xml:1: there are no stages");
  cascade_text_assert_refused ("<?xml version=\"1.0\"?>\n<!-- -->\n",
      "faces.xml:3: there is no element");
  cascade_text_assert_refused ("", "faces.xml:1: no XML: Document was empty or "
                                   "contained only whitespace");
}

int
main (int argc, char **argv)
{
  /* Messages of GLib are compared: in English. */
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/wrong", wrong_files);
  g_test_add_func ("/wrong/no-cascades", no_cascades);
  return g_test_run ();
}
