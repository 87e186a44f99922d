/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harrisstats.h"

GstStructure *
harris_stats_to_structure (const HarrisStats *stats)
{
  GstStructure *structure =
      gst_structure_new ("harriscorners-stats", "frames", G_TYPE_UINT64,
          stats->frames, "corners", G_TYPE_UINT, stats->last.n_corners,
          "threshold", G_TYPE_DOUBLE, stats->last.threshold, "scratch-bytes",
          G_TYPE_UINT64, (guint64) stats->last.scratch_bytes, NULL);

  for (guint i = 0; i < HARRIS_N_STAGES; i++) {
    gchar *name = g_strconcat ("time-", harris_stage_name (i), NULL);

    gst_structure_set (
        structure, name, G_TYPE_UINT64, stats->last.stage_ns[i], NULL);
    g_free (name);
  }
  return structure;
}
