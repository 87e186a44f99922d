/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-stages.h"

static const gchar *const stage_names[HAAR_N_STAGES] = {
  [HAAR_STAGE_GREY] = "grey",
  [HAAR_STAGE_PYRAMID] = "pyramid",
  [HAAR_STAGE_INTEGRAL] = "integral",
  [HAAR_STAGE_CASCADE] = "cascade",
  [HAAR_STAGE_GROUPS] = "groups",
};

const gchar *
haar_stage_name (HaarStage stage)
{
  return stage_names[stage];
}

static gpointer
fill_scalar (gpointer stages)
{
  haar_stages_fill_grey (stages);
  haar_stages_fill_pyramid (stages);
  haar_stages_fill_integral (stages);
  haar_stages_fill_scan (stages);
  return stages;
}

const HaarStages *
haar_stages_scalar (void)
{
  static HaarStages stages;
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, fill_scalar, &stages);
}

const HaarStages *
haar_stages_best (void)
{
  const HaarStages *stages = haar_stages_of (vf_cpu_level ());

  return stages ? stages : haar_stages_scalar ();
}
