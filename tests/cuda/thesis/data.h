/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A picture made ready for the experiments, on the host, and there: all layers
 * below each other, their sums, and all windows that are not flat.
 */
#pragma once

#include "cuda-must.h"
#include "haar.h"
#include "thesis.h"

G_BEGIN_DECLS

typedef struct {
  guint n_stages, n_nodes, n_windows;
  ThesisStage stages[THESIS_MAX_STAGES];

  /* In the GPU's memory. */
  ThesisNode *nodes;
  guint32 *sums;
  guint32 stride;
  ThesisWindow *windows;
} ThesisData;

/* Exits where the cascade has more than upright stumps. */
void thesis_data_make (ThesisData *data, const Cascade *cascade,
    const HaarParams *params, const VfImage *image);
void thesis_data_clear (ThesisData *data);

/* A copy in the GPU's memory. */
gpointer thesis_send (gconstpointer data, gsize size);

G_END_DECLS
