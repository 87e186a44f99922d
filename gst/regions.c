/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "regions.h"

#include "boxes.h"

static void
add_rect (VfRect rect, gint id, GArray *rects, GArray *ids)
{
  g_array_append_val (rects, rect);
  if (ids)
    g_array_append_val (ids, id);
}

static void
add_metas (const VfRoi *roi, GstBuffer *buffer, VfRect picture, GArray *rects,
    GArray *ids)
{
  const gchar *type = roi->type ? g_quark_to_string (roi->type) : NULL;
  GArray *boxes = vf_boxes_new ();

  vf_boxes_add_objects (boxes, buffer);
  vf_boxes_add_regions (boxes, buffer, picture);
  for (guint i = 0; i < boxes->len; i++) {
    const VfBox *box = &g_array_index (boxes, VfBox, i);
    VfRect rect;

    if ((!type || g_str_equal (type, box->label))
        && vf_box_to_rect (box, &rect))
      add_rect (rect, box->id, rects, ids);
  }
  g_array_unref (boxes);
}

gboolean
vf_roi_collect_ids (const VfRoi *roi, GstBuffer *buffer, VfRect picture,
    GArray *rects, GArray *ids)
{
  VfRect rect = roi->rect;

  g_array_set_size (rects, 0);
  if (ids)
    g_array_set_size (ids, 0);
  switch (roi->source) {
    case VF_ROI_SOURCE_RECTANGLE:
      rect.width = rect.width ? rect.width : G_MAXUINT;
      rect.height = rect.height ? rect.height : G_MAXUINT;
      add_rect (rect, -1, rects, ids);
      return TRUE;
    case VF_ROI_SOURCE_META:
      add_metas (roi, buffer, picture, rects, ids);
      return TRUE;
    default:
      return FALSE;
  }
}

gboolean
vf_roi_collect (
    const VfRoi *roi, GstBuffer *buffer, VfRect picture, GArray *rects)
{
  return vf_roi_collect_ids (roi, buffer, picture, rects, NULL);
}
