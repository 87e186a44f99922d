/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long each step of a way takes, by events between them.
 */
#pragma once

#include "harris-cuda.h"

G_BEGIN_DECLS

/* Starts zeroed. */
typedef struct {
  cudaEvent_t events[HARRIS_N_STAGES + 1];
} HarrisCudaMarks;

/* In the context, like all of these. After a failure too it is to be cleared. */
gboolean harris_cuda_marks_init (HarrisCudaMarks *marks, GError **error);
void harris_cuda_marks_clear (HarrisCudaMarks *marks);

/* Puts all steps of a way into the work's stream, with a mark before the first
 * one and one behind each. An error goes to work->error. */
void harris_cuda_run_marked (
    HarrisWork *work, const HarrisCudaWay *way, HarrisCudaMarks *marks);

/* When they are done: the nanoseconds of each step, at its stage. */
gboolean harris_cuda_read_marks (const HarrisCudaMarks *marks,
    const HarrisCudaWay *way, guint64 *stage_ns, GError **error);

G_END_DECLS
