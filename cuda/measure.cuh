/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is made of the windowed tensor.
 */
#pragma once

#include "harris-params.h"

static_assert (HARRIS_N_MEASURES == 3, "a measure is missing on the GPU");

__device__ inline float
measure (guint which, float k, float xx, float yy, float xy)
{
  float trace = __fadd_rn (xx, yy);
  float det = __fmaf_rn (xx, yy, -__fmul_rn (xy, xy));

  if (which == HARRIS_MEASURE_HARRIS) {
    return __fmaf_rn (-k, __fmul_rn (trace, trace), det);
  } else if (which == HARRIS_MEASURE_MIN_EIGEN) {
    float d = __fsub_rn (xx, yy), e = __fadd_rn (xy, xy);
    float root = __fsqrt_rn (__fmaf_rn (d, d, __fmul_rn (e, e)));

    return __fmul_rn (0.5f, __fsub_rn (trace, root));
  } else {
    return trace == 0 ? 0 : __fdiv_rn (det, trace);
  }
}
