/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The table of one CPU level.
 */
#include "haar-lanes.h"

static gpointer
fill (gpointer stages)
{
  *(HaarStages *) stages = *haar_stages_scalar ();
  haar_lanes_fill_pyramid (stages);
  haar_lanes_fill_integral (stages);
  haar_lanes_fill_scan (stages);
  return stages;
}

const HaarStages *
VF_LEVEL_NAME (haar_stages) (void)
{
  static HaarStages stages;
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, fill, &stages);
}
