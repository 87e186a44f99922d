/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The job that is a frame's work: where its pictures, sums and windows lie.
 */
#pragma once

#include "haar-work.h"

G_BEGIN_DECLS

/* Up to so many windows travel with their number, in one go. */
#define HAAR_CUDA_FEW_WINDOWS 4096

/* Room for so many windows. FALSE with a VF_ERROR. */
gboolean haar_cuda_job_reserve_found (
    HaarCudaWork *work, guint n_windows, GError **error);

/* The job and its graph for a picture that the GPU can read `there`. Where
 * nothing has changed but the picture, that costs little. FALSE with a VF_ERROR.
 */
gboolean haar_cuda_job_prepare (HaarCudaWork *work, const HaarParams *params,
    gboolean changed, const VfImage *there, GError **error);

G_END_DECLS
