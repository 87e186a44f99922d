/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "labels.h"

#include <pango/pangocairo.h>

#define GROUND_ALPHA 0.6
#define MARGIN       2 /* around the text, pixels */
#define MAX_WIDTH    1024

gboolean
vf_labels_available (void)
{
  return TRUE;
}

static PangoLayout *
new_layout (cairo_t *cairo, const gchar *text, guint font_size)
{
  PangoLayout *layout = pango_cairo_create_layout (cairo);
  PangoFontDescription *font = pango_font_description_from_string ("Sans");
  gchar *valid = g_utf8_make_valid (text, -1);

  pango_font_description_set_absolute_size (font, font_size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_width (layout, MAX_WIDTH * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_text (layout, valid, -1);
  pango_font_description_free (font);
  g_free (valid);
  return layout;
}

/* The size of the text in pixels. */
static void
measure (const gchar *text, guint font_size, gint *width, gint *height)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1, 1);
  cairo_t *cairo = cairo_create (surface);
  PangoLayout *layout = new_layout (cairo, text, font_size);

  pango_layout_get_pixel_size (layout, width, height);
  g_object_unref (layout);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}

static void
paint (
    cairo_surface_t *surface, const gchar *text, guint font_size, guint32 color)
{
  cairo_t *cairo = cairo_create (surface);
  PangoLayout *layout = new_layout (cairo, text, font_size);

  cairo_set_source_rgba (cairo, 0, 0, 0, GROUND_ALPHA);
  cairo_paint (cairo);
  cairo_set_source_rgb (cairo, (color >> 16 & 0xff) / 255.0,
      (color >> 8 & 0xff) / 255.0, (color & 0xff) / 255.0);
  cairo_move_to (cairo, MARGIN, MARGIN);
  pango_cairo_show_layout (cairo, layout);
  g_object_unref (layout);
  cairo_destroy (cairo);
}

/* Cairo's colours are multiplied by alpha, an overlay's are not. */
static guint32
straight_alpha (guint32 pixel)
{
  guint32 alpha = pixel >> 24, straight = alpha << 24;

  if (alpha == 0)
    return 0;
  for (guint shift = 0; shift < 24; shift += 8)
    straight |= MIN (255, (pixel >> shift & 0xff) * 255 / alpha) << shift;
  return straight;
}

static guint32 *
pixels_of (cairo_surface_t *surface)
{
  gint width = cairo_image_surface_get_width (surface);
  gint height = cairo_image_surface_get_height (surface);
  gint stride = cairo_image_surface_get_stride (surface);
  const guint8 *data = cairo_image_surface_get_data (surface);
  guint32 *pixels = g_new (guint32, (gsize) width * height);

  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      pixels[y * width + x] =
          straight_alpha (((const guint32 *) (data + y * stride))[x]);
  return pixels;
}

guint32 *
vf_label_new (const gchar *text, guint font_size, guint32 color, guint *width,
    guint *height)
{
  gint text_width, text_height;
  cairo_surface_t *surface;
  guint32 *pixels = NULL;

  measure (text, font_size, &text_width, &text_height);
  *width = (guint) (text_width + 2 * MARGIN);
  *height = (guint) (text_height + 2 * MARGIN);
  surface = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, (gint) *width, (gint) *height);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS) {
    paint (surface, text, font_size, color);
    cairo_surface_flush (surface);
    pixels = pixels_of (surface);
  }
  cairo_surface_destroy (surface);
  return pixels;
}
