/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The detector of Viola and Jones: a picture and a cascade in, a list of
 * objects out. docs/ALGORITHM.md defines every step and every rounding.
 */
#pragma once

#include "cascade.h"
#include "detector.h"
#include "haar-params.h"
#include "image.h"

G_BEGIN_DECLS

/* The steps of a detection, in their order. */
typedef enum {
  HAAR_STAGE_GREY,     /* the luma of 8 bits */
  HAAR_STAGE_PYRAMID,  /* the picture at every scale */
  HAAR_STAGE_INTEGRAL, /* sums, sums of squares, tilted sums */
  HAAR_STAGE_CASCADE,  /* windows that pass */
  HAAR_STAGE_GROUPS,   /* groups, order, cut */
  HAAR_N_STAGES,
} HaarStage;

/* "grey", "pyramid", ...: of a stage below HAAR_N_STAGES. */
const gchar *haar_stage_name (HaarStage stage);

typedef struct {
  VfRect rect;        /* pixels of the picture, all within it */
  gdouble score;      /* the largest last-stage sum of its windows */
  gdouble confidence; /* m / (1 + m), m = max (0, score - threshold of the last
                         stage): 0 to 1, grows with the score; no probability */
  guint neighbors;    /* windows in its group; 1 without groups */
  guint region;       /* number of the rectangle in which it was found; 0
                         without a region */
} HaarObject;

typedef struct {
  const HaarObject *objects; /* confidence descending, then y, x, width, height,
                                region ascending */
  guint n_objects;
  guint n_windows; /* that passed the cascade, before groups */
  gsize scratch_bytes;
  guint64 stage_ns[HAAR_N_STAGES]; /* 0: its time is in that of a stage before
                                      it */
  const GError *fallback; /* why this frame is the first that VF_BACKEND_AUTO
                             did on the CPU after others on the GPU; NULL on
                             every other frame. The detector's */
} HaarResult;

/* Not safe for several threads at once; any number of detectors are. */
typedef struct _HaarDetector HaarDetector;

/* All of these as their namesakes in harris.h. */
HaarDetector *haar_new (VfBackendKind kind, gint device, GError **error);
HaarDetector *haar_new_in (
    VfBackendKind kind, VfContext *context, GError **error);
void haar_free (HaarDetector *detector); /* takes NULL */
VfDetector *haar_base (HaarDetector *detector);
VfBackendKind haar_backend (const HaarDetector *detector);
VfContext *haar_context (const HaarDetector *detector);
const GError *haar_fallback (const HaarDetector *detector);
void haar_set_threads (HaarDetector *detector, guint n_threads);

/* Finds the objects of `image`: those in all of it (region NULL), or in each of
 * the region's rectangles, which is searched as a picture of its own; what
 * sticks out of the picture is cut off; mask and inverted are not looked at. The result
 * and its objects belong to the detector until its next call. Memory is kept: a
 * frame that needs no more than an earlier one allocates nothing.
 *
 * NULL with a VF_ERROR, as harris_detect(). */
const HaarResult *haar_detect (HaarDetector *detector, Cascade *cascade,
    const HaarParams *params, const VfImage *image, const VfRegion *region,
    GError **error);

G_END_DECLS
