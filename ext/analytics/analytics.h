/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects in a frame's analytics, by gstreamer-analytics-1.0 (GStreamer 1.24
 * and newer); a stub where it was not found: no frame has any then.
 */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct {
  GQuark type; /* may be 0 */
  gint x, y, width, height;
  gfloat confidence;
  gboolean tracked;        /* the next two count */
  guint64 tracking_id;     /* the same object's on every frame */
  GstClockTime first_seen; /* PTS */
} VfAnalyticsObject;

/* FALSE: built without them. */
gboolean vf_analytics_available (void);

/* Room and time grow with the square of the number of objects: of more than
 * these the first ones are added. */
#define VF_ANALYTICS_MOST 1000

/* To the buffer's relation meta, or to a new one. The buffer must be writable.
 */
void vf_analytics_add (
    GstBuffer *buffer, const VfAnalyticsObject *objects, guint count);

/* Appends the buffer's objects to a GArray of VfAnalyticsObject, in the order
 * in which they were added; tracked: not told. */
void vf_analytics_collect (GstBuffer *buffer, GArray *objects);

typedef gboolean (*VfIsOurs) (
    const VfAnalyticsObject *object, gpointer user_data);

/* Removes the buffer's relation meta if every object in it is ours and
 * everything else in it is about one of ours. Single entries cannot be removed:
 * else all of it stays, and a line in the log says so. */
void vf_analytics_remove (
    GstBuffer *buffer, VfIsOurs is_ours, gpointer user_data);

G_END_DECLS
