/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The times of a buffer in a stream and in a pipeline; GST_CLOCK_TIME_NONE
 * where the buffer or its segment has none.
 */
#pragma once

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

static inline GstClockTime
vf_stream_time (GstBaseTransform *trans, GstBuffer *buffer)
{
  if (trans->segment.format != GST_FORMAT_TIME)
    return GST_CLOCK_TIME_NONE;
  return gst_segment_to_stream_time (
      &trans->segment, GST_FORMAT_TIME, GST_BUFFER_PTS (buffer));
}

static inline GstClockTime
vf_running_time (GstBaseTransform *trans, GstBuffer *buffer)
{
  if (trans->segment.format != GST_FORMAT_TIME)
    return GST_CLOCK_TIME_NONE;
  return gst_segment_to_running_time (
      &trans->segment, GST_FORMAT_TIME, GST_BUFFER_PTS (buffer));
}

/* For before_transform: moves what a controller moves. */
static inline void
vf_sync_controlled (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstClockTime time = vf_stream_time (trans, buffer);

  if (GST_CLOCK_TIME_IS_VALID (time))
    gst_object_sync_values (GST_OBJECT (trans), time);
}

G_END_DECLS
