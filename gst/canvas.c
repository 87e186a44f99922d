/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "canvas.h"

/* Formats whose samples all have the same number of bits in bytes, or in words
 * of two with the lower byte first. */
gboolean
vf_canvas_has_format (GstVideoFormat format)
{
  const GstVideoFormatInfo *info = gst_video_format_get_info (format);
  guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (info, 0);

  for (guint c = 0; c < GST_VIDEO_FORMAT_INFO_N_COMPONENTS (info); c++)
    if (GST_VIDEO_FORMAT_INFO_DEPTH (info, c) != depth)
      return FALSE;
  return GST_VIDEO_FORMAT_INFO_IS_LE (info) || depth == 8;
}

/* The byte that is nobody's in formats such as RGBx, from 0 to 3; -1: there is
 * none. Blending takes it for alpha. */
static gint
unused_byte (const GstVideoFormatInfo *info)
{
  gint unused = 0 + 1 + 2 + 3;

  if (GST_VIDEO_FORMAT_INFO_N_COMPONENTS (info) != 3
      || GST_VIDEO_FORMAT_INFO_PSTRIDE (info, 0) != 4
      || GST_VIDEO_FORMAT_INFO_DEPTH (info, 0) != 8
      || !GST_VIDEO_FORMAT_INFO_IS_RGB (info))
    return -1;
  for (guint c = 0; c < 3; c++)
    unused -= GST_VIDEO_FORMAT_INFO_POFFSET (info, c);
  return unused;
}

/* A sample of two bytes begins at an even one; GStreamer's tables give V in
 * P010 and its kin as the byte after U's first. */
static guint8 *
first_sample (const GstVideoFrame *frame, guint c)
{
  const GstVideoFormatInfo *info = frame->info.finfo;
  guint8 *data = GST_VIDEO_FRAME_COMP_DATA (frame, c);

  return GST_VIDEO_FORMAT_INFO_DEPTH (info, c) > 8
                 && GST_VIDEO_FORMAT_INFO_POFFSET (info, c) % 2 == 1
             ? data + 1
             : data;
}

static VfCanvasSamples
samples_of (const GstVideoFrame *frame, guint c)
{
  const GstVideoFormatInfo *info = frame->info.finfo;

  return (VfCanvasSamples){
    .data = first_sample (frame, c),
    .stride = GST_VIDEO_FRAME_COMP_STRIDE (frame, c),
    .step = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c),
    .right = GST_VIDEO_FORMAT_INFO_W_SUB (info, c),
    .below = GST_VIDEO_FORMAT_INFO_H_SUB (info, c),
    .shift = GST_VIDEO_FORMAT_INFO_SHIFT (info, c),
  };
}

VfCanvas
vf_frame_canvas (const GstVideoFrame *frame)
{
  const GstVideoFormatInfo *info = frame->info.finfo;
  gint alpha = unused_byte (info);
  VfCanvas canvas = {
    .width = (guint) GST_VIDEO_FRAME_WIDTH (frame),
    .height = (guint) GST_VIDEO_FRAME_HEIGHT (frame),
    .yuv = !GST_VIDEO_INFO_IS_RGB (&frame->info),
    .depth = GST_VIDEO_FORMAT_INFO_DEPTH (info, 0),
  };

  for (guint c = 0; c < GST_VIDEO_FORMAT_INFO_N_COMPONENTS (info); c++)
    canvas.samples[c == GST_VIDEO_COMP_A ? VF_CANVAS_ALPHA
                                         : VF_CANVAS_FIRST + c] =
        samples_of (frame, c);
  if (alpha >= 0) {
    canvas.samples[VF_CANVAS_ALPHA] = samples_of (frame, 0);
    canvas.samples[VF_CANVAS_ALPHA].data =
        (guint8 *) GST_VIDEO_FRAME_PLANE_DATA (frame, 0) + alpha;
  }
  return canvas;
}
