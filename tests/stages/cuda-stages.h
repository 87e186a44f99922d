/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The CUDA stages for the program that tests and times stages.
 */
#pragma once

#include "stages.h"

G_BEGIN_DECLS

/* The stages on the GPU as a table for works in the host's memory: each copies
 * the work there and back. Without the rows. NULL: there is no GPU to use. */
const HarrisStages *cuda_stages (void);

/* Frees what they have taken; they are not called any more. */
void cuda_stages_free (void);

/* Medians in ns of detections with the defaults. */
typedef struct {
  gdouble stages[HARRIS_N_STAGES]; /* each stage, on the GPU */
  gdouble all_stages;              /* their sum, on the GPU */
  gdouble fused;                   /* all in few launches, on the GPU */
  gdouble one_launch;              /* frames in a row, see cuda-frames.c */
  gdouble one_launch_alone;        /* one frame, between two events */
  gdouble one_launch_streams;      /* a frame's share on several streams */
  gdouble host_to_host;            /* harris_detect() */
  gdouble upload; /* the picture's way up alone, from pinned memory */
  gdouble npp;    /* the response of NPP; 0: it is not there */
} CudaTimes;

/* FALSE: there is no GPU to use. */
gboolean cuda_time_frames (const VfImage *image, CudaTimes *times);

/* The same with any parameters. inside: of VfArea, a byte a pixel; or NULL. */
typedef struct {
  gdouble response; /* with its range */
  gdouble fused;    /* all in few launches */
  gdouble best;     /* the way that the backend takes */
} CudaOperatorTimes;
gboolean cuda_time_operator (const HarrisParams *params, const VfImage *image,
    const guint8 *inside, CudaOperatorTimes *times);

G_END_DECLS
