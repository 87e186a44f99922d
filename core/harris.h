/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Harris corner detector: a picture in, a list of corners out.
 * docs/ALGORITHM.md defines every step and every rounding.
 */
#pragma once

#include "harris-params.h"
#include "image.h"

G_BEGIN_DECLS

/* The steps of a detection, in their order. */
typedef enum {
  HARRIS_STAGE_RESPONSE,
  HARRIS_STAGE_RANGE,
  HARRIS_STAGE_HISTOGRAM,
  HARRIS_STAGE_THRESHOLD,
  HARRIS_STAGE_MAXIMA,
  HARRIS_STAGE_SUPPRESSION,
  HARRIS_STAGE_COMPACTION,
  HARRIS_STAGE_SORT,
  HARRIS_STAGE_SELECTION,
  HARRIS_N_STAGES,
} HarrisStage;

const gchar *harris_stage_name (HarrisStage stage);

typedef struct {
  gfloat x, y;     /* pixels; pixel centres are at integers */
  gfloat response; /* R, > 0 */
} HarrisCorner;

typedef struct {
  const HarrisCorner *corners; /* the strongest first */
  guint n_corners;
  gdouble threshold;      /* what R exceeds, besides 0; NaN: there is none */
  const gfloat *response; /* R of every pixel, width x height floats without
                             padding; NULL where it stays on a device */
  gsize scratch_bytes;
  guint64 stage_ns[HARRIS_N_STAGES];
} HarrisResult;

/* Not safe for several threads at once; any number of detectors are. */
typedef struct _HarrisDetector HarrisDetector;

HarrisDetector *harris_new (void);
void harris_free (HarrisDetector *detector); /* takes NULL */

/* Finds the corners of `image` whose pixels lie in `region` (NULL: all of it;
 * what sticks out of the picture is cut off). The result and its corners
 * belong to the detector until its next call. Memory is kept: a frame that
 * needs no more than an earlier one allocates nothing.
 *
 * NULL with a VF_ERROR: PARAMETER (as harris_params_check), SIZE, or MEMORY. A
 * detector is as good as before after any of them. */
const HarrisResult *harris_detect (HarrisDetector *detector,
    const HarrisParams *params, const VfImage *image, const VfRect *region,
    GError **error);

G_END_DECLS
