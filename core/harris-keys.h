/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "harris-order.h"

G_BEGIN_DECLS

/* Puts the first m of n keys, all of which differ, to the front, in their
 * order; the others follow in any. In place: it allocates nothing. */
void harris_keys_sort (HarrisKey *keys, guint n, guint m);

G_END_DECLS
