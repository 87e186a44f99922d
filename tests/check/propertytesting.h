/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is true of the properties of any element, for a table of what they
 * should be.
 */
#pragma once

#include "testing.h"

G_BEGIN_DECLS

typedef struct {
  const gchar *name, *type;
  const gchar *initial, *other; /* two good values, as in gst-launch-1.0 */
  gdouble minimum, maximum;     /* of numbers */
  gboolean controllable;
} TestProperty;

/* All of an element's own that can be set, but for the backend's. */
typedef struct {
  const gchar *element;
  const TestProperty *properties;
  guint n;
} TestProperties;

/* Of the table's i-th property. */
void test_property_type_and_default (const TestProperties *table, guint i);
void test_property_flags (const TestProperties *table, guint i);
void test_property_range (const TestProperties *table, guint i);
void test_property_set_and_get (const TestProperties *table, guint i);

/* There are no others, and each has a text. */
void test_properties_are_all (const TestProperties *table);

/* All of this, of each. */
void test_properties_check (const TestProperties *table);

GParamSpec *test_find_spec (GstElement *element, const gchar *name);
void test_check_value (
    GstElement *element, const gchar *name, const gchar *text);

G_END_DECLS
