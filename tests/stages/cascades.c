/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cascades.h"

#include <string.h>

typedef struct {
  GRand *rand;
  const CascadeShape *shape;
  GString *text;
  GString *features; /* of the new format, which has them at the end */
  guint n_features;
} Writer;

/* 1 to `most`. */
static guint
any (GRand *rand, guint most)
{
  return 1 + (guint) g_rand_int_range (rand, 0, (gint32) most);
}

CascadeShape
random_shape (GRand *rand)
{
  return (CascadeShape){ .width = 2 + any (rand, 22),
    .height = 2 + any (rand, 22),
    .n_stages = any (rand, 4),
    .max_trees = any (rand, 6),
    .max_nodes = any (rand, 5),
    .tilted = g_rand_boolean (rand),
    .old = g_rand_boolean (rand) };
}

static void
add_number (GString *text, gdouble value)
{
  gchar buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (
      text, g_ascii_formatd (buffer, sizeof buffer, "%.17g", (gfloat) value));
}

static void
add_rect (
    GString *text, guint x, guint y, guint width, guint height, gint weight)
{
  g_string_append_printf (
      text, "<_>%u %u %u %u %d.</_>\n", x, y, width, height, weight);
}

/* A rectangle and a part of it, whose weight makes up for it; now and then one
 * more, anywhere. */
static void
add_upright (Writer *w, GString *text)
{
  guint width = any (w->rand, w->shape->width);
  guint height = any (w->rand, w->shape->height);
  guint x = any (w->rand, w->shape->width - width + 1) - 1;
  guint y = any (w->rand, w->shape->height - height + 1) - 1;
  guint part = any (w->rand, width), left = any (w->rand, width - part + 1) - 1;

  add_rect (text, x, y, width, height, -1);
  add_rect (text, x + left, y, part, height, (gint) (width / part));
  if (any (w->rand, 4) == 1)
    add_rect (text, x, y, any (w->rand, width), any (w->rand, height),
        any (w->rand, 2) == 1 ? 1 : -1);
}

/* The same at 45 degrees. FALSE: the window is too small. */
static gboolean
add_tilted (Writer *w, GString *text)
{
  guint side = MIN (w->shape->width, w->shape->height), width, height, x, y;
  guint part;

  if (side < 2)
    return FALSE;
  width = any (w->rand, side - 1);
  height = any (w->rand, side - width);
  x = height + any (w->rand, w->shape->width - width - height + 1) - 1;
  y = any (w->rand, w->shape->height - width - height + 1) - 1;
  part = any (w->rand, width);
  add_rect (text, x, y, width, height, -1);
  add_rect (text, x, y, part, height, (gint) (width / part));
  return TRUE;
}

static void
add_feature (Writer *w, GString *text)
{
  gboolean tilted = w->shape->tilted && g_rand_boolean (w->rand);

  g_string_append (text, "<rects>");
  if (!tilted || !add_tilted (w, text)) {
    tilted = FALSE;
    add_upright (w, text);
  }
  g_string_append_printf (text, "</rects><tilted>%d</tilted>", tilted);
}

static gdouble
any_threshold (Writer *w)
{
  return g_rand_double_range (w->rand, -0.1, 0.1);
}

static gdouble
any_leaf (Writer *w)
{
  return g_rand_double_range (w->rand, -1, 1);
}

/* Node i of a tree of n has the next node on one side, leaves else. */
static void
add_new_tree (Writer *w, guint n)
{
  g_string_append (w->text, "<_><internalNodes>");
  for (guint i = 0; i < n; i++) {
    gboolean right = n == 1 || g_rand_boolean (w->rand), last = i + 1 == n;
    gint next = last ? -(gint) n : (gint) i + 1, leaf = -(gint) i;

    g_string_append_printf (w->text, " %d %d %u ", right ? leaf : next,
        right ? next : leaf, w->n_features++);
    add_number (w->text, any_threshold (w));
    g_string_append (w->features, "<_>");
    add_feature (w, w->features);
    g_string_append (w->features, "</_>\n");
  }
  g_string_append (w->text, "</internalNodes><leafValues>");
  for (guint i = 0; i <= n; i++) {
    g_string_append_c (w->text, ' ');
    add_number (w->text, any_leaf (w));
  }
  g_string_append (w->text, "</leafValues></_>\n");
}

static void
add_old_side (Writer *w, const gchar *side, guint node)
{
  if (node > 0) {
    g_string_append_printf (w->text, "<%s_node>%u</%s_node>", side, node, side);
    return;
  }
  g_string_append_printf (w->text, "<%s_val>", side);
  add_number (w->text, any_leaf (w));
  g_string_append_printf (w->text, "</%s_val>", side);
}

static void
add_old_tree (Writer *w, guint n)
{
  g_string_append (w->text, "<_>");
  for (guint i = 0; i < n; i++) {
    gboolean right = g_rand_boolean (w->rand);
    guint next = i + 1 < n ? i + 1 : 0;

    g_string_append (w->text, "<_><feature>");
    add_feature (w, w->text);
    g_string_append (w->text, "</feature><threshold>");
    add_number (w->text, any_threshold (w));
    g_string_append (w->text, "</threshold>");
    add_old_side (w, "left", right ? 0 : next);
    add_old_side (w, "right", right ? next : 0);
    g_string_append (w->text, "</_>\n");
  }
  g_string_append (w->text, "</_>\n");
}

static void
add_stage (Writer *w)
{
  const gchar *threshold = w->shape->old ? "stage_threshold" : "stageThreshold";
  const gchar *trees = w->shape->old ? "trees" : "weakClassifiers";
  guint n = any (w->rand, w->shape->max_trees);

  g_string_append_printf (w->text, "<_><%s>", trees);
  for (guint i = 0; i < n; i++)
    if (w->shape->old)
      add_old_tree (w, any (w->rand, w->shape->max_nodes));
    else
      add_new_tree (w, any (w->rand, w->shape->max_nodes));
  g_string_append_printf (w->text, "</%s><%s>", trees, threshold);
  add_number (w->text, g_rand_double_range (w->rand, -0.5, 0.2));
  g_string_append_printf (w->text, "</%s></_>\n", threshold);
}

static void
add_head (Writer *w)
{
  g_string_append (w->text, "<?xml version=\"1.0\"?>\n<opencv_storage>\n");
  if (w->shape->old)
    g_string_append_printf (w->text,
        "<c type_id=\"opencv-haar-classifier\"><size>%u %u</size>",
        w->shape->width, w->shape->height);
  else
    g_string_append_printf (w->text,
        "<cascade type_id=\"opencv-cascade-classifier\">"
        "<stageType>BOOST</stageType><featureType>HAAR</featureType>"
        "<height>%u</height><width>%u</width>"
        "<stageParams><maxWeakCount>1</maxWeakCount></stageParams>"
        "<featureParams><maxCatCount>0</maxCatCount></featureParams>"
        "<stageNum>%u</stageNum>",
        w->shape->height, w->shape->width, w->shape->n_stages);
}

gchar *
random_cascade (GRand *rand, const CascadeShape *shape)
{
  Writer w = { rand, shape, g_string_new (NULL), g_string_new (NULL), 0 };

  add_head (&w);
  g_string_append (w.text, "\n<stages>\n");
  for (guint i = 0; i < shape->n_stages; i++)
    add_stage (&w);
  g_string_append (w.text, "</stages>");
  if (shape->old)
    g_string_append (w.text, "</c>");
  else
    g_string_append_printf (
        w.text, "<features>\n%s</features></cascade>", w.features->str);
  g_string_append (w.text, "\n</opencv_storage>\n");
  g_string_free (w.features, TRUE);
  return g_string_free (w.text, FALSE);
}

Cascade *
random_cascade_new (GRand *rand, const CascadeShape *shape)
{
  gchar *text = random_cascade (rand, shape);
  GError *error = NULL;
  Cascade *cascade = cascade_parse (text, strlen (text), "random", &error);

  g_assert_no_error (error);
  g_free (text);
  return cascade;
}
