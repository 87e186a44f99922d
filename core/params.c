/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "params.h"

#include "error.h"

const VfParamInfo *
vf_param_find (const VfParamInfo *infos, guint n_infos, const gchar *name)
{
  for (guint i = 0; i < n_infos; i++)
    if (g_strcmp0 (infos[i].name, name) == 0)
      return &infos[i];
  return NULL;
}

gdouble
vf_param_get (gconstpointer params, const VfParamInfo *info)
{
  gconstpointer field = G_STRUCT_MEMBER_P (params, info->offset);

  if (info->type == VF_PARAM_DOUBLE)
    return *(const gdouble *) field;
  return *(const guint *) field;
}

void
vf_param_set (gpointer params, const VfParamInfo *info, gdouble value)
{
  gpointer field = G_STRUCT_MEMBER_P (params, info->offset);

  if (info->type == VF_PARAM_DOUBLE)
    *(gdouble *) field = value;
  else
    *(guint *) field = (guint) value;
}

void
vf_params_init (gpointer params, const VfParamInfo *infos, guint n_infos)
{
  for (guint i = 0; i < n_infos; i++)
    vf_param_set (params, &infos[i], infos[i].initial);
}

void
vf_params_follow (gpointer params, gconstpointer before, gconstpointer after,
    const VfParamInfo *infos, guint n_infos)
{
  for (guint i = 0; i < n_infos; i++)
    if (vf_param_get (params, &infos[i]) == vf_param_get (before, &infos[i]))
      vf_param_set (params, &infos[i], vf_param_get (after, &infos[i]));
}

static void
set_range_error (GError **error, const VfParamInfo *info, gdouble value)
{
  if (info->type == VF_PARAM_ENUM) {
    gchar *nicks = g_strjoinv (", ", (gchar **) info->nicks);
    g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
        "%s is %g, which is none of %s", info->name, value, nicks);
    g_free (nicks);
  } else {
    g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
        "%s is %.10g, but must be from %g to %.10g", info->name, value,
        info->minimum, info->maximum);
  }
}

const VfParamInfo *
vf_params_check (gconstpointer params, const VfParamInfo *infos, guint n_infos,
    GError **error)
{
  for (guint i = 0; i < n_infos; i++) {
    gdouble value = vf_param_get (params, &infos[i]);

    /* Written so that NaN is out of range too. */
    if (!(value >= infos[i].minimum && value <= infos[i].maximum)) {
      set_range_error (error, &infos[i], value);
      return &infos[i];
    }
  }
  return NULL;
}
