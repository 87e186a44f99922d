/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * For backends that find windows in no order.
 */
#pragma once

#include "haar-stages.h"

G_BEGIN_DECLS

/* By layer, then y, then x, ascending: the result lies in `windows` or in
 * `spare`, which has room for n too. */
HaarWindow *haar_order_windows (
    HaarWindow *windows, HaarWindow *spare, guint n);

G_END_DECLS
