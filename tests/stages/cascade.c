/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Cascade files that are right are read, and each that is wrong is refused with
 * the line and the reason.
 */
#include "cascade-data.h"
#include "cascades.h"
#include "error.h"
#include "testing.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>
#include <sys/stat.h>

/* Line 1 is the first; the tables below count on it. */
static const gchar new_format[] = /* 1 */
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

static const gchar old_format[] = /* 1 */
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

static Cascade *
parse (const gchar *text, GError **error)
{
  return cascade_parse (text, strlen (text), "faces.xml", error);
}

static gchar *
replaced (const gchar *text, const gchar *what, const gchar *by)
{
  const gchar *at = strstr (text, what);

  g_assert_nonnull (at);
  g_assert_null (strstr (at + 1, what));
  return g_strdup_printf (
      "%.*s%s%s", (int) (at - text), text, by, at + strlen (what));
}

static void
assert_refused (const gchar *text, const gchar *message)
{
  GError *error = NULL;

  g_assert_null (parse (text, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_CASCADE);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_null (parse (text, NULL));
  g_error_free (error);
}

static void
good_new (void)
{
  GError *error = NULL;
  Cascade *c = parse (new_format, &error);
  const CascadeRect *rect;

  g_assert_no_error (error);
  g_assert_cmpuint (cascade_width (c), ==, 12);
  g_assert_cmpuint (cascade_height (c), ==, 10);
  g_assert_cmpuint (cascade_n_stages (c), ==, 1);
  g_assert_cmpuint (cascade_n_features (c), ==, 2);
  g_assert_true (cascade_is_tilted (c));
  g_assert_cmpfloat (cascade_stage (c, 0)->threshold, ==, -0.15f);
  g_assert_cmpuint (cascade_stage (c, 0)->n_trees, ==, 2);
  g_assert_cmpint (cascade_node (c, 0)->child[0], ==, 1);
  g_assert_cmpint (cascade_node (c, 1)->child[1], ==, -2);
  g_assert_cmpfloat (cascade_node (c, 1)->threshold, ==, -0.125f);
  g_assert_cmpfloat (cascade_leaf (c, 2), ==, 1);
  g_assert_cmpuint (cascade_tree (c, 1)->first_leaf, ==, 3);
  rect = &cascade_feature (c, 0)->rects[1];
  g_assert_cmpuint (rect->x, ==, 3);
  g_assert_cmpuint (rect->y, ==, 2);
  g_assert_cmpuint (rect->width, ==, 2);
  g_assert_cmpuint (rect->height, ==, 4);
  g_assert_cmpint (rect->weight, ==, 3);
  cascade_unref (c);
}

/* The old format's tree is the first one of the new format's. */
static void
good_old (void)
{
  GError *error = NULL;
  Cascade *old = parse (old_format, &error);
  Cascade *new = parse (new_format, NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (cascade_width (old), ==, 12);
  g_assert_cmpuint (cascade_height (old), ==, 10);
  g_assert_cmpuint (cascade_n_stages (old), ==, 1);
  g_assert_cmpfloat (cascade_stage (old, 0)->threshold, ==, -0.15f);
  for (guint i = 0; i < 2; i++) {
    const CascadeNode *a = cascade_node (old, i), *b = cascade_node (new, i);

    g_assert_cmpfloat (a->threshold, ==, b->threshold);
    g_assert_cmpint (a->child[0], ==, b->child[0]);
    g_assert_cmpint (a->child[1], ==, b->child[1]);
    g_assert_cmpmem (cascade_feature (old, a->feature), sizeof (CascadeFeature),
        cascade_feature (new, b->feature), sizeof (CascadeFeature));
  }
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (cascade_leaf (old, i), ==, cascade_leaf (new, i));
  cascade_unref (old);
  cascade_unref (new);
}

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
  gchar *changed = replaced (text, wrong->what, wrong->by);
  GError *error = NULL;
  Cascade *cascade;

  if (wrong->message) {
    assert_refused (changed, wrong->message);
  } else {
    cascade = parse (changed, &error);
    g_assert_no_error (error);
    cascade_unref (cascade);
  }
  g_free (changed);
}

static void
wrong_files (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong_new); i++)
    check_wrong (new_format, &wrong_new[i]);
  for (guint i = 0; i < G_N_ELEMENTS (wrong_old); i++)
    check_wrong (old_format, &wrong_old[i]);
}

static void
no_cascades (void)
{
  assert_refused ("<a/>",
      "faces.xml:1: no cascade: the file begins with <a>, but must "
      "with <opencv_storage>");
  assert_refused (
      "\n<opencv_storage/>", "faces.xml:2: no cascade: the file is empty");
  assert_refused ("<opencv_storage><a>1</a></opencv_storage>",
      "faces.xml:1: no cascade: type_id is missing, but must be "
      "opencv-cascade-classifier or opencv-haar-classifier");
  assert_refused (
      "<opencv_storage><a><stageType>BOOST</stageType><featureType>HAAR"
      "</featureType><width>9</width><height>9</height><features/><stages/>"
      "</a></opencv_storage>",
      "faces.xml:1: there are no stages");
  assert_refused ("<?xml version=\"1.0\"?>\n<!-- -->\n",
      "faces.xml:3: there is no element");
  assert_refused ("", "faces.xml:1: no XML: Document was empty or "
                      "contained only whitespace");
}

/* A sum of squares that does not fit, and the largest that does. */
static void
large_window (void)
{
  gchar *wide = replaced (new_format, "<width>12", "<width>259");
  gchar *large = replaced (wide, "<height>10", "<height>260");
  gchar *fits = replaced (wide, "<height>10", "<height>259");
  Cascade *cascade = parse (fits, NULL);

  assert_refused (large, "faces.xml:3: the window of 259 x 260 pixels is too "
                         "large: without its edge it may have 66051 pixels");
  g_assert_nonnull (cascade);
  cascade_unref (cascade);
  g_free (wide);
  g_free (large);
  g_free (fits);
}

static gchar *
repeated (const gchar *before, const gchar *what, guint n, const gchar *after)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (text, what);
  g_string_append (text, after);
  return g_string_free (text, FALSE);
}

static void
limits (void)
{
  gchar *deep = repeated ("", "<a>", 10000, "");
  gchar *many = repeated ("<a>", "<b/>", 1 << 20, "</a>");
  gchar *large = repeated ("<a>", "12345678", 2 << 20, "</a>");

  assert_refused (deep, "faces.xml:1: more than 32 elements within each other: "
                        "no cascade has so many");
  assert_refused (
      many, "faces.xml:1: more than 1048576 elements: no cascade has so many");
  assert_refused (
      large, "faces.xml:1: more than 16777216 bytes: no cascade has so many");
  g_free (deep);
  g_free (many);
  g_free (large);
}

/* One tree, stage or node more than there may be. */
static void
counts (void)
{
  const gchar *stage = strstr (new_format, "<_>\n<stageThreshold");
  gchar *one = g_strndup (stage, (gsize) (strstr (stage, "</stages>") - stage));
  gchar *stages = repeated ("", one, CASCADE_MAX_STAGES, one);
  gchar *text = replaced (new_format, one, stages);
  gchar *nodes = repeated ("", " 0 -1 0 0", CASCADE_MAX_TREE, " 0 -1 0 0");
  GError *error = NULL;

  g_assert_null (parse (text, &error));
  g_assert_true (g_str_has_suffix (error->message, ": more than 1024 stages"));
  g_clear_error (&error);
  g_free (text);
  text = replaced (new_format, "  1 0 0 2.5e-1 -1 -2 1 -.125", nodes);
  assert_refused (
      text, "faces.xml:13: a tree has 257 nodes, but must have 1 to 256");
  g_free (text);
  g_free (nodes);
  g_free (stages);
  g_free (one);
}

static void
many_nodes (void)
{
  static const gchar tree[] = "<_><internalNodes>0 -1 1 0.5</internalNodes>\n"
                              "<leafValues>3 4</leafValues></_>\n";
  gchar *trees = repeated ("", tree, CASCADE_MAX_NODES, "");
  gchar *text = replaced (new_format, tree, trees);
  GError *error = NULL;

  g_assert_null (parse (text, &error));
  g_assert_true (g_str_has_suffix (error->message, ": more than 65536 nodes"));
  g_clear_error (&error);
  g_free (trees);
  g_free (text);
}

/* A file that ends too early is refused, wherever that is. */
static void
truncated (void)
{
  for (guint format = 0; format < 2; format++) {
    const gchar *text = format ? new_format : old_format;
    gsize length = strlen (text);

    while (length > 0 && text[length - 1] == '\n')
      length--;
    for (gsize i = 0; i < length; i++) {
      GError *error = NULL;
      gchar *part = g_memdup2 (text, i + 1);

      g_assert_null (cascade_parse (part, i, "part", &error));
      g_assert_error (error, VF_ERROR, VF_ERROR_CASCADE);
      g_assert_true (g_str_has_prefix (error->message, "part:"));
      g_error_free (error);
      g_free (part);
    }
  }
}

/* Bytes that are changed: a cascade or an error. */
static void
mutated (void)
{
  static const gchar bytes[] = "0123456789-+.eE <>/_\"\n\0\xff";
  GRand *rand = test_rand_new ();
  guint n_read = 0;

  for (guint i = 0; i < 5000; i++) {
    const gchar *text = i % 2 ? new_format : old_format;
    gsize length = strlen (text);
    gchar *changed = g_memdup2 (text, length + 1);
    GError *error = NULL;
    Cascade *cascade;

    for (guint j = 0; j < 1 + i % 3; j++)
      changed[g_rand_int (rand) % length] =
          bytes[g_rand_int (rand) % (sizeof bytes - 1)];
    cascade = cascade_parse (changed, length, "mutant", &error);
    g_assert_true (!cascade == !!error);
    n_read += cascade != NULL;
    g_clear_error (&error);
    cascade_unref (cascade);
    g_free (changed);
  }
  g_assert_cmpuint (n_read, >, 0);
  g_rand_free (rand);
}

static void
random_files (void)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 200; i++) {
    CascadeShape shape = random_shape (rand);
    gchar *text = random_cascade (rand, &shape);
    GError *error = NULL;
    Cascade *cascade = parse (text, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (cascade_width (cascade), ==, shape.width);
    g_assert_cmpuint (cascade_n_stages (cascade), ==, shape.n_stages);
    cascade_unref (cascade);
    g_free (text);
  }
  g_rand_free (rand);
}

/* Where numbers have a comma, files have a point all the same. */
static void
locale (void)
{
  gchar *before = g_strdup (setlocale (LC_NUMERIC, NULL));

  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") || setlocale (LC_NUMERIC, "de_DE"))
    good_new ();
  else
    g_test_skip ("there is no locale with a comma");
  setlocale (LC_NUMERIC, before);
  g_free (before);
}

static void
assert_unreadable (const gchar *path, const gchar *reason)
{
  GError *error = NULL;
  gchar *message = g_strdup_printf ("cannot read %s: %s", path, reason);

  g_assert_null (cascade_load (path, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==, message);
  g_free (message);
  g_error_free (error);
}

static void
files (void)
{
  gchar *folder = g_dir_make_tmp ("cascade-XXXXXX", NULL);
  gchar *path = g_build_filename (folder, "good.xml", NULL);
  gchar *pipe = g_build_filename (folder, "pipe", NULL);
  GError *error = NULL;
  Cascade *cascade;

  assert_unreadable ("/there/is/no/such/file.xml", g_strerror (ENOENT));
  assert_unreadable (folder, g_strerror (EISDIR));
  assert_unreadable ("/dev/zero", "it is no regular file");
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_unreadable (pipe, "it is no regular file");
  g_assert_true (g_file_set_contents (path, new_format, -1, NULL));
  cascade = cascade_load (path, &error);
  g_assert_no_error (error);
  g_assert_true (cascade_ref (cascade) == cascade);
  cascade_unref (cascade);
  g_assert_cmpuint (cascade_width (cascade), ==, 12);
  cascade_unref (cascade);
  cascade_unref (NULL);
  g_unlink (path);
  g_unlink (pipe);
  g_rmdir (folder);
  g_free (path);
  g_free (pipe);
  g_free (folder);
}

int
main (int argc, char **argv)
{
  /* Messages of GLib are compared: in English. */
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/good/new", good_new);
  g_test_add_func ("/good/old", good_old);
  g_test_add_func ("/good/random", random_files);
  g_test_add_func ("/good/locale", locale);
  g_test_add_func ("/wrong", wrong_files);
  g_test_add_func ("/wrong/no-cascades", no_cascades);
  g_test_add_func ("/wrong/large-window", large_window);
  g_test_add_func ("/wrong/limits", limits);
  g_test_add_func ("/wrong/counts", counts);
  g_test_add_func ("/wrong/many-nodes", many_nodes);
  g_test_add_func ("/wrong/truncated", truncated);
  g_test_add_func ("/wrong/mutated", mutated);
  g_test_add_func ("/files", files);
  return g_test_run ();
}
