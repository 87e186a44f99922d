/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What an element says about where its detector runs.
 */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* backend=cuda cannot be had: an element ERROR. */
void vf_post_no_backend (GstElement *element, const GError *error);

/* backend=auto takes the CPU from the start: an INFO line where there is no
 * GPU, an element WARNING where there is one that cannot be used. */
void vf_post_cpu_instead (GstElement *element, const GError *reason);

/* backend=auto has given up the GPU in mid-stream: an element WARNING. */
void vf_post_gpu_lost (GstElement *element, const GError *reason);

/* Drawing on frames in the GPU's memory goes by way of the host from now on: an
 * element WARNING. */
void vf_post_drawn_on_cpu (GstElement *element, const GError *reason);

/* The GPU has failed, and with it the memory in which the frames lie: an
 * element ERROR. */
void vf_post_frames_lost (GstElement *element, const GError *reason);

G_END_DECLS
