/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The reader of cascade files.
 */
#pragma once

#include "cascade-reader.h"

G_BEGIN_DECLS

/* Fills the reader's cascade, which is empty. FALSE with its error. */
gboolean cascade_read (CascadeReader *reader, const VfXmlTree *tree);

typedef gboolean (*CascadeRead) (
    CascadeReader *reader, const VfXmlElement *element);

/* The children of the element's <stages>, of which there must be one. */
gboolean cascade_read_stages (
    CascadeReader *reader, const VfXmlElement *element, CascadeRead read_stage);

/* A stage whose trees and threshold are in the children of these names. */
gboolean cascade_read_stage (CascadeReader *reader, const VfXmlElement *element,
    const gchar *trees, const gchar *threshold, CascadeRead read_tree);

/* Each format, from the element that is the cascade. New: features stand in a
 * list of their own, trees in lists of numbers. Old: each node of a tree is an
 * element that holds its feature. */
gboolean cascade_read_new (CascadeReader *reader, const VfXmlElement *element);
gboolean cascade_read_old (CascadeReader *reader, const VfXmlElement *element);

G_END_DECLS
