/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the files that are compiled once for each CPU level share.
 */
#pragma once

#include "lanes.h"
#include "vector.h"

/* A name that this level's files share. */
#define lanes_fill_pixels  VF_LEVEL_NAME (lanes_fill_pixels)
#define lanes_fill_windows VF_LEVEL_NAME (lanes_fill_windows)
#define lanes_fill_cells   VF_LEVEL_NAME (lanes_fill_cells)
#define lanes_fill_search  VF_LEVEL_NAME (lanes_fill_search)

const Lanes *VF_LEVEL_NAME (lanes) (void);

void lanes_fill_pixels (Lanes *lanes);
void lanes_fill_windows (Lanes *lanes);
void lanes_fill_cells (Lanes *lanes);
void lanes_fill_search (Lanes *lanes);

/* The longest segment: with 8 rows of sums of the defaults a strip's rows fill
 * most of an L1 cache of 32 KB, or 48 with AVX-512. */
#define LENGTH (VF_LANES == 16 ? 20 : VF_LANES == 8 ? 40 : 40)

/* A row's values one by one. The compiler makes vectors of loops over them,
 * where it is told that nothing aliases. */
#define VALUES(n) ((gsize) (n) *VF_LANES)
