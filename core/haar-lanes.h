/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The stages of the Haar detector in vectors, for one CPU level. A lane is a
 * window or a pixel; those of a vector follow each other in their row.
 */
#pragma once

#include "haar-stages.h"
#include "vector-wide.h"

/* A name that this level's files share. */
#define haar_lanes_fill_pyramid  VF_LEVEL_NAME (haar_lanes_fill_pyramid)
#define haar_lanes_fill_integral VF_LEVEL_NAME (haar_lanes_fill_integral)
#define haar_lanes_fill_scan     VF_LEVEL_NAME (haar_lanes_fill_scan)

const HaarStages *VF_LEVEL_NAME (haar_stages) (void);

void haar_lanes_fill_pyramid (HaarStages *stages);
void haar_lanes_fill_integral (HaarStages *stages);
void haar_lanes_fill_scan (HaarStages *stages);
