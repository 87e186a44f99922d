/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects of ours in the metas that other elements read: regions of interest
 * and, where there are any, analytics. Their pixels are those of the frame.
 */
#pragma once

#include "gstobjectsmeta-private.h"

G_BEGIN_DECLS

/* For these two the buffer must be writable; info: of its caps. */
void vf_projections_add (GstBuffer *buffer, const GstVideoInfo *info,
    const VfFoundObject *objects, guint count);

/* Those of the objects that are on the buffer. */
void vf_projections_remove (GstBuffer *buffer, const GstVideoInfo *info);

G_END_DECLS
