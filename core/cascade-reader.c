/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cascade-reader.h"

#include "cascade-check.h"
#include "error.h"

#include <math.h>
#include <string.h>

gboolean
cascade_reader_fail (
    CascadeReader *reader, const VfXmlElement *at, const gchar *format, ...)
{
  va_list arguments;
  gchar *reason;

  va_start (arguments, format);
  reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (reader->error, VF_ERROR, VF_ERROR_CASCADE, "%s:%u: %s",
      reader->name, at->line, reason);
  g_free (reason);
  return FALSE;
}

/* Fails where there is a reason, which it frees. */
static gboolean
pass_reason (CascadeReader *reader, const VfXmlElement *at, gchar *reason)
{
  if (reason)
    cascade_reader_fail (reader, at, "%s", reason);
  g_free (reason);
  return !reason;
}

const VfXmlElement *
cascade_reader_child (
    CascadeReader *reader, const VfXmlElement *element, const gchar *name)
{
  const VfXmlElement *child = vf_xml_child (element, name);

  if (!child)
    cascade_reader_fail (
        reader, element, "<%.40s> has no <%s>", element->name, name);
  return child;
}

/* Decimal numbers only: g_ascii_strtod() would take others too. */
static gboolean
read_number (const gchar *word, gsize length, gdouble *value)
{
  gchar *end;

  if (strspn (word, "0123456789+-.eE") != length)
    return FALSE;
  *value = g_ascii_strtod (word, &end);
  return end == word + length && isfinite (*value);
}

gboolean
cascade_read_numbers (CascadeReader *reader, const VfXmlElement *element)
{
  static const gchar blanks[] = " \t\r\n";
  const gchar *at = element->text + strspn (element->text, blanks);

  g_array_set_size (reader->numbers, 0);
  while (*at) {
    gsize length = strcspn (at, blanks);
    gdouble value;

    if (!read_number (at, length, &value))
      return cascade_reader_fail (reader, element,
          "<%.40s>: %.*s is no finite number", element->name,
          (int) MIN (length, 40), at);
    g_array_append_val (reader->numbers, value);
    at += length;
    at += strspn (at, blanks);
  }
  return TRUE;
}

gboolean
cascade_reader_float (
    CascadeReader *reader, const VfXmlElement *at, guint i, gfloat *value)
{
  *value = (gfloat) g_array_index (reader->numbers, gdouble, i);
  return isfinite (*value)
         || cascade_reader_fail (reader, at, "<%.40s>: %g is too large",
             at->name, g_array_index (reader->numbers, gdouble, i));
}

gboolean
cascade_reader_integer (CascadeReader *reader, const VfXmlElement *at, guint i,
    gint minimum, gint maximum, gint *value)
{
  gdouble number = g_array_index (reader->numbers, gdouble, i);

  if (number < minimum || number > maximum || number != floor (number))
    return cascade_reader_fail (reader, at,
        "<%.40s>: %g must be a whole number from %d to %d", at->name, number,
        minimum, maximum);
  *value = (gint) number;
  return TRUE;
}

static gboolean
read_count (CascadeReader *reader, const VfXmlElement *element, guint n)
{
  if (!cascade_read_numbers (reader, element))
    return FALSE;
  return reader->numbers->len == n
         || cascade_reader_fail (reader, element,
             "<%.40s> has %u numbers, but must have %u", element->name,
             reader->numbers->len, n);
}

gboolean
cascade_read_integers (CascadeReader *reader, const VfXmlElement *element,
    guint n, gint minimum, gint maximum, gint *integers)
{
  if (!read_count (reader, element, n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!cascade_reader_integer (
            reader, element, i, minimum, maximum, &integers[i]))
      return FALSE;
  return TRUE;
}

gboolean
cascade_read_float (CascadeReader *reader, const VfXmlElement *element,
    const gchar *name, gfloat *value)
{
  const VfXmlElement *child = cascade_reader_child (reader, element, name);

  return child && read_count (reader, child, 1)
         && cascade_reader_float (reader, child, 0, value);
}

gboolean
cascade_read_window (
    CascadeReader *reader, const VfXmlElement *at, gint width, gint height)
{
  reader->cascade->width = (guint) width;
  reader->cascade->height = (guint) height;
  return pass_reason (
      reader, at, cascade_check_window ((guint) width, (guint) height));
}

/* "x y width height weight" */
static gboolean
read_rect (
    CascadeReader *reader, const VfXmlElement *element, CascadeRect *rect)
{
  const gint limit = 1 << 24;
  gint place[4] = { 0 }, weight = 0;

  if (!read_count (reader, element, 5))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if (!cascade_reader_integer (
            reader, element, i, 0, CASCADE_MAX_SIDE, &place[i]))
      return FALSE;
  if (!cascade_reader_integer (reader, element, 4, -limit, limit, &weight))
    return FALSE;
  *rect = (CascadeRect){ (guint16) place[0], (guint16) place[1],
    (guint16) place[2], (guint16) place[3], weight };
  return TRUE;
}

static gboolean
read_rects (
    CascadeReader *reader, const VfXmlElement *rects, CascadeFeature *feature)
{
  for (const VfXmlElement *child = rects->first_child; child;
       child = child->next) {
    if (feature->n_rects == CASCADE_MAX_RECTS)
      return cascade_reader_fail (reader, child,
          "a feature has more than %u rectangles", CASCADE_MAX_RECTS);
    if (!read_rect (reader, child, &feature->rects[feature->n_rects++]))
      return FALSE;
  }
  return feature->n_rects > 0
         || cascade_reader_fail (reader, rects, "a feature has no rectangles");
}

gboolean
cascade_read_feature (CascadeReader *reader, const VfXmlElement *element)
{
  const VfXmlElement *rects = cascade_reader_child (reader, element, "rects");
  const VfXmlElement *tilted = vf_xml_child (element, "tilted");
  CascadeFeature feature = { 0 };
  Cascade *cascade = reader->cascade;

  if (!rects || !read_rects (reader, rects, &feature)
      || (tilted
          && !cascade_read_integers (reader, tilted, 1, 0, 1, &feature.tilted))
      || !pass_reason (reader, rects,
          cascade_check_feature (&feature, cascade->width, cascade->height)))
    return FALSE;
  g_array_append_val (cascade->features, feature);
  return TRUE;
}

gboolean
cascade_add_tree (
    CascadeReader *reader, const VfXmlElement *at, CascadeTree tree)
{
  Cascade *cascade = reader->cascade;
  guint n_leaves = cascade->leaves->len - tree.first_leaf;

  tree.n_nodes = cascade->nodes->len - tree.first_node;
  if (tree.n_nodes == 0 || tree.n_nodes > CASCADE_MAX_TREE)
    return cascade_reader_fail (reader, at,
        "a tree has %u nodes, but must have 1 to %u", tree.n_nodes,
        CASCADE_MAX_TREE);
  if (n_leaves != tree.n_nodes + 1)
    return cascade_reader_fail (reader, at,
        "a tree of %u nodes has %u leaves, but must have %u", tree.n_nodes,
        n_leaves, tree.n_nodes + 1);
  if (cascade->nodes->len > CASCADE_MAX_NODES)
    return cascade_reader_fail (
        reader, at, "more than %u nodes", CASCADE_MAX_NODES);
  g_array_append_val (cascade->trees, tree);
  return pass_reason (reader, at, cascade_check_tree (cascade, &tree));
}

gboolean
cascade_add_stage (
    CascadeReader *reader, const VfXmlElement *at, CascadeStage stage)
{
  Cascade *cascade = reader->cascade;

  stage.n_trees = cascade->trees->len - stage.first_tree;
  if (stage.n_trees == 0)
    return cascade_reader_fail (reader, at, "a stage has no trees");
  if (cascade->stages->len == CASCADE_MAX_STAGES)
    return cascade_reader_fail (
        reader, at, "more than %u stages", CASCADE_MAX_STAGES);
  g_array_append_val (cascade->stages, stage);
  return pass_reason (reader, at, cascade_check_stage (cascade, &stage));
}
