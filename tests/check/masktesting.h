/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Masks in a folder of the test's, and harnesses of a harriscorners with one.
 */
#pragma once

#include "testing.h"

G_BEGIN_DECLS

/* What mask number `seed` has at (x, y): patches in disorder, about half of
 * them white. */
gboolean mask_is_white (guint seed, guint x, guint y);

/* Writes such a mask as a PGM; its path, to be freed. */
gchar *mask_write_pgm (
    const gchar *name, guint seed, guint width, guint height);

/* Finds all corners, by a threshold that does not depend on the region. */
GstHarness *mask_harness_of_all (
    const gchar *format, guint width, guint height);

/* The same for grey frames of the usual size, with that mask-location. */
GstHarness *mask_harness (const gchar *location);

/* The corners of a grey frame. */
GBytes *mask_corners_of (GstHarness *harness);

/* Starts an element that was stopped. */
void mask_play_again (GstHarness *harness);

G_END_DECLS
