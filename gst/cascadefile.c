/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cascadefile.h"

#include "error.h"

#include <string.h>

#define PREFIX "haarcascade_"
#define SUFFIX ".xml"

/* Under the system's data folders. */
static const gchar *const usual[] = { "opencv4/haarcascades",
  "opencv/haarcascades", "OpenCV/haarcascades" };

static const struct {
  const gchar *name, *label;
} labels[] = {
  { "eye", "eye" },
  { "eye_tree_eyeglasses", "eye" },
  { "frontalcatface", "catface" },
  { "frontalcatface_extended", "catface" },
  { "frontalface_alt", "face" },
  { "frontalface_alt2", "face" },
  { "frontalface_alt_tree", "face" },
  { "frontalface_default", "face" },
  { "fullbody", "fullbody" },
  { "lefteye_2splits", "lefteye" },
  { "licence_plate_rus_16stages", "plate" },
  { "lowerbody", "lowerbody" },
  { "profileface", "profileface" },
  { "righteye_2splits", "righteye" },
  { "russian_plate_number", "plate" },
  { "smile", "smile" },
  { "upperbody", "upperbody" },
};

static gchar *
name_of (const gchar *path)
{
  gchar *base = g_path_get_basename (path), *name;
  const gchar *start = base;

  if (g_str_has_suffix (base, SUFFIX))
    base[strlen (base) - strlen (SUFFIX)] = '\0';
  if (g_str_has_prefix (start, PREFIX))
    start += strlen (PREFIX);
  name = g_filename_display_name (start);
  g_free (base);
  return name;
}

/* What a cascade finds, by its file's name: for those of OpenCV a table has it,
 * else it is the name without haarcascade_ and ending. Never freed. */
static const gchar *
label_of (const gchar *path)
{
  gchar *name = name_of (path);
  const gchar *label = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (labels) && !label; i++)
    if (g_str_equal (labels[i].name, name))
      label = labels[i].label;
  if (!label)
    label = *name ? g_intern_string (name) : "object";
  g_free (name);
  return label;
}

static void
add_listed (GPtrArray *folders, const gchar *list)
{
  gchar **names = g_strsplit (list ? list : "", G_SEARCHPATH_SEPARATOR_S, -1);

  for (guint i = 0; names[i]; i++)
    if (*names[i])
      g_ptr_array_add (folders, g_strdup (names[i]));
  g_strfreev (names);
}

static void
add_usual (GPtrArray *folders)
{
  const gchar *const *roots = g_get_system_data_dirs ();

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    for (guint r = 0; roots[r]; r++) {
      gchar *folder = g_build_filename (roots[r], usual[i], NULL);

      if (g_ptr_array_find_with_equal_func (folders, folder, g_str_equal, NULL))
        g_free (folder);
      else
        g_ptr_array_add (folders, folder);
    }
}

/* In the order in which they are searched. */
static GPtrArray *
list_folders (void)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);

  add_listed (folders, g_getenv (VF_CASCADE_PATH_VARIABLE));
  add_listed (folders, CASCADE_DIR);
  add_usual (folders);
  return folders;
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const gchar *const *) a, *(const gchar *const *) b);
}

static void
add_names (GPtrArray *names, const gchar *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const gchar *file;

  while (dir && (file = g_dir_read_name (dir))) {
    gchar *name = NULL;

    if (g_str_has_prefix (file, PREFIX) && g_str_has_suffix (file, SUFFIX))
      name = name_of (file);
    if (name
        && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
      g_ptr_array_add (names, name);
    else
      g_free (name);
  }
  g_clear_pointer (&dir, g_dir_close);
}

/* What to do: with the names that would do, if there are any. */
static gchar *
advice (GPtrArray *folders)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  gchar *list, *text;

  for (guint i = 0; i < folders->len; i++)
    add_names (names, folders->pdata[i]);
  if (names->len == 0) {
    g_ptr_array_unref (names);
    return g_strdup ("Install OpenCV's cascades (the package opencv-data), or "
                     "set the property cascade to the path of a file.");
  }
  g_ptr_array_sort (names, compare);
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (gchar **) names->pdata);
  text = g_strdup_printf (
      "Set the property cascade to one of %s, or to the path of a file. "
      "OpenCV's cascades are in the package opencv-data.",
      list);
  g_free (list);
  g_ptr_array_unref (names);
  return text;
}

static void
say_missing (
    const gchar *value, const gchar *file, GPtrArray *folders, GError **error)
{
  gchar *name = g_filename_display_name (value), *where;
  gchar *what = advice (folders);

  g_ptr_array_add (folders, NULL);
  where = g_strjoinv (", ", (gchar **) folders->pdata);
  g_set_error (error, VF_ERROR, VF_ERROR_NOT_FOUND,
      "cascade is %s, but there is no %s in %s. %s", name, file, where, what);
  g_free (what);
  g_free (where);
  g_free (name);
}

/* NULL with an error: there is none. */
static gchar *
search (const gchar *value, GError **error)
{
  gchar *file = g_str_has_suffix (value, SUFFIX)
                    ? g_strdup (value)
                    : g_strconcat (PREFIX, value, SUFFIX, NULL);
  GPtrArray *folders = list_folders ();
  gchar *found = NULL;

  for (guint i = 0; i < folders->len && !found; i++) {
    found = g_build_filename (folders->pdata[i], file, NULL);
    if (!g_file_test (found, G_FILE_TEST_EXISTS))
      g_clear_pointer (&found, g_free);
  }
  if (!found)
    say_missing (value, file, folders, error);
  g_ptr_array_unref (folders);
  g_free (file);
  return found;
}

static gchar *
path_of (const gchar *value, GError **error)
{
  if (strchr (value, G_DIR_SEPARATOR)
      || (g_str_has_suffix (value, SUFFIX)
          && g_file_test (value, G_FILE_TEST_IS_REGULAR)))
    return g_strdup (value);
  return search (value, error);
}

static Cascade *
load_path (const gchar *value, const gchar *path, GError **error)
{
  GError *failure = NULL;
  Cascade *cascade = cascade_load (path, &failure);
  GPtrArray *folders;
  gchar *name, *what;

  if (cascade)
    return cascade;
  folders = list_folders ();
  name = g_filename_display_name (value);
  what = advice (folders);
  g_set_error (error, failure->domain, failure->code,
      "cascade is %s, which cannot be used: %s. %s", name, failure->message,
      what);
  g_free (what);
  g_free (name);
  g_ptr_array_unref (folders);
  g_error_free (failure);
  return NULL;
}

static gpointer
load (const gchar *value, GError **error)
{
  gchar *path = path_of (value, error);
  Cascade *cascade = path ? load_path (value, path, error) : NULL;
  VfCascadeFile *file = NULL;

  if (cascade) {
    file = g_new (VfCascadeFile, 1);
    *file = (VfCascadeFile){ cascade, label_of (path) };
  }
  g_free (path);
  return file;
}

static void
unload (gpointer loaded)
{
  VfCascadeFile *file = loaded;

  if (!file)
    return;
  cascade_unref (file->cascade);
  g_free (file);
}

const VfFileKind vf_cascade_file = { load, unload };
