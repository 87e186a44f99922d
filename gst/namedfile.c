/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "namedfile.h"

void
vf_named_file_set (VfNamedFile *file, const gchar *location)
{
  g_free (file->wanted);
  file->wanted = location && *location ? g_strdup (location) : NULL;
  file->changed = TRUE;
}

/* What is wanted, if that is new; to be freed. */
static gchar *
take_change (VfNamedFile *file, GMutex *lock, gboolean *changed)
{
  gchar *wanted = NULL;

  g_mutex_lock (lock);
  *changed = file->changed;
  if (file->changed)
    wanted = g_strdup (file->wanted);
  file->changed = FALSE;
  g_mutex_unlock (lock);
  return wanted;
}

gboolean
vf_named_file_update (
    VfNamedFile *file, const VfFileKind *kind, GMutex *lock, GError **error)
{
  gboolean changed;
  gchar *location = take_change (file, lock, &changed);
  gpointer loaded;

  if (!changed)
    return TRUE;
  loaded = location ? kind->load (location, error) : NULL;
  if (location && !loaded) {
    g_free (location);
    return FALSE;
  }
  kind->free (file->loaded);
  file->loaded = loaded;
  g_free (file->location);
  file->location = location;
  return TRUE;
}

void
vf_named_file_restore (VfNamedFile *file)
{
  if (file->changed)
    return;
  g_free (file->wanted);
  file->wanted = g_strdup (file->location);
}

void
vf_named_file_close (VfNamedFile *file, const VfFileKind *kind, GMutex *lock)
{
  kind->free (file->loaded);
  file->loaded = NULL;
  g_clear_pointer (&file->location, g_free);
  g_mutex_lock (lock);
  file->changed = TRUE;
  g_mutex_unlock (lock);
}

void
vf_named_file_clear (VfNamedFile *file, const VfFileKind *kind)
{
  kind->free (file->loaded);
  g_free (file->location);
  g_free (file->wanted);
}
