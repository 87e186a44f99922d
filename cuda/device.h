/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which GPU is used, and why one cannot be.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Makes GPU `wanted`, or the first that works, the calling thread's. Its
 * number, or -1 with a VF_ERROR (NO_DEVICE, DEVICE, MEMORY) that says what to
 * do. */
gint vf_cuda_device_open (gint wanted, GError **error);

G_END_DECLS
