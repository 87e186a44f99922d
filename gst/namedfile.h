/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is loaded from a file that a property names, and may name anew at any
 * time.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All zeros: no file. */
typedef struct {
  /* Under a lock of the owner's. */
  gchar *wanted; /* what the property says; NULL: no file */
  gboolean changed;

  /* The thread's that reads it. */
  gchar *location; /* the last good one */
  gpointer loaded; /* from there; NULL: no file */
} VfNamedFile;

/* How a file is read and given up. load gives NULL with an error. */
typedef struct {
  gpointer (*load) (const gchar *location, GError **error);
  void (*free) (gpointer loaded); /* takes NULL */
} VfFileKind;

/* Under the lock; empty as NULL. */
void vf_named_file_set (VfNamedFile *file, const gchar *location);

/* Loads the file if the property was set since the last time; without the
 * lock, which it takes. FALSE with load's error: what is loaded is still the
 * last good one. */
gboolean vf_named_file_update (
    VfNamedFile *file, const VfFileKind *kind, GMutex *lock, GError **error);

/* The property is the last good one again, unless it was set since. Under the
 * lock. */
void vf_named_file_restore (VfNamedFile *file);

/* Gives up what is loaded; the next update loads it again. */
void vf_named_file_close (
    VfNamedFile *file, const VfFileKind *kind, GMutex *lock);

void vf_named_file_clear (VfNamedFile *file, const VfFileKind *kind);

G_END_DECLS
