/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parameters as a table: one row a field of a struct.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  VF_PARAM_UINT,
  VF_PARAM_DOUBLE,
  VF_PARAM_ENUM,    /* its values are 0, 1, ... */
  VF_PARAM_BOOLEAN, /* 0 or 1 */
} VfParamType;

typedef struct {
  const gchar *name; /* the element's property */
  gsize offset;      /* of the field in the struct */
  VfParamType type;
  gdouble minimum, maximum, initial;
  const gchar *const *nicks; /* of an enum, in the order of its values, with a
                                NULL at the end; else NULL */
} VfParamInfo;

/* The row of that name, or NULL. */
const VfParamInfo *vf_param_find (
    const VfParamInfo *infos, guint n_infos, const gchar *name);

/* A field as a number, whatever its type. */
gdouble vf_param_get (gconstpointer params, const VfParamInfo *info);
void vf_param_set (gpointer params, const VfParamInfo *info, gdouble value);

/* Sets each field to its initial value. */
void vf_params_init (gpointer params, const VfParamInfo *infos, guint n_infos);

/* Gives parameters that still are what they were in `before` what they are in
 * `after`. */
void vf_params_follow (gpointer params, gconstpointer before,
    gconstpointer after, const VfParamInfo *infos, guint n_infos);

/* The first row whose value is out of its range, with a VF_ERROR_PARAMETER that
 * names parameter, value and range; or NULL. */
const VfParamInfo *vf_params_check (gconstpointer params,
    const VfParamInfo *infos, guint n_infos, GError **error);

G_END_DECLS
