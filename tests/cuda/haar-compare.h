/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Faces on the GPU against those on the CPU: the same list, byte for byte.
 */
#pragma once

#include "cascades.h"
#include "haar.h"
#include "testing.h"

G_BEGIN_DECLS

/* FALSE: there is no GPU to use, and it has said so as TAP does. The detectors
 * stay from test to test, as a user's do. */
gboolean haar_compare_open (void);
void haar_compare_close (void);

/* What the GPU finds, until it is next asked. */
const HaarResult *haar_compare_find (Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region);

/* The same with the picture in the GPU's memory, never twice in a row at the
 * same place. */
const HaarResult *haar_compare_find_there (
    Cascade *cascade, const HaarParams *params, const VfImage *image);

/* Returns how many windows passed. */
guint haar_compare (Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region);

/* The same with the picture in the GPU's memory, where its rows are as far
 * apart as they are on the host. Strides are positive. */
guint haar_compare_there (
    Cascade *cascade, const HaarParams *params, const VfImage *image);

/* With random features. */
Cascade *haar_random_cascade (GRand *rand, const CascadeShape *shape);

G_END_DECLS
