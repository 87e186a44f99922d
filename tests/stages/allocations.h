/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How often memory is asked for, and what happens when there is none.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What this build can do; call it before the others. */
gboolean allocations_can_count (void);
gboolean allocations_can_fail (void);

/* Calls of malloc and its like so far, of all threads. */
guint allocations_count (void);

/* The nth call from now on gives NULL, once; 0: none does. */
void allocations_fail (guint nth);

G_END_DECLS
