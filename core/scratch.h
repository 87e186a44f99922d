/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Memory that lives from frame to frame.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Starts zeroed. */
typedef struct {
  gpointer data;
  gsize size; /* bytes */
} VfScratch;

/* At least `count` items, aligned to a cache line; what was there is lost when
 * it grows, which it does when it must; it never shrinks. NULL for none, and
 * when there is no such memory: then `missing` is set. */
gpointer vf_scratch_reserve (
    VfScratch *scratch, gsize count, gsize item, gboolean *missing);
void vf_scratch_free (VfScratch *scratch);

/* Of n of them that lie in a row: frees each; how many bytes they are. */
void vf_scratch_free_all (VfScratch *scratch, guint n);
gsize vf_scratch_bytes (const VfScratch *scratch, guint n);

G_END_DECLS
