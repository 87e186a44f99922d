/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harris-marks.h"

#include "check.h"

gboolean
harris_cuda_marks_init (HarrisCudaMarks *m, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (m->events); i++)
    if (!VF_CUDA_TRY (cudaEventCreate (&m->events[i]), error))
      return FALSE;
  return TRUE;
}

void
harris_cuda_marks_clear (HarrisCudaMarks *m)
{
  for (guint i = 0; i < G_N_ELEMENTS (m->events); i++)
    if (m->events[i])
      VF_CUDA_UNDO (cudaEventDestroy (m->events[i]));
}

void
harris_cuda_run_marked (
    HarrisWork *w, const HarrisCudaWay *way, HarrisCudaMarks *m)
{
  cudaStream_t stream = ((const HarrisCuda *) w->backend)->stream;

  for (guint i = 0; i <= way->n_steps && !w->error; i++) {
    if (i > 0)
      way->steps[i - 1].launch (w);
    if (!w->error)
      (void) VF_CUDA_TRY (cudaEventRecord (m->events[i], stream), &w->error);
  }
}

gboolean
harris_cuda_read_marks (const HarrisCudaMarks *m, const HarrisCudaWay *way,
    guint64 *stage_ns, GError **error)
{
  for (guint i = 0; i < way->n_steps; i++) {
    gfloat ms;

    if (!VF_CUDA_TRY (
            cudaEventElapsedTime (&ms, m->events[i], m->events[i + 1]), error))
      return FALSE;
    stage_ns[way->steps[i].stage] = (guint64) (ms * 1e6f);
  }
  return TRUE;
}
