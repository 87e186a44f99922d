/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Buffers for upstream whose way to the GPU is short: their memory is pinned.
 */
#pragma once

#include "context.h"

#include <gst/gst.h>

G_BEGIN_DECLS

/* Memory for GPUs; where there is none of that kind left, ordinary memory. */
GstAllocator *vf_pinned_allocator_new (VfContext *context);

/* Whether the whole buffer lies in such memory. */
gboolean vf_buffer_is_pinned (GstBuffer *buffer);

/* For propose_allocation: where nobody has offered a pool, one of such buffers,
 * without any padding that the caps do not ask for. */
gboolean vf_pinned_offer_pool (
    VfContext *context, GstQuery *query, GstCaps *caps);

G_END_DECLS
