/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harrisproperties.h"

#include "harrisenums.h"
#include "markers.h"
#include "properties.h"

static const VfMarkerStyle default_style = VF_MARKER_STYLE_DEFAULT;

static const VfParamText param_texts[] = {
  { "gradient", "Gradient",
      "What finds the gradient; larger ones see less noise, and give larger "
      "responses",
      VF_TUNABLE, harris_gradient_type },
  { "window-type", "Window type",
      "How the products of the gradient are summed around a pixel", VF_TUNABLE,
      harris_window_type },
  { "filter-length", "Filter length",
      "Side of the window, in pixels, odd; larger: smoother, fewer corners",
      VF_TUNABLE, NULL },
  { "sigma", "Sigma",
      "Standard deviation of the window, in pixels (window-type=gaussian only)",
      VF_CONTROLLABLE, NULL },
  { "k", "k",
      "Harris and Stephens' constant, usually 0.04 to 0.06; larger: edges "
      "are told from corners more strictly (measure=harris only)",
      VF_CONTROLLABLE, NULL },
  { "measure", "Measure",
      "What the response is: how much like a corner a pixel is", VF_TUNABLE,
      harris_measure_type },
  { "bins", "Bins",
      "Bins of the histogram of responses (threshold-mode=rosin only)",
      VF_TUNABLE, NULL },
  { "threshold-mode", "Threshold mode",
      "Where the threshold of the response comes from", VF_TUNABLE,
      harris_threshold_mode_type },
  { "threshold", "Threshold",
      "absolute: in units of the response; relative: a share of the region's "
      "largest response, below 1; not used with rosin",
      VF_CONTROLLABLE, NULL },
  { "suppression", "Suppression", "Which maxima survive; strictest first",
      VF_TUNABLE, harris_suppression_type },
  { "suppression-radius", "Suppression radius",
      "Side of a block, and reach of the window around a corner, in pixels",
      VF_TUNABLE, NULL },
  { "max-corners", "Max corners",
      "How many corners are kept, the strongest; with a grid, divided among "
      "its "
      "cells; 0: all",
      VF_TUNABLE, NULL },
  { "min-distance", "Min distance",
      "How far corners are from each other at least, in pixels, before "
      "subpixel "
      "moves them; the stronger one stays; 0: any distance",
      VF_CONTROLLABLE, NULL },
  { "grid-columns", "Grid columns",
      "Cells from left to right, each of which gets its share of max-corners; "
      "0, with grid-rows=0: no grid",
      VF_TUNABLE, NULL },
  { "grid-rows", "Grid rows", "Cells from top to bottom; see grid-columns",
      VF_TUNABLE, NULL },
  { "subpixel", "Subpixel",
      "Where a corner lies: on its pixel, or up to half a pixel beside it",
      VF_TUNABLE, harris_subpixel_type },
  { "channels", "Channels", "Grey or colour", VF_TUNABLE,
      harris_channels_type },
};

void
harris_properties_install (GstFeatureDetectorClass *klass)
{
  gst_feature_detector_install_params (klass, harris_param_infos,
      harris_n_param_infos, param_texts, G_N_ELEMENTS (param_texts),
      G_STRUCT_OFFSET (HarrisSettings, params));
  gst_feature_detector_install (klass,
      g_param_spec_uint ("draw-radius", "Draw radius",
          "Of a corner's marker, in pixels", 1, VF_MARKER_MAX_RADIUS,
          default_style.radius, VF_CONTROLLABLE),
      G_STRUCT_OFFSET (HarrisSettings, draw_radius));
  gst_feature_detector_install (klass,
      g_param_spec_boolean ("roi-invert", "Invert region",
          "Look for corners outside of the region instead: everywhere but in "
          "faces, say (not with roi-source=all)",
          FALSE, VF_TUNABLE),
      G_STRUCT_OFFSET (HarrisSettings, common.roi.invert));
}

void
harris_settings_init (HarrisSettings *settings)
{
  vf_settings_init (&settings->common);
  harris_params_init (&settings->params);
  settings->draw_radius = default_style.radius;
}

/* Where the bad value is the good one, what forbids it has changed: the mode of
 * a threshold, the other side of a grid. */
static void
restore (
    HarrisParams *params, const HarrisParams *good, const HarrisParamInfo *bad)
{
  gdouble value = harris_param_get (good, bad);

  if (harris_param_get (params, bad) != value) {
    harris_param_set (params, bad, value);
  } else if (g_str_equal (bad->name, "threshold")) {
    params->threshold_mode = good->threshold_mode;
  } else {
    params->grid_columns = good->grid_columns;
    params->grid_rows = good->grid_rows;
  }
}

static GError *
repair_params (HarrisParams *params, const HarrisParams *good,
    const HarrisParamInfo **first)
{
  const HarrisParamInfo *bad, *last = NULL;
  GError *error = NULL;

  *first = NULL;
  while (!harris_params_check (params, &bad, error ? NULL : &error)) {
    if (bad == last) /* that did not help */
      *params = *good;
    else
      restore (params, good, bad);
    *first = *first ? *first : bad;
    last = bad;
  }
  return error;
}

GError *
harris_settings_repair (HarrisSettings *settings, HarrisSettings *asked,
    const HarrisSettings *good, const gchar **bad)
{
  const HarrisParams before = settings->params;
  const HarrisParamInfo *first;
  GError *error = repair_params (&settings->params, &good->params, &first);

  vf_params_follow (&asked->params, &before, &settings->params,
      harris_param_infos, harris_n_param_infos);
  *bad = first ? first->name : NULL;
  return error;
}

const gchar *
harris_param_nick (const gchar *name, guint value)
{
  return harris_param_find (name)->nicks[value];
}
