/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harris-cuda.h"

/* The parts of the response stage are not called one by one on the GPU. */
static const HarrisStages stages = {
  .frame = {
    [HARRIS_STAGE_RESPONSE] = harris_cuda_response,
    [HARRIS_STAGE_RANGE] = harris_cuda_range,
    [HARRIS_STAGE_HISTOGRAM] = harris_cuda_histogram,
    [HARRIS_STAGE_THRESHOLD] = harris_cuda_threshold,
    [HARRIS_STAGE_MAXIMA] = harris_cuda_maxima,
    [HARRIS_STAGE_SUPPRESSION] = harris_cuda_suppression,
    [HARRIS_STAGE_COMPACTION] = harris_cuda_compaction,
    [HARRIS_STAGE_SORT] = harris_cuda_sort,
    [HARRIS_STAGE_SELECTION] = harris_cuda_selection,
  },
};

const HarrisStages *
harris_stages_cuda (void)
{
  return &stages;
}
