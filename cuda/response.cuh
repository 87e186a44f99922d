/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the kernels of the response share: their parameters, and what they do
 * with the windowed tensor.
 */
#pragma once

#include "clock.cuh"
#include "gradient.cuh"
#include "launch.cuh"
#include "measure.cuh"
#include "range.cuh"

/* How samples lie that are loaded several at once: each channel's one after the
 * other, those of a pixel in one word, or in words that follow each other. */
typedef enum {
  SAMPLES_ANYHOW,
  SAMPLES_DENSE,
  SAMPLES_TOGETHER,
  SAMPLES_IN_TURN,
  SAMPLES_IN_TURN_BACK,
} SampleLayout;

typedef struct {
  VfImage image;
  SampleLayout layout;
  VfArea region;
  HarrisGradientTaps gradient;
  gfloat taps[HARRIS_MAX_FILTER_LENGTH / 2 + 1];
  gfloat k;
  guint measure, channels, radius;
  guint strip;     /* rows of a block of threads */
  bool everywhere; /* the region is the picture */
  gfloat *response;
  guint pitch;                /* floats from one row of it to the next */
  HarrisCudaControl *control; /* NULL: the range is not wanted */
  guint64 *began;             /* when; NULL: nobody asks */
} ResponseArgs;

__device__ inline void
tell_begin (const ResponseArgs &a)
{
  if (a.began && blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y == 0)
    *a.began = time_now ();
}

/* harris-box.cu: for box windows. FALSE: the GPU has too little shared memory
 * for it. */
bool launch_box (HarrisWork *w, ResponseArgs args);

/* harris-wide-tiles.cu: for Gaussian windows. FALSE: a gradient or a window that
 * reaches too far for it, or for the GPU's shared memory. */
bool launch_wide_tiles (HarrisWork *w, ResponseArgs args);

/* harris-strips.cu: for all parameters. */
void launch_strips (HarrisWork *w, ResponseArgs args);

/* Whether 32 bits hold the tensor, and the box's sums where there is one. */
static inline bool
sums_fit_32_bits (const HarrisWork *w)
{
  guint64 side = w->params.filter_length;
  guint64 most = tensor_bound (&w->gradient, w->image.depth, w->channels);

  return (w->params.window_type == HARRIS_WINDOW_BOX ? most * side * side
                                                     : most)
         <= G_MAXINT32;
}

/* The response of ROWS pixels, one below the other, from (x, y) on; those of
 * them that lie in the picture are written, and those in the region counted. */
template <int ROWS>
__device__ inline void
finish_pixels (const ResponseArgs &a, const float (&windowed)[3][ROWS], guint x,
    guint y, Range &range)
{
#pragma unroll
  for (int row = 0; row < ROWS; row++) {
    float r = measure (
        a.measure, a.k, windowed[0][row], windowed[1][row], windowed[2][row]);

    if (x >= a.image.width || y + row >= a.image.height)
      continue;
    a.response[(gsize) (y + row) * a.pitch + x] = r;
    if (vf_area_contains (a.region, x, y + row))
      range_add (range, r);
  }
}
