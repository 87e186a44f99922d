/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the programs share that compare the element with ground truth.
 */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct {
  gdouble x, y, strength;
} Point;

/* Initialises GStreamer, and returns the folder of that name in VF_TEST_DATA,
 * to be freed. Without the variable, or an element that is needed, the program
 * ends as one that was skipped. */
gchar *conformance_start (
    int *argc, char ***argv, const gchar *name, const gchar *const *elements);

/* The corners of the first frame of a pipeline, whose last element is an
 * appsink called "out": Points, the strongest first. `frame`, if not NULL, is
 * what an appsrc called "in" sends; it is kept. */
GArray *conformance_play (const gchar *description, GstBuffer *frame);

G_END_DECLS
