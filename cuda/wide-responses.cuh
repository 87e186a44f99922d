/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the windowed tensors of a lane's columns to their responses.
 */
#pragma once

#include "range.cuh"
#include "wide-tile.cuh"

/* Responses of a row of a lane's columns. */
struct Responses {
  float r[COLUMNS];
};

/* Those that are dear; out of the way of the others' code. */
__device__ __noinline__ static float
other_measure (guint which, float xx, float yy, float xy)
{
  return measure (which, 0, xx, yy, xy);
}

__device__ __noinline__ static Range
count_region (const ResponseArgs &a, Responses r, guint x, guint y, Range range)
{
#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    if (x + i < a.image.width && vf_area_contains (a.region, x + i, y))
      range_add (range, r.r[i]);
  return range;
}

/* Writes a row's responses that lie in the picture, and counts those in the
 * region. */
__device__ __forceinline__ void
put_responses (
    const ResponseArgs &a, const Responses &all, guint x, guint y, Range &range)
{
  guint width = a.image.width;
  float *to = a.response + (gsize) y * a.pitch + x;

  if (x >= width || y >= a.image.height)
    return;
  if (width % COLUMNS == 0 && a.everywhere) {
    *(float4 *) to = make_float4 (all.r[0], all.r[1], all.r[2], all.r[3]);
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      range_add (range, all.r[i]);
  } else {
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      if (x + i < width)
        to[i] = all.r[i];
    range = count_region (a, all, x, y, range);
  }
}

__device__ __forceinline__ Responses
row_responses (const ResponseArgs &a, const float xx[COLUMNS],
    const float yy[COLUMNS], const float xy[COLUMNS])
{
  bool harris = a.measure == HARRIS_MEASURE_HARRIS;
  Responses all;

#pragma unroll
  for (int x = 0; x < COLUMNS; x++)
    all.r[x] = harris
                   ? measure (HARRIS_MEASURE_HARRIS, a.k, xx[x], yy[x], xy[x])
                   : other_measure (a.measure, xx[x], yy[x], xy[x]);
  return all;
}
