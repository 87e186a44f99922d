/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harris-options.h"

#include "error.h"

#include <float.h>

#define ROI_ROW(name, field)                                                   \
  {                                                                            \
    name, G_STRUCT_OFFSET (HarrisOptions, field), HARRIS_PARAM_UINT, 0,        \
        G_MAXINT32, 0, NULL                                                    \
  }

/* The offsets are HarrisOptions', not HarrisParams'. */
static const HarrisParamInfo roi_infos[] = {
  ROI_ROW ("roi-x", roi_x),
  ROI_ROW ("roi-y", roi_y),
  ROI_ROW ("roi-width", roi_width),
  ROI_ROW ("roi-height", roi_height),
};

void
harris_options_init (HarrisOptions *options)
{
  *options = (HarrisOptions){ 0 };
  harris_params_init (&options->params);
}

static gboolean
parse_uint (const HarrisParamInfo *info, const gchar *text, gdouble *value,
    GError **error)
{
  guint64 number;

  if (g_ascii_string_to_unsigned (text, 10, (guint64) info->minimum,
          (guint64) info->maximum, &number, NULL)) {
    *value = (gdouble) number;
    return TRUE;
  }
  g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
      "%s is '%s', but must be a whole number from %g to %.10g", info->name,
      text, info->minimum, info->maximum);
  return FALSE;
}

static gboolean
parse_double (const HarrisParamInfo *info, const gchar *text, gdouble *value,
    GError **error)
{
  gchar *end;

  *value = g_ascii_strtod (text, &end);
  if (*text && !*end && *value >= info->minimum && *value <= info->maximum)
    return TRUE;
  if (info->maximum == DBL_MAX)
    g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
        "%s is '%s', but must be a number of at least %g", info->name, text,
        info->minimum);
  else
    g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
        "%s is '%s', but must be a number from %g to %.10g", info->name, text,
        info->minimum, info->maximum);
  return FALSE;
}

static gboolean
parse_enum (const HarrisParamInfo *info, const gchar *text, gdouble *value,
    GError **error)
{
  gchar *nicks;

  for (guint i = 0; info->nicks[i]; i++)
    if (g_str_equal (info->nicks[i], text)) {
      *value = i;
      return TRUE;
    }
  nicks = g_strjoinv (", ", (gchar **) info->nicks);
  g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
      "%s is '%s', which is none of %s", info->name, text, nicks);
  g_free (nicks);
  return FALSE;
}

static gboolean
parse (const HarrisParamInfo *info, const gchar *text, gdouble *value,
    GError **error)
{
  switch (info->type) {
    case HARRIS_PARAM_UINT:
      return parse_uint (info, text, value, error);
    case HARRIS_PARAM_DOUBLE:
      return parse_double (info, text, value, error);
    default:
      return parse_enum (info, text, value, error);
  }
}

static const HarrisParamInfo *
find_roi (const gchar *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (roi_infos); i++)
    if (g_str_equal (roi_infos[i].name, name))
      return &roi_infos[i];
  return NULL;
}

gboolean
harris_options_set (HarrisOptions *options, const gchar *name,
    const gchar *value, GError **error)
{
  const HarrisParamInfo *info = harris_param_find (name);
  const HarrisParamInfo *roi = find_roi (name);
  gchar *names;
  gdouble number;

  if (info || roi) {
    if (!parse (info ? info : roi, value, &number, error))
      return FALSE;
    if (info)
      harris_param_set (&options->params, info, number);
    else
      G_STRUCT_MEMBER (guint, options, roi->offset) = (guint) number;
    return TRUE;
  }
  names = harris_options_names ();
  g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
      "there is no property '%s'; the properties are: %s", name, names);
  g_free (names);
  return FALSE;
}

gchar *
harris_options_names (void)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < harris_n_param_infos; i++)
    g_string_append_printf (
        names, "%s%s", i > 0 ? " " : "", harris_param_infos[i].name);
  for (guint i = 0; i < G_N_ELEMENTS (roi_infos); i++)
    g_string_append_printf (names, " %s", roi_infos[i].name);
  return g_string_free (names, FALSE);
}

VfRect
harris_options_region (const HarrisOptions *options)
{
  return (VfRect){
    .x = options->roi_x,
    .y = options->roi_y,
    .width = options->roi_width ? options->roi_width : G_MAXUINT,
    .height = options->roi_height ? options->roi_height : G_MAXUINT,
  };
}
