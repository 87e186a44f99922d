/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "regions.h"

/* A stretch of `length` pixels from `start`, moved back by `offset`: what is
 * left of it from 0 on. */
static void
move_back (guint offset, guint *start, guint *length)
{
  guint lost = offset > *start ? offset - *start : 0;

  *start -= MIN (*start, offset);
  *length -= MIN (*length, lost);
}

static void
add_metas (const VfRoi *roi, GstBuffer *buffer, VfRect picture, GArray *rects)
{
  gpointer state = NULL;
  GstMeta *meta;

  while ((meta = gst_buffer_iterate_meta_filtered (
              buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE))) {
    GstVideoRegionOfInterestMeta *region =
        (GstVideoRegionOfInterestMeta *) meta;
    VfRect rect = { region->x, region->y, region->w, region->h };

    if (roi->type && region->roi_type != roi->type)
      continue;
    move_back (picture.x, &rect.x, &rect.width);
    move_back (picture.y, &rect.y, &rect.height);
    g_array_append_val (rects, rect);
  }
}

gboolean
vf_roi_collect (
    const VfRoi *roi, GstBuffer *buffer, VfRect picture, GArray *rects)
{
  VfRect rect = roi->rect;

  g_array_set_size (rects, 0);
  switch (roi->source) {
    case VF_ROI_SOURCE_RECTANGLE:
      rect.width = rect.width ? rect.width : G_MAXUINT;
      rect.height = rect.height ? rect.height : G_MAXUINT;
      g_array_append_val (rects, rect);
      return TRUE;
    case VF_ROI_SOURCE_META:
      add_metas (roi, buffer, picture, rects);
      return TRUE;
    default:
      return FALSE;
  }
}
