/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cascade-xml.h"

#define NEW_TYPE "opencv-cascade-classifier"
#define OLD_TYPE "opencv-haar-classifier"

/* The format, where the file does not say it, is told by an element. */
static gboolean
is_type (const VfXmlElement *element, const gchar *type, const gchar *child)
{
  return element->type_id ? g_str_equal (element->type_id, type)
                          : vf_xml_child (element, child) != NULL;
}

gboolean
cascade_read (CascadeReader *reader, const VfXmlTree *tree)
{
  const VfXmlElement *root = vf_xml_root (tree), *element = root->first_child;

  if (!g_str_equal (root->name, "opencv_storage"))
    return cascade_reader_fail (reader, root,
        "no cascade: the file begins with <%.40s>, but must with "
        "<opencv_storage>",
        root->name);
  if (!element)
    return cascade_reader_fail (reader, root, "no cascade: the file is empty");
  if (is_type (element, NEW_TYPE, "stageType"))
    return cascade_read_new (reader, element);
  if (is_type (element, OLD_TYPE, "size"))
    return cascade_read_old (reader, element);
  return cascade_reader_fail (reader, element,
      "no cascade: type_id is %.40s, but must be " NEW_TYPE " or " OLD_TYPE,
      element->type_id ? element->type_id : "missing");
}

/* Calls it for each child of the list. FALSE: one failed. */
static gboolean
read_each (CascadeReader *reader, const VfXmlElement *list, CascadeRead read)
{
  for (const VfXmlElement *child = list->first_child; child;
       child = child->next)
    if (!read (reader, child))
      return FALSE;
  return TRUE;
}

gboolean
cascade_read_stages (
    CascadeReader *reader, const VfXmlElement *element, CascadeRead read_stage)
{
  const VfXmlElement *stages = cascade_reader_child (reader, element, "stages");

  if (!stages || !read_each (reader, stages, read_stage))
    return FALSE;
  return reader->cascade->stages->len > 0
         || cascade_reader_fail (reader, stages, "there are no stages");
}

gboolean
cascade_read_stage (CascadeReader *reader, const VfXmlElement *element,
    const gchar *trees, const gchar *threshold, CascadeRead read_tree)
{
  const VfXmlElement *list = cascade_reader_child (reader, element, trees);
  CascadeStage stage = { .first_tree = reader->cascade->trees->len };

  return list
         && cascade_read_float (reader, element, threshold, &stage.threshold)
         && read_each (reader, list, read_tree)
         && cascade_add_stage (reader, element, stage);
}

/* The child's text is `wanted`. */
static gboolean
check_text (CascadeReader *reader, const VfXmlElement *element,
    const gchar *name, const gchar *wanted)
{
  const VfXmlElement *child = cascade_reader_child (reader, element, name);

  if (!child || g_str_equal (child->text, wanted))
    return child != NULL;
  return cascade_reader_fail (reader, child,
      "%s is %.40s, which is not supported: only %s is", name, child->text,
      wanted);
}

/* Features with categories are LBP's. */
static gboolean
check_categories (CascadeReader *reader, const VfXmlElement *element)
{
  const VfXmlElement *params = vf_xml_child (element, "featureParams");
  const VfXmlElement *count =
      params ? vf_xml_child (params, "maxCatCount") : NULL;
  gint none;

  return !count || cascade_read_integers (reader, count, 1, 0, 0, &none);
}

static gboolean
read_side (CascadeReader *reader, const VfXmlElement *element,
    const gchar *name, gint *side)
{
  const VfXmlElement *child = cascade_reader_child (reader, element, name);

  return child && cascade_read_integers (reader, child, 1, 0, G_MAXINT, side);
}

static gboolean
read_features (CascadeReader *reader, const VfXmlElement *element)
{
  const VfXmlElement *features =
      cascade_reader_child (reader, element, "features");

  return features && read_each (reader, features, cascade_read_feature);
}

/* Four numbers a node: left, right, feature, threshold. */
static gboolean
read_nodes (CascadeReader *reader, const VfXmlElement *element)
{
  const gint max_feature = CASCADE_MAX_NODES, max_child = CASCADE_MAX_TREE;
  CascadeNode node;
  gint feature;

  if (!cascade_read_numbers (reader, element))
    return FALSE;
  if (reader->numbers->len % 4 != 0)
    return cascade_reader_fail (reader, element,
        "<internalNodes> has %u numbers, but must have 4 a node",
        reader->numbers->len);
  for (guint i = 0; i < reader->numbers->len; i += 4) {
    if (!cascade_reader_integer (
            reader, element, i, -max_child, max_child, &node.child[0])
        || !cascade_reader_integer (
            reader, element, i + 1, -max_child, max_child, &node.child[1])
        || !cascade_reader_integer (
            reader, element, i + 2, 0, max_feature, &feature)
        || !cascade_reader_float (reader, element, i + 3, &node.threshold))
      return FALSE;
    node.feature = (guint) feature;
    g_array_append_val (reader->cascade->nodes, node);
  }
  return TRUE;
}

static gboolean
read_leaves (CascadeReader *reader, const VfXmlElement *element)
{
  if (!cascade_read_numbers (reader, element))
    return FALSE;
  for (guint i = 0; i < reader->numbers->len; i++) {
    gfloat leaf;

    if (!cascade_reader_float (reader, element, i, &leaf))
      return FALSE;
    g_array_append_val (reader->cascade->leaves, leaf);
  }
  return TRUE;
}

static gboolean
read_tree (CascadeReader *reader, const VfXmlElement *element)
{
  const VfXmlElement *nodes, *leaves;
  CascadeTree tree = { .first_node = reader->cascade->nodes->len,
    .first_leaf = reader->cascade->leaves->len };

  return (nodes = cascade_reader_child (reader, element, "internalNodes"))
         && (leaves = cascade_reader_child (reader, element, "leafValues"))
         && read_nodes (reader, nodes) && read_leaves (reader, leaves)
         && cascade_add_tree (reader, nodes, tree);
}

static gboolean
read_stage (CascadeReader *reader, const VfXmlElement *element)
{
  return cascade_read_stage (
      reader, element, "weakClassifiers", "stageThreshold", read_tree);
}

gboolean
cascade_read_new (CascadeReader *reader, const VfXmlElement *element)
{
  gint width, height;

  return check_text (reader, element, "featureType", "HAAR")
         && check_text (reader, element, "stageType", "BOOST")
         && check_categories (reader, element)
         && read_side (reader, element, "width", &width)
         && read_side (reader, element, "height", &height)
         && cascade_read_window (reader, element, width, height)
         && read_features (reader, element)
         && cascade_read_stages (reader, element, read_stage);
}
