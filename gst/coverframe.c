/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "coverframe.h"

#include "frames.h"

#include <math.h>
#include <string.h>

VfCoverFrame
vf_cover_frame_sized (const VfLayout *layout, guint width, guint height)
{
  VfCoverFrame frame = { .width = width,
    .height = height,
    .channels = layout->channels,
    .depth = GST_VIDEO_FORMAT_INFO_DEPTH (layout->info, 0),
    .word = layout->word,
    .big_endian = layout->big_endian };

  for (guint c = 0; c < layout->channels; c++) {
    frame.samples[c].right = GST_VIDEO_FORMAT_INFO_W_SUB (layout->info, c);
    frame.samples[c].below = GST_VIDEO_FORMAT_INFO_H_SUB (layout->info, c);
    frame.samples[c].shift = layout->shift[c];
  }
  return frame;
}

VfCoverFrame
vf_cover_frame_mapped (const VfLayout *layout, const GstVideoFrame *frame)
{
  VfCoverFrame mapped =
      vf_cover_frame_sized (layout, (guint) GST_VIDEO_FRAME_WIDTH (frame),
          (guint) GST_VIDEO_FRAME_HEIGHT (frame));

  for (guint c = 0; c < layout->channels; c++) {
    guint plane = GST_VIDEO_FRAME_COMP_PLANE (frame, c);

    mapped.samples[c].data = (guint8 *) frame->data[plane] + layout->at[c];
    mapped.samples[c].stride = GST_VIDEO_FRAME_COMP_STRIDE (frame, c);
    mapped.samples[c].step = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);
  }
  return mapped;
}

/* The colour's luma and chroma, from 0 to 1 and from -1/2 to 1/2. */
static void
to_luma_and_chroma (gdouble *v, GstVideoColorMatrix matrix)
{
  gdouble red = 0.299, blue = 0.114, luma;

  gst_video_color_matrix_get_Kr_Kb (matrix, &red, &blue);
  luma = red * v[0] + (1 - red - blue) * v[1] + blue * v[2];
  v[1] = (v[2] - luma) / (2 * (1 - blue));
  v[2] = (v[0] - luma) / (2 * (1 - red));
  v[0] = luma;
}

void
vf_cover_color (guint color[3], const GstVideoInfo *info, guint32 rgb)
{
  gdouble v[3] = { (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
    (rgb & 0xff) / 255.0 };
  guint max = (1u << GST_VIDEO_INFO_COMP_DEPTH (info, 0)) - 1;
  gint offset[GST_VIDEO_MAX_COMPONENTS], scale[GST_VIDEO_MAX_COMPONENTS];

  if (!GST_VIDEO_INFO_IS_RGB (info))
    to_luma_and_chroma (v, info->colorimetry.matrix);
  gst_video_color_range_offsets (
      info->colorimetry.range, info->finfo, offset, scale);
  for (guint c = 0; c < 3; c++)
    color[c] = c < GST_VIDEO_INFO_N_COMPONENTS (info)
                   ? (guint) CLAMP (rint (offset[c] + scale[c] * v[c]), 0, max)
                   : 0;
}

void
vf_cover_work_free (VfCoverWork *work)
{
  vf_scratch_free (&work->means);
  vf_scratch_free (&work->rows);
  vf_scratch_free (&work->row);
}

/* The rows of the part, of whole width, as the unpack function gives them: a
 * frame of its own in which a sample of chroma has the place of its first
 * pixel's. */
typedef struct {
  const VfLayout *layout;
  const GstVideoFrame *frame;
  VfRect rect;
  gsize stride;
  guint8 *rows;
  guint8 *row;       /* as it was */
  gsize plane;       /* bytes that a row of any plane may take */
  guint8 *packed[2]; /* planes of one row: as it was, and covered */
} Unpacked;

static gboolean
reserve (Unpacked *u, VfCoverWork *work)
{
  gsize pixels = (gsize) GST_VIDEO_FRAME_WIDTH (u->frame) + VF_ROW_SLACK;
  gboolean missing = FALSE;

  u->stride = pixels * 4 * vf_layout_bytes (u->layout);
  u->plane = 2 * u->stride;
  u->rows =
      vf_scratch_reserve (&work->rows, u->rect.height, u->stride, &missing);
  u->row = vf_scratch_reserve (
      &work->row, u->stride + 2 * GST_VIDEO_MAX_PLANES * u->plane, 1, &missing);
  if (missing)
    return FALSE;
  u->packed[0] = u->row + u->stride;
  u->packed[1] = u->packed[0] + GST_VIDEO_MAX_PLANES * u->plane;
  return TRUE;
}

static VfCoverFrame
unpacked_frame (const Unpacked *u)
{
  guint bytes = vf_layout_bytes (u->layout);
  VfCoverFrame frame = vf_cover_frame_sized (
      u->layout, (guint) GST_VIDEO_FRAME_WIDTH (u->frame), u->rect.height);

  frame.word = bytes;
  frame.big_endian = G_BYTE_ORDER == G_BIG_ENDIAN;
  for (guint c = 0; c < frame.channels; c++) {
    VfCanvasSamples *samples = &frame.samples[c];

    samples->data = u->rows + (1 + c) * bytes;
    samples->stride = (gssize) (u->stride << samples->below);
    samples->step = (gssize) (4 * bytes) << samples->right;
    samples->shift = 8 * bytes - frame.depth;
  }
  return frame;
}

static void
unpack_row (const Unpacked *u, guint y, guint8 *row)
{
  vf_layout_unpack (u->layout, row, u->frame->data, u->frame->info.stride,
      (gint) y, GST_VIDEO_FRAME_WIDTH (u->frame));
}

/* Row y, into planes of one row each. */
static void
pack_row (const Unpacked *u, guint y, guint8 *row, guint8 *planes)
{
  static const gint strides[GST_VIDEO_MAX_PLANES] = { 0 };
  gpointer at[GST_VIDEO_MAX_PLANES];

  for (guint i = 0; i < GST_VIDEO_MAX_PLANES; i++)
    at[i] = planes + i * u->plane;
  u->layout->info->pack_func (u->layout->info, GST_VIDEO_PACK_FLAG_NONE, row,
      (gint) u->stride, at, strides, GST_VIDEO_CHROMA_SITE_UNKNOWN, (gint) y,
      GST_VIDEO_FRAME_WIDTH (u->frame));
}

/* Only what differs between the packed rows changes in the frame. */
static void
change_row (const Unpacked *u, guint y)
{
  guint done = 0; /* planes: a bit each */

  for (guint c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (u->frame); c++) {
    guint plane = GST_VIDEO_FRAME_COMP_PLANE (u->frame, c);
    guint line = y >> GST_VIDEO_FORMAT_INFO_H_SUB (u->layout->info, c);
    gsize n = (gsize) vf_frame_row_bytes (u->frame, c);
    guint8 *to =
        (guint8 *) u->frame->data[plane]
        + (gssize) line * GST_VIDEO_FRAME_PLANE_STRIDE (u->frame, plane);
    const guint8 *was = u->packed[0] + plane * u->plane;
    const guint8 *is = u->packed[1] + plane * u->plane;

    for (gsize i = 0; !(done & 1u << plane) && i < n; i++)
      to[i] ^= was[i] ^ is[i];
    done |= 1u << plane;
  }
}

gboolean
vf_cover_unpacked (const VfLayout *layout, const GstVideoFrame *frame,
    const VfCover *cover, VfCoverWork *work)
{
  Unpacked u = { .layout = layout, .frame = frame, .rect = cover->rect };
  VfCover part = *cover;
  VfCoverFrame rows;

  if (!reserve (&u, work))
    return FALSE;
  part.rect.y = 0;
  rows = unpacked_frame (&u);
  for (guint y = 0; y < u.rect.height; y++)
    unpack_row (&u, u.rect.y + y, u.rows + y * u.stride);
  if (!vf_cover_frame (&rows, &part, &work->means))
    return FALSE;
  for (guint y = 0; y < u.rect.height; y++) {
    memset (u.packed[0], 0, 2 * GST_VIDEO_MAX_PLANES * u.plane);
    unpack_row (&u, u.rect.y + y, u.row);
    pack_row (&u, u.rect.y + y, u.row, u.packed[0]);
    pack_row (&u, u.rect.y + y, u.rows + y * u.stride, u.packed[1]);
    change_row (&u, u.rect.y + y);
  }
  return TRUE;
}

gboolean
vf_cover_mapped (const VfLayout *layout, const GstVideoFrame *frame,
    const VfCover *cover, VfCoverWork *work)
{
  VfCoverFrame mapped;

  if (!layout->in_place)
    return vf_cover_unpacked (layout, frame, cover, work);
  mapped = vf_cover_frame_mapped (layout, frame);
  return vf_cover_frame (&mapped, cover, &work->means);
}

gboolean
vf_cover_buffer (const VfLayout *layout, const GstVideoInfo *info,
    GstBuffer *buffer, const GArray *covers, VfCoverWork *work)
{
  GstVideoFrame frame;
  gboolean covered;

  if (!vf_frame_map (&frame, info, buffer,
          GST_MAP_READWRITE | GST_VIDEO_FRAME_MAP_FLAG_NO_REF))
    return FALSE;
  covered = vf_frame_is_whole (&frame);
  for (guint i = 0; covered && i < covers->len; i++)
    covered = vf_cover_mapped (
        layout, &frame, &g_array_index (covers, VfCover, i), work);
  gst_video_frame_unmap (&frame);
  return covered;
}
