/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the readers of both formats share: numbers, errors with their line, and
 * features, trees and stages, each checked when it is whole.
 */
#pragma once

#include "cascade-data.h"
#include "xml.h"

G_BEGIN_DECLS

/* Every function that takes one and fails sets its error, once. */
typedef struct {
  const gchar *name; /* of the file */
  Cascade *cascade;  /* that is filled */
  GArray *numbers;   /* gdouble: of the last cascade_read_numbers() */
  GError **error;
} CascadeReader;

/* Sets the error "name:line: ..." and gives FALSE. */
gboolean cascade_reader_fail (CascadeReader *reader, const VfXmlElement *at,
    const gchar *format, ...) G_GNUC_PRINTF (3, 4);

/* The child of that name; NULL: there is none, which is an error. */
const VfXmlElement *cascade_reader_child (
    CascadeReader *reader, const VfXmlElement *element, const gchar *name);

/* An element's text as numbers, which are finite. */
gboolean cascade_read_numbers (
    CascadeReader *reader, const VfXmlElement *element);

/* Whole numbers, of which the element holds exactly so many. */
gboolean cascade_read_integers (CascadeReader *reader,
    const VfXmlElement *element, guint n, gint minimum, gint maximum,
    gint *integers);

/* The one number of a child, rounded to a float. */
gboolean cascade_read_float (CascadeReader *reader, const VfXmlElement *element,
    const gchar *name, gfloat *value);

/* number i of the last ones that were read: rounded to a float, which is
 * finite; or a whole number. */
gboolean cascade_reader_float (
    CascadeReader *reader, const VfXmlElement *at, guint i, gfloat *value);
gboolean cascade_reader_integer (CascadeReader *reader, const VfXmlElement *at,
    guint i, gint minimum, gint maximum, gint *value);

gboolean cascade_read_window (
    CascadeReader *reader, const VfXmlElement *at, gint width, gint height);

/* An element with <rects> and perhaps <tilted>: adds the feature. */
gboolean cascade_read_feature (
    CascadeReader *reader, const VfXmlElement *element);

/* The nodes and leaves that were added since `tree` began are whole: adds the
 * tree. */
gboolean cascade_add_tree (
    CascadeReader *reader, const VfXmlElement *at, CascadeTree tree);

/* The same for the trees of a stage. */
gboolean cascade_add_stage (
    CascadeReader *reader, const VfXmlElement *at, CascadeStage stage);

G_END_DECLS
