/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harrisproperties.h"

#include "harrisenums.h"
#include "markers.h"
#include "properties.h"

static const VfMarkerStyle default_style = VF_MARKER_STYLE_DEFAULT;

/* The ids after those of harris_param_infos, which are 1 and up. */
enum {
  ROI_SOURCE,
  ROI_X,
  ROI_Y,
  ROI_WIDTH,
  ROI_HEIGHT,
  ROI_TYPE,
  DRAW,
  DRAW_COLOR,
  DRAW_RADIUS,
  DETECT_EVERY,
  HOLD,
  SKIP_LATE,
  UPDATES,
  KEEP_METAS,
  BACKEND,
  CUDA_DEVICE_ID,
  N_THREADS,
  N_OTHERS,
};

static const gsize other_offsets[N_OTHERS] = {
  [ROI_SOURCE] = G_STRUCT_OFFSET (HarrisSettings, roi.source),
  [ROI_X] = G_STRUCT_OFFSET (HarrisSettings, roi.rect.x),
  [ROI_Y] = G_STRUCT_OFFSET (HarrisSettings, roi.rect.y),
  [ROI_WIDTH] = G_STRUCT_OFFSET (HarrisSettings, roi.rect.width),
  [ROI_HEIGHT] = G_STRUCT_OFFSET (HarrisSettings, roi.rect.height),
  [ROI_TYPE] = G_STRUCT_OFFSET (HarrisSettings, roi.type),
  [DRAW] = G_STRUCT_OFFSET (HarrisSettings, draw),
  [DRAW_COLOR] = G_STRUCT_OFFSET (HarrisSettings, draw_color),
  [DRAW_RADIUS] = G_STRUCT_OFFSET (HarrisSettings, draw_radius),
  [DETECT_EVERY] = G_STRUCT_OFFSET (HarrisSettings, detect_every),
  [HOLD] = G_STRUCT_OFFSET (HarrisSettings, hold),
  [SKIP_LATE] = G_STRUCT_OFFSET (HarrisSettings, skip_late),
  [UPDATES] = G_STRUCT_OFFSET (HarrisSettings, updates),
  [KEEP_METAS] = G_STRUCT_OFFSET (HarrisSettings, keep_metas),
  [BACKEND] = G_STRUCT_OFFSET (HarrisSettings, backend),
  [CUDA_DEVICE_ID] = G_STRUCT_OFFSET (HarrisSettings, cuda_device_id),
  [N_THREADS] = G_STRUCT_OFFSET (HarrisSettings, n_threads),
};

/* The texts of core's parameters, found by name. */
typedef struct {
  const gchar *name, *nick, *blurb;
  GParamFlags flags;
  GType (*type) (void);
} ParamText;

static const ParamText param_texts[] = {
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

static const ParamText *
find_text (const gchar *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (param_texts); i++)
    if (g_str_equal (param_texts[i].name, name))
      return &param_texts[i];
  g_assert_not_reached ();
}

static GParamSpec *
param_spec (const HarrisParamInfo *info)
{
  const ParamText *text = find_text (info->name);

  switch (info->type) {
    case HARRIS_PARAM_UINT:
      return g_param_spec_uint (info->name, text->nick, text->blurb,
          (guint) info->minimum, (guint) info->maximum, (guint) info->initial,
          text->flags);
    case HARRIS_PARAM_DOUBLE:
      return g_param_spec_double (info->name, text->nick, text->blurb,
          info->minimum, info->maximum, info->initial, text->flags);
    default:
      return g_param_spec_enum (info->name, text->nick, text->blurb,
          text->type (), (gint) info->initial, text->flags);
  }
}

static GParamSpec *
roi_spec (const gchar *name, const gchar *nick, const gchar *blurb)
{
  return g_param_spec_uint (
      name, nick, blurb, 0, G_MAXINT32, 0, VF_CONTROLLABLE);
}

static void
install_backend (GObjectClass *klass, guint first)
{
  g_object_class_install_property (klass, first + BACKEND,
      g_param_spec_enum ("backend", "Backend",
          "Where corners are found; the results are the same",
          harris_backend_type (), VF_BACKEND_AUTO, VF_AT_START));
  g_object_class_install_property (klass, first + CUDA_DEVICE_ID,
      g_param_spec_int ("cuda-device-id", "CUDA device",
          "Number of the GPU; -1: the first that works", VF_DEVICE_ANY,
          G_MAXINT, VF_DEVICE_ANY, VF_AT_START));
  g_object_class_install_property (klass, first + N_THREADS,
      g_param_spec_uint ("n-threads", "Threads",
          "The most threads that find corners on the CPU; 0: as many as there "
          "are processors",
          0, HARRIS_MAX_THREADS, 0, VF_TUNABLE));
}

static void
install_others (GObjectClass *klass, guint first)
{
  g_object_class_install_property (klass, first + ROI_SOURCE,
      g_param_spec_enum ("roi-source", "Region source",
          "Where corners are looked for", harris_roi_source_type (),
          VF_ROI_SOURCE_ALL, VF_TUNABLE));
  g_object_class_install_property (klass, first + ROI_X,
      roi_spec ("roi-x", "Region x",
          "Left edge of the region, in pixels (roi-source=rectangle only)"));
  g_object_class_install_property (klass, first + ROI_Y,
      roi_spec ("roi-y", "Region y",
          "Upper edge of the region, in pixels (roi-source=rectangle only)"));
  g_object_class_install_property (klass, first + ROI_WIDTH,
      roi_spec ("roi-width", "Region width",
          "In pixels; 0: to the right edge (roi-source=rectangle only)"));
  g_object_class_install_property (klass, first + ROI_HEIGHT,
      roi_spec ("roi-height", "Region height",
          "In pixels; 0: to the lower edge (roi-source=rectangle only)"));
  g_object_class_install_property (klass, first + ROI_TYPE,
      g_param_spec_string ("roi-type", "Region type",
          "Only regions of interest of this type, such as face; empty: all "
          "(roi-source=meta only)",
          NULL, VF_TUNABLE));
  g_object_class_install_property (klass, first + DRAW,
      g_param_spec_flags ("draw", "Draw", "What is drawn into the frames",
          harris_draw_type (), HARRIS_DRAW_NONE, VF_TUNABLE));
  g_object_class_install_property (klass, first + DRAW_COLOR,
      g_param_spec_uint ("draw-color", "Draw colour",
          "Of what is drawn, 0xAARRGGBB; 0xff00ff00 is green", 0, G_MAXUINT32,
          default_style.color, VF_CONTROLLABLE));
  g_object_class_install_property (klass, first + DRAW_RADIUS,
      g_param_spec_uint ("draw-radius", "Draw radius",
          "Of a corner's marker, in pixels", 1, VF_MARKER_MAX_RADIUS,
          default_style.radius, VF_CONTROLLABLE));
  g_object_class_install_property (klass, first + DETECT_EVERY,
      g_param_spec_uint ("detect-every", "Detect every",
          "Only every n-th frame is analysed", 1, G_MAXINT32, 1, VF_TUNABLE));
  g_object_class_install_property (klass, first + HOLD,
      g_param_spec_boolean ("hold", "Hold",
          "Attach the last corners again, marked as held, to frames that are "
          "not analysed",
          FALSE, VF_TUNABLE));
  g_object_class_install_property (klass, first + SKIP_LATE,
      g_param_spec_boolean ("skip-late", "Skip late",
          "Do not analyse frames that the sink says are late", FALSE,
          VF_TUNABLE));
  g_object_class_install_property (klass, first + UPDATES,
      g_param_spec_enum ("updates", "Updates",
          "When a \"harriscorners\" message is posted on the bus: never, for "
          "every frame, when the count changes, when there are corners",
          harris_updates_type (), HARRIS_UPDATES_NONE, VF_TUNABLE));
  g_object_class_install_property (klass, first + KEEP_METAS,
      g_param_spec_boolean ("keep-metas", "Keep metas",
          "Keep the corners that an element before this one attached, beside "
          "ours",
          FALSE, VF_TUNABLE));
}

guint
harris_properties_install (GObjectClass *klass)
{
  guint first = 1 + harris_n_param_infos;

  for (guint i = 0; i < harris_n_param_infos; i++)
    g_object_class_install_property (
        klass, 1 + i, param_spec (&harris_param_infos[i]));
  install_others (klass, first);
  install_backend (klass, first);
  return first + N_OTHERS;
}

void
harris_settings_init (HarrisSettings *settings)
{
  *settings = (HarrisSettings){ 0 };
  harris_params_init (&settings->params);
  settings->draw_color = default_style.color;
  settings->draw_radius = default_style.radius;
  settings->detect_every = 1;
  settings->cuda_device_id = VF_DEVICE_ANY;
}

/* The field of a property's id, or NULL. */
static gpointer
find_field (const HarrisSettings *settings, guint id)
{
  guint other = id - harris_n_param_infos - 1;

  if (id <= harris_n_param_infos)
    return G_STRUCT_MEMBER_P (
        &settings->params, harris_param_infos[id - 1].offset);
  return other < N_OTHERS ? G_STRUCT_MEMBER_P (settings, other_offsets[other])
                          : NULL;
}

static GQuark
quark_of (const gchar *text)
{
  return text && *text ? g_quark_from_string (text) : 0;
}

gboolean
harris_settings_set (HarrisSettings *settings, guint id, const GValue *value)
{
  gpointer field = find_field (settings, id);

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
harris_settings_get (const HarrisSettings *settings, guint id, GValue *value)
{
  gconstpointer field = find_field (settings, id);

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

GError *
harris_settings_repair (HarrisSettings *settings, const HarrisSettings *good,
    const HarrisParamInfo **first)
{
  const HarrisParamInfo *bad, *last = NULL;
  GError *error = NULL;

  *first = NULL;
  while (
      !harris_params_check (&settings->params, &bad, error ? NULL : &error)) {
    if (bad == last) /* that did not help */
      settings->params = good->params;
    else
      restore (&settings->params, &good->params, bad);
    *first = *first ? *first : bad;
    last = bad;
  }
  return error;
}

void
harris_params_follow (
    HarrisParams *params, const HarrisParams *before, const HarrisParams *after)
{
  for (guint i = 0; i < harris_n_param_infos; i++) {
    const HarrisParamInfo *info = &harris_param_infos[i];

    if (harris_param_get (params, info) == harris_param_get (before, info))
      harris_param_set (params, info, harris_param_get (after, info));
  }
}

const gchar *
harris_param_nick (const gchar *name, guint value)
{
  return harris_param_find (name)->nicks[value];
}
