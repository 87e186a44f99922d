/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which frames of a stream are analysed: every n-th, and none that is late.
 */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct {
  guint passed;          /* frames since the last analysed one; 0: it is due */
  GstClockTime earliest; /* running time; frames before it are late */
} VfFrameGate;

/* The next frame is due, and nothing is known of lateness. */
void vf_frame_gate_reset (VfFrameGate *gate);

/* The next frame is due. */
void vf_frame_gate_restart (VfFrameGate *gate);

/* Learns from a QOS event how late the sink is. Under the object lock. */
void vf_frame_gate_qos (VfFrameGate *gate, GstEvent *event);

/* Whether the next frame is to be analysed. A late one does not count as the
 * n-th: the next frame in time is due at once. Under the object lock. */
gboolean vf_frame_gate_open (VfFrameGate *gate, guint every, gboolean skip_late,
    GstClockTime running_time);

G_END_DECLS
