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

/* Each format, from the element that is the cascade. New: features stand in a
 * list of their own, trees in lists of numbers. Old: each node of a tree is an
 * element that holds its feature. */
gboolean cascade_read_new (CascadeReader *reader, const VfXmlElement *element);
gboolean cascade_read_old (CascadeReader *reader, const VfXmlElement *element);

G_END_DECLS
