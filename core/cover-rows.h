/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rows of one component's samples, fast in the formats that are most usual.
 */
#pragma once

#include "cover.h"

G_BEGIN_DECLS

/* n samples from sample (x, y) of the component on. */
typedef struct {
  guint x, y, n;
} VfCoverRow;

/* As vf_cover_load() and vf_cover_store() for each of them. */
void vf_cover_load_row (const VfCoverFrame *frame,
    const VfCanvasSamples *samples, VfCoverRow row, guint16 *values);
void vf_cover_store_row (const VfCoverFrame *frame,
    const VfCanvasSamples *samples, VfCoverRow row, const guint16 *values);

G_END_DECLS
