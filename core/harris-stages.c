/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harris-stages.h"

static const gchar *const stage_names[HARRIS_N_STAGES] = {
  [HARRIS_STAGE_RESPONSE] = "response",
  [HARRIS_STAGE_RANGE] = "range",
  [HARRIS_STAGE_HISTOGRAM] = "histogram",
  [HARRIS_STAGE_THRESHOLD] = "threshold",
  [HARRIS_STAGE_MAXIMA] = "maxima",
  [HARRIS_STAGE_SUPPRESSION] = "suppression",
  [HARRIS_STAGE_COMPACTION] = "compaction",
  [HARRIS_STAGE_SORT] = "sort",
  [HARRIS_STAGE_SELECTION] = "selection",
};

const gchar *
harris_stage_name (HarrisStage stage)
{
  return stage_names[stage];
}

static gpointer
fill_scalar (gpointer stages)
{
  harris_stages_fill_response (stages);
  harris_stages_fill_threshold (stages);
  harris_stages_fill_suppression (stages);
  harris_stages_fill_selection (stages);
  return stages;
}

const HarrisStages *
harris_stages_scalar (void)
{
  static HarrisStages stages;
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, fill_scalar, &stages);
}
