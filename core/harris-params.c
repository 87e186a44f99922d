/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harris-params.h"

#include "error.h"

#include <float.h>

static const gchar *const gradient_nicks[] = { "central", "sobel3", "sobel5",
  "sobel7", "scharr3", NULL };
static const gchar *const window_nicks[] = { "gaussian", "box", NULL };
static const gchar *const measure_nicks[] = { "harris", "min-eigen", "noble",
  NULL };
static const gchar *const threshold_nicks[] = { "rosin", "absolute", "relative",
  NULL };
static const gchar *const suppression_nicks[] = { "window", "maxima", "block",
  "none", NULL };
static const gchar *const subpixel_nicks[] = { "none", "quadratic", NULL };
static const gchar *const channels_nicks[] = { "auto", "gray", "color", NULL };

#define UINT_ROW(name, field, minimum, maximum, initial)                       \
  {                                                                            \
    name, G_STRUCT_OFFSET (HarrisParams, field), HARRIS_PARAM_UINT, minimum,   \
        maximum, initial, NULL                                                 \
  }
#define DOUBLE_ROW(name, field, minimum, maximum, initial)                     \
  {                                                                            \
    name, G_STRUCT_OFFSET (HarrisParams, field), HARRIS_PARAM_DOUBLE, minimum, \
        maximum, initial, NULL                                                 \
  }
#define ENUM_ROW(name, field, count, nicks)                                    \
  {                                                                            \
    name, G_STRUCT_OFFSET (HarrisParams, field), HARRIS_PARAM_ENUM, 0,         \
        (count) -1, 0, nicks                                                   \
  }

const HarrisParamInfo harris_param_infos[] = {
  ENUM_ROW ("gradient", gradient, HARRIS_N_GRADIENTS, gradient_nicks),
  ENUM_ROW ("window-type", window_type, HARRIS_N_WINDOWS, window_nicks),
  UINT_ROW ("filter-length", filter_length, 1, HARRIS_MAX_FILTER_LENGTH, 5),
  DOUBLE_ROW ("sigma", sigma, 0.1, 32, 1.5),
  DOUBLE_ROW ("k", k, 0, 1, 0.04),
  ENUM_ROW ("measure", measure, HARRIS_N_MEASURES, measure_nicks),
  UINT_ROW ("bins", bins, 2, 65536, 256),
  ENUM_ROW ("threshold-mode", threshold_mode, HARRIS_N_THRESHOLD_MODES,
      threshold_nicks),
  DOUBLE_ROW ("threshold", threshold, 0, DBL_MAX, 0),
  ENUM_ROW (
      "suppression", suppression, HARRIS_N_SUPPRESSIONS, suppression_nicks),
  UINT_ROW ("suppression-radius", suppression_radius, 1, 255, 4),
  UINT_ROW ("max-corners", max_corners, 0, G_MAXINT32, 200),
  DOUBLE_ROW ("min-distance", min_distance, 0, 32768, 0),
  UINT_ROW ("grid-columns", grid_columns, 0, HARRIS_MAX_GRID, 0),
  UINT_ROW ("grid-rows", grid_rows, 0, HARRIS_MAX_GRID, 0),
  ENUM_ROW ("subpixel", subpixel, HARRIS_N_SUBPIXELS, subpixel_nicks),
  ENUM_ROW ("channels", channels, HARRIS_N_CHANNELS, channels_nicks),
};
const guint harris_n_param_infos = G_N_ELEMENTS (harris_param_infos);

const HarrisParamInfo *
harris_param_find (const gchar *name)
{
  return vf_param_find (harris_param_infos, harris_n_param_infos, name);
}

gdouble
harris_param_get (const HarrisParams *params, const HarrisParamInfo *info)
{
  return vf_param_get (params, info);
}

void
harris_param_set (
    HarrisParams *params, const HarrisParamInfo *info, gdouble value)
{
  vf_param_set (params, info, value);
}

void
harris_params_init (HarrisParams *params)
{
  vf_params_init (params, harris_param_infos, harris_n_param_infos);
}

/* What a range cannot say. */
static const gchar *
check_relations (const HarrisParams *params, GError **error)
{
  if (params->filter_length % 2 == 0) {
    g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
        "filter-length is %u, but must be odd, from 1 to %u",
        params->filter_length, HARRIS_MAX_FILTER_LENGTH);
    return "filter-length";
  }
  if (params->threshold_mode == HARRIS_THRESHOLD_RELATIVE
      && params->threshold >= 1) {
    g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
        "threshold is %g, but must be at least 0 and below 1 with "
        "threshold-mode=relative: it is a share of the largest response",
        params->threshold);
    return "threshold";
  }
  if (!params->grid_columns != !params->grid_rows) {
    gboolean rows = params->grid_rows == 0;

    g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
        "%s is 0, but must be from 1 to %u with %s=%u: a grid has both",
        rows ? "grid-rows" : "grid-columns", HARRIS_MAX_GRID,
        rows ? "grid-columns" : "grid-rows",
        rows ? params->grid_columns : params->grid_rows);
    return rows ? "grid-rows" : "grid-columns";
  }
  return NULL;
}

gboolean
harris_params_check (
    const HarrisParams *params, const HarrisParamInfo **bad, GError **error)
{
  const HarrisParamInfo *wrong =
      vf_params_check (params, harris_param_infos, harris_n_param_infos, error);

  if (!wrong)
    wrong = harris_param_find (check_relations (params, error));
  if (wrong && bad)
    *bad = wrong;
  return !wrong;
}
