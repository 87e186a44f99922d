/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cuda-stages.h"

const HarrisStages *
cuda_stages (void)
{
  return NULL;
}

gboolean
cuda_time_frames (const VfImage *image, CudaTimes *times)
{
  return FALSE;
}
