/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The parameters of the Harris detector, their ranges and defaults.
 */
#pragma once

#include "params.h"

G_BEGIN_DECLS

#define HARRIS_MAX_FILTER_LENGTH 31
#define HARRIS_MAX_GRID          256

typedef enum {
  HARRIS_GRADIENT_CENTRAL,
  HARRIS_GRADIENT_SOBEL3,
  HARRIS_GRADIENT_SOBEL5,
  HARRIS_GRADIENT_SOBEL7,
  HARRIS_GRADIENT_SCHARR3,
  HARRIS_N_GRADIENTS,
} HarrisGradient;

typedef enum {
  HARRIS_WINDOW_GAUSSIAN,
  HARRIS_WINDOW_BOX,
  HARRIS_N_WINDOWS,
} HarrisWindow;

typedef enum {
  HARRIS_MEASURE_HARRIS,
  HARRIS_MEASURE_MIN_EIGEN,
  HARRIS_MEASURE_NOBLE,
  HARRIS_N_MEASURES,
} HarrisMeasure;

typedef enum {
  HARRIS_THRESHOLD_ROSIN,
  HARRIS_THRESHOLD_ABSOLUTE,
  HARRIS_THRESHOLD_RELATIVE,
  HARRIS_N_THRESHOLD_MODES,
} HarrisThresholdMode;

typedef enum {
  HARRIS_SUPPRESSION_WINDOW,
  HARRIS_SUPPRESSION_MAXIMA,
  HARRIS_SUPPRESSION_BLOCK,
  HARRIS_SUPPRESSION_NONE,
  HARRIS_N_SUPPRESSIONS,
} HarrisSuppression;

typedef enum {
  HARRIS_SUBPIXEL_NONE,
  HARRIS_SUBPIXEL_QUADRATIC,
  HARRIS_N_SUBPIXELS,
} HarrisSubpixel;

typedef enum {
  HARRIS_CHANNELS_AUTO,
  HARRIS_CHANNELS_GRAY,
  HARRIS_CHANNELS_COLOR,
  HARRIS_N_CHANNELS,
} HarrisChannels;

/* One field a property of the element, of the same name. */
typedef struct {
  guint gradient;      /* HarrisGradient */
  guint window_type;   /* HarrisWindow */
  guint filter_length; /* side of the window, pixels, odd */
  gdouble sigma;       /* of the Gaussian window, pixels */
  gdouble k;           /* Harris and Stephens' constant */
  guint measure;       /* HarrisMeasure */
  guint bins;          /* of the histogram of responses */
  guint threshold_mode;
  gdouble threshold;
  guint suppression;
  guint suppression_radius;      /* L: side of a block, pixels */
  guint max_corners;             /* 0: all */
  gdouble min_distance;          /* between corners, pixels; 0: any */
  guint grid_columns, grid_rows; /* 0: no grid */
  guint subpixel;                /* HarrisSubpixel */
  guint channels;
} HarrisParams;

/* One row a field: the one list of names, ranges and defaults, for the check,
 * for the element's properties and for programs that read name=value. */
typedef VfParamInfo HarrisParamInfo;
#define HARRIS_PARAM_UINT   VF_PARAM_UINT
#define HARRIS_PARAM_DOUBLE VF_PARAM_DOUBLE
#define HARRIS_PARAM_ENUM   VF_PARAM_ENUM

extern const HarrisParamInfo harris_param_infos[];
extern const guint harris_n_param_infos;

/* The row of that name, or NULL. */
const HarrisParamInfo *harris_param_find (const gchar *name);

/* A field as a number, whatever its type. */
gdouble harris_param_get (
    const HarrisParams *params, const HarrisParamInfo *info);
void harris_param_set (
    HarrisParams *params, const HarrisParamInfo *info, gdouble value);

void harris_params_init (HarrisParams *params);

/* FALSE, and a VF_ERROR_PARAMETER that names parameter, value and range, when
 * a detector cannot run with these. `bad`, if not NULL, is then the row of the
 * parameter that is wrong. */
gboolean harris_params_check (
    const HarrisParams *params, const HarrisParamInfo **bad, GError **error);

G_END_DECLS
