/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a whole run of a pipeline leaves behind, for comparing two of them.
 */
#pragma once

#include "testing.h"

G_BEGIN_DECLS

typedef struct {
  GPtrArray *corners;  /* GBytes: of each buffer behind the element "d" */
  GPtrArray *messages; /* GBytes: of each message of it */
  GPtrArray *frames;   /* GstSample: those at the appsink "out" */
  guint n_on_gpu;      /* buffers whose caps there say that they lie on a GPU */
  guint n_copied;      /* buffers that left it with other memory */
  gchar *backend;      /* where it ran at the end */
  GError *error, *warning; /* the first ones; NULL: none */
} Recording;

/* The line has an element harriscorners, featureoverlay or regioncover that
 * is called "d", and may have an appsink "out". A pipeline that hangs fails the test. */
Recording *record (const gchar *line);

/* The same with a probe on the source pad of the element of that name. */
Recording *record_with (
    const gchar *line, const gchar *name, GstPadProbeCallback probe);
void recording_free (Recording *recording);

/* The same corners in each frame, and some in all; and in each message. */
void recordings_same_corners (
    const gchar *what, const Recording *a, const Recording *b);

/* The same samples in each frame. */
void recordings_same_pixels (
    const gchar *what, const Recording *a, const Recording *b);

/* Whether the pipeline can be made here: all of its elements are there. */
gboolean can_launch (const gchar *line);

/* 77, and why, where no GPU can be used; else 0. */
int skip_without_gpu (void);

G_END_DECLS
