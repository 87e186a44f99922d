/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The parameters of the Haar detector, their ranges and defaults.
 */
#pragma once

#include "haar-thesis.h"
#include "params.h"

G_BEGIN_DECLS

/* One field a property of the element, of the same name. */
typedef struct {
  gdouble scale_factor; /* from one size of window to the next */
  guint min_neighbors;  /* a group has more windows than these; 0: no groups,
                           every window is an object */
  guint min_size_width, min_size_height; /* pixels; 0: no limit */
  guint max_size_width, max_size_height; /* pixels; 0 in either: no limit */
  guint max_objects;                     /* 0: all */
  gdouble min_confidence;                /* 0 to 1 */
  gboolean opencv_skip; /* leave out the windows that OpenCV does */
  gboolean flip;        /* look into the mirror image too */
  guint kernel;         /* HaarKernel; on the GPU, as what follows */
  HaarThesis thesis; /* for HAAR_KERNEL_THESIS; its groups are not in the list
                           below */
} HaarParams;

/* One row a field: the one list of names, ranges and defaults, for the check,
 * for the element's properties and for programs that read name=value. */
typedef VfParamInfo HaarParamInfo;

extern const HaarParamInfo haar_param_infos[];
extern const guint haar_n_param_infos;

/* The row of that name, or NULL. */
const HaarParamInfo *haar_param_find (const gchar *name);

/* A field as a number, whatever its type. */
gdouble haar_param_get (const HaarParams *params, const HaarParamInfo *info);
void haar_param_set (
    HaarParams *params, const HaarParamInfo *info, gdouble value);

void haar_params_init (HaarParams *params);

/* NULL: not those ways. */
const HaarThesis *haar_params_thesis (const HaarParams *params);

/* FALSE, and a VF_ERROR_PARAMETER that names parameter, value and range, when
 * a detector cannot run with these. `bad`, if not NULL, is then the row of the
 * parameter that is wrong. */
gboolean haar_params_check (
    const HaarParams *params, const HaarParamInfo **bad, GError **error);

G_END_DECLS
