/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "pnm.h"

#include <string.h>

G_DEFINE_QUARK (pnm - error - quark, pnm_error)

/* Above every number that a header may hold. */
#define TOO_LARGE 100000

typedef struct {
  const guint8 *at, *end;
} Reader;

static gboolean
is_space (guint8 byte)
{
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* White space, and comments: from # to the end of the line. */
static void
skip_space (Reader *r)
{
  gboolean comment = FALSE;

  for (; r->at < r->end; r->at++) {
    if (comment)
      comment = *r->at != '\n' && *r->at != '\r';
    else if (*r->at == '#')
      comment = TRUE;
    else if (!is_space (*r->at))
      return;
  }
}

/* The number that comes next, at most TOO_LARGE; FALSE if none does. */
static gboolean
read_number (Reader *r, guint *number)
{
  const guint8 *start;

  skip_space (r);
  start = r->at;
  *number = 0;
  for (; r->at < r->end && g_ascii_isdigit (*r->at); r->at++)
    *number = MIN (*number * 10 + (*r->at - '0'), TOO_LARGE);
  return r->at > start;
}

/* Up to the first sample: magic, width, height, maxval, one space. */
static gboolean
read_header (Reader *r, VfImage *image, GError **error)
{
  guint maxval;

  if (r->end - r->at < 2 || r->at[0] != 'P'
      || (r->at[1] != '5' && r->at[1] != '6')) {
    g_set_error_literal (error, PNM_ERROR, PNM_ERROR_FORMAT,
        "it is no binary PGM (P5) or PPM (P6) picture: convert it to one");
    return FALSE;
  }
  image->channels = r->at[1] == '5' ? 1 : 3;
  r->at += 2;
  if (!read_number (r, &image->width) || !read_number (r, &image->height)
      || !read_number (r, &maxval) || r->at == r->end || !is_space (*r->at)) {
    g_set_error_literal (error, PNM_ERROR, PNM_ERROR_FORMAT,
        "the header must hold a width, a height and a largest value");
    return FALSE;
  }
  r->at++;
  image->word = maxval > 255 ? 2 : 1;
  image->depth = 8 * image->word;
  image->big_endian = TRUE;
  if (maxval >= 1 && maxval <= 65535)
    return TRUE;
  g_set_error_literal (error, PNM_ERROR, PNM_ERROR_FORMAT,
      "the largest value must be from 1 to 65535");
  return FALSE;
}

static gsize
n_bytes (const VfImage *image)
{
  return (gsize) image->width * image->height * image->channels * image->word;
}

static gboolean
check_size (const Reader *r, const VfImage *image, GError **error)
{
  gsize found = (gsize) (r->end - r->at);

  if (image->width - 1 >= VF_IMAGE_MAX_SIDE
      || image->height - 1 >= VF_IMAGE_MAX_SIDE) {
    g_set_error (error, PNM_ERROR, PNM_ERROR_SIZE,
        "width and height must be from 1 to %u", VF_IMAGE_MAX_SIDE);
    return FALSE;
  }
  if (found >= n_bytes (image))
    return TRUE;
  g_set_error (error, PNM_ERROR, PNM_ERROR_TRUNCATED,
      "%u x %u pixels need %" G_GSIZE_FORMAT
      " bytes, but the file holds %" G_GSIZE_FORMAT,
      image->width, image->height, n_bytes (image), found);
  return FALSE;
}

static void
set_planes (PnmPicture *picture)
{
  VfImage *image = &picture->image;

  for (guint c = 0; c < image->channels; c++) {
    image->data[c] = picture->samples + c * image->word;
    image->step[c] = image->channels * image->word;
    image->stride[c] = (gssize) image->width * image->step[c];
  }
}

PnmPicture *
pnm_new (const guint8 *data, gsize size, GError **error)
{
  Reader reader = { data, data + size };
  VfImage image = { 0 };
  PnmPicture *picture;
  guint8 *samples;

  if (!read_header (&reader, &image, error)
      || !check_size (&reader, &image, error))
    return NULL;
  samples = g_try_malloc (n_bytes (&image));
  if (!samples) {
    g_set_error (error, PNM_ERROR, PNM_ERROR_MEMORY,
        "no memory for %u x %u pixels", image.width, image.height);
    return NULL;
  }
  memcpy (samples, reader.at, n_bytes (&image));
  picture = g_new0 (PnmPicture, 1);
  picture->image = image;
  picture->samples = samples;
  set_planes (picture);
  return picture;
}

PnmPicture *
pnm_load (const gchar *path, GError **error)
{
  PnmPicture *picture;
  gchar *data;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, error))
    return NULL;
  picture = pnm_new ((const guint8 *) data, size, error);
  g_free (data);
  if (!picture)
    g_prefix_error (error, "%s: ", path);
  return picture;
}

void
pnm_free (PnmPicture *picture)
{
  if (!picture)
    return;
  g_free (picture->samples);
  g_free (picture);
}
