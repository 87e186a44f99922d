/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "propertytesting.h"

#include <string.h>

static GstElement *
new_element (const TestProperties *table)
{
  return gst_object_ref_sink (gst_element_factory_make (table->element, NULL));
}

GParamSpec *
test_find_spec (GstElement *element, const gchar *name)
{
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), name);

  fail_unless (spec != NULL, "no property %s", name);
  return spec;
}

/* The first of them. */
static gchar *
spelled_flags (const GValue *value)
{
  const GFlagsValue *first = g_flags_get_first_value (
      g_type_class_peek (G_VALUE_TYPE (value)), g_value_get_flags (value));

  return g_strdup (first ? first->value_nick : "none");
}

/* The value, spelled as gst-launch-1.0 takes it. */
static gchar *
spelled (const GValue *value)
{
  if (G_VALUE_HOLDS_ENUM (value))
    return g_strdup (g_enum_get_value (
        g_type_class_peek (G_VALUE_TYPE (value)), g_value_get_enum (value))
                         ->value_nick);
  if (G_VALUE_HOLDS_FLAGS (value))
    return spelled_flags (value);
  if (G_VALUE_HOLDS_STRING (value))
    return g_strdup (
        g_value_get_string (value) ? g_value_get_string (value) : "");
  if (G_VALUE_HOLDS_DOUBLE (value))
    return g_strdup_printf ("%g", g_value_get_double (value));
  return gst_value_serialize (value);
}

void
test_check_value (GstElement *element, const gchar *name, const gchar *text)
{
  GValue value = G_VALUE_INIT;
  gchar *found;

  g_object_get_property (G_OBJECT (element), name, &value);
  found = spelled (&value);
  fail_unless (
      g_str_equal (found, text), "%s is %s, not %s", name, found, text);
  g_free (found);
  g_value_unset (&value);
}

void
test_property_type_and_default (const TestProperties *table, guint i)
{
  const TestProperty *e = &table->properties[i];
  GstElement *element = new_element (table);
  GParamSpec *spec = test_find_spec (element, e->name);
  gchar *initial = spelled (g_param_spec_get_default_value (spec));

  fail_unless_equals_string (g_type_name (spec->value_type), e->type);
  fail_unless_equals_string (initial, e->initial);
  test_check_value (element, e->name, e->initial);
  g_free (initial);
  gst_object_unref (element);
}

void
test_property_flags (const TestProperties *table, guint i)
{
  const TestProperty *e = &table->properties[i];
  GstElement *element = new_element (table);
  GParamFlags flags = test_find_spec (element, e->name)->flags;

  fail_unless ((flags & G_PARAM_READWRITE) == G_PARAM_READWRITE);
  fail_unless ((flags & GST_PARAM_MUTABLE_PLAYING) != 0, "%s", e->name);
  fail_unless (
      !!(flags & GST_PARAM_CONTROLLABLE) == e->controllable, "%s", e->name);
  gst_object_unref (element);
}

void
test_property_range (const TestProperties *table, guint i)
{
  const TestProperty *e = &table->properties[i];
  GstElement *element = new_element (table);
  GParamSpec *spec = test_find_spec (element, e->name);

  if (G_IS_PARAM_SPEC_UINT (spec)) {
    fail_unless (G_PARAM_SPEC_UINT (spec)->minimum == (guint) e->minimum);
    fail_unless (G_PARAM_SPEC_UINT (spec)->maximum == (guint) e->maximum);
  } else if (G_IS_PARAM_SPEC_DOUBLE (spec)) {
    fail_unless (G_PARAM_SPEC_DOUBLE (spec)->minimum == e->minimum);
    fail_unless (G_PARAM_SPEC_DOUBLE (spec)->maximum == e->maximum);
  }
  gst_object_unref (element);
}

void
test_property_set_and_get (const TestProperties *table, guint i)
{
  const TestProperty *e = &table->properties[i];
  GstElement *element = new_element (table);

  gst_util_set_object_arg (G_OBJECT (element), e->name, e->other);
  for (guint p = 0; p < table->n; p++)
    test_check_value (element, table->properties[p].name,
        p == i ? e->other : table->properties[p].initial);
  gst_util_set_object_arg (G_OBJECT (element), e->name, e->initial);
  test_check_value (element, e->name, e->initial);
  gst_object_unref (element);
}

/* What can only be read, and what other tests set. */
static const gchar *const others[] = { "backend", "cuda-device-id",
  "active-backend", "stats", NULL };

static gboolean
is_expected (const TestProperties *table, const gchar *name)
{
  for (guint i = 0; i < table->n; i++)
    if (g_str_equal (table->properties[i].name, name))
      return TRUE;
  return g_strv_contains (others, name);
}

void
test_properties_are_all (const TestProperties *table)
{
  GstElement *element = new_element (table);
  guint n;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (guint i = 0; i < n; i++) {
    if (specs[i]->owner_type != G_OBJECT_TYPE (element))
      continue;
    fail_unless (is_expected (table, specs[i]->name), "%s", specs[i]->name);
    fail_unless (
        strlen (g_param_spec_get_blurb (specs[i])) > 10, "%s", specs[i]->name);
    fail_unless (strlen (g_param_spec_get_nick (specs[i])) > 0);
  }
  g_free (specs);
  gst_object_unref (element);
}

void
test_properties_check (const TestProperties *table)
{
  for (guint i = 0; i < table->n; i++) {
    test_property_type_and_default (table, i);
    test_property_flags (table, i);
    test_property_range (table, i);
    test_property_set_and_get (table, i);
  }
  test_properties_are_all (table);
}
