/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "markers.h"

#include "boxes.h"
#include "gstcornersmeta.h"
#include "labels.h"

#include <math.h>

/* A darker rim keeps a line visible on any picture. It has the line's hue,
 * since thin lines take the colour of their neighbours in 4:2:0 formats. */
static guint32
rim_color (guint32 color)
{
  guint32 alpha = (color >> 24) * 7 / 8, rim = alpha << 24;

  for (guint shift = 0; shift < 24; shift += 8)
    rim |= ((color >> shift & 0xff) * 7 / 16) << shift;
  return rim;
}

/* How far pixel (x, y) is from the middle of the marker's line, in pixels. */
static gdouble
marker_distance (const VfMarkerStyle *style, gint x, gint y)
{
  gdouble across, beyond;

  if (style->marker == VF_MARKER_CIRCLE)
    return fabs (hypot (x, y) - style->radius);
  across = MIN (ABS (x), ABS (y));
  beyond =
      MAX (ABS (x), ABS (y)) - (gdouble) style->radius + style->thickness / 2.0;
  return MAX (across, beyond);
}

static guint32
marker_pixel (const VfMarkerStyle *style, gint x, gint y)
{
  gdouble distance = marker_distance (style, x, y);

  if (distance <= style->thickness / 2.0)
    return style->color;
  return distance <= style->thickness / 2.0 + 1 ? rim_color (style->color) : 0;
}

/* All corners share this picture, whose middle pixel is at *reach. */
static GstBuffer *
new_marker (const VfMarkerStyle *style, gint *reach)
{
  gint r = (gint) (style->radius + (style->thickness + 1) / 2 + 1);
  guint side = (guint) (2 * r + 1);
  guint32 *pixels = g_new (guint32, (gsize) side * side);

  for (gint y = -r; y <= r; y++)
    for (gint x = -r; x <= r; x++)
      pixels[(y + r) * (gint) side + x + r] = marker_pixel (style, x, y);
  *reach = r;
  return vf_picture_new (pixels, side, side);
}

void
vf_markers_add_corners (
    VfOverlay *overlay, GstBuffer *buffer, const VfMarkerStyle *style)
{
  GstCornersMeta meta;
  gpointer state = NULL;
  gint reach;
  GstBuffer *marker = new_marker (style, &reach);

  while (gst_corners_meta_next (buffer, &state, &meta))
    for (guint i = 0; i < meta.count; i++) {
      GstCorner corner = gst_corners_meta_get (&meta, i);

      /* A broken writer's NaN or huge values have no place in a frame. */
      if (fabsf (corner.x) < G_MAXINT16 && fabsf (corner.y) < G_MAXINT16)
        vf_overlay_add (overlay, marker, (gint) rintf (corner.x) - reach,
            (gint) rintf (corner.y) - reach);
    }
  gst_buffer_unref (marker);
}

static void
add_bar (VfOverlay *overlay, guint32 color, gint x, gint y, guint width,
    guint height)
{
  gsize n = (gsize) width * height;
  guint32 *pixels = g_new (guint32, n);
  GstBuffer *picture;

  for (gsize i = 0; i < n; i++)
    pixels[i] = color;
  picture = vf_picture_new (pixels, width, height);
  vf_overlay_add (overlay, picture, x, y);
  gst_buffer_unref (picture);
}

/* The four sides, inside width x height pixels. */
static void
add_frame (VfOverlay *overlay, guint32 color, gint x, gint y, guint width,
    guint height, guint thickness)
{
  gint right = x + (gint) (width - thickness);
  gint bottom = y + (gint) (height - thickness);

  add_bar (overlay, color, x, y, width, thickness);
  add_bar (overlay, color, x, bottom, width, thickness);
  add_bar (overlay, color, x, y, thickness, height);
  add_bar (overlay, color, right, y, thickness, height);
}

/* The rim lies under the lines. */
static void
add_box (VfOverlay *overlay, const VfMarkerStyle *style, gint x, gint y,
    guint width, guint height)
{
  guint t = style->thickness;

  add_frame (overlay, rim_color (style->color), x - 1, y - 1, width + 2,
      height + 2, MIN (t + 2, MIN (width, height) + 2));
  add_frame (overlay, style->color, x, y, width, height, t);
}

static gchar *
label_text (const VfBox *box)
{
  if (!isfinite (box->certainty))
    return g_strdup (box->label);
  return g_strdup_printf ("%s %.2f", box->label, box->certainty);
}

/* Above the box at (x, y), or inside it where there is no room above. */
static void
add_label (VfOverlay *overlay, const VfMarkerStyle *style, const gchar *text,
    gint x, gint y)
{
  guint32 *pixels = NULL;
  guint width, height;

  if (style->font_size > 0 && *text)
    pixels =
        vf_label_new (text, style->font_size, style->color, &width, &height);
  if (pixels) {
    GstBuffer *picture = vf_picture_new (pixels, width, height);
    gint above = y - (gint) height;

    vf_overlay_add (overlay, picture, x, above < 0 ? y : above);
    gst_buffer_unref (picture);
  }
}

/* Boxes without pixels, and broken ones, NaN among them, are not drawn. */
static gboolean
fits (const VfBox *box)
{
  return box->width > 0 && box->height > 0 && fabs (box->x) < G_MAXINT16
         && fabs (box->y) < G_MAXINT16 && box->width < G_MAXINT16
         && box->height < G_MAXINT16;
}

static void
add_labelled_box (
    VfOverlay *overlay, const VfMarkerStyle *style, const VfBox *box)
{
  gint x = (gint) rint (box->x), y = (gint) rint (box->y);
  guint width = (guint) MAX (1, rint (box->x + box->width) - x);
  guint height = (guint) MAX (1, rint (box->y + box->height) - y);
  VfMarkerStyle line = *style;
  gchar *text = label_text (box);

  line.thickness = MIN (style->thickness, MIN (width, height));
  add_box (overlay, &line, x, y, width, height);
  add_label (overlay, style, text, x, y);
  g_free (text);
}

static void
add_boxes (VfOverlay *overlay, const GArray *boxes, const VfMarkerStyle *style,
    gchar **types)
{
  for (guint i = 0; i < boxes->len; i++) {
    const VfBox *box = &g_array_index (boxes, VfBox, i);

    if (fits (box) && vf_box_is_wanted (box, types))
      add_labelled_box (overlay, style, box);
  }
}

void
vf_markers_add_objects (VfOverlay *overlay, GstBuffer *buffer,
    const VfMarkerStyle *style, gchar **types)
{
  GArray *boxes = vf_boxes_new ();

  vf_boxes_add_objects (boxes, buffer);
  add_boxes (overlay, boxes, style, types);
  g_array_unref (boxes);
}

void
vf_markers_add_boxes (VfOverlay *overlay, GstBuffer *buffer, VfRect picture,
    const VfMarkerStyle *style, gchar **types)
{
  GArray *boxes = vf_boxes_of (buffer, picture);

  add_boxes (overlay, boxes, style, types);
  g_array_unref (boxes);
}
