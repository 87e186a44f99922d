/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cuda-stages.h"

const HarrisStages *
cuda_stages (void)
{
  return NULL;
}

void
cuda_stages_free (void)
{
}

gboolean
cuda_time_frames (const VfImage *image, CudaTimes *times)
{
  return FALSE;
}

gboolean
cuda_time_operator (const HarrisParams *params, const VfImage *image,
    const guint8 *inside, CudaOperatorTimes *times)
{
  return FALSE;
}
