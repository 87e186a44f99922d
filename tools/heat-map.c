/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "heat-map.h"

#include "heat-colors.h"

#include <math.h>
#include <png.h>

typedef struct {
  guint8 red, green, blue;
} Colour;

/* The entry for 0; as many are on both sides. */
#define PALETTE_ZERO 127
#define PALETTE_SIZE 255

static void
fill_palette (Colour palette[PALETTE_SIZE])
{
  for (gint i = 0; i < PALETTE_SIZE; i++) {
    guint32 color = vf_heat_color ((gdouble) (i - PALETTE_ZERO) / PALETTE_ZERO);

    palette[i] = (Colour){ (guint8) (color >> 16), (guint8) (color >> 8),
      (guint8) color };
  }
}

static guint8 *
palette_indices (const gfloat *values, gsize n, guint root)
{
  guint8 *indices = g_malloc (n);
  gdouble largest = 0;

  for (gsize i = 0; i < n; i++)
    largest = MAX (largest, fabs (values[i]));
  for (gsize i = 0; i < n; i++) {
    gdouble share = largest > 0 ? fabs (values[i]) / largest : 0;
    gint step = (gint) lround (pow (share, 1.0 / root) * PALETTE_ZERO);

    indices[i] = (guint8) (PALETTE_ZERO + (values[i] < 0 ? -step : step));
  }
  return indices;
}

gboolean
heat_map_write (const gfloat *values, guint width, guint height, guint root,
    const gchar *path, GError **error)
{
  guint8 *indices = palette_indices (values, (gsize) width * height, root);
  Colour palette[PALETTE_SIZE];
  png_image png = {
    .version = PNG_IMAGE_VERSION,
    .width = width,
    .height = height,
    .format = PNG_FORMAT_RGB_COLORMAP,
    .colormap_entries = PALETTE_SIZE,
  };
  gboolean written;

  fill_palette (palette);
  written = png_image_write_to_file (&png, path, 0, indices, 0, palette) != 0;
  if (!written)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
        "cannot write '%s': %s", path, png.message);
  g_free (indices);
  return written;
}
