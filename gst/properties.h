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

G_END_DECLS
