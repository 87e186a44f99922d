/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "maskpng.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

G_DEFINE_QUARK (vf - png - error - quark, vf_png_error)

/* Everything that a jump out of libpng leaves behind. */
typedef struct {
  const guint8 *at, *end; /* the bytes that are left */
  png_structp png;
  png_infop info;
  VfImage row; /* one row of one pass */
  guint8 *samples;
  VfMask *mask;
  GError *error;
} Reader;

static void
read_bytes (png_structp png, png_bytep to, png_size_t n)
{
  Reader *r = png_get_io_ptr (png);

  if (n > (gsize) (r->end - r->at))
    png_error (png, "the file ends too soon");
  memcpy (to, r->at, n);
  r->at += n;
}

G_NORETURN static void
stop (Reader *r, VfPngError code, const gchar *text)
{
  if (!r->error)
    r->error = g_error_new_literal (VF_PNG_ERROR, code, text);
  png_longjmp (r->png, 1);
}

static void
on_error (png_structp png, png_const_charp text)
{
  stop (png_get_error_ptr (png), VF_PNG_ERROR_BROKEN, text);
}

static void
on_warning (png_structp png, png_const_charp text)
{
}

/* NULL for no memory: libpng then calls on_error(). */
static png_voidp
allocate (png_structp png, png_alloc_size_t size)
{
  return g_try_malloc (size);
}

static void
release (png_structp png, png_voidp memory)
{
  g_free (memory);
}

/* Grey or red, green, blue of 8 or 16 bits. */
static void
ask_for_plain_samples (Reader *r)
{
  png_byte kind = png_get_color_type (r->png, r->info);

  if (kind == PNG_COLOR_TYPE_PALETTE)
    png_set_palette_to_rgb (r->png);
  if (kind == PNG_COLOR_TYPE_GRAY)
    png_set_expand_gray_1_2_4_to_8 (r->png);
  png_set_strip_alpha (r->png);
}

static void
set_row (Reader *r)
{
  guint word = png_get_bit_depth (r->png, r->info) / 8;
  guint channels = png_get_channels (r->png, r->info);

  r->row = (VfImage){ .width = r->mask->width,
    .height = 1,
    .channels = channels,
    .depth = 8 * word,
    .word = word,
    .big_endian = TRUE };
  for (guint c = 0; c < channels; c++) {
    r->row.data[c] = r->samples + c * word;
    r->row.step[c] = channels * word;
  }
}

static void
start (Reader *r)
{
  gsize width, height;

  png_read_info (r->png, r->info);
  width = png_get_image_width (r->png, r->info);
  height = png_get_image_height (r->png, r->info);
  if (width > VF_IMAGE_MAX_SIDE || height > VF_IMAGE_MAX_SIDE)
    stop (r, VF_PNG_ERROR_SIZE,
        "width and height must be from 1 to " G_STRINGIFY (VF_IMAGE_MAX_SIDE));
  ask_for_plain_samples (r);
  png_read_update_info (r->png, r->info);
  r->samples = g_try_malloc (png_get_rowbytes (r->png, r->info));
  r->mask = vf_mask_new_of_size ((guint) width, (guint) height);
  if (!r->samples || !r->mask)
    stop (r, VF_PNG_ERROR_MEMORY, "no memory for a mask of this size");
  set_row (r);
}

/* One row of a picture of every dx-th column from x0 on. */
static void
read_row (Reader *r, guint y, guint x0, guint dx)
{
  guint8 *inside = r->mask->inside + (gsize) y * r->mask->width;

  png_read_row (r->png, r->samples, NULL);
  for (guint x = x0, i = 0; x < r->mask->width; x += dx, i++)
    inside[x] = vf_image_luma (&r->row, i, 0) > 0;
}

/* An interlaced picture is seven smaller ones, some of them without a pixel. */
static void
read_passes (Reader *r)
{
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    guint x0 = PNG_PASS_START_COL (pass), dx = PNG_PASS_COL_OFFSET (pass);
    guint y0 = PNG_PASS_START_ROW (pass), dy = PNG_PASS_ROW_OFFSET (pass);

    if (x0 < r->mask->width)
      for (guint y = y0; y < r->mask->height; y += dy)
        read_row (r, y, x0, dx);
  }
}

static void
read_all (Reader *r)
{
  start (r);
  if (png_get_interlace_type (r->png, r->info) == PNG_INTERLACE_ADAM7)
    read_passes (r);
  else
    for (guint y = 0; y < r->mask->height; y++)
      read_row (r, y, 0, 1);
  png_read_end (r->png, NULL);
}

/* FALSE: r->error says why. Nothing that is needed after a jump lives here. */
static gboolean
try_to_read (Reader *r)
{
  if (setjmp (png_jmpbuf (r->png)))
    return FALSE;
  png_set_read_fn (r->png, r, read_bytes);
  /* Texts and the like, which may unpack to gigabytes. */
  png_set_keep_unknown_chunks (r->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  read_all (r);
  return TRUE;
}

VfMask *
vf_mask_new_png (const guint8 *data, gsize size, GError **error)
{
  Reader r = { .at = data, .end = data + size };

  r.png = png_create_read_struct_2 (
      PNG_LIBPNG_VER_STRING, &r, on_error, on_warning, NULL, allocate, release);
  r.info = r.png ? png_create_info_struct (r.png) : NULL;
  if (!r.info)
    g_set_error_literal (error, VF_PNG_ERROR, VF_PNG_ERROR_MEMORY,
        "libpng cannot be used: it has no memory, or is of another version");
  else if (!try_to_read (&r))
    g_clear_pointer (&r.mask, vf_mask_free);
  png_destroy_read_struct (&r.png, &r.info, NULL);
  g_free (r.samples);
  if (r.error)
    g_propagate_error (error, r.error);
  return r.mask;
}
