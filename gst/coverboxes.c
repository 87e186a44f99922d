/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "coverboxes.h"

#include "boxes.h"

GST_DEBUG_CATEGORY_EXTERN (region_cover_debug);
#define GST_CAT_DEFAULT region_cover_debug

static void
add_cover (GArray *covers, const VfBox *box, VfRect picture,
    const VfCoverFrame *frame, const VfCoverStyle *style, gboolean interlaced)
{
  VfCoverBox place = { picture.x + box->x, picture.y + box->y, box->width,
    box->height };
  VfCover cover;

  if (vf_cover_place (&cover, frame, &place, style, interlaced))
    g_array_append_val (covers, cover);
  else
    GST_DEBUG ("nothing of \"%s\" (%g, %g; %g x %g) is in the frame",
        box->label, place.x, place.y, place.width, place.height);
}

GArray *
cover_boxes (const GArray *boxes, VfRect picture, const VfCoverFrame *frame,
    const CoverSettings *settings, const GstVideoInfo *info)
{
  VfCoverStyle style = cover_settings_style (settings, info);
  gchar **types = vf_types_parse (g_quark_to_string (settings->region_types));
  GArray *covers = g_array_new (FALSE, FALSE, sizeof (VfCover));

  for (guint i = 0; i < boxes->len; i++) {
    const VfBox *box = &g_array_index (boxes, VfBox, i);

    if (vf_box_is_wanted (box, types))
      add_cover (covers, box, picture, frame, &style,
          GST_VIDEO_INFO_IS_INTERLACED (info));
  }
  g_strfreev (types);
  if (covers->len == 0)
    g_clear_pointer (&covers, g_array_unref);
  return covers;
}
