/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The mask that the property mask-location names.
 */
#pragma once

#include "mask.h"

G_BEGIN_DECLS

/* All zeros: no mask. */
typedef struct {
  /* Under a lock of the owner's. */
  gchar *wanted; /* what the property says; NULL: no mask */
  gboolean changed;

  /* The thread's that reads it. */
  gchar *location; /* the last good one */
  VfMask *mask;
} VfMaskFile;

/* Under the lock; empty as NULL. */
void vf_mask_file_set (VfMaskFile *file, const gchar *location);

/* Reads the picture if the property was set since the last time; without the
 * lock, which it takes. FALSE, with an error that names property and value,
 * where there is none to be had: the mask is still the last good one. */
gboolean vf_mask_file_update (VfMaskFile *file, GMutex *lock, GError **error);

/* The property is the last good one again, unless it was set since. Under the
 * lock. */
void vf_mask_file_restore (VfMaskFile *file);

/* Gives the mask up; the next update reads it again. */
void vf_mask_file_close (VfMaskFile *file, GMutex *lock);

void vf_mask_file_clear (VfMaskFile *file);

G_END_DECLS
