/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects on buffers for tests, written by the plugin's own code and by others.
 */
#pragma once

#include "gstobjectsmeta-private.h"
#include "testing.h"

G_BEGIN_DECLS

/* A face of no parent with a score of 2.5 and a confidence of 0.75. */
VfFoundObject test_face (
    gdouble x, gdouble y, gdouble width, gdouble height, guint id);

/* The video info of grey frames of width x height pixels. */
GstVideoInfo test_info (guint width, guint height);

/* As haardetect puts them on a frame of the info's size, projections
 * included. */
void test_add_objects (GstBuffer *buffer, const GstVideoInfo *info,
    const VfFoundObject *objects, guint count);

/* The fields of such a meta. */
GstStructure *test_object_fields (const VfFoundObject *objects, guint count);

/* An eye at (20, 14.5) of 6 x 5.5 pixels, with a score of -1.25, held and with
 * a stable id. */
VfFoundObject test_eye (guint id, gint parent_id);

/* A frame with a face at (16, 8) of 32 x 24 pixels, number 3, and such an eye,
 * number 4, within it. */
GstBuffer *test_frame_with_two (void);

/* The view of the buffer's only objects meta; there must be one. */
GstObjectsMeta test_objects (GstBuffer *buffer);
guint test_n_objects_metas (GstBuffer *buffer);

/* The buffer's regions of this type, NULL: of all. */
guint test_n_regions (GstBuffer *buffer, const gchar *type);
GstVideoRegionOfInterestMeta *test_region (GstBuffer *buffer, guint index);

/* A meta as another program could have made it: a face in one record of
 * `stride` bytes, and a field of its own; without a projection. */
GstStructure *test_add_foreign_object (GstBuffer *buffer, gfloat x, gfloat y,
    gfloat width, gfloat height, guint stride);

/* The number-th of many metas that are broken in some way. */
#define TEST_N_BROKEN 400
void test_add_broken_objects (GstBuffer *buffer, guint number);

G_END_DECLS
