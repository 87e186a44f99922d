/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-params.h"

#include "error.h"

#include <string.h>

static const gchar *const kernel_nicks[] = { "auto", "thesis", NULL };
static const gchar *const compaction_nicks[] = { "scan", "atomic", NULL };
static const gchar *const pyramid_nicks[] = { "scaled", "integral", NULL };

#define ENUM_ROW(name, field, count, nicks)                                    \
  {                                                                            \
    name, G_STRUCT_OFFSET (HaarParams, field), VF_PARAM_ENUM, 0, (count) -1,   \
        0, nicks                                                               \
  }
#define ROW(name, field, type, minimum, maximum, initial)                      \
  {                                                                            \
    name, G_STRUCT_OFFSET (HaarParams, field), VF_PARAM_##type, minimum,       \
        maximum, initial, NULL                                                 \
  }

/* Twice the longest side of a picture. */
#define MAX_SIZE 32768

const HaarParamInfo haar_param_infos[] = {
  ROW ("scale-factor", scale_factor, DOUBLE, 1.01, 10, 1.2),
  ROW ("min-neighbors", min_neighbors, UINT, 0, G_MAXINT32, 3),
  ROW ("min-size-width", min_size_width, UINT, 0, MAX_SIZE, 0),
  ROW ("min-size-height", min_size_height, UINT, 0, MAX_SIZE, 0),
  ROW ("max-size-width", max_size_width, UINT, 0, MAX_SIZE, 0),
  ROW ("max-size-height", max_size_height, UINT, 0, MAX_SIZE, 0),
  ROW ("max-objects", max_objects, UINT, 0, G_MAXINT32, 0),
  ROW ("min-confidence", min_confidence, DOUBLE, 0, 1, 0),
  ROW ("opencv-skip", opencv_skip, BOOLEAN, 0, 1, TRUE),
  ROW ("flip", flip, BOOLEAN, 0, 1, FALSE),
  ENUM_ROW ("kernel", kernel, HAAR_N_KERNELS, kernel_nicks),
  ENUM_ROW (
      "compaction", thesis.compaction, HAAR_N_COMPACTIONS, compaction_nicks),
  ENUM_ROW ("pyramid", thesis.pyramid, HAAR_N_PYRAMIDS, pyramid_nicks),
};
const guint haar_n_param_infos = G_N_ELEMENTS (haar_param_infos);

const HaarParamInfo *
haar_param_find (const gchar *name)
{
  return vf_param_find (haar_param_infos, haar_n_param_infos, name);
}

gdouble
haar_param_get (const HaarParams *params, const HaarParamInfo *info)
{
  return vf_param_get (params, info);
}

void
haar_param_set (HaarParams *params, const HaarParamInfo *info, gdouble value)
{
  vf_param_set (params, info, value);
}

void
haar_params_init (HaarParams *params)
{
  memset (params, 0, sizeof *params);
  vf_params_init (params, haar_param_infos, haar_n_param_infos);
  haar_stage_groups_parse (HAAR_STAGE_GROUPS_DEFAULT, &params->thesis, NULL);
}

const HaarThesis *
haar_params_thesis (const HaarParams *params)
{
  return params->kernel == HAAR_KERNEL_THESIS ? &params->thesis : NULL;
}

/* TRUE: it is wrong, and the error says so. */
static gboolean
is_above (const gchar *side, guint minimum, guint maximum, GError **error)
{
  if (minimum <= maximum)
    return FALSE;
  g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
      "min-size-%s is %u, but must be from 0 to %u with max-size-%s=%u: no "
      "window is both",
      side, minimum, maximum, side, maximum);
  return TRUE;
}

/* What a range cannot say. */
static const gchar *
check_relations (const HaarParams *p, GError **error)
{
  if (p->max_size_width == 0 || p->max_size_height == 0)
    return NULL;
  if (is_above ("width", p->min_size_width, p->max_size_width, error))
    return "min-size-width";
  if (is_above ("height", p->min_size_height, p->max_size_height, error))
    return "min-size-height";
  return NULL;
}

gboolean
haar_params_check (
    const HaarParams *params, const HaarParamInfo **bad, GError **error)
{
  const HaarParamInfo *wrong =
      vf_params_check (params, haar_param_infos, haar_n_param_infos, error);

  if (!wrong)
    wrong = haar_param_find (check_relations (params, error));
  if (wrong && bad)
    *bad = wrong;
  return !wrong;
}
