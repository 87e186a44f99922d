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
  GArray *items;
};

static void
clear_item (gpointer item)
{
  gst_buffer_unref (((Item *) item)->picture);
}

VfOverlay *
vf_overlay_new (void)
{
  VfOverlay *overlay = g_new (VfOverlay, 1);

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

GstBuffer *
vf_picture_new (guint32 *pixels, guint width, guint height)
{
  GstBuffer *picture =
      gst_buffer_new_wrapped (pixels, (gsize) width * height * sizeof *pixels);

  gst_buffer_add_video_meta (picture, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, width, height);
  return picture;
}

void
vf_overlay_add (VfOverlay *overlay, GstBuffer *picture, gint x, gint y)
{
  Item item = { gst_buffer_ref (picture), x, y };

  g_array_append_val (overlay->items, item);
}

gboolean
vf_overlay_is_empty (const VfOverlay *overlay)
{
  return overlay->items->len == 0;
}

/* A frame, and the pictures that lie in it. */
typedef struct {
  gint width, height;
  GArray *items;
} Target;

static gboolean
overlaps (const Target *target, const Item *item)
{
  GstVideoMeta *size = gst_buffer_get_video_meta (item->picture);

  return item->x < target->width && item->y < target->height
         && item->x + (gint) size->width > 0
         && item->y + (gint) size->height > 0;
}

static void
collect (Target *target, const VfOverlay *overlay, gint x, gint y)
{
  for (guint i = 0; i < overlay->items->len; i++) {
    Item item = g_array_index (overlay->items, Item, i);

    item.x += x;
    item.y += y;
    if (overlaps (target, &item))
      g_array_append_val (target->items, item);
  }
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
paste (const Target *target, guint32 *pixels, const Item *item)
{
  GstVideoMeta *size = gst_buffer_get_video_meta (item->picture);
  gint x1 = MIN ((gint) size->width, target->width - item->x);
  gint y1 = MIN ((gint) size->height, target->height - item->y);
  GstMapInfo map;

  if (!gst_buffer_map (item->picture, &map, GST_MAP_READ))
    return;
  for (gint y = MAX (0, -item->y); y < y1; y++)
    for (gint x = MAX (0, -item->x); x < x1; x++) {
      guint32 color = ((const guint32 *) map.data)[y * (gint) size->width + x];

      if (color >> 24)
        pixels[(gsize) (item->y + y) * target->width + item->x + x] = color;
    }
  gst_buffer_unmap (item->picture, &map);
}

static void
add_merged (const Target *target, GstVideoOverlayComposition **composition)
{
  guint32 *pixels =
      g_try_new0 (guint32, (gsize) target->width * target->height);
  GstBuffer *merged;

  if (!pixels)
    return;
  for (guint i = 0; i < target->items->len; i++)
    paste (target, pixels, &g_array_index (target->items, Item, i));
  merged =
      vf_picture_new (pixels, (guint) target->width, (guint) target->height);
  add_rectangle (composition, merged, 0, 0);
  gst_buffer_unref (merged);
}

GstVideoOverlayComposition *
vf_overlay_compose (
    const VfOverlay *overlay, gint x, gint y, guint width, guint height)
{
  GstVideoOverlayComposition *composition = NULL;
  Target target = { (gint) width, (gint) height,
    g_array_new (FALSE, FALSE, sizeof (Item)) };

  collect (&target, overlay, x, y);
  if (target.items->len > MAX_RECTANGLES) {
    add_merged (&target, &composition);
  } else {
    for (guint i = 0; i < target.items->len; i++) {
      Item *item = &g_array_index (target.items, Item, i);

      add_rectangle (&composition, item->picture, item->x, item->y);
    }
  }
  g_array_unref (target.items);
  return composition;
}

/* The place of the picture's first pixel among all; its pixels are added unless
 * it is the last one that was. -1: they cannot be read. */
static gssize
add_pixels (GArray *pixels, const Item *item, const Item *last, gssize first)
{
  GstMapInfo map;

  if (last && item->picture == last->picture)
    return first;
  if (!gst_buffer_map (item->picture, &map, GST_MAP_READ))
    return -1;
  first = pixels->len;
  g_array_append_vals (pixels, map.data, (guint) (map.size / sizeof (guint32)));
  gst_buffer_unmap (item->picture, &map);
  return first;
}

static VfPatch
patch_of (const Item *item, gssize first)
{
  GstVideoMeta *size = gst_buffer_get_video_meta (item->picture);

  return (
      VfPatch){ item->x, item->y, size->width, size->height, (guint32) first };
}

VfPatches *
vf_overlay_patches (
    const VfOverlay *overlay, gint x, gint y, guint width, guint height)
{
  GArray *pixels = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *patches = g_array_new (FALSE, FALSE, sizeof (VfPatch));
  Target target = { (gint) width, (gint) height,
    g_array_new (FALSE, FALSE, sizeof (Item)) };
  VfPatches *made = g_new0 (VfPatches, 1);
  const Item *last = NULL;
  gssize first = 0;

  collect (&target, overlay, x, y);
  for (guint i = 0; i < target.items->len; i++) {
    const Item *item = &g_array_index (target.items, Item, i);
    VfPatch patch;

    first = add_pixels (pixels, item, last, first);
    last = first < 0 ? NULL : item;
    if (!last)
      continue;
    patch = patch_of (item, first);
    g_array_append_val (patches, patch);
  }
  made->merged = target.items->len > MAX_RECTANGLES;
  made->n_pixels = pixels->len;
  made->n_patches = patches->len;
  made->pixels = (guint32 *) g_array_free (pixels, FALSE);
  made->patches = (VfPatch *) g_array_free (patches, FALSE);
  g_array_unref (target.items);
  if (made->n_patches == 0)
    g_clear_pointer (&made, vf_patches_free);
  return made;
}

void
vf_patches_free (VfPatches *patches)
{
  if (!patches)
    return;
  g_free ((gpointer) patches->pixels);
  g_free ((gpointer) patches->patches);
  g_free (patches);
}
