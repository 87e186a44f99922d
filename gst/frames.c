/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "frames.h"

#include <string.h>

/* More bytes than any buffer has. */
#define NO_MEMORY_HOLDS (G_GINT64_CONSTANT (1) << 40)

gboolean
vf_buffer_fits (GstBuffer *buffer, const GstVideoInfo *info)
{
  const GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);

  return !meta
         || (meta->format == GST_VIDEO_INFO_FORMAT (info)
             && meta->width >= (guint) GST_VIDEO_INFO_WIDTH (info)
             && meta->height >= (guint) GST_VIDEO_INFO_HEIGHT (info));
}

gboolean
vf_frame_map (GstVideoFrame *frame, const GstVideoInfo *info, GstBuffer *buffer,
    GstMapFlags flags)
{
  return vf_buffer_fits (buffer, info)
         && gst_video_frame_map (frame, info, buffer, flags);
}

gssize
vf_frame_row_bytes (const GstVideoFrame *frame, guint c)
{
  gssize step = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);
  GstVideoInfo usual;

  if (step != 0)
    return step * GST_VIDEO_FRAME_COMP_WIDTH (frame, c);
  if (!gst_video_info_set_format (&usual, GST_VIDEO_FRAME_FORMAT (frame),
          (guint) GST_VIDEO_FRAME_WIDTH (frame),
          (guint) GST_VIDEO_FRAME_HEIGHT (frame)))
    return NO_MEMORY_HOLDS;
  return GST_VIDEO_INFO_COMP_STRIDE (&usual, c);
}

static gboolean
component_is_whole (const GstVideoFrame *frame, guint c)
{
  guint plane = GST_VIDEO_FRAME_COMP_PLANE (frame, c);
  const GstMapInfo *map = &frame->map[frame->meta ? plane : 0];
  gssize first =
      (guint8 *) GST_VIDEO_FRAME_PLANE_DATA (frame, plane) - map->data;
  gssize rows = (gssize) (GST_VIDEO_FRAME_COMP_HEIGHT (frame, c) - 1)
                * GST_VIDEO_FRAME_COMP_STRIDE (frame, c);

  return first >= 0 && first + MIN (rows, 0) >= 0
         && first + MAX (rows, 0) + vf_frame_row_bytes (frame, c)
                <= (gssize) map->size;
}

gboolean
vf_frame_is_whole (const GstVideoFrame *frame)
{
  for (guint c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (frame); c++)
    if (!component_is_whole (frame, c))
      return FALSE;
  return TRUE;
}

gboolean
vf_frame_is_aligned (const GstVideoFrame *frame, const VfLayout *layout)
{
  for (guint c = 0; c < layout->channels; c++) {
    guint plane = GST_VIDEO_FRAME_COMP_PLANE (frame, c);
    guintptr first = (guintptr) frame->data[plane];

    if ((first | (guintptr) frame->info.stride[plane]) % layout->word != 0)
      return FALSE;
  }
  return TRUE;
}

/* Leaves the layout's channels of the 4 samples of each pixel. */
static void
pick_channels (
    const VfLayout *layout, const guint8 *row, guint width, guint8 *samples)
{
  guint bytes = vf_layout_bytes (layout), n = layout->channels * bytes;

  for (guint x = 0; x < width; x++)
    memcpy (samples + (gsize) x * n, row + (4 * (gsize) x + 1) * bytes, n);
}

/* Rows are unpacked from their start on, for groups of pixels begin there.
 * FALSE: no memory. */
static gboolean
unpack_part (const GstVideoFrame *frame, const VfLayout *layout, VfRect part,
    VfScratch *unpacked, gsize stride)
{
  guint bytes = vf_layout_bytes (layout), width = part.x + part.width;
  gsize all = stride * part.height;
  gboolean missing = FALSE;
  guint8 *row, *samples = vf_scratch_reserve (unpacked,
                   all + ((gsize) width + VF_ROW_SLACK) * 4 * bytes,
                   sizeof *samples, &missing);

  if (!samples)
    return FALSE;
  row = samples + all;
  for (guint y = 0; y < part.height; y++) {
    vf_layout_unpack (layout, row, frame->data, frame->info.stride,
        (gint) (part.y + y), (gint) width);
    pick_channels (layout, row + (gsize) part.x * 4 * bytes, part.width,
        samples + y * stride);
  }
  return TRUE;
}

static void
set_unpacked (VfImage *image, const VfScratch *unpacked, guint bytes)
{
  image->word = bytes;
  image->big_endian = G_BYTE_ORDER == G_BIG_ENDIAN;
  for (guint c = 0; c < image->channels; c++) {
    image->data[c] = (const guint8 *) unpacked->data + c * bytes;
    image->step[c] = (gssize) image->channels * bytes;
    image->stride[c] = image->step[c] * image->width;
    image->shift[c] = 8 * bytes - image->depth;
  }
}

static void
set_in_place (VfImage *image, const GstVideoFrame *frame,
    const VfLayout *layout, VfRect part)
{
  image->word = layout->word;
  image->big_endian = layout->big_endian;
  for (guint c = 0; c < image->channels; c++) {
    guint plane = GST_VIDEO_FRAME_COMP_PLANE (frame, c);

    image->stride[c] = GST_VIDEO_FRAME_COMP_STRIDE (frame, c);
    image->step[c] = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);
    image->shift[c] = layout->shift[c];
    image->data[c] = (const guint8 *) frame->data[plane] + layout->at[c]
                     + (gssize) part.y * image->stride[c]
                     + (gssize) part.x * image->step[c];
  }
}

gboolean
vf_frame_image (const GstVideoFrame *frame, const VfLayout *layout, VfRect part,
    VfScratch *unpacked, VfImage *image)
{
  guint bytes = vf_layout_bytes (layout);
  gsize stride = (gsize) part.width * layout->channels * bytes;

  *image = (VfImage){
    .width = part.width,
    .height = part.height,
    .channels = layout->channels,
    .depth = GST_VIDEO_FRAME_COMP_DEPTH (frame, 0),
  };
  if (layout->in_place)
    set_in_place (image, frame, layout, part);
  else if (unpack_part (frame, layout, part, unpacked, stride))
    set_unpacked (image, unpacked, bytes);
  else
    return FALSE;
  return TRUE;
}

VfRect
vf_buffer_frame (GstBuffer *buffer, const GstVideoInfo *info)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  VfRect all = { .width = (guint) info->width, .height = (guint) info->height };

  if (meta) {
    all.width = meta->width;
    all.height = meta->height;
  }
  return all;
}

VfRect
vf_buffer_picture (GstBuffer *buffer, const GstVideoInfo *info)
{
  GstVideoCropMeta *crop = gst_buffer_get_video_crop_meta (buffer);
  VfRect all = vf_buffer_frame (buffer, info), part;

  if (!crop)
    return all;
  part = vf_rect_clip ((VfRect){ crop->x, crop->y, crop->width, crop->height },
      all.width, all.height);
  return vf_rect_is_empty (part) ? all : part;
}
