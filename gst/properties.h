/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the properties of all our elements have in common.
 */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* When a property may change: at any time; also by a controller; only before
 * the element starts. */
#define VF_TUNABLE                                                             \
  (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING)
#define VF_CONTROLLABLE (VF_TUNABLE | GST_PARAM_CONTROLLABLE)
#define VF_AT_START                                                            \
  (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY)

#define VF_DEFINE_TYPE_ONCE(function, register_static, type_name, values)      \
  GType function (void)                                                        \
  {                                                                            \
    static gsize type = 0;                                                     \
                                                                               \
    if (g_once_init_enter (&type)) {                                           \
      GType made = register_static (type_name, values);                        \
                                                                               \
      gst_type_mark_as_plugin_api (made, 0);                                   \
      g_once_init_leave (&type, made);                                         \
    }                                                                          \
    return type;                                                               \
  }

/* GType function (void), of these values. */
#define VF_DEFINE_ENUM(function, type_name, values)                            \
  VF_DEFINE_TYPE_ONCE (function, g_enum_register_static, type_name, values)
#define VF_DEFINE_FLAGS(function, type_name, values)                           \
  VF_DEFINE_TYPE_ONCE (function, g_flags_register_static, type_name, values)

/* Installs a property that is kept in a field of a structure: a double, guint,
 * gint or gboolean; a guint for an enum or flags; a GQuark for a string, 0 for an
 * empty one. The id need not be the property's own. */
void vf_property_install (
    GObjectClass *klass, guint id, GParamSpec *spec, gsize offset);

/* FALSE: the property is not kept in such a field. */
gboolean vf_property_set (
    gpointer structure, GParamSpec *spec, const GValue *value);
gboolean vf_property_get (
    gconstpointer structure, GParamSpec *spec, GValue *value);

G_END_DECLS
