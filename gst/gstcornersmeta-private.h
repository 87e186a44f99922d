/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writing the corner meta: the element's side.
 */
#pragma once

#include "gstcornersmeta.h"

#include "harris.h"

G_BEGIN_DECLS

/* Sets the contract's fields: those of `meta` but version, count and stride,
 * and the corners. */
void gst_corners_meta_fill (
    GstStructure *fields, const GstCornersMeta *meta, GBytes *corners);

/* The contract's bytes: x, y, response as little-endian float32. */
GBytes *gst_corners_meta_pack (const HarrisCorner *corners, guint count);

/* A meta with a copy of the fields. The buffer must be writable. */
void gst_corners_meta_add (GstBuffer *buffer, const GstStructure *fields);

void gst_corners_meta_remove_all (GstBuffer *buffer);

/* Before any other call; as often as one likes. */
void gst_corners_meta_register (void);

G_END_DECLS
