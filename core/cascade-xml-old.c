/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cascade-xml.h"

/* One side of a node: <left_node> with the number of another one, or
 * <left_val> with the leaf's. */
static gboolean
read_side (CascadeReader *reader, const VfXmlElement *element,
    const gchar *node_name, const gchar *leaf_name, CascadeTree tree,
    gint *child)
{
  const VfXmlElement *node = vf_xml_child (element, node_name);
  GArray *leaves = reader->cascade->leaves;
  gfloat leaf;

  if (node)
    return cascade_read_integers (
        reader, node, 1, 1, CASCADE_MAX_TREE - 1, child);
  if (!cascade_read_float (reader, element, leaf_name, &leaf))
    return FALSE;
  *child = -(gint) (leaves->len - tree.first_leaf);
  g_array_append_val (leaves, leaf);
  return TRUE;
}

static gboolean
read_node (CascadeReader *reader, const VfXmlElement *element, CascadeTree tree)
{
  const VfXmlElement *feature =
      cascade_reader_child (reader, element, "feature");
  CascadeNode node = { .feature = reader->cascade->features->len };

  if (!feature || !cascade_read_feature (reader, feature)
      || !cascade_read_float (reader, element, "threshold", &node.threshold)
      || !read_side (
          reader, element, "left_node", "left_val", tree, &node.child[0])
      || !read_side (
          reader, element, "right_node", "right_val", tree, &node.child[1]))
    return FALSE;
  g_array_append_val (reader->cascade->nodes, node);
  return TRUE;
}

static gboolean
read_tree (CascadeReader *reader, const VfXmlElement *element)
{
  CascadeTree tree = { .first_node = reader->cascade->nodes->len,
    .first_leaf = reader->cascade->leaves->len };

  for (const VfXmlElement *child = element->first_child; child;
       child = child->next)
    if (!read_node (reader, child, tree))
      return FALSE;
  return cascade_add_tree (reader, element, tree);
}

/* <parent> and <next>, which would make a tree of stages, are not looked at. */
static gboolean
read_stage (CascadeReader *reader, const VfXmlElement *element)
{
  return cascade_read_stage (
      reader, element, "trees", "stage_threshold", read_tree);
}

gboolean
cascade_read_old (CascadeReader *reader, const VfXmlElement *element)
{
  const VfXmlElement *size = cascade_reader_child (reader, element, "size");
  gint side[2];

  return size && cascade_read_integers (reader, size, 2, 0, G_MAXINT, side)
         && cascade_read_window (reader, size, side[0], side[1])
         && cascade_read_stages (reader, element, read_stage);
}
