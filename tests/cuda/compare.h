/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Whole detections on the GPU, all ways, against the scalar stages: the same
 * list, byte for byte.
 */
#pragma once

#include "testing.h"

G_BEGIN_DECLS

#define N_WAYS 3 /* in one launch where it can be, fused, stage by stage */

/* The GPU's detectors, kept from test to test as a user's are. */
extern HarrisDetector *detectors[N_WAYS];

/* FALSE: there is no GPU to use, and it has said so as TAP does. */
gboolean compare_open (void);
void compare_close (void);

/* Returns how many corners there are. Every second time also the response and
 * the histogram are compared. */
guint compare_detections (
    const HarrisParams *params, const VfImage *image, const VfRegion *region);

/* Tests of other files, for the program of lists.c. */
void add_operator_tests (void);
void add_one_launch_tests (void);
void add_coming_tests (void);

G_END_DECLS
