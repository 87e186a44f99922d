/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harrisdraw.h"

#include "harrispictures.h"
#include "markers.h"

static void
add_pictures (VfOverlay *overlay, const HarrisSettings *settings,
    GstBuffer *buffer, const VfImage *image, const HarrisResult *result)
{
  VfMarkerStyle style = VF_MARKER_STYLE_DEFAULT;

  style.color = settings->draw_color;
  style.radius = settings->draw_radius;
  if (result && (settings->draw & HARRIS_DRAW_RESPONSE))
    harris_pictures_add_response (overlay, result, image->width, image->height);
  if (settings->draw & HARRIS_DRAW_CORNERS)
    vf_markers_add_corners (overlay, buffer, &style);
  if (result && (settings->draw & HARRIS_DRAW_HISTOGRAM))
    harris_pictures_add_histogram (
        overlay, result, image->width, image->height, style.color);
}

gboolean
harris_draw (VfOverlayPad *pad, GstBaseTransform *element,
    const HarrisSettings *settings, GstBuffer *buffer, const GstVideoInfo *info,
    const VfImage *image, const HarrisResult *result)
{
  VfOverlay *overlay = vf_overlay_new ();
  gboolean drawn = TRUE;

  add_pictures (overlay, settings, buffer, image, result);
  if (!vf_overlay_is_empty (overlay))
    drawn = vf_overlay_pad_draw (pad, element, buffer, info, overlay);
  vf_overlay_free (overlay);
  return drawn;
}
