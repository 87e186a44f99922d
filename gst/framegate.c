/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "framegate.h"

void
vf_frame_gate_restart (VfFrameGate *gate)
{
  gate->passed = 0;
}

void
vf_frame_gate_reset (VfFrameGate *gate)
{
  vf_frame_gate_restart (gate);
  gate->earliest = GST_CLOCK_TIME_NONE;
}

void
vf_frame_gate_qos (VfFrameGate *gate, GstEvent *event)
{
  GstClockTimeDiff late;
  GstClockTime time;

  gst_event_parse_qos (event, NULL, NULL, &late, &time);
  if (!GST_CLOCK_TIME_IS_VALID (time))
    return;
  /* A sink that is late will be so for the frames on their way, too. */
  gate->earliest = late > 0 ? time + 2 * (GstClockTime) late : time;
}

static gboolean
is_late (const VfFrameGate *gate, GstClockTime running_time)
{
  return GST_CLOCK_TIME_IS_VALID (gate->earliest)
         && GST_CLOCK_TIME_IS_VALID (running_time)
         && running_time <= gate->earliest;
}

gboolean
vf_frame_gate_open (VfFrameGate *gate, guint every, gboolean skip_late,
    GstClockTime running_time)
{
  gboolean due = gate->passed == 0 || gate->passed >= every;

  if (due && skip_late && is_late (gate, running_time))
    return FALSE;
  gate->passed = due ? 1 : gate->passed + 1;
  return due;
}
