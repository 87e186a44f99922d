/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "heat-map.h"

#include <math.h>
#include <png.h>

typedef struct {
  guint8 red, green, blue;
} Colour;

/* Steps from 0 to the largest distance. Both sides grow lighter all the way. */
static const Colour warm_colours[] = {
  { 10, 10, 16 },
  { 94, 18, 62 },
  { 190, 44, 44 },
  { 246, 140, 30 },
  { 255, 252, 200 },
};
static const Colour cold_colours[] = {
  { 10, 10, 16 },
  { 20, 44, 84 },
  { 28, 84, 136 },
  { 62, 136, 186 },
  { 150, 206, 236 },
};

/* The entry for 0; as many are on both sides. */
#define PALETTE_ZERO 127
#define PALETTE_SIZE 255

static guint8
mix (guint8 from, guint8 to, gdouble share)
{
  return (guint8) (from + (to - from) * share + 0.5);
}

/* The colour at `place`, from 0 to 1. */
static Colour
colour_at (const Colour *steps, gdouble place)
{
  guint last = G_N_ELEMENTS (warm_colours) - 1;
  guint i = MIN ((guint) (place * last), last - 1);
  gdouble share = place * last - i;

  return (Colour){
    .red = mix (steps[i].red, steps[i + 1].red, share),
    .green = mix (steps[i].green, steps[i + 1].green, share),
    .blue = mix (steps[i].blue, steps[i + 1].blue, share),
  };
}

static void
fill_palette (Colour palette[PALETTE_SIZE])
{
  for (gint i = 0; i < PALETTE_SIZE; i++) {
    gint step = i - PALETTE_ZERO;
    gdouble place = (gdouble) ABS (step) / PALETTE_ZERO;

    palette[i] = colour_at (step < 0 ? cold_colours : warm_colours, place);
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
