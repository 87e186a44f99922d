/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "frames.h"

/* The bytes of a row from a component's first sample to its last one. */
static gssize
row_reach (const GstVideoFrame *frame, guint c)
{
  gssize step = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);
  gssize width = GST_VIDEO_FRAME_COMP_WIDTH (frame, c);

  /* IYU1: 4 pixels in 6 bytes. */
  if (step == 0)
    return (GST_VIDEO_FRAME_WIDTH (frame) + 3) / 4 * 6
           - GST_VIDEO_FRAME_COMP_POFFSET (frame, c);
  return (width - 1) * step + 1;
}

static gboolean
component_is_whole (const GstVideoFrame *frame, guint c)
{
  guint plane = GST_VIDEO_FRAME_COMP_PLANE (frame, c);
  const GstMapInfo *map = &frame->map[frame->meta ? plane : 0];
  gssize first = (guint8 *) GST_VIDEO_FRAME_COMP_DATA (frame, c) - map->data;
  gssize rows = (gssize) (GST_VIDEO_FRAME_COMP_HEIGHT (frame, c) - 1)
                * GST_VIDEO_FRAME_COMP_STRIDE (frame, c);

  return first >= 0 && first + MIN (rows, 0) >= 0
         && first + MAX (rows, 0) + row_reach (frame, c) <= (gssize) map->size;
}

gboolean
vf_frame_is_whole (const GstVideoFrame *frame)
{
  for (guint c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (frame); c++)
    if (!component_is_whole (frame, c))
      return FALSE;
  return TRUE;
}

/* IYU1 has 4 pixels in 6 bytes: U Y Y V Y Y. */
static void
copy_iyu1_luma (const GstVideoFrame *frame, guint8 *luma)
{
  guint width = GST_VIDEO_FRAME_WIDTH (frame);

  for (gint y = 0; y < GST_VIDEO_FRAME_HEIGHT (frame); y++) {
    const guint8 *row = (const guint8 *) GST_VIDEO_FRAME_PLANE_DATA (frame, 0)
                        + (gssize) y * GST_VIDEO_FRAME_PLANE_STRIDE (frame, 0);

    for (guint x = 0; x < width; x++)
      luma[(gsize) y * width + x] = row[x / 2 * 3 + 1 + x % 2];
  }
}

VfImage
vf_frame_image (const GstVideoFrame *frame, GByteArray **copy)
{
  VfImage image = {
    .width = GST_VIDEO_FRAME_WIDTH (frame),
    .height = GST_VIDEO_FRAME_HEIGHT (frame),
    .channels = GST_VIDEO_INFO_IS_RGB (&frame->info) ? 3 : 1,
    .depth = 8,
    .word = 1,
  };

  for (guint c = 0; c < image.channels; c++) {
    image.data[c] = GST_VIDEO_FRAME_COMP_DATA (frame, c);
    image.stride[c] = GST_VIDEO_FRAME_COMP_STRIDE (frame, c);
    image.step[c] = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);
  }
  if (GST_VIDEO_FRAME_FORMAT (frame) == GST_VIDEO_FORMAT_IYU1) {
    if (!*copy)
      *copy = g_byte_array_new ();
    g_byte_array_set_size (*copy, image.width * image.height);
    copy_iyu1_luma (frame, (*copy)->data);
    image.data[0] = (*copy)->data;
    image.stride[0] = image.width;
    image.step[0] = 1;
  }
  return image;
}

VfRect
vf_buffer_picture (GstBuffer *buffer, const GstVideoInfo *info)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  GstVideoCropMeta *crop = gst_buffer_get_video_crop_meta (buffer);
  VfRect all = { .width = (guint) info->width, .height = (guint) info->height };
  VfRect part;

  if (meta) {
    all.width = meta->width;
    all.height = meta->height;
  }
  if (!crop)
    return all;
  part = vf_rect_clip ((VfRect){ crop->x, crop->y, crop->width, crop->height },
      all.width, all.height);
  return vf_rect_is_empty (part) ? all : part;
}

void
vf_image_crop (VfImage *image, VfRect part)
{
  for (guint c = 0; c < image->channels; c++)
    image->data[c] +=
        (gssize) part.y * image->stride[c] + (gssize) part.x * image->step[c];
  image->width = part.width;
  image->height = part.height;
}
