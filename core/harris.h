/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Harris corner detector: a picture in, a list of corners out.
 * docs/ALGORITHM.md defines every step and every rounding.
 */
#pragma once

#include "detector.h"
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

/* "response", "range", ...: of a stage below HARRIS_N_STAGES. */
const gchar *harris_stage_name (HarrisStage stage);

typedef struct {
  gfloat x, y;     /* pixels; pixel centres are at integers */
  gfloat response; /* R, > 0 */
} HarrisCorner;

/* What threshold-mode=rosin saw. */
typedef struct {
  const guint32 *counts; /* NULL: there is none, or see harris_want_planes() */
  guint n_bins;
  guint threshold_bin; /* T: responses in bins above it pass */
} HarrisHistogram;

typedef struct {
  const HarrisCorner *corners; /* the strongest first */
  guint n_corners;
  gdouble threshold;      /* what R exceeds, besides 0; NaN: there is none */
  const gfloat *response; /* R of every pixel, width x height floats without
                             padding; NULL: see harris_want_planes() */
  HarrisHistogram histogram;
  gsize scratch_bytes;
  guint64 stage_ns[HARRIS_N_STAGES]; /* 0: its time is in that of a stage
                                        before it */
  const GError *fallback; /* why this frame is the first that VF_BACKEND_AUTO
                             did on the CPU after others on the GPU; NULL on
                             every other frame. The detector's */
} HarrisResult;

/* Not safe for several threads at once; any number of detectors are. */
typedef struct _HarrisDetector HarrisDetector;

/* `device`: the number of the GPU, or VF_DEVICE_ANY. NULL with a VF_ERROR
 * (NO_DEVICE, DEVICE, MEMORY) only where VF_BACKEND_CUDA cannot be had: the CPU
 * always can, and VF_BACKEND_AUTO falls back to it. */
HarrisDetector *harris_new (VfBackendKind kind, gint device, GError **error);

/* The same where CUDA runs in a context that somebody has made already, so that
 * pictures in its memory are read where they lie. Takes a reference. */
HarrisDetector *harris_new_in (
    VfBackendKind kind, VfContext *context, GError **error);
void harris_free (HarrisDetector *detector); /* takes NULL */

/* For callers that have detectors of several kinds, and for vf_detector_move();
 * a part of this one. */
VfDetector *harris_base (HarrisDetector *detector);

/* Where it runs: VF_BACKEND_CPU or VF_BACKEND_CUDA. */
VfBackendKind harris_backend (const HarrisDetector *detector);

/* The context in whose memory pictures are read where they lie; NULL on the
 * CPU. */
VfContext *harris_context (const HarrisDetector *detector);

/* Why VF_BACKEND_AUTO runs on the CPU; NULL: it does not. */
const GError *harris_fallback (const HarrisDetector *detector);

/* Whether results have the response and the histogram: to make them takes
 * time, and on the CPU memory. At first they are not wanted. */
void harris_want_planes (HarrisDetector *detector, gboolean want);

/* The most threads that a detection on the CPU may use, the caller's among them;
 * 0, which is what it starts with: as many as there are processors. Small
 * pictures take fewer, and none more than VF_DETECTOR_MAX_THREADS. The result is
 * the same with any number. */
void harris_set_threads (HarrisDetector *detector, guint n_threads);

/* Finds the corners of `image` whose pixels lie in `region` (NULL: all of it;
 * what sticks out of the picture is cut off; no rectangle, or only empty ones:
 * no corners). The result and its corners belong to the detector until its next
 * call. Memory is kept: a frame that needs no more than an earlier one allocates
 * nothing.
 *
 * NULL with a VF_ERROR: PARAMETER (as harris_params_check), SIZE, MEMORY,
 * DEVICE or PLACE. A detector is as good as before after any but DEVICE. With
 * VF_BACKEND_AUTO a GPU that fails, or has no memory left, is given up, and
 * this frame and those after it are done on the CPU; where the picture lies in
 * the GPU's memory that gives PLACE, until the caller has brought it to the
 * host's. */
const HarrisResult *harris_detect (HarrisDetector *detector,
    const HarrisParams *params, const VfImage *image, const VfRegion *region,
    GError **error);

G_END_DECLS
