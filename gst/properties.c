/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "properties.h"

/* Under which a property has its field's offset + 1. */
static GQuark
offset_quark (void)
{
  return g_quark_from_static_string ("video-features-offset");
}

void
vf_property_install (
    GObjectClass *klass, guint id, GParamSpec *spec, gsize offset)
{
  g_param_spec_set_qdata (spec, offset_quark (), GSIZE_TO_POINTER (offset + 1));
  g_object_class_install_property (klass, id, spec);
}

/* NULL: there is none. */
static gpointer
find_field (gconstpointer structure, GParamSpec *spec)
{
  gsize offset =
      GPOINTER_TO_SIZE (g_param_spec_get_qdata (spec, offset_quark ()));

  return offset ? G_STRUCT_MEMBER_P (structure, offset - 1) : NULL;
}

static GQuark
quark_of (const gchar *text)
{
  return text && *text ? g_quark_from_string (text) : 0;
}

gboolean
vf_property_set (gpointer structure, GParamSpec *spec, const GValue *value)
{
  gpointer field = find_field (structure, spec);

  if (!field)
    return FALSE;
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value))) {
    case G_TYPE_DOUBLE:
      *(gdouble *) field = g_value_get_double (value);
      break;
    case G_TYPE_UINT:
      *(guint *) field = g_value_get_uint (value);
      break;
    case G_TYPE_INT:
      *(gint *) field = g_value_get_int (value);
      break;
    case G_TYPE_BOOLEAN:
      *(gboolean *) field = g_value_get_boolean (value);
      break;
    case G_TYPE_ENUM:
      *(guint *) field = (guint) g_value_get_enum (value);
      break;
    case G_TYPE_STRING:
      *(GQuark *) field = quark_of (g_value_get_string (value));
      break;
    default:
      *(guint *) field = g_value_get_flags (value);
  }
  return TRUE;
}

gboolean
vf_property_get (gconstpointer structure, GParamSpec *spec, GValue *value)
{
  gconstpointer field = find_field (structure, spec);

  if (!field)
    return FALSE;
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value))) {
    case G_TYPE_DOUBLE:
      g_value_set_double (value, *(const gdouble *) field);
      break;
    case G_TYPE_UINT:
      g_value_set_uint (value, *(const guint *) field);
      break;
    case G_TYPE_INT:
      g_value_set_int (value, *(const gint *) field);
      break;
    case G_TYPE_BOOLEAN:
      g_value_set_boolean (value, *(const gboolean *) field);
      break;
    case G_TYPE_ENUM:
      g_value_set_enum (value, *(const gint *) field);
      break;
    case G_TYPE_STRING:
      g_value_set_static_string (
          value, g_quark_to_string (*(const GQuark *) field));
      break;
    default:
      g_value_set_flags (value, *(const guint *) field);
  }
  return TRUE;
}
