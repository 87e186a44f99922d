/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "maskfile.h"

#include "maskpng.h"

#include <glib/gstdio.h>
#include <gst/gst.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

GST_DEBUG_CATEGORY_EXTERN (harris_corners_debug);
#define GST_CAT_DEFAULT harris_corners_debug

/* Three samples of two bytes a pixel, and a header. */
#define LARGEST_FILE                                                           \
  ((goffset) VF_IMAGE_MAX_SIDE * VF_IMAGE_MAX_SIDE * 6 + (1 << 20))

static const gchar png[] = "\x89PNG";

static VfMask *
mask_of_bytes (const gchar *bytes, gsize size, GError **error)
{
  if (size >= strlen (png) && memcmp (bytes, png, strlen (png)) == 0)
    return vf_mask_new_png ((const guint8 *) bytes, size, error);
  return vf_mask_new_pnm ((const guint8 *) bytes, size, error);
}

/* Devices and pipes may have no end, files of the system have no size. */
static gboolean
check_kind (const gchar *location, GError **error)
{
  GStatBuf status;
  const gchar *trouble;

  if (g_stat (location, &status) != 0) /* reading it says why */
    return TRUE;
  if (!S_ISREG (status.st_mode))
    trouble = "that is not a regular file";
  else if (status.st_size == 0)
    trouble = "it is empty";
  else if (status.st_size > LARGEST_FILE)
    trouble = "it is larger than any picture that is read";
  else
    return TRUE;
  g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, trouble);
  return FALSE;
}

/* So that a film is not read to its end. */
static gboolean
check_start (const gchar *location, GError **error)
{
  gchar start[4] = { 0 };
  FILE *file = g_fopen (location, "rb");
  gboolean known;

  if (!file)
    return TRUE;
  known = fread (start, 1, sizeof start, file) >= 2
          && (memcmp (start, png, strlen (png)) == 0
              || memcmp (start, "P5", 2) == 0 || memcmp (start, "P6", 2) == 0);
  fclose (file);
  if (!known)
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
        "it is no PNG and no binary PGM (P5) or PPM (P6) picture: convert it");
  return known;
}

/* A mask that was meant to be black in places may not be. */
static void
log_share (const gchar *location, const VfMask *mask)
{
  gsize n = (gsize) mask->width * mask->height, inside = 0;

  for (gsize i = 0; i < n; i++)
    inside += mask->inside[i] != 0;
  GST_INFO ("%s: %u x %u pixels, %.1f %% of them inside", location, mask->width,
      mask->height, 100.0 * (gdouble) inside / (gdouble) n);
}

static void
prefix_location (const gchar *location, GError **error)
{
  gchar *name = g_filename_display_name (location);

  g_prefix_error (error,
      "mask-location is %s, but must be a PGM, PPM or PNG picture: ", name);
  g_free (name);
}

static gpointer
load (const gchar *location, GError **error)
{
  VfMask *mask = NULL;
  gchar *bytes;
  gsize size;

  if (check_kind (location, error) && check_start (location, error)
      && g_file_get_contents (location, &bytes, &size, error)) {
    mask = mask_of_bytes (bytes, size, error);
    g_free (bytes);
  }
  if (mask)
    log_share (location, mask);
  else
    prefix_location (location, error);
  return mask;
}

static void
unload (gpointer mask)
{
  vf_mask_free (mask);
}

const VfFileKind vf_mask_file = { load, unload };
