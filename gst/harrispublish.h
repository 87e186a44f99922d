/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From a detection to the meta on the buffer and the message on the bus.
 */
#pragma once

#include "harrisproperties.h"

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

/* What is kept from one frame to the next; the streaming thread's. Zeroed at
 * first. */
typedef struct {
  gboolean counted; /* last_count is that of an earlier frame */
  guint last_count;
  GstStructure *last; /* the fields of the last meta, for hold; or NULL */
} HarrisPublisher;

void harris_publisher_reset (HarrisPublisher *publisher);

/* Attaches the corners to the buffer, which must be writable, and posts them
 * when the user wants it. width, height: of the picture that was measured. */
void harris_publish (HarrisPublisher *publisher, GstBaseTransform *element,
    const HarrisSettings *settings, GstBuffer *buffer, guint width,
    guint height, const HarrisResult *result);

/* For a frame that is not analysed: attaches the last corners again, marked as
 * held, when the user wants it and there are any. */
void harris_publish_held (HarrisPublisher *publisher,
    const HarrisSettings *settings, GstBuffer *buffer);

G_END_DECLS
