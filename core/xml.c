/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "xml.h"

#include "error.h"

#include <string.h>

struct _VfXmlTree {
  GPtrArray *elements; /* the root is the first */
  GStringChunk *strings;
};

/* The elements that are open while the file is read. */
typedef struct {
  VfXmlTree *tree;
  const gchar *name; /* of the file */
  guint line;
  guint depth;
  struct {
    VfXmlElement *element, *last_child;
    GString *text;
  } open[VF_XML_MAX_DEPTH];
} Parser;

/* FALSE with an error: the file goes too far. */
static gboolean
check_limits (const Parser *parser, GError **error)
{
  const gchar *what = NULL;
  guint limit = 0;

  if (parser->depth == VF_XML_MAX_DEPTH) {
    what = "elements within each other";
    limit = VF_XML_MAX_DEPTH;
  } else if (parser->tree->elements->len == VF_XML_MAX_ELEMENTS) {
    what = "elements";
    limit = VF_XML_MAX_ELEMENTS;
  }
  if (what)
    g_set_error (error, VF_ERROR, VF_ERROR_CASCADE,
        "%s:%u: more than %u %s: no cascade has so many", parser->name,
        parser->line, limit, what);
  return !what;
}

static void
link_element (Parser *parser, VfXmlElement *element)
{
  guint parent = parser->depth - 1;

  if (parser->depth == 0)
    return;
  if (parser->open[parent].last_child)
    parser->open[parent].last_child->next = element;
  else
    parser->open[parent].element->first_child = element;
  parser->open[parent].last_child = element;
}

static void
start_element (GMarkupParseContext *context, const gchar *name,
    const gchar **attributes, const gchar **values, gpointer data,
    GError **error)
{
  Parser *parser = data;
  VfXmlTree *tree = parser->tree;
  VfXmlElement *element;

  if (!check_limits (parser, error))
    return;
  element = g_new0 (VfXmlElement, 1);
  g_ptr_array_add (tree->elements, element);
  element->name = g_string_chunk_insert_const (tree->strings, name);
  element->text = "";
  element->line = parser->line;
  for (guint i = 0; attributes[i]; i++)
    if (g_str_equal (attributes[i], "type_id"))
      element->type_id = g_string_chunk_insert (tree->strings, values[i]);
  link_element (parser, element);
  parser->open[parser->depth].element = element;
  parser->open[parser->depth].last_child = NULL;
  g_string_truncate (parser->open[parser->depth].text, 0);
  parser->depth++;
}

static void
end_element (GMarkupParseContext *context, const gchar *name, gpointer data,
    GError **error)
{
  Parser *parser = data;
  guint depth = --parser->depth;
  VfXmlElement *element = parser->open[depth].element;

  if (!element->first_child)
    element->text = g_string_chunk_insert (
        parser->tree->strings, g_strstrip (parser->open[depth].text->str));
}

/* A comment divides text, which then comes in parts. */
static void
add_text (GMarkupParseContext *context, const gchar *text, gsize length,
    gpointer data, GError **error)
{
  Parser *parser = data;

  if (parser->depth > 0 && !parser->open[parser->depth - 1].last_child)
    g_string_append_len (
        parser->open[parser->depth - 1].text, text, (gssize) length);
}

/* GMarkup begins with a place of its own: "Error on line 1 char 2: ..." */
static void
set_markup_error (const Parser *parser, GError *found, GError **error)
{
  const gchar *reason = strstr (found->message, ": ");

  g_set_error (error, VF_ERROR, VF_ERROR_CASCADE, "%s:%u: no XML: %s",
      parser->name, parser->line, reason ? reason + 2 : found->message);
  g_error_free (found);
}

/* Line by line: GMarkup counts a tag at the end of a line to the next one. */
static gboolean
parse_lines (Parser *parser, GMarkupParseContext *context, const gchar *text,
    gsize length, GError **error)
{
  while (length > 0) {
    const gchar *end = memchr (text, '\n', length);
    gsize n = end ? (gsize) (end - text) + 1 : length;

    if (!g_markup_parse_context_parse (context, text, (gssize) n, error))
      return FALSE;
    text += n;
    length -= n;
    parser->line += end != NULL;
  }
  if (!g_markup_parse_context_end_parse (context, error))
    return FALSE;
  if (parser->tree->elements->len == 0)
    g_set_error (error, VF_ERROR, VF_ERROR_CASCADE,
        "%s:%u: there is no element", parser->name, parser->line);
  return parser->tree->elements->len > 0;
}

static gboolean
parse (Parser *parser, const gchar *text, gsize length, GError **error)
{
  static const GMarkupParser calls = {
    .start_element = start_element, .end_element = end_element, .text = add_text
  };
  GMarkupParseContext *context =
      g_markup_parse_context_new (&calls, 0, parser, NULL);
  GError *found = NULL;
  gboolean parsed = parse_lines (parser, context, text, length, &found);

  if (!parsed && found->domain == VF_ERROR)
    g_propagate_error (error, found);
  else if (!parsed)
    set_markup_error (parser, found, error);
  g_markup_parse_context_free (context);
  return parsed;
}

VfXmlTree *
vf_xml_parse (
    const gchar *text, gsize length, const gchar *name, GError **error)
{
  Parser parser = { .name = name, .line = 1 };
  gboolean parsed;

  if (length > VF_XML_MAX_BYTES) {
    g_set_error (error, VF_ERROR, VF_ERROR_CASCADE,
        "%s:1: more than %u bytes: no cascade has so many", name,
        VF_XML_MAX_BYTES);
    return NULL;
  }
  parser.tree = g_new (VfXmlTree, 1);
  parser.tree->elements = g_ptr_array_new_with_free_func (g_free);
  parser.tree->strings = g_string_chunk_new (4096);
  for (guint i = 0; i < VF_XML_MAX_DEPTH; i++)
    parser.open[i].text = g_string_new (NULL);
  parsed = parse (&parser, text, length, error);
  for (guint i = 0; i < VF_XML_MAX_DEPTH; i++)
    g_string_free (parser.open[i].text, TRUE);
  if (!parsed)
    g_clear_pointer (&parser.tree, vf_xml_free);
  return parser.tree;
}

void
vf_xml_free (VfXmlTree *tree)
{
  if (!tree)
    return;
  g_ptr_array_unref (tree->elements);
  g_string_chunk_free (tree->strings);
  g_free (tree);
}

const VfXmlElement *
vf_xml_root (const VfXmlTree *tree)
{
  return g_ptr_array_index (tree->elements, 0);
}

const VfXmlElement *
vf_xml_child (const VfXmlElement *element, const gchar *name)
{
  for (const VfXmlElement *child = element->first_child; child;
       child = child->next)
    if (g_str_equal (child->name, name))
      return child;
  return NULL;
}
