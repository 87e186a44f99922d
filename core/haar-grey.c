/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The luma of 8 bits.
 */
#include "haar-stages.h"

static void
load_channel (const VfImage *image, guint channel, guint x, guint y, guint n,
    guint8 *pixels)
{
  const guint8 *at = image->data[channel] + (gssize) y * image->stride[channel]
                     + (gssize) x * image->step[channel];
  guint shift = image->shift[channel] + image->depth - 8;

  for (guint i = 0; i < n; i++, at += image->step[channel])
    pixels[i] = (guint8) (vf_image_word (image, at) >> shift);
}

static guint
top_bits (const VfImage *image, guint channel, guint x, guint y)
{
  return vf_image_sample (image, channel, x, y) >> (image->depth - 8);
}

static void
grey (const VfImage *image, guint x, guint y, guint n, guint8 *pixels)
{
  if (image->channels == 1) {
    load_channel (image, 0, x, y, n, pixels);
    return;
  }
  for (guint i = 0; i < n; i++) {
    guint luma = VF_LUMA_RED * top_bits (image, 0, x + i, y)
                 + VF_LUMA_GREEN * top_bits (image, 1, x + i, y)
                 + VF_LUMA_BLUE * top_bits (image, 2, x + i, y);

    pixels[i] = (guint8) ((luma + VF_LUMA_HALF) >> VF_LUMA_SHIFT);
  }
}

void
haar_stages_fill_grey (HaarStages *stages)
{
  stages->grey = grey;
}
