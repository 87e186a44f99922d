/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "overlay.h"

/* More pictures than this are merged into one as large as the frame: blending
 * costs time by the picture and by the pixel, and at 1080p 1000 markers cost as
 * much as the whole frame. Sinks have limits of their own. */
#define MAX_RECTANGLES 1000

typedef struct {
  GstBuffer *picture;
  gint x, y;
} Item;

struct _VfOverlay {
  gint width, height;
  gint origin_x, origin_y;
  GArray *items;
};

static void
clear_item (gpointer item)
{
  gst_buffer_unref (((Item *) item)->picture);
}

VfOverlay *
vf_overlay_new (guint width, guint height)
{
  VfOverlay *overlay = g_new0 (VfOverlay, 1);

  overlay->width = (gint) width;
  overlay->height = (gint) height;
  overlay->items = g_array_new (FALSE, FALSE, sizeof (Item));
  g_array_set_clear_func (overlay->items, clear_item);
  return overlay;
}

void
vf_overlay_free (VfOverlay *overlay)
{
  if (!overlay)
    return;
  g_array_unref (overlay->items);
  g_free (overlay);
}

void
vf_overlay_set_origin (VfOverlay *overlay, gint x, gint y)
{
  overlay->origin_x = x;
  overlay->origin_y = y;
}

GstBuffer *
vf_picture_new (guint32 *pixels, guint width, guint height)
{
  GstBuffer *picture =
      gst_buffer_new_wrapped (pixels, (gsize) width * height * sizeof *pixels);

  gst_buffer_add_video_meta (picture, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, width, height);
  return picture;
}

static gboolean
overlaps_frame (
    const VfOverlay *overlay, const GstVideoMeta *size, gint x, gint y)
{
  return x < overlay->width && y < overlay->height && x + (gint) size->width > 0
         && y + (gint) size->height > 0;
}

void
vf_overlay_add (VfOverlay *overlay, GstBuffer *picture, gint x, gint y)
{
  Item item = { picture, x + overlay->origin_x, y + overlay->origin_y };

  if (!overlaps_frame (
          overlay, gst_buffer_get_video_meta (picture), item.x, item.y))
    return;
  gst_buffer_ref (picture);
  g_array_append_val (overlay->items, item);
}

static void
add_rectangle (GstVideoOverlayComposition **composition, GstBuffer *picture,
    gint x, gint y)
{
  GstVideoMeta *size = gst_buffer_get_video_meta (picture);
  GstVideoOverlayRectangle *rectangle =
      gst_video_overlay_rectangle_new_raw (picture, x, y, size->width,
          size->height, GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);

  if (*composition)
    gst_video_overlay_composition_add_rectangle (*composition, rectangle);
  else
    *composition = gst_video_overlay_composition_new (rectangle);
  gst_video_overlay_rectangle_unref (rectangle);
}

/* The pixels that are not quite transparent, clipped to the frame. */
static void
paste (const VfOverlay *overlay, guint32 *pixels, const Item *item)
{
  GstVideoMeta *size = gst_buffer_get_video_meta (item->picture);
  gint x1 = MIN ((gint) size->width, overlay->width - item->x);
  gint y1 = MIN ((gint) size->height, overlay->height - item->y);
  GstMapInfo map;

  if (!gst_buffer_map (item->picture, &map, GST_MAP_READ))
    return;
  for (gint y = MAX (0, -item->y); y < y1; y++)
    for (gint x = MAX (0, -item->x); x < x1; x++) {
      guint32 color = ((const guint32 *) map.data)[y * (gint) size->width + x];

      if (color >> 24)
        pixels[(gsize) (item->y + y) * overlay->width + item->x + x] = color;
    }
  gst_buffer_unmap (item->picture, &map);
}

static GstBuffer *
merge (const VfOverlay *overlay)
{
  guint32 *pixels = g_new0 (guint32, (gsize) overlay->width * overlay->height);

  for (guint i = 0; i < overlay->items->len; i++)
    paste (overlay, pixels, &g_array_index (overlay->items, Item, i));
  return vf_picture_new (
      pixels, (guint) overlay->width, (guint) overlay->height);
}

void
vf_overlay_compose (
    const VfOverlay *overlay, GstVideoOverlayComposition **composition)
{
  if (overlay->items->len > MAX_RECTANGLES) {
    GstBuffer *merged = merge (overlay);

    add_rectangle (composition, merged, 0, 0);
    gst_buffer_unref (merged);
    return;
  }
  for (guint i = 0; i < overlay->items->len; i++) {
    Item *item = &g_array_index (overlay->items, Item, i);

    add_rectangle (composition, item->picture, item->x, item->y);
  }
}
