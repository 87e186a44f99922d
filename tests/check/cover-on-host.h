/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the GPU's kernels cover, on the CPU: sample by sample, as core/cover.h
 * has it.
 */
#pragma once

#include "cover.h"

static inline guint16
cover_mean_on_host (const VfCoverFrame *frame, const VfCover *cover,
    guint channel, guint column, guint row)
{
  const VfCanvasSamples *samples = &frame->samples[channel];
  VfCoverAxis across = vf_cover_across (cover, samples);
  VfCoverAxis down = vf_cover_down (cover, samples);
  guint64 sum = 0, n = 0;

  for (guint y = vf_cover_edge (&down, row); y < vf_cover_edge (&down, row + 1);
       y++)
    for (guint x = vf_cover_edge (&across, column);
         x < vf_cover_edge (&across, column + 1); x++, n++)
      sum +=
          vf_cover_load (frame, samples, (cover->rect.x >> samples->right) + x,
              (cover->rect.y >> samples->below) + y);
  return (guint16) vf_cover_mean (sum, n, frame->depth);
}

static inline void
cover_means_on_host (
    const VfCoverFrame *frame, const VfCover *cover, guint16 *means)
{
  for (guint c = 0; c < frame->channels; c++)
    for (guint row = 0; row < cover->rows; row++)
      for (guint column = 0; column < cover->columns; column++)
        *means++ = cover_mean_on_host (frame, cover, c, column, row);
}

static inline void
cover_pixels_on_host (
    const VfCoverFrame *frame, const VfCover *cover, const guint16 *means)
{
  for (guint y = 0; y < cover->rect.height; y++)
    for (guint x = 0; x < cover->rect.width; x++)
      vf_cover_pixel (frame, cover, means, x, y);
}
