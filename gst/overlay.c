/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "overlay.h"

#include "gstcornersmeta.h"

#include <math.h>

#define RADIUS 4
#define SIDE   (2 * RADIUS + 1)

/* 0xAARRGGBB. The rim keeps a marker visible on any picture; it is green too,
 * since a thin line takes the colour of its neighbours in 4:2:0 formats. */
#define COLOR 0xff00ff00
#define RIM   0xe0007000

static guint32
marker_pixel (gint x, gint y)
{
  gint dx = ABS (x), dy = ABS (y);

  if (MIN (dx, dy) == 0 && MAX (dx, dy) < RADIUS)
    return COLOR;
  return MIN (dx, dy) <= 1 ? RIM : 0;
}

/* A cross as a picture of its own; all corners share it. */
static GstBuffer *
new_marker (void)
{
  guint32 *pixels = g_new (guint32, SIDE * SIDE);
  GstBuffer *marker;

  for (gint y = -RADIUS; y <= RADIUS; y++)
    for (gint x = -RADIUS; x <= RADIUS; x++)
      pixels[(y + RADIUS) * SIDE + x + RADIUS] = marker_pixel (x, y);
  marker = gst_buffer_new_wrapped (pixels, SIDE * SIDE * sizeof *pixels);
  gst_buffer_add_video_meta (marker, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, SIDE, SIDE);
  return marker;
}

static void
add_marker (GstVideoOverlayComposition **composition, GstBuffer *marker,
    GstCorner corner)
{
  GstVideoOverlayRectangle *rectangle =
      gst_video_overlay_rectangle_new_raw (marker,
          (gint) rintf (corner.x) - RADIUS, (gint) rintf (corner.y) - RADIUS,
          SIDE, SIDE, GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);

  if (*composition)
    gst_video_overlay_composition_add_rectangle (*composition, rectangle);
  else
    *composition = gst_video_overlay_composition_new (rectangle);
  gst_video_overlay_rectangle_unref (rectangle);
}

/* NULL when there is nothing to draw. */
static GstVideoOverlayComposition *
compose (GstBuffer *buffer)
{
  GstVideoOverlayComposition *composition = NULL;
  GstBuffer *marker = new_marker ();
  GstCornersMeta meta;
  gpointer state = NULL;

  while (gst_corners_meta_next (buffer, &state, &meta))
    for (guint i = 0; i < meta.count; i++)
      add_marker (&composition, marker, gst_corners_meta_get (&meta, i));
  gst_buffer_unref (marker);
  return composition;
}

gboolean
vf_overlay_draw_corners (GstBuffer *buffer, const GstVideoInfo *info)
{
  GstVideoOverlayComposition *composition = compose (buffer);
  GstVideoFrame frame;
  gboolean mapped;

  if (!composition)
    return TRUE;
  mapped = gst_video_frame_map (&frame, info, buffer, GST_MAP_READWRITE);
  if (mapped) {
    gst_video_overlay_composition_blend (composition, &frame);
    gst_video_frame_unmap (&frame);
  }
  gst_video_overlay_composition_unref (composition);
  return mapped;
}
