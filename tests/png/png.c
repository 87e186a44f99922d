/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Masks from PNG files of every kind, whole and broken.
 */
#include "maskpng.h"

#include <png.h>
#include <string.h>
#include <sys/resource.h>

typedef struct {
  gint color, bits; /* of libpng */
  guint samples;    /* of a pixel */
} Kind;

static const Kind kinds[] = {
  { PNG_COLOR_TYPE_GRAY, 1, 1 },
  { PNG_COLOR_TYPE_GRAY, 2, 1 },
  { PNG_COLOR_TYPE_GRAY, 4, 1 },
  { PNG_COLOR_TYPE_GRAY, 8, 1 },
  { PNG_COLOR_TYPE_GRAY, 16, 1 },
  { PNG_COLOR_TYPE_GRAY_ALPHA, 8, 2 },
  { PNG_COLOR_TYPE_GRAY_ALPHA, 16, 2 },
  { PNG_COLOR_TYPE_PALETTE, 1, 1 },
  { PNG_COLOR_TYPE_PALETTE, 2, 1 },
  { PNG_COLOR_TYPE_PALETTE, 4, 1 },
  { PNG_COLOR_TYPE_PALETTE, 8, 1 },
  { PNG_COLOR_TYPE_RGB, 8, 3 },
  { PNG_COLOR_TYPE_RGB, 16, 3 },
  { PNG_COLOR_TYPE_RGB_ALPHA, 8, 4 },
  { PNG_COLOR_TYPE_RGB_ALPHA, 16, 4 },
};

static void
write_bytes (png_structp png, png_bytep bytes, png_size_t n)
{
  g_byte_array_append (png_get_io_ptr (png), bytes, (guint) n);
}

/* Red, green and blue of a palette's colours: odd ones are black. */
static void
set_palette (png_structp png, png_infop info, gint bits)
{
  png_color colors[256];
  png_byte alphas[256];
  gint n = 1 << bits;

  for (gint i = 0; i < n; i++) {
    png_byte light = i % 2 ? 0 : 200;

    colors[i] = (png_color){ light, light, light };
    alphas[i] = (png_byte) (i / 2 % 2 ? 0 : 255);
  }
  png_set_PLTE (png, info, colors, n);
  png_set_tRNS (png, info, alphas, n, NULL);
}

typedef guint (*Sample) (const Kind *kind, guint x, guint y, guint sample);

/* The bits of a row's samples, one after the other, the highest first. */
static void
fill_row (const Kind *kind, Sample sample, guint width, guint y, guint8 *row)
{
  guint bit = 0;

  for (guint x = 0; x < width; x++)
    for (guint s = 0; s < kind->samples; s++)
      for (gint b = kind->bits - 1; b >= 0; b--, bit++)
        if (sample (kind, x, y, s) >> b & 1)
          row[bit / 8] |= (guint8) (0x80 >> bit % 8);
}

static GByteArray *
png_file (
    const Kind *kind, gint interlace, Sample sample, guint width, guint height)
{
  GByteArray *file = g_byte_array_new ();
  gsize stride = ((gsize) width * kind->samples * (guint) kind->bits + 7) / 8;
  guint8 *bytes = g_malloc0 (stride * height + 1);
  guint8 **rows = g_new (guint8 *, height);
  png_structp png =
      png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);

  for (guint y = 0; y < height; y++) {
    rows[y] = bytes + y * stride;
    fill_row (kind, sample, width, y, rows[y]);
  }
  png_set_write_fn (png, file, write_bytes, NULL);
  png_set_IHDR (png, info, width, height, kind->bits, kind->color, interlace,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (kind->color == PNG_COLOR_TYPE_PALETTE)
    set_palette (png, info, kind->bits);
  png_set_gAMA (png, info, 0.45455);
  png_set_rows (png, info, rows);
  png_write_png (png, info, PNG_TRANSFORM_IDENTITY, NULL);
  png_destroy_write_struct (&png, &info);
  g_free (rows);
  g_free (bytes);
  return file;
}

/* In disorder. */
static gboolean
is_inside (guint x, guint y)
{
  return ((x * 7 + y * 13) ^ (x * y)) % 3 == 0;
}

/* The smallest sample that is not black, where it is inside; the alpha says
 * the contrary. */
static guint
smallest (const Kind *kind, guint x, guint y, guint sample)
{
  gboolean alpha = sample == kind->samples - 1 && kind->samples % 2 == 0;

  if (kind->color == PNG_COLOR_TYPE_PALETTE)
    return !is_inside (x, y);
  return is_inside (x, y) != alpha;
}

static VfMask *
mask_of (const GByteArray *file, GError **error)
{
  return vf_mask_new_png (file->data, file->len, error);
}

static void
check_mask (const GByteArray *file, guint width, guint height)
{
  GError *error = NULL;
  VfMask *mask = mask_of (file, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (mask->width, ==, width);
  g_assert_cmpuint (mask->height, ==, height);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      g_assert_cmpuint (
          mask->inside[y * width + x], ==, is_inside (x, y) ? 1 : 0);
  vf_mask_free (mask);
}

static void
all_kinds (void)
{
  static const guint sizes[][2] = { { 1, 1 }, { 1, 9 }, { 4, 1 }, { 5, 3 },
    { 8, 8 }, { 13, 11 }, { 33, 17 } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      for (gint interlace = 0; interlace < 2; interlace++) {
        guint width = sizes[s][0], height = sizes[s][1];
        GByteArray *file =
            png_file (&kinds[i], interlace, smallest, width, height);

        check_mask (file, width, height);
        g_byte_array_unref (file);
      }
}

/* (x, y) = (0, 0): red alone, too dark to count; (1, 0): green alone. */
static guint
dark_colors (const Kind *kind, guint x, guint y, guint sample)
{
  return sample == x;
}

/* The luma of (1, 0, 0) is 0.3, that of (0, 1, 0) is 0.6: it is rounded. */
static void
luma_is_rounded (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].color == PNG_COLOR_TYPE_RGB) {
      GByteArray *file = png_file (&kinds[i], 0, dark_colors, 2, 1);
      VfMask *mask = mask_of (file, NULL);

      g_assert_cmpuint (mask->inside[0], ==, 0);
      g_assert_cmpuint (mask->inside[1], ==, 1);
      vf_mask_free (mask);
      g_byte_array_unref (file);
    }
}

static void
check_error (const guint8 *data, gsize size, gint code, const gchar *word)
{
  GError *error = NULL;

  g_assert_null (vf_mask_new_png (data, size, &error));
  g_assert_error (error, VF_PNG_ERROR, code);
  g_assert_nonnull (strstr (error->message, word));
  g_clear_error (&error);
}

static void
truncated (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    GByteArray *file = png_file (&kinds[i], i % 2, smallest, 13, 11);

    for (guint n = 0; n < file->len; n++)
      check_error (file->data, n, VF_PNG_ERROR_BROKEN, "");
    check_error (
        file->data, file->len - 1, VF_PNG_ERROR_BROKEN, "ends too soon");
    g_byte_array_unref (file);
  }
}

/* Every byte of a file, damaged: an error or a mask, and nothing else. A
 * checksum guards what makes the picture. */
static void
damaged (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    GByteArray *file = png_file (&kinds[i], i % 2, smallest, 9, 7);

    for (guint n = 0; n < file->len; n++)
      for (guint bit = 0; bit < 8; bit++) {
        GError *error = NULL;
        VfMask *mask;

        file->data[n] ^= (guint8) (1 << bit);
        mask = mask_of (file, &error);
        g_assert_true ((mask != NULL) == (error == NULL));
        vf_mask_free (mask);
        g_clear_error (&error);
        file->data[n] ^= (guint8) (1 << bit);
      }
    check_mask (file, 9, 7);
    g_byte_array_unref (file);
  }
}

static guint
white (const Kind *kind, guint x, guint y, guint sample)
{
  return 1;
}

static void
sides (void)
{
  GByteArray *file = png_file (&kinds[0], 0, white, VF_IMAGE_MAX_SIDE, 1);
  VfMask *mask = mask_of (file, NULL);

  g_assert_nonnull (mask);
  g_assert_cmpuint (mask->inside[VF_IMAGE_MAX_SIDE - 1], ==, 1);
  vf_mask_free (mask);
  g_byte_array_unref (file);
  file = png_file (&kinds[0], 0, white, VF_IMAGE_MAX_SIDE + 1, 1);
  check_error (file->data, file->len, VF_PNG_ERROR_SIZE, "1 to 16384");
  g_byte_array_unref (file);
  file = png_file (&kinds[0], 1, white, 1, VF_IMAGE_MAX_SIDE + 1);
  check_error (file->data, file->len, VF_PNG_ERROR_SIZE, "1 to 16384");
  g_byte_array_unref (file);
}

static glong
most_memory (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024; /* from KiB to MiB */
}

/* 60 texts of 8 MB, which take nearly no room in the file, are not unpacked. */
static void
texts (void)
{
  GByteArray *file = png_file (&kinds[0], PNG_INTERLACE_NONE, smallest, 2, 1);
  GByteArray *texts = g_byte_array_new ();
  const guint header = 8 + 25; /* magic and IHDR */
  glong before;
  png_structp png =
      png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);
  gchar *spaces = g_strnfill (8000000, ' ');
  png_text text = { .compression = PNG_TEXT_COMPRESSION_zTXt,
    .key = (gchar *) "text",
    .text = spaces,
    .text_length = 8000000 };

  png_set_write_fn (png, texts, write_bytes, NULL);
  png_set_IHDR (png, info, 2, 1, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_text (png, info, &text, 1);
  png_write_info (png, info);
  png_destroy_write_struct (&png, &info);
  g_free (spaces);
  for (guint i = 0; i < 60; i++) {
    guint at = file->len;

    g_byte_array_set_size (file, at + texts->len - header);
    memmove (file->data + header + texts->len - header, file->data + header,
        at - header);
    memcpy (file->data + header, texts->data + header, texts->len - header);
  }
  before = most_memory ();
  check_mask (file, 2, 1);
  g_assert_cmpint (most_memory () - before, <, 100);
  g_byte_array_unref (texts);
  g_byte_array_unref (file);
}

static void
no_png (void)
{
  static const guint8 text[] = "P5 1 1 255 x";

  check_error (text, sizeof text, VF_PNG_ERROR_BROKEN, "PNG");
  check_error (text, 0, VF_PNG_ERROR_BROKEN, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/all-kinds", all_kinds);
  g_test_add_func ("/luma-is-rounded", luma_is_rounded);
  g_test_add_func ("/truncated", truncated);
  g_test_add_func ("/damaged", damaged);
  g_test_add_func ("/sides", sides);
  g_test_add_func ("/texts", texts);
  g_test_add_func ("/no-png", no_png);
  return g_test_run ();
}
