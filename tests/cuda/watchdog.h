/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A program that uses CUDA cannot fork its tests, so that check's own limit
 * does not hold there.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Prints what begins now. Where the program does not come here again, nor
 * ends, for half a minute, it ends: with status 124, the name of what hangs,
 * and what each thread is doing. */
void watch (const gchar *format, ...) G_GNUC_PRINTF (1, 2);

G_END_DECLS
