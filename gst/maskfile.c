/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "maskfile.h"

#include "maskpng.h"

#include <string.h>

void
vf_mask_file_set (VfMaskFile *file, const gchar *location)
{
  g_free (file->wanted);
  file->wanted = location && *location ? g_strdup (location) : NULL;
  file->changed = TRUE;
}

static VfMask *
mask_of_bytes (const gchar *bytes, gsize size, GError **error)
{
  static const gchar png[] = "\x89PNG";

  if (size >= strlen (png) && memcmp (bytes, png, strlen (png)) == 0)
    return vf_mask_new_png ((const guint8 *) bytes, size, error);
  return vf_mask_new_pnm ((const guint8 *) bytes, size, error);
}

/* Devices and pipes may have no end. */
static gboolean
check_kind (const gchar *location, GError **error)
{
  if (!g_file_test (location, G_FILE_TEST_EXISTS)
      || g_file_test (location, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  g_set_error_literal (
      error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "that is not a regular file");
  return FALSE;
}

static VfMask *
load (const gchar *location, GError **error)
{
  VfMask *mask = NULL;
  gchar *bytes;
  gsize size;

  if (check_kind (location, error)
      && g_file_get_contents (location, &bytes, &size, error)) {
    mask = mask_of_bytes (bytes, size, error);
    g_free (bytes);
  }
  if (!mask)
    g_prefix_error (error,
        "mask-location is %s, but must be a PGM, PPM or PNG picture: ",
        location);
  return mask;
}

/* What is wanted, if that is new; to be freed. */
static gchar *
take_change (VfMaskFile *file, GMutex *lock, gboolean *changed)
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
vf_mask_file_update (VfMaskFile *file, GMutex *lock, GError **error)
{
  gboolean changed;
  gchar *location = take_change (file, lock, &changed);
  VfMask *mask;

  if (!changed)
    return TRUE;
  mask = location ? load (location, error) : NULL;
  if (location && !mask) {
    g_free (location);
    return FALSE;
  }
  vf_mask_free (file->mask);
  file->mask = mask;
  g_free (file->location);
  file->location = location;
  return TRUE;
}

void
vf_mask_file_restore (VfMaskFile *file)
{
  if (file->changed)
    return;
  g_free (file->wanted);
  file->wanted = g_strdup (file->location);
}

void
vf_mask_file_close (VfMaskFile *file, GMutex *lock)
{
  g_clear_pointer (&file->mask, vf_mask_free);
  g_clear_pointer (&file->location, g_free);
  g_mutex_lock (lock);
  file->changed = TRUE;
  g_mutex_unlock (lock);
}

void
vf_mask_file_clear (VfMaskFile *file)
{
  vf_mask_free (file->mask);
  g_free (file->location);
  g_free (file->wanted);
}
