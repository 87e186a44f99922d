/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * An XML file as a tree of its elements. The file is untrusted: it is limited
 * in size, number and depth of elements.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define VF_XML_MAX_BYTES    (16 << 20)
#define VF_XML_MAX_ELEMENTS (1 << 20)
#define VF_XML_MAX_DEPTH    32

typedef struct _VfXmlElement VfXmlElement;
struct _VfXmlElement {
  const gchar *name;
  const gchar *type_id; /* the attribute of that name; NULL: it has none */
  const gchar *text;    /* without blanks around; "" where it has children */
  guint line;           /* on which its first tag ends */
  VfXmlElement *first_child, *next;
};

typedef struct _VfXmlTree VfXmlTree;

/* NULL with a VF_ERROR_CASCADE that starts with "name:line: ". */
VfXmlTree *vf_xml_parse (
    const gchar *text, gsize length, const gchar *name, GError **error);
void vf_xml_free (VfXmlTree *tree); /* takes NULL */

const VfXmlElement *vf_xml_root (const VfXmlTree *tree);

/* The first child of that name, or NULL. */
const VfXmlElement *vf_xml_child (
    const VfXmlElement *element, const gchar *name);

G_END_DECLS
