/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What vectors of windows read of a cascade.
 */
#pragma once

#include "haar-nodes.h"

G_BEGIN_DECLS

/* From the nodes of all stages: as many packed ones, and `packed` of each
 * stage. */
void haar_pack (HaarPacked *packed, HaarNodeStage *stages, guint n_stages,
    const HaarNode *nodes);

G_END_DECLS
