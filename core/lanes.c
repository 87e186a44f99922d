/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The table of one CPU level.
 */
#include "lanes-rows.h"

static gpointer
fill (gpointer lanes)
{
  lanes_fill_pixels (lanes);
  lanes_fill_windows (lanes);
  lanes_fill_cells (lanes);
  lanes_fill_search (lanes);
  return lanes;
}

const Lanes *
VF_LEVEL_NAME (lanes) (void)
{
  static Lanes lanes = { .lanes = VF_LANES, .length = LENGTH };
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, fill, &lanes);
}
