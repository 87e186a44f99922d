/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a test may do within the runtime of our own. NULL: nothing.
 */
#pragma once

#include <glib.h>

/* Before a copy writes to `to` and behind it. */
extern void (*fake_copy_begins) (gconstpointer to, gsize size);

/* Instead of the kernel of a frame in one launch, with its FrameArgs. */
extern void (*fake_frame) (gpointer args);
