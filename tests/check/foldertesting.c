/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "foldertesting.h"

#include <gst/check/gstcheck.h>

#include <glib/gstdio.h>

static gchar *folder;

void
test_folder_make (void)
{
  folder = g_dir_make_tmp ("check-XXXXXX", NULL);
}

void
test_folder_remove (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const gchar *name;

  while ((name = g_dir_read_name (dir))) {
    gchar *path = g_build_filename (folder, name, NULL);

    g_remove (path);
    g_free (path);
  }
  g_dir_close (dir);
  g_rmdir (folder);
  g_free (folder);
}

gchar *
test_folder_path (const gchar *name)
{
  return g_build_filename (folder, name, NULL);
}

gchar *
test_folder_write (const gchar *name, const gchar *bytes, gssize size)
{
  gchar *path = test_folder_path (name);

  fail_unless (g_file_set_contents (path, bytes, size, NULL));
  return path;
}
