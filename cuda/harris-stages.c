/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "check.h"
#include "harris-cuda.h"

/* Places in the memory that is cleared together. */
#define CONTROL_OFFSET   128
#define HISTOGRAM_OFFSET 256

G_STATIC_ASSERT (sizeof (HarrisState) <= CONTROL_OFFSET);

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

void
harris_cuda_fused (HarrisWork *work)
{
  harris_cuda_clear_first (work);
  harris_cuda_response_and_range (work);
  harris_cuda_maxima_and_threshold (work);
  harris_cuda_suppression_and_compaction (work);
  harris_cuda_sort_and_selection (work);
}

void
harris_cuda_clear_first (HarrisWork *work)
{
  const HarrisCuda *cuda = work->backend;

  if (!work->error)
    VF_CUDA_TRY (
        cudaMemsetAsync (cuda->first, 0, cuda->first_size, cuda->stream),
        &work->error);
}

gsize
harris_cuda_first_size (const HarrisWork *work)
{
  return HISTOGRAM_OFFSET + work->params.bins * sizeof *work->histogram;
}

void
harris_cuda_set_first (HarrisWork *work, HarrisCuda *cuda, gpointer first)
{
  cuda->first = first;
  cuda->first_size = harris_cuda_first_size (work);
  cuda->control = (HarrisCudaControl *) ((guint8 *) first + CONTROL_OFFSET);
  work->state = first;
  work->histogram = (guint32 *) ((guint8 *) first + HISTOGRAM_OFFSET);
}
