/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "check.h"
#include "harris-cuda.h"

/* Places in the memory that is cleared together. */
#define CONTROL_OFFSET   128
#define HISTOGRAM_OFFSET 256

G_STATIC_ASSERT (sizeof (HarrisState) <= CONTROL_OFFSET);

static const HarrisCudaStep stage_steps[] = {
  { HARRIS_STAGE_RESPONSE, harris_cuda_response },
  { HARRIS_STAGE_RANGE, harris_cuda_range },
  { HARRIS_STAGE_HISTOGRAM, harris_cuda_histogram },
  { HARRIS_STAGE_THRESHOLD, harris_cuda_threshold },
  { HARRIS_STAGE_MAXIMA, harris_cuda_maxima },
  { HARRIS_STAGE_SUPPRESSION, harris_cuda_suppression },
  { HARRIS_STAGE_COMPACTION, harris_cuda_compaction },
  { HARRIS_STAGE_SORT, harris_cuda_sort },
  { HARRIS_STAGE_SELECTION, harris_cuda_selection },
};
G_STATIC_ASSERT (G_N_ELEMENTS (stage_steps) == HARRIS_N_STAGES);
const HarrisCudaWay harris_cuda_stages = { stage_steps,
  G_N_ELEMENTS (stage_steps) };

static void
clear_and_response (HarrisWork *work)
{
  const HarrisCuda *cuda = work->backend;

  if (!work->error
      && VF_CUDA_TRY (
          cudaMemsetAsync (cuda->first, 0, cuda->first_size, cuda->stream),
          &work->error))
    harris_cuda_response_and_range (work);
}

static const HarrisCudaStep fused_steps[] = {
  { HARRIS_STAGE_RESPONSE, clear_and_response },
  { HARRIS_STAGE_HISTOGRAM, harris_cuda_maxima_and_threshold },
  { HARRIS_STAGE_SUPPRESSION, harris_cuda_suppression_and_compaction },
  { HARRIS_STAGE_SORT, harris_cuda_sort_and_selection },
};
const HarrisCudaWay harris_cuda_fused = { fused_steps,
  G_N_ELEMENTS (fused_steps) };

static const HarrisCudaStep one_launch_steps[] = {
  { HARRIS_STAGE_RESPONSE, harris_cuda_frame },
  { HARRIS_STAGE_SELECTION, harris_cuda_frame_subpixel },
};
const HarrisCudaWay harris_cuda_one_launch = { one_launch_steps,
  G_N_ELEMENTS (one_launch_steps) };

static const HarrisCudaStep two_launches_steps[] = {
  { HARRIS_STAGE_RESPONSE, harris_cuda_response_for_frame },
  { HARRIS_STAGE_RANGE, harris_cuda_frame_of_response },
  { HARRIS_STAGE_SELECTION, harris_cuda_frame_subpixel },
};
const HarrisCudaWay harris_cuda_two_launches = { two_launches_steps,
  G_N_ELEMENTS (two_launches_steps) };

/* The parts of the response stage are not called one by one on the GPU. */
static gpointer
fill (gpointer data)
{
  HarrisStages *stages = data;

  for (guint i = 0; i < G_N_ELEMENTS (stage_steps); i++)
    stages->frame[stage_steps[i].stage] = stage_steps[i].launch;
  return stages;
}

const HarrisStages *
harris_stages_cuda (void)
{
  static HarrisStages stages;
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, fill, &stages);
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
