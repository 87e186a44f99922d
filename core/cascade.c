/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cascade-xml.h"

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static Cascade *
cascade_new (void)
{
  Cascade *cascade = g_new0 (Cascade, 1);

  g_atomic_ref_count_init (&cascade->references);
  cascade->features = g_array_new (FALSE, FALSE, sizeof (CascadeFeature));
  cascade->nodes = g_array_new (FALSE, FALSE, sizeof (CascadeNode));
  cascade->leaves = g_array_new (FALSE, FALSE, sizeof (gfloat));
  cascade->trees = g_array_new (FALSE, FALSE, sizeof (CascadeTree));
  cascade->stages = g_array_new (FALSE, FALSE, sizeof (CascadeStage));
  return cascade;
}

Cascade *
cascade_ref (Cascade *cascade)
{
  g_atomic_ref_count_inc (&cascade->references);
  return cascade;
}

void
cascade_unref (Cascade *cascade)
{
  if (!cascade || !g_atomic_ref_count_dec (&cascade->references))
    return;
  g_array_unref (cascade->features);
  g_array_unref (cascade->nodes);
  g_array_unref (cascade->leaves);
  g_array_unref (cascade->trees);
  g_array_unref (cascade->stages);
  g_free (cascade);
}

Cascade *
cascade_parse (
    const gchar *text, gsize length, const gchar *name, GError **error)
{
  VfXmlTree *tree = vf_xml_parse (text, length, name, error);
  CascadeReader reader = { .name = name, .error = error };

  if (!tree)
    return NULL;
  reader.cascade = cascade_new ();
  reader.numbers = g_array_new (FALSE, FALSE, sizeof (gdouble));
  if (!cascade_read (&reader, tree))
    g_clear_pointer (&reader.cascade, cascade_unref);
  g_array_unref (reader.numbers);
  vf_xml_free (tree);
  return reader.cascade;
}

/* Fills the buffer as far as the file goes; -1 with errno. */
static gssize
read_all (gint file, gchar *buffer, gsize size)
{
  gsize length = 0;

  while (length < size) {
    gssize n = read (file, buffer + length, size - length);

    if (n == 0)
      break;
    if (n > 0)
      length += (gsize) n;
    else if (errno != EINTR)
      return -1;
  }
  return (gssize) length;
}

/* A pipe or a device might never end. */
static gboolean
is_file (gint file, goffset *size)
{
  struct stat status;

  if (fstat (file, &status) != 0)
    return FALSE;
  errno = S_ISDIR (status.st_mode) ? EISDIR : EINVAL;
  *size = status.st_size;
  return S_ISREG (status.st_mode);
}

/* One byte more than the reader takes tells that there is more. */
static gchar *
load (const gchar *path, gsize *length)
{
  gint file = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  gchar *buffer = NULL;
  goffset size;
  gssize n = -1;
  gint reason;

  if (file < 0)
    return NULL;
  if (is_file (file, &size)) {
    gsize most = (gsize) MIN (size, VF_XML_MAX_BYTES) + 1;

    buffer = g_malloc (most);
    n = read_all (file, buffer, most);
  }
  reason = errno;
  close (file);
  errno = reason;
  if (n < 0)
    g_clear_pointer (&buffer, g_free);
  *length = (gsize) n;
  return buffer;
}

Cascade *
cascade_load (const gchar *path, GError **error)
{
  gsize length;
  gchar *text = load (path, &length);
  Cascade *cascade;

  if (!text) {
    g_set_error (error, VF_ERROR, VF_ERROR_NOT_FOUND, "cannot read %s: %s",
        path, errno == EINVAL ? "it is no regular file" : g_strerror (errno));
    return NULL;
  }
  cascade = cascade_parse (text, length, path, error);
  g_free (text);
  return cascade;
}

guint
cascade_width (const Cascade *cascade)
{
  return cascade->width;
}

guint
cascade_height (const Cascade *cascade)
{
  return cascade->height;
}

guint
cascade_n_stages (const Cascade *cascade)
{
  return cascade->stages->len;
}

guint
cascade_n_features (const Cascade *cascade)
{
  return cascade->features->len;
}

gboolean
cascade_is_tilted (const Cascade *cascade)
{
  for (guint i = 0; i < cascade->features->len; i++)
    if (cascade_feature (cascade, i)->tilted)
      return TRUE;
  return FALSE;
}
